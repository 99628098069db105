/** What a list of pages says about a page. Pure but for reading the archive: it runs in any thread. */
import { readPage } from '../../documents/read-page.js'
import { languageOf } from '../../page/language/page-language.js'
import { readableText, tidyTitle } from '../../page/text/readable-text.js'
import type { PlacedPage } from '../../collection/extract-pool.js'
import { extractorOf } from '../../collection/extractor.js'
import { hasFields } from '../../threads/messages.js'

export interface EntryJob extends PlacedPage {
  readonly wantsText: boolean
  /** A crawl has said it otherwise. */
  readonly wantsLanguage: boolean
}

export interface ListedPage {
  readonly title: string
  /** '' when it is not wanted. */
  readonly text: string
  readonly language: string
  readonly share: number
}

export const isListedPage = hasFields<ListedPage>('title', 'text', 'language', 'share')

export const readEntry = extractorOf<EntryJob, ListedPage>(async (reader, job, learned) => {
  const exchange = await reader.exchange(job)
  if (exchange === null) return null
  const page = await readPage({ ...exchange, url: job.url })
  return {
    title: tidyTitle(page.title),
    text: job.wantsText ? readableText(page) : '',
    ...(job.wantsLanguage ? languageOf(page, learned) : { language: 'und', share: 0 }),
  }
})
