/**
 * Threads that read pages, many per message. A page that crashes or stalls its thread costs that page only: its batch is given to a new
 * thread page by page. Small builds stay in this thread, since starting others takes longer.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { extractAll, type Extracted, type ExtractJob } from './extract.js'
import { RecordReader } from './record-reader.js'

export interface ExtractPool {
  /** In the order of the jobs. */
  run(jobs: readonly ExtractJob[]): Promise<readonly Extracted[]>
  /** How many batches may be under way. */
  readonly width: number
  close(): Promise<void>
}

const SMALL_BUILD = 100
const STALL_MS = 120_000
const MAX_WORKERS = 4

export function createExtractPool(pages: number, workerUrl?: URL): ExtractPool {
  const count = Math.min(MAX_WORKERS, availableParallelism())
  if (workerUrl === undefined && pages < SMALL_BUILD) return inThisThread()
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let isClosed = false
  const url = workerUrl ?? new URL('./extract-worker.js', import.meta.url)
  const take = (): Worker => {
    const free = idle.pop()
    if (free !== undefined) return free
    const worker = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 } })
    all.add(worker)
    return worker
  }
  /** Null: the thread ended, or never answered. */
  const ask = (jobs: readonly ExtractJob[]): Promise<readonly Extracted[] | null> =>
    new Promise(resolve => {
      const worker = take()
      const fail = (): void => end(null)
      const end = (answers: readonly Extracted[] | null): void => {
        clearTimeout(stall)
        // one by one: a worker needs the listeners that it gave itself
        worker.off('message', end).off('error', fail).off('exit', fail)
        if (answers !== null) idle.push(worker)
        else {
          // what it says while it ends is nobody's business
          worker.on('error', () => undefined)
          all.delete(worker)
          void worker.terminate()
        }
        resolve(answers)
      }
      const stall = setTimeout(fail, STALL_MS)
      worker.on('message', end).on('error', fail).on('exit', fail)
      worker.postMessage(jobs)
    })
  return {
    width: count,
    async run(jobs) {
      const answers = await ask(jobs)
      if (answers !== null) return answers
      const single: Extracted[] = []
      for (const job of jobs) {
        const answer = isClosed ? null : await ask([job])
        single.push(answer?.[0] ?? { error: `${job.url}: reading it crashed or took too long` })
      }
      return single
    },
    async close() {
      isClosed = true
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}

function inThisThread(): ExtractPool {
  const reader = new RecordReader()
  return { width: 1, run: jobs => extractAll(reader, jobs), close: () => reader.close() }
}
