/**
 * Bytes → page: the stage between the web and the judges, a pure function that runs in worker threads.
 *
 *   Exchange ─ content coding ─▶ bytes ─ charset ─▶ string ─ scan ─▶ title, blocks, links ─▶ main text, simhash ─▶ Page
 *
 * Invariants: whatever a server sends gives a page, if need be an empty one; nothing here throws for content. Time and
 * memory are linear in the body and bounded: 20 MB decoded, 10 MB read, 1 MB of text, 5,000 links, 512 elements deep, 2,000
 * embedded objects.
 */
import type { Declarations, Exchange, LinkKind, Page, PageLink } from '../contracts.js'
import type { DocumentContent } from './document/content.js'
import { documentLinks } from './document/document-page.js'
import { DOCUMENT_MIME } from './document/kind.js'
import { charsetName } from './charset/names.js'
import { decodeContent } from './http/content-coding.js'
import { DEFAULT_CHARSET, decodeText } from './charset/decode.js'
import { findEmbeds } from './links/embeds.js'
import { readHeaders, type PageHeaders } from './http/page-headers.js'
import { charsetIn, primaryLanguage, refreshTarget } from './html/meta.js'
import { pageLinks } from './links/links.js'
import { isHtml, isXml, mimeOf } from './http/mime.js'
import { parseVisibleHtml } from './html/visible-html.js'
import { findSigns } from './signs/signs.js'
import { simhash } from './text/simhash.js'
import { MAX_TEXT } from './html/text-builder.js'
import { mainText } from './text/main-text.js'
import { canonicalUrl } from './url/canonical.js'

/**
 * `hasPlaces`: links say where in the page they stand, which costs a little. `document`: what was read of a document
 * (documents/read-page.ts, which whoever may meet documents calls instead); without it they are pages without text.
 */
export function analyse(exchange: Exchange, hasPlaces = false, document: DocumentContent | null = null): Page {
  return pageOf(exchange, hasPlaces, true, document)
}

/** A page for those who read nothing but its text. */
export type ReadablePage = Omit<Page, 'links' | 'simhash' | 'embeds' | 'signs'>

/** `analyse` without links and simhash: a quarter of its time. */
export function analyseText(exchange: Exchange, document: DocumentContent | null = null): ReadablePage {
  return pageOf(exchange, false, false, document)
}

function pageOf(exchange: Exchange, hasPlaces: boolean, isWhole: boolean, document: DocumentContent | null): Page {
  const headers = readHeaders(exchange.headers)
  const bytes = decodeContent(exchange.body, headers.contentEncoding)
  const mime = mimeOf(headers.contentType, bytes)
  const isRedirect = exchange.status >= 300 && exchange.status < 400 && headers.location !== ''
  if (isRedirect) return redirectPage(exchange, headers, mime, bytes)
  if (document !== null) return documentPage(exchange, headers, document, isWhole)
  if (isHtml(mime, bytes)) return htmlPage(exchange, headers, mime, bytes, hasPlaces, isWhole)
  if (mime === 'text/plain') return plainPage(exchange, headers, mime, bytes)
  return emptyPage(exchange, headers, mime, bytes, headerLinks(exchange.url, headers.refresh, 'refresh'))
}

function htmlPage(
  { url, status }: Exchange,
  headers: PageHeaders,
  mime: string,
  bytes: Uint8Array,
  hasPlaces: boolean,
  isWhole: boolean,
): Page {
  const decoded = decodeText(bytes, charsetIn(headers.contentType))
  const { parsed, textSource } = parseVisibleHtml(decoded.text, isXml(mime), hasPlaces)
  const { title, fullText, meta } = parsed
  const text = mainText(fullText, parsed.blocks)
  const language =
    primaryLanguage(parsed.language) || primaryLanguage(meta.metaLanguage) || primaryLanguage(headers.contentLanguage)
  const { charset, charsetSource } = decoded
  const page: Omit<Page, 'embeds' | 'signs'> = {
    url,
    status,
    mime,
    declared: { charset, charsetSource, metaCharset: meta.metaCharset, language },
    title,
    text,
    fullText,
    textSource,
    bytes,
    links: isWhole ? [...headerLinks(url, headers.refresh, 'refresh'), ...pageLinks(parsed, url, charset)] : [],
    nofollow: headers.nofollow || meta.nofollow,
    noindex: headers.noindex || meta.noindex,
    simhash: isWhole ? simhash(text) : [0, 0],
  }
  addFindings(page)
  return page
}

