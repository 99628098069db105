/**
 * Many strategies on one graph, in worker threads that share it: its columns lie in SharedArrayBuffers, so a further
 * strategy costs its own queue and state only.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { LongtailError } from '../errors.js'
import { distancesFromSeeds, segmentsOf, type WebGraph } from '../graph/index.js'
import type { RunResult } from './result.js'
import { strategyFor, type StrategyRunOptions } from './run-strategy.js'

export interface StudyOptions extends Pick<
  StrategyRunOptions,
  'seeds' | 'maxPages' | 'inheritUnknown' | 'network' | 'models'
> {
  readonly specs: readonly string[]
  /** One per core unless said, and never more than strategies. */
  readonly workers?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (spec: string, pages: number, relevant: number) => void
  /** As soon as a run is complete, in any order. */
  readonly onRun?: (result: RunResult) => void
}

/** What a worker is started with. */
export interface WorkerTask {
  readonly graph: WebGraph
  readonly options: Omit<StrategyRunOptions, 'spec' | 'onVisit' | 'onProgress'>
  /** One word, set to 1 to stop. */
  readonly stop: Int32Array
}

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly spec: string; readonly pages: number; readonly relevant: number }
  | { readonly kind: 'done'; readonly result: RunResult }
  | { readonly kind: 'failed'; readonly error: Error; readonly code: LongtailError['code'] | null }

/** Results in the order of `specs`. Strategies that this graph is not for fail before any of them runs. Runs that an abort cut short are left out: nobody should take them for results. */
export async function runStudy(graph: WebGraph, options: StudyOptions): Promise<RunResult[]> {
  const { specs, signal, seeds, maxPages, inheritUnknown, network, models } = options
  const strategies = specs.map(spec => strategyFor(graph, spec, models))
  // URLs stay behind, so what depends on them goes along
  const segments = strategies.some(strategy => strategy?.groupBy === 'segment') ? segmentsOf(graph) : undefined
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const onAbort = (): void => void Atomics.store(stop, 0, 1)
  if (signal?.aborted === true) onAbort()
  signal?.addEventListener('abort', onAbort)
  const task: WorkerTask = {
    graph: { ...graph, urls: null, segments, origin: {} },
    options: { seeds, maxPages, inheritUnknown, network, models, distances: distancesFromSeeds(graph, seeds) },
    stop,
  }
  const results = new Map<string, RunResult>()
  const waiting = [...new Set(specs)]
  const count = Math.max(1, Math.min(options.workers ?? availableParallelism(), waiting.length))
  const workers = Array.from({ length: count }, () => startWorker(task))
  try {
    await Promise.all(
      workers.map(worker =>
        work(worker, waiting, message => {
          if (message.kind === 'progress') options.onProgress?.(message.spec, message.pages, message.relevant)
          if (message.kind !== 'done' || message.result.stopped === 'interrupted') return
          results.set(message.result.strategy, message.result)
          options.onRun?.(message.result)
        }),
      ),
    )
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await Promise.all(workers.map(worker => worker.terminate()))
  }
  return specs.flatMap(spec => results.get(spec) ?? [])
}

function startWorker(task: WorkerTask): Worker {
  return new Worker(new URL('./study-worker.js', import.meta.url), { workerData: task })
}

/** Gives a worker one strategy after the other until none is left. */
function work(worker: Worker, waiting: string[], onMessage: (message: WorkerMessage) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const spec = waiting.shift()
      if (spec === undefined) resolve()
      else worker.postMessage(spec)
    }
    worker.on('message', (message: WorkerMessage) => {
      onMessage(message)
      if (message.kind === 'failed') {
        reject(message.code === null ? message.error : new LongtailError(message.code, message.error.message))
      } else if (message.kind !== 'progress') next()
    })
    worker.on('error', error => reject(outOfMemory(error) ?? error))
    worker.on('exit', () => reject(new Error('a simulation worker ended by itself')))
  })
}

function outOfMemory(error: unknown): LongtailError | null {
  if (!(error instanceof Error) || !/out of memory|allocation failed/i.test(error.message)) return null
  return new LongtailError(
    'E_GRAPH',
    `a simulation ran out of memory (${error.message}); use --workers 1, or a smaller graph`,
  )
}
