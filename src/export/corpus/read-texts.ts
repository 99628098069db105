/** The texts of all pages, in the order of the holdings. */
import { readInOrder, type ListedHoldings, type ReadPage } from '../read-in-order.js'
import type { Dedupe } from './contracts.js'
import { extractText, isPageText, type PageText, type TextJob } from './extract.js'
import type { Mask } from './masks.js'

/** A thread takes the time of 5,000 pages until it is as fast as it gets, and 100 MB: small exports do without a second one. */
const PAGES_PER_THREAD = 20_000

export interface ReadTextsOptions {
  readonly languages: readonly string[]
  readonly byParagraph: boolean
  readonly dedupe: Dedupe
  readonly keepShort: boolean
  readonly mask: readonly Mask[]
  readonly signal?: AbortSignal
}

export function readTexts(
  holdings: ListedHoldings,
  { languages, byParagraph, dedupe, keepShort, mask, signal }: ReadTextsOptions,
): AsyncGenerator<ReadPage<PageText>> {
  return readInOrder<TextJob, PageText>(holdings, {
    worker: new URL('./extract-worker.js', import.meta.url),
    isAnswer: isPageText,
    extract: extractText,
    pagesPerThread: PAGES_PER_THREAD,
    jobOf: ({ url, place, payload, isDocument, digest, verdict }) => {
      const language = verdict === null || verdict.language === 'und' ? '' : verdict.language
      const only = byParagraph ? languages : []
      const share = verdict?.share ?? 0
      return { url, place, payload, isDocument, digest, language, share, only, dedupe, keepShort, mask }
    },
    signal,
  })
}
