/** What is read out of pages, whatever it is: by a thread of extract-pool.ts, or where the pool is. */
import { LongtailError } from '../errors.js'
import type { WrittenLanguage } from '../page/language/wanted-languages.js'
import type { LearnedLanguages } from '../page/language/learned/learned-languages.js'
import { checked, hasFields } from '../threads/messages.js'
import { serveJobs } from '../threads/serve-jobs.js'
import { openLearned } from './crawl-languages.js'
import type { PlacedPage } from './extract-pool.js'
import { RecordReader } from '../archive/record-reader.js'

/** `learned`: languages that the sources were crawled for, and that the identifier does not know. Throws where a page cannot be read. */
export type Extractor<Job, Answer> = (
  reader: RecordReader,
  job: Job,
  learned: LearnedLanguages | null,
) => Promise<Answer>

/** What a thread of the pool is started with. */
export interface ExtractorData {
  readonly languages: readonly WrittenLanguage[]
}

/** `read`: null where the record is no answer of a server. */
export function extractorOf<Job extends PlacedPage, Answer>(
  read: (reader: RecordReader, job: Job, learned: LearnedLanguages | null) => Promise<Answer | null>,
): Extractor<Job, Answer> {
  return async (reader, job, learned) => {
    const answer = await read(reader, job, learned)
    if (answer === null) throw new LongtailError('E_ARCHIVE', 'the record holds no answer', 'skip')
    return answer
  }
}

/** What a thread of the pool runs. */
export function answerJobs<Job extends PlacedPage, Answer>(extract: Extractor<Job, Answer>): Promise<void> {
  return serveJobs<Job, Answer>(data => {
    const learned = openLearned(checked(data, hasFields<ExtractorData>('languages')).languages)
    const reader = new RecordReader()
    return { isJob: hasFields<Job>('url', 'place', 'payload'), handle: job => extract(reader, job, learned) }
  })
}
