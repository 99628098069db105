/** Threads that analyse pages. What happens to a page that crashes or stalls one is said in threads/thread-pool.ts. */
import { hasFields } from '../threads/messages.js'
import { ThreadPool } from '../threads/thread-pool.js'
import type { Analysis, AnalysisJob, AnalysisOptions } from './analysis.js'

export interface PoolOptions {
  readonly workers: number
  /** A message that takes longer than this has a page in it that never ends. */
  readonly stallMs: number
  /** Tests give a worker of their own; the product always uses analysis-worker.js. */
  readonly workerUrl?: URL
}

/** Larger messages save no more (bench/crawl), and make pages wait for each other. */
const PAGES_PER_MESSAGE = 8
/** One being worked on and one waiting, so that the worker need not wait for us. */
const MESSAGES_PER_THREAD = 2

export class AnalysisPool {
  private readonly pool: ThreadPool<AnalysisJob, Analysis>

  constructor(analysis: AnalysisOptions, { workers, stallMs, workerUrl }: PoolOptions) {
    this.pool = new ThreadPool<AnalysisJob, Analysis>({
      worker: workerUrl ?? new URL('./analysis-worker.js', import.meta.url),
      data: analysis,
      threads: workers,
      task: 'analysis',
      code: 'E_ANALYSIS',
      nameOf: ({ exchange }) => exchange.url,
      isAnswer: hasFields<Analysis>('kind', 'verdict', 'targets', 'fingerprints', 'records'),
      jobsPerMessage: PAGES_PER_MESSAGE,
      messagesPerThread: MESSAGES_PER_THREAD,
      stallMs,
      limits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 96 },
    })
    // they load while the first pages are fetched; that they cannot start is told to who wants a page analysed
    this.pool.start().catch(() => undefined)
  }

  analyse(job: AnalysisJob): Promise<Analysis> {
    return this.pool.run(job)
  }

  close(): Promise<void> {
    return this.pool.close()
  }
}
