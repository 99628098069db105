/** The title and text of a page, for a comparison. Pure but for reading the archive: it runs in any thread. */
import type { PlacedPage } from '../collection/extract-pool.js'
import { extractorOf } from '../collection/extractor.js'
import { readPage } from '../documents/read-page.js'
import { readableText, tidyTitle } from '../page/text/readable-text.js'
import { hasFields } from '../threads/messages.js'

export interface ComparedText {
  readonly title: string
  readonly text: string
}

export const isComparedText = hasFields<ComparedText>('title', 'text')

export const readComparedText = extractorOf<PlacedPage, ComparedText>(async (reader, job) => {
  const exchange = await reader.exchange(job)
  if (exchange === null) return null
  const page = await readPage({ ...exchange, url: job.url })
  return { title: tidyTitle(page.title), text: readableText(page) }
})
