/**
 * What a page shows and does not link to: images, styles, fonts, scripts as files, sound and film. Fetched with the page, it can be
 * shown offline (docs/offline-pages.md). Frames are links, not embeds.
 *
 * A pass of its own over the document, because only wanted pages are asked for it. Templates of scripts hold names to be filled in,
 * not addresses: they are left out.
 */
import { decodeHTMLAttribute } from 'entities/decode'
import type { Page } from '../../contracts.js'
import { codeUnits } from '../html/code-units.js'
import { cssUrls } from './css-references.js'
import { htmlOf } from '../charset/decode.js'
import { scanHtml, type HtmlEvents } from '../html/scanner.js'
import { TAG } from '../html/tags.js'
import { isXml } from '../http/mime.js'
import { srcsetUrls } from './srcset.js'
import { canonicalUrl } from '../url/canonical.js'
import { createUrlResolver } from '../url/resolver.js'

export const MAX_EMBEDS = 2_000
/** Addresses as written: many are the same, or none. */
const MAX_WRITTEN = 10_000
/** A srcset of a dozen long addresses, a style with a picture in it. */
const MAX_VALUE = 20_000
const MAX_ADDRESS = 4_000

/** Canonical URLs in the order of the document, each once. `page` must be HTML. */
export function findEmbeds(page: Pick<Page, 'url' | 'mime' | 'bytes' | 'declared'>): string[] {
  const { charset } = page.declared
  const html = htmlOf(page)
  const finder = new EmbedFinder(html)
  scanHtml(html, codeUnits(html), finder, isXml(page.mime))
  const here = canonicalUrl(page.url) ?? undefined
  const base = (finder.base === '' ? null : canonicalUrl(finder.base, here, charset)) ?? here
  const resolve = base === undefined ? canonicalUrl : createUrlResolver(base, charset)
  const found = new Set<string>()
  for (const written of finder.written) {
    const url = resolve(written)
    // an image without address is the page itself to a URL parser
    if (url === null || url === here) continue
    found.add(url)
    if (found.size >= MAX_EMBEDS) break
  }
  return [...found]
}

