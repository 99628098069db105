/** Recrawl policies side by side on one graph that lives, at several budgets, in worker threads that share the graph. */
import { availableParallelism } from 'node:os'
import { LongtailError } from '../../errors.js'
import type { WebGraph } from '../../graph/index.js'
import type { UrlParts } from '../../graph/url-column.js'
import { hasFields } from '../../threads/messages.js'
import { ThreadPool } from '../../threads/thread-pool.js'
import { changeModel, DEFAULT_CHANGES } from './change-model.js'
import { policyOf } from './policy-of.js'
import type { RoundsJob, RoundsResult } from './result.js'

export interface ComparePoliciesOptions {
  readonly policies: readonly string[]
  /** Downloads per day, as shares of the pages. */
  readonly budgets: readonly number[]
  /** A model of change; `measured` unless given. */
  readonly changes?: string
  readonly days?: number
  /** Days from one round to the next; 1 unless given. */
  readonly every?: number
  readonly seed?: number
  /** One per core unless said. */
  readonly workers?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (policy: string, budget: number, day: number) => void
  readonly onRun?: (result: RoundsResult) => void
}

/** What a thread is started with. */
export interface RoundsData {
  /** Without URLs, which are functions and cannot be sent: their parts go along. */
  readonly graph: WebGraph
  readonly urls: UrlParts | null
  /** One word, set to 1 to stop. */
  readonly stop: Int32Array
}

/** One job of a thread. */
export interface RoundsWork {
  readonly job: RoundsJob
  /** One word that the thread writes: the day it has come to. */
  readonly day: Uint32Array
}

const PROGRESS_MS = 500

/** Results by budget, then in the order of the policies. What an abort cut short is left out. Unknown policies and models fail before anything runs. */
export async function comparePolicies(graph: WebGraph, options: ComparePoliciesOptions): Promise<RoundsResult[]> {
  const { policies, budgets, changes = DEFAULT_CHANGES, days = 365, every = 1, seed = 1, signal } = options
  changeModel(changes)
  for (const policy of policies) policyOf(policy, () => new Float64Array(0))
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const halt = (): void => void Atomics.store(stop, 0, 1)
  if (signal?.aborted === true) halt()
  signal?.addEventListener('abort', halt)
  const data: RoundsData = { graph: { ...graph, urls: null, origin: {} }, urls: graph.urls?.parts ?? null, stop }
  const works: RoundsWork[] = budgets.flatMap(budget =>
    policies.map(policy => ({
      job: { policy, budget, changes, days, every, seed },
      day: new Uint32Array(new SharedArrayBuffer(4)),
    })),
  )
  const pool = new ThreadPool<RoundsWork, RoundsResult>({
    worker: new URL('./rounds-worker.js', import.meta.url),
    data,
    threads: Math.min(options.workers ?? availableParallelism(), works.length),
    task: 'simulation',
    code: 'E_GRAPH',
    nameOf: ({ job }) => job.policy,
    isAnswer: hasFields<RoundsResult>('policy', 'freshness', 'stopped'),
  })
  const progress = setInterval(() => tellProgress(works, options.onProgress), PROGRESS_MS)
  const run = async (work: RoundsWork): Promise<RoundsResult | null> => {
    const result = await pool.run(work)
    Atomics.store(work.day, 0, 0)
    if (result.stopped === 'interrupted') return null
    options.onRun?.(result)
    return result
  }
  try {
    return (await Promise.all(works.map(run))).filter(result => result !== null)
  } catch (error) {
    throw error instanceof LongtailError && error.cause instanceof LongtailError ? error.cause : error
  } finally {
    halt()
    clearInterval(progress)
    signal?.removeEventListener('abort', halt)
    await pool.close()
  }
}

/** Of those that run and have come further. */
function tellProgress(works: readonly RoundsWork[], onProgress: ComparePoliciesOptions['onProgress']): void {
  for (const { job, day } of works) {
    const reached = Atomics.exchange(day, 0, 0)
    if (reached > 0) onProgress?.(job.policy, job.budget, reached)
  }
}
