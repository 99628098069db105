/**
 * Common Crawl's WAT: one JSON record per answer, with its headers, what its HTML head says, and its links. There is no
 * text, so the language of a page is what it declares, and judges cannot be asked.
 */
import { targetUri, type WarcRecord } from '../../archive/index.js'
import { charsetIn, primaryLanguage, readRobots } from '../../page/html/meta.js'
import { isRecord, parseJson } from '../../json.js'
import { canonicalUrl, createUrlResolver } from '../../page/index.js'
import { charsetFamily, languageCode } from '../codes.js'
import type { ImportContext } from './context.js'

/** Links that lead to pages; images, scripts, style sheets and forms do not. */
const FOLLOWED = /^(?:A|AREA|FRAME|IFRAME)@\/(?:href|src)$/
/** In <head>: the kinds that page/ follows. */
const FOLLOWED_RELATION = /^(?:alternate|canonical|next)$/i
const MAX_LINKS = 5_000
const MAX_JSON_BYTES = 32 * 1024 * 1024

export function isWatRecord({ type, headers, block }: WarcRecord): boolean {
  return type === 'metadata' && block[0] === 123 && /\bjson\b/i.test(headers.get('content-type') ?? '')
}

export function readWatRecord(record: WarcRecord, context: ImportContext): void {
  const { builder, skip } = context
  const envelope = parse(record).get('Envelope')
  const http = envelope.get('Payload-Metadata').get('HTTP-Response-Metadata')
  if (!http.isObject) {
    const isJson = envelope.isObject
    // Common Crawl describes its requests and its own records in the same way
    if (!isJson) skip('damaged records')
    return
  }
  const url = canonicalUrl(targetUri(record) || envelope.get('WARC-Header-Metadata').text('WARC-Target-URI'))
  if (url === null) {
    skip('records of other addresses than http and https')
    return
  }
  const headers = http.get('Headers')
  const status = Number(http.get('Response-Message').text('Status'))
  if (status >= 300 && status < 400) {
    const lead = canonicalUrl(headers.header('location'), url)
    if (lead === null || headers.header('location') === '') skip('redirects that lead nowhere')
    else builder.redirect(builder.page(url), builder.page(lead))
    return
  }
  const html = http.get('HTML-Metadata')
  if (status !== 200) skip('answers with another status than 200')
  else if (!html.isObject) skip('answers that are not HTML')
  else if (!builder.capture(builder.page(url))) skip('further captures of a page')
  else readPage(builder.page(url), url, html, headers, context)
}

function readPage(id: number, url: string, html: Json, headers: Json, context: ImportContext): void {
  const { builder, wanted, isRelevant, isAnchorInTarget, keepsNofollow } = context
  const head = html.get('Head')
  const declared = readDeclarations(head, headers)
  const language = languageCode(declared.language)
  const charset = charsetFamily(declared.charset, wanted)
  builder.describe(id, { language, relevant: isRelevant(language), charset })
  const base = canonicalUrl(head.text('Base'), url) ?? url
  const resolve = createUrlResolver(base, 'utf-8')
  let nofollow = 0
  const link = (entry: Json): void => {
    const target = resolve(entry.text('url'))
    if (target === null) return
    if (!keepsNofollow && (declared.nofollow || /\bnofollow\b/i.test(entry.text('rel')))) nofollow++
    else builder.link(id, builder.page(target), isAnchorInTarget?.(entry.text('text') || entry.text('alt')))
  }
  for (const entry of head.list('Link', MAX_LINKS)) if (FOLLOWED_RELATION.test(entry.text('rel'))) link(entry)
  for (const entry of html.list('Links', MAX_LINKS)) if (FOLLOWED.test(entry.text('path'))) link(entry)
  if (nofollow > 0) context.skip('links marked nofollow', nofollow)
}

/** <html lang> stands among the metas as `HTML@/lang`. The header's charset is stronger than a meta's, as in browsers. */
function readDeclarations(head: Json, headers: Json) {
  const robots = { nofollow: false, noindex: false }
  let lang = ''
  let metaLanguage = ''
  let metaCharset = ''
  for (const meta of head.list('Metas', 1_000)) {
    const name = (meta.text('http-equiv') || meta.text('name')).toLowerCase()
    const content = meta.text('content')
    if (name === 'html@/lang') lang ||= content
    else if (name === 'content-language') metaLanguage ||= content
    else if (name === 'content-type') metaCharset ||= charsetIn(content)
    else if (name === 'robots') readRobots(robots, content)
    metaCharset ||= meta.text('charset').trim().toLowerCase()
  }
  readRobots(robots, headers.header('x-robots-tag'))
  return {
    language:
      primaryLanguage(lang) || primaryLanguage(metaLanguage) || primaryLanguage(headers.header('content-language')),
    charset: charsetIn(headers.header('content-type')) || metaCharset,
    nofollow: robots.nofollow,
  }
}

function parse(record: WarcRecord): Json {
  if (record.block.length < record.blockLength || record.block.length > MAX_JSON_BYTES) return new Json(null)
  return new Json(parseJson(record.block.toString('utf8')))
}

/** Reads JSON of which nothing is certain: what is absent or of another kind is empty. */
class Json {
  constructor(private readonly value: unknown) {}

  get isObject(): boolean {
    return isRecord(this.value)
  }

  private field(name: string): unknown {
    const { value } = this
    return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }

  get(name: string): Json {
    return new Json(this.field(name))
  }

  text(name: string): string {
    const found = this.field(name)
    return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : ''
  }

  /** A header by its name in any case; of several the first. */
  header(name: string): string {
    if (!isRecord(this.value)) return ''
    const key = Object.keys(this.value).find(one => one.toLowerCase() === name)
    if (key === undefined) return ''
    const found = this.field(key)
    return typeof found === 'string' ? found : Array.isArray(found) ? String(found[0]) : ''
  }

  list(name: string, most: number): Json[] {
    const found = this.field(name)
    return Array.isArray(found) ? found.slice(0, most).map(one => new Json(one)) : []
  }
}