/** Elements whose `src` is shown. */
const SHOWN: ReadonlySet<number> = new Set([
  TAG.img,
  TAG.image,
  TAG.source,
  TAG.track,
  TAG.script,
  TAG.embed,
  TAG.audio,
  TAG.video,
  TAG.input,
])
/** Where scripts keep the real address of a picture until it is scrolled into view. */
export const LAZY: ReadonlySet<string> = new Set(
  [
    'data-src data-lazy-src data-original data-lazy data-lazyload data-ll-src data-echo data-hi-res-src',
    'data-image data-image-src data-img data-img-src data-bg data-bg-src data-bgset data-background',
    'data-background-image data-poster data-thumb data-flickity-lazyload data-large_image data-full-src',
    'data-url',
  ].flatMap(line => line.split(' ')),
)
const SETS: ReadonlySet<string> = new Set(
  [
    'srcset imagesrcset data-srcset data-lazy-srcset data-original-set data-ll-srcset',
    'data-flickity-lazyload-srcset',
  ].flatMap(line => line.split(' ')),
)
const PICTURE = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)(?:[?#]|$)/i
const UNFILLED = /\{\{|\$\{|<%|\[\[/

/** First letters, in any case, of the attributes that are read. */
const TELLS = new Uint8Array(32)
for (const letter of 'abdhiprstx') TELLS[letter.charCodeAt(0) & 31] = 1

class EmbedFinder implements HtmlEvents {
  readonly written: string[] = []
  base = ''
  private tag = 0
  private href = ''
  private rel = ''
  private type = ''
  private as = ''
  private rawTag = 0
  /** TEMPLATE elements that are open, and shown nowhere. */
  private templates = 0
  private isShadowRoot = false
  /** Where this tag's addresses begin: those of an input that is no image are taken back. */
  private first = 0

  constructor(private readonly html: string) {}

  open(tag: number): void {
    this.tag = tag
    this.first = this.written.length
    this.href = this.rel = this.type = this.as = ''
    this.isShadowRoot = false
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const length = valueEnd - valueStart
    if (length === 0 || length > MAX_VALUE || nameEnd - nameStart > 40) return
    if (TELLS[this.html.charCodeAt(nameStart) & 31] === 0) return
    const { tag } = this
    const name = this.html.slice(nameStart, nameEnd).toLowerCase()
    switch (name) {
      case 'src':
        if (SHOWN.has(tag)) this.add(this.value(valueStart, valueEnd))
        return
      case 'href':
      case 'xlink:href':
        if (tag === TAG.image || tag === TAG.use) this.add(this.value(valueStart, valueEnd))
        else if (tag === TAG.link || tag === TAG.base) this.href ||= this.value(valueStart, valueEnd)
        return
      case 'shadowrootmode':
        this.isShadowRoot = true
        return
      case 'rel':
        this.rel = this.value(valueStart, valueEnd).toLowerCase()
        return
      case 'type':
        this.type = this.value(valueStart, valueEnd).toLowerCase()
        return
      case 'as':
        this.as = this.value(valueStart, valueEnd).toLowerCase()
        return
      case 'data':
        if (tag === TAG.object) this.add(this.value(valueStart, valueEnd))
        return
      case 'poster':
      case 'background':
        this.add(this.value(valueStart, valueEnd))
        return
      case 'style':
        this.addCss(this.value(valueStart, valueEnd))
        return
    }
    if (SETS.has(name)) for (const url of srcsetUrls(this.value(valueStart, valueEnd))) this.add(url)
    else if (LAZY.has(name)) this.addLazy(this.value(valueStart, valueEnd))
  }

  opened(tag: number, closed: boolean): void {
    if (tag === TAG.template && !closed && !(this.isShadowRoot && this.templates === 0)) this.templates++
    if ((tag === TAG.style || tag === TAG.script) && !closed) this.rawTag = tag
    if (tag === TAG.base) this.base ||= this.href
    if (tag === TAG.link && this.isShown()) this.add(this.href)
    if (tag === TAG.input && this.type.trim() !== 'image') this.written.length = this.first
  }

  text(start: number, end: number): void {
    if (this.rawTag === TAG.style) this.addCss(this.html.slice(start, end))
  }

  close(tag: number): void {
    this.rawTag = 0
    if (tag === TAG.template && this.templates > 0) this.templates--
  }

  /** Does a LINK element name something that the page needs to be shown? */
  private isShown(): boolean {
    return this.rel.split(/\s+/, 20).some(word => {
      switch (word) {
        case 'stylesheet':
        case 'icon':
        case 'mask-icon':
        case 'apple-touch-icon':
        case 'apple-touch-icon-precomposed':
        case 'manifest':
        case 'modulepreload':
          return true
        case 'preload':
          return this.as !== 'fetch' && this.as !== 'document'
        default:
          return false
      }
    })
  }

  /** `data-` attributes hold all kinds of things: an address has a path, and outside of media elements the ending of a picture. */
  private addLazy(value: string): void {
    const { tag } = this
    if (tag === TAG.iframe || tag === TAG.frame || tag === TAG.a) return
    if (value.includes('url(')) this.addCss(value)
    else if (/^[^\s{}[\]<>]+$/.test(value) && (SHOWN.has(tag) ? /[./]/ : PICTURE).test(value)) this.add(value)
  }

  private addCss(css: string): void {
    if (!css.includes('(') && !/@import/i.test(css)) return
    for (const url of cssUrls(css)) this.add(url)
  }

  private add(written: string): void {
    if (this.templates > 0 || this.written.length >= MAX_WRITTEN) return
    const first = written.charCodeAt(0)
    if (written.length > MAX_ADDRESS || written === '' || first === 35 || UNFILLED.test(written)) return
    // pictures written into the page come with it
    if ((first | 32) === 100 && /^data:/i.test(written)) return
    this.written.push(written)
  }

  private value(start: number, end: number): string {
    const value = this.html.slice(start, end)
    return value.includes('&') ? decodeHTMLAttribute(value) : value
  }
}
