/**
 * Threads that read pages (threads/thread-pool.ts). A page that cannot be read, or that crashes or stalls its thread, is an answer of its
 * own (`Unreadable`). Threads that cannot even start end the build: no page would be read. Small builds stay in this thread, since starting
 * others takes longer.
 */
import { availableParallelism } from 'node:os'
import { MAX_DOCUMENT_MS } from '../documents/document-thread.js'
import { messageOf } from '../errors.js'
import type { WrittenLanguage } from '../page/language/wanted-languages.js'
import { ThreadPool } from '../threads/thread-pool.js'
import { openLearned } from './crawl-languages.js'
import type { Extractor, ExtractorData } from './extractor.js'
import { RecordReader, type PlacedAnswer } from '../archive/record-reader.js'

/** A page to be read. */
export interface PlacedPage extends PlacedAnswer {
  readonly url: string
  /** It takes as long as many pages do, and has a lane of its own. */
  readonly isDocument?: boolean
}

export interface Unreadable {
  readonly error: string
}

export interface ExtractPool<Job, Answer> {
  /** In the order of the jobs. */
  run(jobs: readonly Job[]): Promise<readonly (Answer | Unreadable)[]>
  /** How many batches are worth being under way. */
  readonly width: number
  /** What is under way is given up at once, where others do it. */
  stop(): void
  close(): Promise<void>
}

export interface PoolOptions<Job, Answer> {
  /** What the threads run: it calls `answerJobs`. */
  readonly worker: URL
  readonly isAnswer: (value: unknown) => value is Answer
  /** The same in this thread, for small work. */
  readonly extract?: Extractor<Job, Answer>
  /** That the identifier does not know (crawl-languages.ts). */
  readonly languages?: readonly WrittenLanguage[]
  /** Pages that travel together. */
  readonly batch: number
  /** Each thread compiles the code for itself: no more of them are started than there is work for. As many as there are cores, unless given. */
  readonly pagesPerThread?: number
  /** That a batch may take. No page takes a second on a machine of our time. */
  readonly stallMs?: number
}

const SMALL_BUILD = 100
const STALL_MS = 120_000
const MAX_THREADS = 4
/** A page's own things are gone before 32 MB are full: with 64 nothing was faster, and each thread held 50 MB more. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const TASK = 'reading pages'

export function createExtractPool<Job extends PlacedPage, Answer>(
  pages: number,
  {
    worker,
    isAnswer,
    extract,
    languages = [],
    batch,
    pagesPerThread = 1,
    stallMs = STALL_MS,
  }: PoolOptions<Job, Answer>,
): ExtractPool<Job, Answer> {
  if (extract !== undefined && pages < SMALL_BUILD) return inThisThread(extract, languages)
  const most = Math.min(MAX_THREADS, availableParallelism())
  const width = Math.min(most, Math.ceil(pages / pagesPerThread))
  const lane = {
    worker,
    data: { languages } satisfies ExtractorData,
    task: TASK,
    code: 'E_PORTAL' as const,
    nameOf: ({ url }: Job) => url,
    isAnswer,
    limits: LIMITS,
  }
  // who takes the answers may be at work: the next pages are there when a thread is done
  const together = { jobsPerMessage: batch, messagesPerThread: 2 }
  const pool = new ThreadPool<Job, Answer>({ ...lane, ...together, threads: width, stallMs })
  const documentPool = new ThreadPool<Job, Answer>({ ...lane, threads: most, stallMs: stallMs + 2 * MAX_DOCUMENT_MS })
  let isStopped = false
  const close = async (): Promise<void> => {
    isStopped = true
    await Promise.all([pool.close(), documentPool.close()])
  }
  const read = async (job: Job): Promise<Answer | Unreadable> => {
    const own = job.isDocument === true ? documentPool : pool
    try {
      return await own.run(job)
    } catch (error) {
      if (error === own.failure && !isStopped) throw error
      return unreadable(error)
    }
  }
  return { width, run: jobs => Promise.all(jobs.map(read)), stop: () => void close(), close }
}

/** One page after the other: the reader has one place at a time. */
function inThisThread<Job extends PlacedPage, Answer>(
  extract: Extractor<Job, Answer>,
  languages: readonly WrittenLanguage[],
): ExtractPool<Job, Answer> {
  const learned = openLearned(languages)
  const reader = new RecordReader()
  let isStopped = false
  let last: Promise<unknown> = Promise.resolve()
  const readAll = async (jobs: readonly Job[]): Promise<(Answer | Unreadable)[]> => {
    const answers: (Answer | Unreadable)[] = []
    for (const job of jobs) {
      if (isStopped) answers.push({ error: `${TASK} was stopped` })
      else
        answers.push(await extract(reader, job, learned).catch((error: unknown) => unreadable(error, `${job.url}: `)))
    }
    return answers
  }
  const stop = (): void => void (isStopped = true)
  return {
    width: 1,
    run(jobs) {
      const answers = last.then(() => readAll(jobs))
      last = answers
      return answers
    },
    stop,
    async close() {
      stop()
      await last
      await reader.close()
    },
  }
}

function unreadable(error: unknown, where = ''): Unreadable {
  return { error: where + messageOf(error) }
}