/**
 * Embeds and signs are looked for when somebody asks, since most pages are not wanted and most crawls do not ask: the answer is that
 * of a pure function, made once. They read the bytes again, so that a page that is kept does not keep its markup, too. The accessors
 * are the same functions for all pages: closures would give every page a hidden class of its own, at a quarter of the time that
 * analysis takes.
 */
function addFindings(page: Omit<Page, 'embeds' | 'signs'>): asserts page is Page {
  Object.defineProperty(page, 'embeds', EMBEDS)
  Object.defineProperty(page, 'signs', SIGNS)
}

const EMBEDS = findingOf(findEmbeds)
const SIGNS = findingOf(findSigns)

function findingOf<T>(find: (page: Page) => T): PropertyDescriptor {
  const found = new WeakMap<Page, T>()
  return {
    enumerable: true,
    get(this: Page) {
      let finding = found.get(this)
      if (finding === undefined) {
        finding = find(this)
        found.set(this, finding)
      }
      return finding
    },
  }
}

function plainPage(exchange: Exchange, headers: PageHeaders, mime: string, bytes: Uint8Array): Page {
  const { text, charset, charsetSource } = decodeText(bytes, charsetIn(headers.contentType))
  const page = emptyPage(exchange, headers, mime, bytes, headerLinks(exchange.url, headers.refresh, 'refresh'))
  const readable = text.slice(0, MAX_TEXT).replaceAll('\r\n', '\n').trim()
  const declared = { ...page.declared, charset, charsetSource }
  return { ...page, declared, text: readable, fullText: readable, simhash: simhash(readable) }
}

function documentPage(exchange: Exchange, headers: PageHeaders, content: DocumentContent, isWhole: boolean): Page {
  const { kind, title, text, fullText, pages, problem } = content
  const bytes = Buffer.from(fullText)
  const page = emptyPage(exchange, headers, DOCUMENT_MIME[kind], bytes, [])
  const language = primaryLanguage(content.language) || page.declared.language
  return {
    ...page,
    declared: { charset: 'utf-8', charsetSource: 'default', metaCharset: '', language },
    title,
    text,
    fullText,
    links: isWhole ? documentLinks(content, exchange.url) : [],
    simhash: isWhole ? simhash(text) : [0, 0],
    document: { kind, pages, problem },
  }
}

/** A hop: the words "moved to" are nobody's text, and the only link is where it leads. */
function redirectPage(exchange: Exchange, headers: PageHeaders, mime: string, bytes: Uint8Array): Page {
  return emptyPage(exchange, headers, mime, bytes, headerLinks(exchange.url, headers.location, 'redirect'))
}

function emptyPage(
  { url, status }: Exchange,
  headers: PageHeaders,
  mime: string,
  bytes: Uint8Array,
  links: readonly PageLink[],
): Page {
  const charset = charsetName(charsetIn(headers.contentType))
  const declared: Declarations = {
    charset: charset ?? DEFAULT_CHARSET,
    charsetSource: charset === null ? 'default' : 'header',
    metaCharset: '',
    language: primaryLanguage(headers.contentLanguage),
  }
  const { nofollow, noindex } = headers
  return {
    url,
    status,
    mime,
    declared,
    title: '',
    text: '',
    fullText: '',
    textSource: 'visible',
    bytes,
    links,
    embeds: [],
    signs: [],
    nofollow,
    noindex,
    simhash: [0, 0],
  }
}

/** The link that a header holds, if any: a list of one or none. */
function headerLinks(base: string, value: string, kind: LinkKind): PageLink[] {
  const target = kind === 'refresh' ? refreshTarget(value) : value
  const url = target === '' ? null : canonicalUrl(target, base)
  if (url === null) return []
  const noText = { anchor: '', before: '', after: '', neighbours: '' }
  return [{ url, kind, ...noText, nofollow: false, tagPath: 0, listPlace: 0 }]
}
