/** An archived record becomes the text of a page and what is said about it. Pure but for reading the archive: it runs in any thread. */
import { hash } from 'node:crypto'
import { answerOf, payloadDigest } from '../../archive/index.js'
import type { Exchange, Page } from '../../contracts.js'
import { analyse } from '../../page/index.js'
import { foldWords, scanWords } from '../../page/words/words.js'
import { languageOf } from '../../page/language/page-language.js'
import type { PlacedPage } from '../../collection/extract-pool.js'
import { extractorOf } from '../../collection/extractor.js'
import { hasFields } from '../../threads/messages.js'
import type { Dedupe, LicenceHint } from './contracts.js'
import { hintsOf } from './hints.js'
import { bandKeys, hashWord } from './min-hash.js'
import { cleaned, corpusText, foldParagraph, isShort, paragraphsOf } from './paragraphs.js'

export interface TextJob extends PlacedPage {
  /** As a crawl said; '' when the text has to tell. */
  readonly language: string
  readonly share: number
  /** SHA-1 of the payload in base 32; '' where no record says it. */
  readonly digest: string
  readonly dedupe: Dedupe
  readonly keepShort: boolean
}

/** 16 hexadecimal digits each, the same for what counts as the same. */
export interface PageKeys {
  readonly page: string
  /** By paragraph; '' for one that stays anyway. */
  readonly paragraphs: readonly string[]
  /** By paragraph, where nearly equal ones are looked for: it is like those with which it shares one of these. */
  readonly bands: readonly (readonly string[])[]
}

export interface PageText {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** By paragraph. */
  readonly words: readonly number[]
  /** Where duplicates are looked for. */
  readonly keys: PageKeys | null
  readonly language: string
  readonly share: number
  readonly mime: string
  readonly charset: string
  readonly digest: string
  readonly licences: readonly LicenceHint[]
  readonly reservations: readonly string[]
  /** Of the archive's record; '' where it has none. */
  readonly recordId: string
  /** Bytes of the archive's record as it lies there; 0 where it cannot be read by itself. */
  readonly recordBytes: number
}

export const isPageText = hasFields<PageText>('title', 'paragraphs', 'words', 'keys')

export const extractText = extractorOf<TextJob, PageText>(async (reader, job) => {
  const record = await reader.record(job.place)
  const exchange = answerOf(record, job.payload === null ? null : await reader.record(job.payload))
  if (exchange === null) return null
  return textOf(exchange, job, { id: record.headers.get('warc-record-id') ?? '', bytes: record.length })
})

const MAX_TITLE = 1_000

/** `record`: of the archive. */
function textOf(exchange: Exchange, job: TextJob, record: { readonly id: string; readonly bytes: number }): PageText {
  const page = analyse({ ...exchange, url: job.url })
  const paragraphs = paragraphsOf(corpusText(page))
  const words = paragraphs.map(wordHashes)
  const own =
    job.language === '' ? languageIn(page, paragraphs.join('\n')) : { language: job.language, share: job.share }
  return {
    title: cleaned(page.title.slice(0, MAX_TITLE)),
    paragraphs,
    words: words.map(({ length }) => length),
    keys: job.dedupe === 'none' || paragraphs.length === 0 ? null : keysOf(paragraphs, words, job),
    ...own,
    mime: page.mime,
    charset: page.declared.charset,
    digest: job.digest === '' ? payloadDigest(exchange.body) : `sha1:${job.digest}`,
    ...hintsOf(page, exchange.headers),
    recordId: record.id,
    recordBytes: record.bytes,
  }
}

/** Of what is written: menus may be in another language. */
function languageIn({ title, declared, url }: Page, text: string): { language: string; share: number } {
  return languageOf({ title, text, fullText: text, declared, url })
}

/** Runs of letters; in scripts without spaces, words of a dictionary. Neither numbers nor single letters. */
function wordHashes(text: string): number[] {
  const folded = foldWords(text)
  const hashes: number[] = []
  scanWords(folded, Infinity, (start, end) => hashes.push(hashWord(folded, start, end)))
  return hashes
}

function keysOf(
  paragraphs: readonly string[],
  words: readonly (readonly number[])[],
  { dedupe, keepShort }: TextJob,
): PageKeys {
  return {
    page: keyOf('page', paragraphs.join('\n'), dedupe),
    paragraphs: paragraphs.map(text => (keepShort && isShort(text) ? '' : keyOf('paragraph', text, dedupe))),
    bands: dedupe === 'near' ? words.map(bandKeys) : [],
  }
}

/** 64 bits of a hash of which nobody finds collisions cheaply. A page of one paragraph is not a repeat of itself: `kind` counts. */
function keyOf(kind: 'page' | 'paragraph', text: string, dedupe: Dedupe): string {
  // of "***" nothing is left to compare
  const compared = dedupe === 'near' ? foldParagraph(text) || text : text
  return hash('sha1', `${kind} ${compared}`).slice(0, 16)
}
