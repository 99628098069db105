/** What a thread of extract-pool.ts runs, whatever it is that is read out of pages: a page that cannot be read costs that page only. */
import { parentPort } from 'node:worker_threads'
import type { PlacedPage, Unreadable } from './extract-pool.js'
import type { FromExtractor } from './extract-thread.js'
import { RecordReader } from '../archive/record-reader.js'

/** In the order of the jobs. */
export type ExtractAll<Job, Answer> = (reader: RecordReader, jobs: readonly Job[]) => Promise<(Answer | Unreadable)[]>

/** `read`: null where the record is no answer of a server. */
export function extractorOf<Job extends PlacedPage, Answer>(
  read: (reader: RecordReader, job: Job) => Promise<Answer | null>,
): ExtractAll<Job, Answer> {
  return async (reader, jobs) => {
    const answers: (Answer | Unreadable)[] = []
    for (const job of jobs) {
      try {
        answers.push((await read(reader, job)) ?? { error: `${job.url}: the record holds no answer` })
      } catch (error) {
        answers.push({ error: `${job.url}: ${error instanceof Error ? error.message : String(error)}` })
      }
    }
    return answers
  }
}

/** The thread's end of extract-thread.ts. */
export function answerJobs<Job, Answer>(extractAll: ExtractAll<Job, Answer>): void {
  const port = parentPort
  if (port === null) throw new Error('this runs as a worker thread only')
  const reader = new RecordReader()
  const say = (message: FromExtractor<Answer | Unreadable>): void => port.postMessage(message)
  port.on('message', async (jobs: readonly Job[]) => {
    say({ answers: await extractAll(reader, jobs) })
  })
  say({ ready: true })
}
