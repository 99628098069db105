/** An archived record becomes what the library keeps of a page. Pure but for reading the archive: it runs in any thread. */
import { deflateRawSync } from 'node:zlib'
import type { LinkKind, Page } from '../../contracts.js'
import { readPage } from '../../documents/read-page.js'
import { hasFields } from '../../threads/messages.js'
import type { LearnedLanguages } from '../../page/language/learned/learned-languages.js'
import { languageOf } from '../../page/language/page-language.js'
import { isHtml } from '../../page/http/mime.js'
import { readableText, tidyTitle } from '../../page/text/readable-text.js'
import { NO_OUTLINE, outlineOf } from './outline.js'
import { packLinks } from './packed-links.js'
import type { PlacedPage, Unreadable } from '../../collection/extract-pool.js'
import { extractorOf } from '../../collection/extractor.js'

export interface ExtractJob extends PlacedPage {
  /** As a crawl said; '' when the text has to tell. */
  readonly language: string
  readonly share: number
}

export interface Extract {
  readonly title: string
  readonly description: string
  readonly headings: readonly string[]
  readonly images: readonly string[]
  readonly language: string
  readonly share: number
  readonly words: number
  /** 16 hexadecimal digits; '' for a text that is too short to compare. */
  readonly simhash: string
  /** Deflated. */
  readonly text: Uint8Array
  readonly links: Uint8Array
}

export type Extracted = Extract | Unreadable

export const isExtract = hasFields<Extract>('title', 'words', 'text', 'links')

export const extractPage = extractorOf<ExtractJob, Extract>(async (reader, job, learned) => {
  const exchange = await reader.exchange(job)
  return exchange === null ? null : extract(await readPage({ ...exchange, url: job.url }), job, learned)
})

/** Links that a reader can follow; the others say how pages belong together. */
const FOLLOWED: ReadonlySet<LinkKind> = new Set<LinkKind>(['a', 'area', 'frame', 'iframe', 'refresh'])

export function extract(page: Page, { url, language, share }: ExtractJob, learned: LearnedLanguages | null): Extract {
  const outline = isHtml(page.mime, page.bytes) ? outlineOf(page) : NO_OUTLINE
  const own = language === '' ? languageOf(page, learned) : { language, share }
  const [high, low] = page.simhash
  const text = readableText(page)
  return {
    title: tidyTitle(page.title),
    description: outline.description,
    headings: outline.headings,
    images: outline.images,
    language: own.language,
    share: own.share,
    words: countWords(text),
    simhash: high === 0 && low === 0 ? '' : hex(high) + hex(low),
    text: deflateRawSync(Buffer.from(text), { level: 6 }),
    links: packLinks(
      url,
      page.links.filter(({ kind }) => FOLLOWED.has(kind)),
    ),
  }
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0')
}

/** Groups of letters; where scripts have no spaces, four signs to a word. */
function countWords(text: string): number {
  let words = 0
  let signs = 0
  let inWord = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code >= 0x0e00 && code <= 0x0eff) || (code >= 0x1000 && code <= 0x109f) || (code >= 0x1780 && code < 0x1800))
      signs++
    else if (code >= 0x2e80 && code <= 0x9fff) signs += 2
    else if (code > 64 || (code >= 48 && code < 58)) {
      if (!inWord) words++
      inWord = true
      continue
    }
    inWord = false
  }
  return words + Math.ceil(signs / 4)
}
