/**
 * Many strategies on one graph, in worker threads that share it: its columns lie in SharedArrayBuffers, so a further
 * strategy costs its own queue and state only.
 */
import { availableParallelism } from 'node:os'
import { LongtailError } from '../errors.js'
import { distancesFromSeeds, segmentsOf, type WebGraph } from '../graph/index.js'
import type { UrlParts } from '../graph/url-column.js'
import { hasFields } from '../threads/messages.js'
import { isOutOfMemory, ThreadPool } from '../threads/thread-pool.js'
import { loadStrategies } from '../strategy/index.js'
import type { RunResult } from './result.js'
import { strategyFor, type StrategyRunOptions } from './run-strategy.js'

export interface StudyOptions extends Pick<
  StrategyRunOptions,
  'seeds' | 'maxPages' | 'inheritUnknown' | 'network' | 'partitions' | 'delay' | 'models' | 'judgeErrors'
> {
  readonly specs: readonly string[]
  /** One per core unless said, and never more than strategies. */
  readonly workers?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (spec: string, pages: number, relevant: number) => void
  /** As soon as a run is complete, in any order. */
  readonly onRun?: (result: RunResult) => void
}

/** What a thread is started with. */
export interface StudyData {
  /** Without URLs, which are functions and cannot be sent: their parts go along, for traps and twins. */
  readonly graph: WebGraph
  readonly urls: UrlParts | null
  readonly options: Omit<StrategyRunOptions, 'spec' | 'onVisit' | 'onProgress'>
  /** One word, set to 1 to stop. */
  readonly stop: Int32Array
}

export interface StudyJob {
  readonly spec: string
  /** Two words that the thread writes: pages and relevant ones so far. */
  readonly counts: Uint32Array
}

const PROGRESS_MS = 500

/** Results in the order of `specs`. Strategies that this graph is not for fail before any of them runs. Runs that an abort cut short are left out: nobody should take them for results. */
export async function runStudy(graph: WebGraph, options: StudyOptions): Promise<RunResult[]> {
  const { specs, signal, seeds, maxPages, inheritUnknown, network, partitions, delay, models, judgeErrors } = options
  await loadStrategies(specs)
  const strategies = specs.map(spec => strategyFor(graph, spec, options))
  const segments = strategies.some(strategy => strategy?.groupBy === 'segment') ? segmentsOf(graph) : undefined
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const halt = (): void => void Atomics.store(stop, 0, 1)
  if (signal?.aborted === true) halt()
  signal?.addEventListener('abort', halt)
  const data: StudyData = {
    graph: { ...graph, urls: null, segments, origin: {} },
    urls: graph.urls?.parts ?? null,
    options: {
      ...{ seeds, maxPages, inheritUnknown, network, partitions, delay, models, judgeErrors },
      distances: distancesFromSeeds(graph, seeds),
    },
    stop,
  }
  const jobs = [...new Set(specs)].map(spec => ({ spec, counts: new Uint32Array(new SharedArrayBuffer(8)) }))
  const pool = new ThreadPool<StudyJob, RunResult>({
    worker: new URL('./study-worker.js', import.meta.url),
    data,
    threads: Math.min(options.workers ?? availableParallelism(), jobs.length),
    task: 'simulation',
    code: 'E_GRAPH',
    nameOf: ({ spec }) => spec,
    isAnswer: hasFields<RunResult>('strategy', 'pages', 'stopped'),
  })
  const progress = setInterval(() => tellProgress(jobs, options.onProgress), PROGRESS_MS)
  const results = new Map<string, RunResult>()
  const run = async (job: StudyJob): Promise<void> => {
    const result = await pool.run(job)
    Atomics.store(job.counts, 0, 0)
    if (result.stopped === 'interrupted') return
    results.set(result.strategy, result)
    options.onRun?.(result)
  }
  try {
    await Promise.all(jobs.map(run))
  } catch (error) {
    throw explained(error)
  } finally {
    halt()
    clearInterval(progress)
    signal?.removeEventListener('abort', halt)
    await pool.close()
  }
  return specs.flatMap(spec => results.get(spec) ?? [])
}

/** Of those that run and have come further. */
function tellProgress(jobs: readonly StudyJob[], onProgress: StudyOptions['onProgress']): void {
  for (const { spec, counts } of jobs) {
    const pages = Atomics.exchange(counts, 0, 0)
    if (pages > 0) onProgress?.(spec, pages, Atomics.load(counts, 1))
  }
}

/** What a strategy says of itself, without the thread around it. */
function explained(error: unknown): unknown {
  if (!(error instanceof LongtailError) || !(error.cause instanceof Error)) return error
  if (error.cause instanceof LongtailError) return error.cause
  // columns of the graph are no part of a thread's own memory: for want of those an allocation throws
  if (!isOutOfMemory(error.cause) && !/allocation failed/i.test(error.cause.message)) return error
  return new LongtailError('E_GRAPH', `${error.message}; use --workers 1, or a smaller graph`, 'abort', {
    cause: error,
  })
}
