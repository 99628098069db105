/**
 * The thread that reads documents. There is one for each thread that asks, so that a document which hangs, crashes or eats memory costs
 * itself: the thread is ended, and the next document gets another one.
 */
import type { DocumentKind } from '../contracts.js'
import { LongtailError, messageOf } from '../errors.js'
import { unreadDocument, type DocumentContent } from '../page/document/content.js'
import { hasFields } from '../threads/messages.js'
import { isOutOfMemory, ThreadPool } from '../threads/thread-pool.js'

export interface DocumentJob {
  readonly kind: DocumentKind
  readonly bytes: Uint8Array
  /** The end is missing. */
  readonly isCut: boolean
}

/** Of one document. Most take a tenth of a second; a book of 1,000 pages takes 10 on a machine of our time. */
export const MAX_DOCUMENT_MS = 90_000
const MAX_MEGABYTES = 768

/** One for all who ask in this thread: documents are rare, and a thread holds 100 MB when it has read some. */
let pool: ThreadPool<DocumentJob, DocumentContent> | null = null

/** Never rejects: what goes wrong is said in the content. */
export async function readInThread(job: DocumentJob): Promise<DocumentContent> {
  if (pool === null || pool.failure !== null) pool = openPool(MAX_DOCUMENT_MS)
  return readBy(pool, job)
}

/** With limits of their own, for tests. */
export function openPool(
  stallMs: number,
  worker = new URL('./document-worker.js', import.meta.url),
  megabytes = MAX_MEGABYTES,
): ThreadPool<DocumentJob, DocumentContent> {
  return new ThreadPool<DocumentJob, DocumentContent>({
    worker,
    threads: 1,
    task: 'reading a document',
    code: 'E_ANALYSIS',
    nameOf: ({ kind }) => kind,
    isAnswer: hasFields<DocumentContent>('kind', 'text', 'fullText', 'links', 'problem'),
    stallMs,
    limits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 64 },
  })
}

export async function readBy(
  threads: ThreadPool<DocumentJob, DocumentContent>,
  job: DocumentJob,
): Promise<DocumentContent> {
  try {
    // a part of a larger buffer would take all of it along
    const isWhole = job.bytes.byteLength === job.bytes.buffer.byteLength
    return await threads.run(isWhole ? job : { ...job, bytes: new Uint8Array(job.bytes) })
  } catch (error) {
    return unreadDocument(job.kind, lossOf(error))
  }
}

function lossOf(error: unknown): string {
  const cause = error instanceof LongtailError && error.cause !== undefined ? error.cause : error
  if (isOutOfMemory(cause)) return 'it needs more memory than a document is given'
  const said = messageOf(cause)
  return said.includes('no answer within') ? `it takes longer than ${MAX_DOCUMENT_MS / 1000} s to read` : said
}
