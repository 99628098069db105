/** Every strategy on every graph of a variant: graphs one after the other, strategies in threads that share the graph. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { generateGraph } from '../../src/graph/generate/index.js'
import { writeGraph, type WebGraph } from '../../src/graph/index.js'
import { graphOptions, type Variant } from './cases.js'
import { checksum, type Measured } from './measure.js'
import type { ResultsCache } from './results-cache.js'
import type { WorkerAnswer, WorkerTask } from './worker.js'

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
    await runAll(graph, variant, expected, missing, options.workers, answer => {
      if (answer.ok) {
        results.set(answer.result.spec, answer.result)
        cache.save(variant, seed, answer.result)
        options.onResult?.(variant, seed, answer.result)
      } else {
        failed.add(answer.spec)
        options.onFailure?.(variant, seed, answer.spec, answer.why)
      }
    })
    bySeed.push(results)
  }
  const complete = specs.filter(spec => !failed.has(spec))
  return new Map(complete.map(spec => [spec, bySeed.flatMap(results => results.get(spec) ?? [])]))
}

async function runAll(
  graph: WebGraph,
  { judgeErrors }: Variant,
  sum: string,
  specs: readonly string[],
  count: number,
  onAnswer: (answer: WorkerAnswer) => void,
): Promise<void> {
  const waiting = [...specs]
  const task: WorkerTask = { graph: { ...graph, urls: null, origin: {} }, judgeErrors, sum }
  const url = new URL('./worker.js', import.meta.url)
  const workers = Array.from({ length: Math.min(count, waiting.length) }, () => new Worker(url, { workerData: task }))
  try {
    await Promise.all(workers.map(worker => work(worker, waiting, onAnswer)))
  } finally {
    await Promise.all(workers.map(worker => worker.terminate()))
  }
}

/** Gives a thread one strategy after the other until none is left. */
function work(worker: Worker, waiting: string[], onAnswer: (answer: WorkerAnswer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const spec = waiting.shift()
      if (spec === undefined) resolve()
      else worker.postMessage(spec)
    }
    worker.on('message', (answer: WorkerAnswer) => {
      onAnswer(answer)
      next()
    })
    worker.on('error', reject)
    next()
  })
}
