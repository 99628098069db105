/** Every strategy on every graph of a variant: graphs one after the other, strategies in threads that share the graph. */
import { join } from 'node:path'
import { generateGraph } from '../../src/graph/generate/index.js'
import { writeGraph, type WebGraph } from '../../src/graph/index.js'
import { hasFields } from '../../src/threads/messages.js'
import { ThreadPool } from '../../src/threads/thread-pool.js'
import { graphOptions, type Variant } from './cases.js'
import { checksum, type Measured } from './measure.js'
import type { ResultsCache } from './results-cache.js'
import type { StudyData } from './worker.js'

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
  const { specs, cache, again } = options
  const failed = new Set<string>()
  const bySeed: Map<string, Measured>[] = []
  for (const seed of variant.seeds) {
    const results = new Map<string, Measured>()
    for (const spec of specs) {
      const found = again.has(spec.split(':')[0]) ? null : cache.find(variant, seed, spec)
      if (found !== null) results.set(spec, found)
    }
    // made even when nothing is missing: only the graph itself can say that the results are about it
    const graph = await generateGraph(graphOptions(variant, seed))
    options.onGraph?.(variant, seed, graph)
    if (options.keep !== null) writeGraph(graph, join(options.keep, `${variant.name}-${seed}.ltg`))
    const expected = checksum(graph)
    for (const [spec, result] of results) if (result.graph !== expected) results.delete(spec)
    const missing = specs.filter(spec => !results.has(spec) && !failed.has(spec))
    const data: StudyData = {
      graph: { ...graph, urls: null, origin: {} },
      judgeErrors: variant.judgeErrors,
      sum: expected,
    }
    const pool = new ThreadPool<string, Measured>({
      worker: new URL('./worker.js', import.meta.url),
      data,
      threads: Math.min(options.workers, missing.length),
      task: 'measuring',
      code: 'E_GRAPH',
      nameOf: spec => spec,
      isAnswer: hasFields<Measured>('spec', 'graph'),
    })
    const run = async (spec: string): Promise<void> => {
      try {
        const result = await pool.run(spec)
        results.set(spec, result)
        cache.save(variant, seed, result)
        options.onResult?.(variant, seed, result)
      } catch (error) {
        failed.add(spec)
        options.onFailure?.(variant, seed, spec, error instanceof Error ? error.message : String(error))
      }
    }
    await Promise.all(missing.map(run)).finally(() => pool.close())
    bySeed.push(results)
  }
  const complete = specs.filter(spec => !failed.has(spec))
  return new Map(complete.map(spec => [spec, bySeed.flatMap(results => results.get(spec) ?? [])]))
}
