/** An archived record becomes the text of a page and what is said about it. Pure but for reading the archive: it runs in any thread. */
import { hash } from 'node:crypto'
import { answerOf, payloadDigest } from '../../archive/index.js'
import type { Exchange } from '../../contracts.js'
import { analyse } from '../../page/index.js'
import type { LearnedLanguages } from '../../page/language/learned/learned-languages.js'
import { languageOf } from '../../page/language/page-language.js'
import { paragraphLanguages } from '../../page/language/paragraph-languages.js'
import { tldOf } from '../../page/url/parts.js'
import type { PlacedPage } from '../../collection/extract-pool.js'
import { extractorOf } from '../../collection/extractor.js'
import { hasFields } from '../../threads/messages.js'
import type { Dedupe, LicenceHint } from './contracts.js'
import { hintsOf } from './hints.js'
import { bandKeys } from './min-hash.js'
import { hashesOf, onlyLines, wordCounts, wordsByLine, type LineWords } from './line-words.js'
import { maskText, type Mask, type MaskCounts } from './masks.js'
import { charactersIn, charactersOf, cleaned, foldParagraph, isShort, paragraphsOf } from './paragraphs.js'
import { listsProducts } from './products.js'
import { qualityOf, type QualitySignals } from './quality.js'
import { readProse, type ProsePage } from './read-prose.js'
import { stopHashes } from './stop-hashes.js'
import { tellingLanguage } from './telling-words.js'

export interface TextJob extends PlacedPage {
  /** As a crawl said; '' when the text has to tell. */
  readonly language: string
  readonly share: number
  /** SHA-1 of the payload in base 32; '' where no record says it. */
  readonly digest: string
  /** Only paragraphs in these are read; all when empty. */
  readonly only: readonly string[]
  readonly dedupe: Dedupe
  readonly keepShort: boolean
  readonly mask: readonly Mask[]
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
  /** By paragraph: ISO 639-3, 'und' when unknown. */
  readonly languages: readonly string[]
  /** Paragraphs in other languages than those asked for. */
  readonly others: { readonly paragraphs: number; readonly characters: number }
  readonly quality: QualitySignals
  /** What was replaced in it. */
  readonly masked: MaskCounts
  /** Goods and prices, and hardly anything else. */
  readonly isProducts: boolean
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

export const isPageText = hasFields<PageText>(
  'title',
  'paragraphs',
  'words',
  'languages',
  'others',
  'quality',
  'masked',
  'keys',
)

export const extractText = extractorOf<TextJob, PageText>(async (reader, job, learned) => {
  const record = await reader.record(job.place)
  const exchange = answerOf(record, job.payload === null ? null : await reader.record(job.payload))
  if (exchange === null) return null
  return textOf(exchange, job, learned, { id: record.headers.get('warc-record-id') ?? '', bytes: record.length })
})

const MAX_TITLE = 1_000
/** Of a page without text, which is left out. */
const NO_HINTS = { licences: [], reservations: [] } as const

const NO_OTHERS = { paragraphs: 0, characters: 0 } as const

/** `record`: of the archive. */
async function textOf(
  exchange: Exchange,
  job: TextJob,
  learned: LearnedLanguages | null,
  record: { readonly id: string; readonly bytes: number },
): Promise<PageText> {
  const page = await readProse({ ...exchange, url: job.url })
  const masked = { email: 0, phone: 0, card: 0 }
  const masks = new Set(job.mask)
  const mask = (text: string): string => (masks.size === 0 ? text : maskText(text, masks, kind => masked[kind]++))
  // sentences and the headings over them; a page of headlines and menus has none, and is no page of a corpus
  const all = paragraphsOf(page.prose).map(mask)
  const allWords = wordsByLine(all)
  const whole = languageOfText(page, job, all, learned)
  const hints = { declared: page.declared.language, tld: tldOf(page.url) }
  const identified = paragraphLanguages(all, hints, learned, tellingLanguage(whole, allWords, all))
  const { only } = job
  const isKept = (i: number): boolean => only.includes(identified[i])
  const isWhole = only.length === 0
  const paragraphs = isWhole ? all : all.filter((_, i) => isKept(i))
  const languages = isWhole ? identified : identified.filter((_, i) => isKept(i))
  const words = isWhole ? allWords : onlyLines(allWords, isKept)
  const main = isWhole ? whole : mainLanguageOf(paragraphs, languages, all)
  return {
    title: mask(cleaned(page.title.slice(0, MAX_TITLE))),
    paragraphs,
    words: wordCounts(words),
    languages,
    others: isWhole
      ? NO_OTHERS
      : { paragraphs: all.length - paragraphs.length, characters: charactersOf(all) - charactersOf(paragraphs) },
    quality: qualityOf(paragraphs, words, stopHashes(main.language)),
    masked,
    isProducts:
      paragraphs.length > 0 && listsProducts(page, () => analyse({ ...exchange, url: job.url }).signs, paragraphs),
    keys: job.dedupe === 'none' || paragraphs.length === 0 ? null : keysOf(paragraphs, words, job),
    ...main,
    mime: page.mime,
    charset: page.declared.charset,
    digest: job.digest === '' ? payloadDigest(exchange.body) : `sha1:${job.digest}`,
    ...(paragraphs.length === 0 ? NO_HINTS : hintsOf(page, exchange.headers)),
    recordId: record.id,
    recordBytes: record.bytes,
  }
}

/** Of what is written: menus may be in another language. */
function languageOfText(
  { title, declared, url }: ProsePage,
  { language, share }: TextJob,
  paragraphs: readonly string[],
  learned: LearnedLanguages | null,
): { language: string; share: number } {
  if (language !== '') return { language, share }
  // nobody is told: it is left out
  if (paragraphs.length === 0) return { language: 'und', share: 0 }
  const text = paragraphs.join('\n')
  return languageOf({ title, text, fullText: text, declared, url }, learned)
}

/** The share is of all paragraphs, also of those that were not chosen. */
function mainLanguageOf(
  paragraphs: readonly string[],
  languages: readonly string[],
  all: readonly string[],
): { language: string; share: number } {
  const sizes = new Map<string, number>()
  paragraphs.forEach((text, i) => sizes.set(languages[i], (sizes.get(languages[i]) ?? 0) + charactersIn(text)))
  const characters = all.reduce((sum, text) => sum + charactersIn(text), 0)
  const [main] = [...sizes].sort(([, a], [, b]) => b - a)
  return main === undefined
    ? { language: 'und', share: 0 }
    : { language: main[0], share: Math.round((main[1] / characters) * 1000) / 1000 }
}

export function keysOf(
  paragraphs: readonly string[],
  words: LineWords,
  { dedupe, keepShort }: Pick<TextJob, 'dedupe' | 'keepShort'>,
): PageKeys {
  return {
    page: keyOf('page', paragraphs.join('\n'), dedupe),
    paragraphs: paragraphs.map(text => (keepShort && isShort(text) ? '' : keyOf('paragraph', text, dedupe))),
    bands: dedupe === 'near' ? paragraphs.map((_, i) => bandKeys(hashesOf(words, i))) : [],
  }
}

/** 64 bits of a hash of which nobody finds collisions cheaply. A page of one paragraph is not a repeat of itself: `kind` counts. */
function keyOf(kind: 'page' | 'paragraph', text: string, dedupe: Dedupe): string {
  // of "***" nothing is left to compare
  const compared = dedupe === 'near' ? foldParagraph(text) || text : text
  return hash('sha1', `${kind} ${compared}`).slice(0, 16)
}
