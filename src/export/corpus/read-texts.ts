/** The texts of all pages, in the order of the holdings. */
import type { Holdings } from '../../collection/holdings.js'
import { readInOrder, type ReadPage } from '../read-in-order.js'
import type { Dedupe } from './contracts.js'
import { extractText, isPageText, type PageText, type TextJob } from './extract.js'

export interface ReadTextsOptions {
  readonly dedupe: Dedupe
  readonly keepShort: boolean
  readonly signal?: AbortSignal
}

export function readTexts(
  holdings: Holdings,
  { dedupe, keepShort, signal }: ReadTextsOptions,
): AsyncGenerator<ReadPage<PageText>> {
  return readInOrder<TextJob, PageText>(holdings, {
    worker: new URL('./extract-worker.js', import.meta.url),
    isAnswer: isPageText,
    extract: extractText,
    jobOf: ({ url, place, payload, digest, verdict }) => {
      const language = verdict === null || verdict.language === 'und' ? '' : verdict.language
      return { url, place, payload, digest, language, share: verdict?.share ?? 0, dedupe, keepShort }
    },
    signal,
  })
}
