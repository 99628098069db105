/**
 * Sitemaps: XML files and indexes, text files, RSS and Atom feeds, any of them gzipped. Only addresses are read, and when their pages
 * changed last (lastmod, pubDate, updated); language variants (xhtml:link rel=alternate) count as addresses.
 *
 * The files are hostile until proven otherwise. The protocol's own limits hold: 50,000 addresses and 50 MB unpacked; past
 * any limit the rest is ignored and `truncated` says so. Indexes may name indexes, which the protocol forbids and sites do,
 * down to MAX_SITEMAP_DEPTH. Entities that a file defines itself are never expanded.
 */
import { constants, gunzipSync } from 'node:zlib'
import saxes = require('saxes')

export interface Sitemap {
  readonly urls: readonly string[]
  /** Other sitemaps, from an index. */
  readonly sitemaps: readonly string[]
  readonly truncated: boolean
  /** By address: when its page changed last, milliseconds since the epoch, as far as the file says. */
  readonly dates: ReadonlyMap<string, number>
}

export interface SitemapOptions {
  /** How many indexes led here: 0 for a sitemap that robots.txt names. */
  readonly depth?: number
  readonly maxUrls?: number
  readonly maxBytes?: number
}

export const MAX_SITEMAP_DEPTH = 3
const MAX_URLS = 50_000
const MAX_BYTES = 50 * 1024 * 1024
const MAX_URL_LENGTH = 2_048
const MAX_NESTING = 50
/** Each error costs as much as a thousand characters; a file with more is no XML. */
const MAX_XML_ERRORS = 100
const MAX_ATTRIBUTES = 100_000
const CHUNK_BYTES = 65_536
const NOTHING: Sitemap = { urls: [], sitemaps: [], truncated: true, dates: new Map() }

/** Addresses as written, absolute http(s) only, without duplicates. Never throws. */
export function parseSitemap(bytes: Uint8Array, options: SitemapOptions = {}): Sitemap {
  const { depth = 0, maxUrls = MAX_URLS, maxBytes = MAX_BYTES } = options
  const unpacked = unpack(bytes, maxBytes)
  if (unpacked === null) return NOTHING
  const found = new Found(maxUrls)
  const cut = unpacked.length > maxBytes
  const consume = beginsWithTag(unpacked) ? createXmlReader(found) : createTextReader(found)
  for (const chunk of decode(cut ? unpacked.subarray(0, maxBytes) : unpacked)) {
    consume(chunk)
    if (found.full) break
  }
  if (!found.full) consume(null)
  const sitemaps = depth < MAX_SITEMAP_DEPTH ? [...found.sitemaps] : []
  return { urls: [...found.urls], sitemaps, truncated: cut || found.full, dates: found.dates }
}

class Found {
  readonly urls = new Set<string>()
  readonly sitemaps = new Set<string>()
  readonly dates = new Map<string, number>()
  full = false
  /** Of the entry that is being read. */
  private url = ''
  private date = NaN

  constructor(private readonly max: number) {}

  add(text: string, to: Set<string>): void {
    const url = text.trim()
    if (this.full || url.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(url) || to.has(url)) return
    if (this.urls.size + this.sitemaps.size >= this.max) this.full = true
    else to.add(url)
    if (to === this.urls && this.url === '') this.url = url
  }

  /** Of several dates of an entry the latest counts: a feed says when it was published and when it was changed. */
  dated(text: string): void {
    const written = text.length <= LONGEST_DATE ? text.trim() : ''
    // a day without a time may be any time of that day
    const at = Date.parse(written) + (/^\d{4}-\d{2}-\d{2}$/.test(written) ? DAY_MS - 1 : 0)
    if (at > 0 && !(at <= this.date)) this.date = at
  }

  endEntry(): void {
    if (this.url !== '' && !Number.isNaN(this.date)) this.dates.set(this.url, this.date)
    this.url = ''
    this.date = NaN
  }
}

const LONGEST_DATE = 60
const DAY_MS = 86_400_000
const ENTRIES = new Set(['url', 'item', 'entry'])
const DATES = new Set(['lastmod', 'pubDate', 'updated', 'published', 'date'])

function createTextReader(found: Found): (chunk: string | null) => void {
  let rest = ''
  return chunk => {
    const lines = (rest + (chunk ?? '\n')).split(/[\r\n]+/)
    rest = (lines.pop() ?? '').slice(0, MAX_URL_LENGTH + 1)
    for (const line of lines) found.add(line, found.urls)
  }
}

function createXmlReader(found: Found): (chunk: string | null) => void {
  const parser = new saxes.SaxesParser()
  const path: string[] = []
  let target: Set<string> | null = null // where the text that is being read belongs
  let isDate = false
  let text = ''
  let errors = 0
  let attributes = 0

  parser.on('error', () => {
    if (++errors > MAX_XML_ERRORS) found.full = true
  })
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) found.full = true
  })
  parser.on('opentag', tag => {
    attributes = 0
    const parent = path[path.length - 1]
    const name = localName(tag.name)
    path.push(name)
    if (path.length > MAX_NESTING) found.full = true
    text = ''
    target = null
    isDate = DATES.has(name) && ENTRIES.has(parent ?? '')
    const { href, rel } = tag.attributes
    if (name === 'loc' && parent === 'url') target = found.urls
    else if (name === 'loc' && parent === 'sitemap') target = found.sitemaps
    else if (name === 'link' && parent === 'item') target = found.urls
    else if (
      name === 'link' &&
      (parent === 'entry' || parent === 'url') &&
      (rel === undefined || rel === 'alternate')
    ) {
      found.add(href ?? '', found.urls)
    }
  })
  parser.on('closetag', () => {
    const name = path.pop() ?? ''
    if (target !== null) found.add(text, target)
    if (isDate) found.dated(text)
    if (ENTRIES.has(name)) found.endEntry()
    target = null
    isDate = false
  })
  const collect = (piece: string) => {
    if ((target !== null || isDate) && text.length <= MAX_URL_LENGTH) text += piece
  }
  parser.on('text', collect)
  parser.on('cdata', collect)

  return chunk => {
    if (chunk === null) parser.close()
    else parser.write(chunk)
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Null when there is more inside than may be. A file cut short gives what it has. */
function unpack(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  let result = bytes
  for (let layer = 0; layer < 2 && result[0] === 0x1f && result[1] === 0x8b; layer++) {
    try {
      result = gunzipSync(result, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH })
    } catch {
      return null
    }
  }
  return result
}

function beginsWithTag(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    // white space, byte order marks, the other half of UTF-16
    if (byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf || byte >= 0xfe) continue
    return byte === 0x3c
  }
  return false
}

function* decode(bytes: Uint8Array): Generator<string> {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  const decoder = new TextDecoder(encoding)
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const chunk = decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true })
    yield start === 0 ? chunk.replace(/^\s+/, '') : chunk // an XML declaration may not follow white space, and often does
  }
}
