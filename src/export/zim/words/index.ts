/**
 * The two databases by which Kiwix readers search a ZIM: full text, and titles for suggestions. What goes into them is decided by what readers
 * ask (libzim on Xapian), found out by reading and by trying both generations of them:
 *
 *                         until libzim 8 (Debian 12)          later (phones)                       here
 *   marks                 as typed                            taken away                           both
 *   one Thai compound     one term                            one term; with Xapian 2 in grams     words, 2 and 3 joined, grams
 *   Chinese, Japanese     one term                            each sign, each two signs            words, 2 and 3 joined, grams
 *   "a phrase"            all of the words (no positions)     all of the words                     words
 *   endings               stemmed by the database's language  the same                             stem and word
 *   suggestions           without marks, the last word may be unfinished                           beginnings at every word
 *
 * A document is handed to the databases and forgotten: memory does not grow with their number. It is half of the work of an export, so a
 * thread of its own does it while pages are read and rewritten; the first few are done here, since a small collection is done before
 * the thread has started.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ZimDocument, ZimIndex, ZimIndexOptions } from '../contracts.js'
import { LongtailError } from '../../../errors.js'
import { ThreadPool } from '../../../threads/thread-pool.js'
import type { IndexData, IndexJob } from './index-worker.js'
import { createLocalIndex, databasesIn } from './local-index.js'

/** Letters of text that are sent at once, and until which no thread is started: a tenth of a second. */
const BATCH_LETTERS = 300_000
/** That may be under way. */
const MAX_BATCHES = 3

export function createZimIndex(options: ZimIndexOptions): ZimIndex {
  const { scratch, languages, signal } = options
  const underWay: Promise<void>[] = []
  let thread: ThreadPool<IndexJob, null> | null = null
  let batch: ZimDocument[] = []
  let letters = 0

  const send = async (): Promise<void> => {
    thread ??= indexThread({ scratch, languages })
    const sent = ask(thread, { documents: batch })
    // it is waited for later
    sent.catch(() => undefined)
    underWay.push(sent)
    batch = []
    letters = 0
    if (underWay.length >= MAX_BATCHES) await underWay.shift()
  }
  return {
    async add(document) {
      signal?.throwIfAborted()
      batch.push(document)
      letters += document.title.length + document.keywords.length + document.text.length
      if (letters >= BATCH_LETTERS) await send()
    },
    async finish() {
      signal?.throwIfAborted()
      if (thread === null) {
        const index = createLocalIndex(options)
        for (const document of batch) await index.add(document)
        return index.finish()
      }
      await send()
      await Promise.all(underWay)
      await untilAborted(ask(thread, { finish: true }), signal)
      await thread.close()
      return databasesIn(scratch)
    },
    async abort() {
      await thread?.close()
      for (const file of Object.values(databasesIn('')))
        for (const name of readdirSync(scratch)) if (name.startsWith(file)) rmSync(join(scratch, name), { force: true })
    },
  }
}

/** One thread, whose databases all documents go into: when it dies they are lost, and the export with them. */
function indexThread(data: IndexData): ThreadPool<IndexJob, null> {
  return new ThreadPool<IndexJob, null>({
    worker: new URL('./index-worker.js', import.meta.url),
    data,
    threads: 1,
    keepsState: true,
    task: 'indexing words',
    code: 'E_EXPORT',
    nameOf: job => ('finish' in job ? 'the databases' : (job.documents[0]?.path ?? '')),
    isAnswer: value => value === null,
    messagesPerThread: MAX_BATCHES,
  })
}

async function ask(thread: ThreadPool<IndexJob, null>, job: IndexJob): Promise<void> {
  try {
    await thread.run(job)
  } catch (error) {
    // as it was thrown there: a full disk is told by its code
    throw error instanceof LongtailError && error.cause instanceof Error ? error.cause : error
  }
}

/** The work is given up by whoever ends the thread. */
async function untilAborted(work: Promise<void>, signal?: AbortSignal): Promise<void> {
  if (signal === undefined) return work
  work.catch(() => undefined)
  signal.throwIfAborted()
  let stop = (): void => undefined
  const aborted = new Promise<void>((_, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
