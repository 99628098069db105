/**
 * Threads that analyse pages. What happens to a page that crashes or stalls one is said in threads/thread-pool.ts. Large pages have a
 * lane of their own, a thread that is started for the first of them: they take seconds, and all others would wait. So have documents
 * (documents/), which are read in one more thread.
 */
import { hasFields } from '../threads/messages.js'
import { ThreadPool } from '../threads/thread-pool.js'
import type { Exchange } from '../contracts.js'
import { MAX_DOCUMENT_MS } from '../documents/document-thread.js'
import { documentKind, documentKindOfMime } from '../page/document/kind.js'
import { mimeIn } from '../page/http/mime.js'
import { findHeader } from '../web/headers.js'
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

/** From here on a page is large: its analysis takes a tenth of a second and more. */
const LARGE_BYTES = 1 << 20
/** Text of this size becomes large when it is unpacked, if it is not gzip, which says what it becomes. */
const LARGE_CODED_BYTES = LARGE_BYTES / 8
/** Bodies that wait for their analysis: past this no more pages are asked for. */
const MOST_WAITING_BYTES = 128 << 20

export class AnalysisPool {
  private readonly pool: ThreadPool<AnalysisJob, Analysis>
  private readonly largePool: ThreadPool<AnalysisJob, Analysis>
  private readonly documentPool: ThreadPool<AnalysisJob, Analysis>
  private waitingBytes = 0

  constructor(analysis: AnalysisOptions, { workers, stallMs, workerUrl }: PoolOptions) {
    const lane = {
      worker: workerUrl ?? new URL('./analysis-worker.js', import.meta.url),
      data: analysis,
      task: 'analysis',
      code: 'E_ANALYSIS' as const,
      nameOf: ({ exchange }: AnalysisJob) => exchange.url,
      isAnswer: hasFields<Analysis>('kind', 'verdict', 'targets', 'fingerprints', 'records'),
      stallMs,
      limits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 96 },
    }
    const together = { jobsPerMessage: PAGES_PER_MESSAGE, messagesPerThread: MESSAGES_PER_THREAD }
    this.pool = new ThreadPool<AnalysisJob, Analysis>({ ...lane, ...together, threads: workers })
    this.largePool = new ThreadPool<AnalysisJob, Analysis>({ ...lane, threads: 1 })
    // a document that takes too long says so itself
    const documents = { ...lane, stallMs: stallMs + 2 * MAX_DOCUMENT_MS }
    this.documentPool = new ThreadPool<AnalysisJob, Analysis>({ ...documents, threads: 1 })
    // they load while the first pages are fetched; that they cannot start is told to who wants a page analysed
    this.pool.start().catch(() => undefined)
  }

  /** More bodies wait than memory is set aside for. */
  get isFull(): boolean {
    return this.waitingBytes > MOST_WAITING_BYTES
  }

  async analyse(job: AnalysisJob): Promise<Analysis> {
    const bytes = job.exchange.body.length
    this.waitingBytes += bytes
    try {
      return await this.laneOf(job.exchange).run(job)
    } finally {
      this.waitingBytes -= bytes
    }
  }

  private laneOf(exchange: Exchange): ThreadPool<AnalysisJob, Analysis> {
    if (isDocument(exchange)) return this.documentPool
    return isLarge(exchange) ? this.largePool : this.pool
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.largePool.close(), this.documentPool.close()])
  }
}

/** One that is packed for its way as well is seen by what the server calls it. */
function isDocument({ body, headers, status }: Exchange): boolean {
  if (status < 200 || status >= 300) return false
  const mime = mimeIn(findHeader(headers, 'content-type') ?? '')
  if (documentKind(mime, body) !== null) return true
  return findHeader(headers, 'content-encoding') !== null && documentKindOfMime(mime) !== null
}

function isLarge({ body, headers }: Exchange): boolean {
  if (body.length >= LARGE_BYTES) return true
  const coding = findHeader(headers, 'content-encoding')
  if (coding === null || body.length < 18) return false
  // the last four bytes of gzip say how long the content is
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  if (!isGzip) return body.length >= LARGE_CODED_BYTES
  return new DataView(body.buffer, body.byteOffset + body.length - 4, 4).getUint32(0, true) >= LARGE_BYTES
}
