/** Every strategy on every graph of a variant: graphs one after the other, strategies in threads that share the graph. */
import { join } from 'node:path'
import { generateGraph } from '../../src/graph/generate/index.js'
import { writeGraph, type WebGraph } from '../../src/graph/index.js'
import { graphOptions, type Variant } from './cases.js'
import { judgedWrongly } from './judge-errors.js'
import { measureAll } from './measure-all.js'
import type { Measured } from './measure.js'
import type { ResultsCache } from './results-cache.js'
import { judgedRightly } from './truth.js'

export interface StudyOptions {
  readonly specs: readonly string[]
  readonly workers: number
  readonly cache: ResultsCache
  /** Where graphs are written; null: nowhere. */
  readonly keep: string | null
  /** Names of strategies that are run although they were before. */
  readonly again: ReadonlySet<string>
  readonly onGraph?: (variant: Variant, seed: number, graph: WebGraph) => void
  readonly onResult?: (variant: Variant, seed: number, result: Measured) => void
  readonly onFailure?: (variant: Variant, seed: number, spec: string, why: string) => void
}

/** By strategy, in the order of `specs`: results in the order of the seeds. A strategy that failed on a graph is left out. */
export type StudyResults = ReadonlyMap<string, readonly Measured[]>

export async function study(variant: Variant, options: StudyOptions): Promise<StudyResults> {
  let specs = options.specs
  const bySeed: ReadonlyMap<string, Measured>[] = []
  for (const seed of variant.seeds) {
    // made even when nothing is missing: only the graph itself can say that the results are about it
    const graph = await generateGraph(graphOptions(variant, seed))
    options.onGraph?.(variant, seed, graph)
    if (options.keep !== null) writeGraph(graph, join(options.keep, `${variant.name}-${seed}.ltg`))
    const web = variant.judgeErrors === 0 ? judgedRightly(graph) : judgedWrongly(graph, variant.judgeErrors)
    const results = await measureAll(web, {
      ...options,
      name: `${variant.name} ${seed}`,
      specs,
      onResult: result => options.onResult?.(variant, seed, result),
      onFailure: (spec, why) => options.onFailure?.(variant, seed, spec, why),
    })
    specs = specs.filter(spec => results.has(spec))
    bySeed.push(results)
  }
  return new Map(specs.map(spec => [spec, bySeed.flatMap(results => results.get(spec) ?? [])]))
}
