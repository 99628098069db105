/** What is read out of pages, whatever it is: by a thread of extract-pool.ts, or where the pool is. */
import { LongtailError } from '../errors.js'
import { hasFields } from '../threads/messages.js'
import { serveJobs } from '../threads/serve-jobs.js'
import type { PlacedPage } from './extract-pool.js'
import { RecordReader } from '../archive/record-reader.js'

/** Throws where a page cannot be read. */
export type Extractor<Job, Answer> = (reader: RecordReader, job: Job) => Promise<Answer>

/** `read`: null where the record is no answer of a server. */
export function extractorOf<Job extends PlacedPage, Answer>(
  read: (reader: RecordReader, job: Job) => Promise<Answer | null>,
): Extractor<Job, Answer> {
  return async (reader, job) => {
    const answer = await read(reader, job)
    if (answer === null) throw new LongtailError('E_ARCHIVE', 'the record holds no answer', 'skip')
    return answer
  }
}

/** What a thread of the pool runs. */
export function answerJobs<Job extends PlacedPage, Answer>(extract: Extractor<Job, Answer>): Promise<void> {
  return serveJobs<Job, Answer>(() => {
    const reader = new RecordReader()
    return { isJob: hasFields<Job>('url', 'place', 'payload'), handle: job => extract(reader, job) }
  })
}
