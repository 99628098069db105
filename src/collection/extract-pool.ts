/**
 * Threads that read pages, many per message. A page that crashes or stalls its thread costs that page only: its batch is given to a new
 * thread page by page. A thread that cannot even start ends the build: no page would be read. Small builds stay in this thread,
 * since starting others takes longer.
 */
import { availableParallelism } from 'node:os'
import { LongtailError } from '../errors.js'
import { ExtractThread } from './extract-thread.js'
import { RecordReader, type PlacedAnswer } from '../archive/record-reader.js'

/** A page to be read. */
export interface PlacedPage extends PlacedAnswer {
  readonly url: string
}

export interface Unreadable {
  readonly error: string
}

export interface ExtractPool<Job, Answer> {
  /** In the order of the jobs. */
  run(jobs: readonly Job[]): Promise<readonly (Answer | Unreadable)[]>
  /** How many batches may be under way. */
  readonly width: number
  /** What is under way is given up at once, where others do it. */
  stop(): void
  close(): Promise<void>
}

export interface PoolOptions<Job, Answer> {
  /** What the threads run: it answers as `FromExtractor` says. */
  readonly worker: URL
  /** The same in this thread, for small work. */
  readonly extractAll?: (reader: RecordReader, jobs: readonly Job[]) => Promise<(Answer | Unreadable)[]>
  /** That a batch may take. No page takes a second on a machine of our time. */
  readonly stallMs?: number
}

const SMALL_BUILD = 100
const STALL_MS = 120_000
const START_MS = 60_000
/** One start may fail for want of memory that is there a moment later. */
const STARTS = 2
const MAX_WORKERS = 4

export function createExtractPool<Job extends PlacedPage, Answer>(
  pages: number,
  { worker, extractAll, stallMs = STALL_MS }: PoolOptions<Job, Answer>,
): ExtractPool<Job, Answer> {
  if (extractAll !== undefined && pages < SMALL_BUILD) return inThisThread(extractAll)
  type Thread = ExtractThread<Job, Answer | Unreadable>
  const idle: Thread[] = []
  const all = new Set<Thread>()
  let isClosed = false

  /** Null: the pool was closed meanwhile. */
  const take = async (): Promise<Thread | null> => {
    for (let free = idle.pop(); free !== undefined; free = idle.pop()) {
      if (free.isAlive) return free
      all.delete(free)
    }
    let reason = ''
    for (let start = 0; start < STARTS && !isClosed; start++) {
      const thread = new ExtractThread<Job, Answer | Unreadable>(worker)
      all.add(thread)
      if (await thread.isReady(START_MS)) return thread
      all.delete(thread)
      reason = thread.reason
    }
    if (isClosed) return null
    throw new LongtailError(
      'E_PORTAL',
      `a thread that reads pages does not start (${reason}): free some memory, or install longtail again; the same command goes on from here`,
    )
  }
  /** Null: the thread ended, or never answered. */
  const ask = async (jobs: readonly Job[]): Promise<readonly (Answer | Unreadable)[] | null> => {
    const thread = await take()
    if (thread === null) return null
    const answers = await thread.ask(jobs, stallMs)
    if (thread.isAlive) idle.push(thread)
    else all.delete(thread)
    return answers
  }
  let closing: Promise<unknown> | null = null
  // whoever closes what was stopped waits for the same threads to end
  const close = async (): Promise<void> => {
    isClosed = true
    closing ??= Promise.all([...all].map(thread => thread.end()))
    await closing
  }
  return {
    width: Math.min(MAX_WORKERS, availableParallelism()),
    async run(jobs) {
      const answers = await ask(jobs)
      if (answers !== null) return answers
      const single: (Answer | Unreadable)[] = []
      for (const job of jobs) {
        const answer = isClosed ? null : await ask([job])
        single.push(answer?.[0] ?? { error: `${job.url}: reading it crashed or took too long` })
      }
      return single
    },
    stop: () => void close(),
    close,
  }
}

function inThisThread<Job, Answer>(
  extractAll: (reader: RecordReader, jobs: readonly Job[]) => Promise<(Answer | Unreadable)[]>,
): ExtractPool<Job, Answer> {
  const reader = new RecordReader()
  return { width: 1, run: jobs => extractAll(reader, jobs), stop: () => undefined, close: () => reader.close() }
}
