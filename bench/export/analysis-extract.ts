/** What a thread does with a page where nothing but its analysis is wanted. */
import { extractorOf } from '../../src/collection/extractor.js'
import type { PlacedPage } from '../../src/collection/extract-pool.js'
import { analyse } from '../../src/page/index.js'
import { hasFields } from '../../src/threads/messages.js'

export interface Analysed {
  readonly letters: number
}

export const isAnalysed = hasFields<Analysed>('letters')

export const extractAnalysis = extractorOf<PlacedPage, Analysed>(async (reader, job) => {
  const exchange = await reader.exchange(job)
  return exchange === null ? null : { letters: analyse({ ...exchange, url: job.url }).text.length }
})
