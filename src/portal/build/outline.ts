/**
 * What a list of results shows besides title and text: headings, the page's own description, and images that may stand for it. One
 * pass over the document, linear and bounded.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'
import type { Page } from '../../contracts.js'
import { codeUnits } from '../../page/html/code-units.js'
import { htmlOf } from '../../page/charset/decode.js'
import { scanHtml, type HtmlEvents } from '../../page/html/scanner.js'
import { TAG, tagNumber } from '../../page/html/tags.js'
import { isXml } from '../../page/http/mime.js'
import { canonicalUrl } from '../../page/url/canonical.js'
import { tidyText } from '../../page/text/readable-text.js'

export interface Outline {
  readonly headings: readonly string[]
  readonly description: string
  /** Canonical URLs, the most promising first. */
  readonly images: readonly string[]
}

const MAX_HEADINGS = 60
const MAX_HEADING = 200
const MAX_DESCRIPTION = 500
const MAX_VALUE = 2_000
/** Kept of a page: the first may not be archived. */
const MAX_IMAGES = 4
/** Looked at on a page. */
const MAX_SEEN_IMAGES = 200
/** In pixels; smaller ones are icons, buttons and counters. */
const LEAST_SIDE = 80

const H1 = tagNumber('h1')
const H2 = tagNumber('h2')
const H3 = tagNumber('h3')

/** Names that designers give to what is no picture of the page's content. */
const DECORATION =
  /(?:^|[^a-z])(?:icons?|favicon|logo|sprite|spacer|pixel|blank|transparent|clear|dot|bullet|arrow|button|btn|banner|badge|avatar|counter|track(?:er|ing)?|loading|placeholder|1x1|ads?|rss|emoji|smiley|flag|bg|background)(?:[^a-z]|$)/i
const NO_PICTURE = /\.(?:svg|ico|gif)$/i

export const NO_OUTLINE: Outline = { headings: [], description: '', images: [] }

/** `page` must be HTML. */
export function outlineOf(page: Pick<Page, 'url' | 'mime' | 'bytes' | 'declared'>): Outline {
  const html = htmlOf(page)
  const reader = new OutlineReader(html)
  scanHtml(html, codeUnits(html), reader, isXml(page.mime))
  const here = canonicalUrl(page.url) ?? undefined
  const base = (reader.base === '' ? null : canonicalUrl(reader.base, here)) ?? here
  const images = new Set<string>()
  for (const written of [...reader.declaredImages, ...reader.images]) {
    const url = canonicalUrl(written, base)
    if (url !== null && url !== here) images.add(url)
    if (images.size >= MAX_IMAGES) break
  }
  return { headings: reader.headings, description: reader.description, images: [...images] }
}

class OutlineReader implements HtmlEvents {
  readonly headings: string[] = []
  readonly images: string[] = []
  readonly declaredImages: string[] = []
  description = ''
  base = ''
  private tag = 0
  private heading = 0
  private headingText = ''
  private isRaw = false
  private seenImages = 0
  // attributes of the tag that is being read
  private name = ''
  private content = ''
  private source = ''
  private lazySource = ''
  private width = -1
  private height = -1

  constructor(private readonly html: string) {}

  open(tag: number): void {
    this.tag = tag
    this.name = this.content = this.source = this.lazySource = ''
    this.width = this.height = -1
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const { tag } = this
    const isImage = tag === TAG.img
    if (!isImage && tag !== TAG.meta && tag !== TAG.base && tag !== TAG.link) return
    const length = valueEnd - valueStart
    if (length === 0 || length > MAX_VALUE || nameEnd - nameStart > 20) return
    const value = (): string => {
      const text = this.html.slice(valueStart, valueEnd)
      return text.includes('&') ? decodeHTMLAttribute(text) : text
    }
    switch (this.html.slice(nameStart, nameEnd).toLowerCase()) {
      case 'name':
      case 'property':
      case 'rel':
        this.name ||= value().toLowerCase()
        return
      case 'content':
      case 'href':
        this.content ||= value()
        return
      case 'src':
        if (isImage) this.source ||= value()
        return
      case 'data-src':
      case 'data-original':
      case 'data-lazy-src':
        if (isImage) this.lazySource ||= value()
        return
      case 'width':
        this.width = pixels(value())
        return
      case 'height':
        this.height = pixels(value())
    }
  }

  opened(tag: number, closed: boolean): void {
    if (tag === TAG.script || tag === TAG.style) this.isRaw = !closed
    if (tag === H1 || tag === H2 || tag === H3) {
      this.endHeading()
      this.heading = tag
    } else if (tag === TAG.meta) this.readMeta()
    else if (tag === TAG.base) this.base ||= this.content
    else if (tag === TAG.link && this.name === 'image_src') this.declare(this.content)
    else if (tag === TAG.img) this.readImage()
    else if (tag === TAG.br && this.heading !== 0) this.headingText += ' '
  }

  text(start: number, end: number): void {
    if (this.heading === 0 || this.isRaw || this.headingText.length > MAX_HEADING * 4) return
    this.headingText += this.html.slice(start, Math.min(end, start + MAX_HEADING * 8))
  }

  close(tag: number): void {
    this.isRaw = false
    if (tag === this.heading) this.endHeading()
  }

  private endHeading(): void {
    if (this.heading === 0) return
    this.heading = 0
    const heading = tidyText(decodeHTML(this.headingText), MAX_HEADING)
    this.headingText = ''
    if (heading !== '' && this.headings.length < MAX_HEADINGS) this.headings.push(heading)
  }

  private readMeta(): void {
    const { name, content } = this
    if (name === 'description' || name === 'og:description') this.description ||= tidyText(content, MAX_DESCRIPTION)
    else if (name === 'og:image' || name === 'og:image:url' || name === 'twitter:image') this.declare(content)
  }

  private declare(written: string): void {
    // sites without a picture for a page declare their logo
    if (written !== '' && this.declaredImages.length < MAX_IMAGES && !DECORATION.test(fileName(written)))
      this.declaredImages.push(written)
  }

  private readImage(): void {
    if (this.images.length >= MAX_IMAGES || ++this.seenImages > MAX_SEEN_IMAGES) return
    const written = this.lazySource || this.source
    if (isPicture(written, this.width, this.height)) this.images.push(written)
  }
}

/** Whether an image can show what a page is about, by its address and by its size in pixels as the page says it (-1: it does not). */
export function isPicture(written: string, width: number, height: number): boolean {
  if ((width >= 0 && width < LEAST_SIDE) || (height >= 0 && height < LEAST_SIDE)) return false
  // banners and rules
  if (width > 0 && height > 0 && (width > height * 5 || height > width * 4)) return false
  if (written === '' || /^data:/i.test(written)) return false
  const name = fileName(written)
  return !DECORATION.test(name) && !NO_PICTURE.test(name)
}

/** The last part of the path, and the directory that it is in: /images/icons/up.png is an icon. */
function fileName(written: string): string {
  const end = written.search(/[?#]/)
  return (end === -1 ? written : written.slice(0, end)).split('/').slice(-2).join('/')
}

/** -1 for what is no number of pixels. */
export function pixels(value: string): number {
  return /^\s*\d{1,5}(?:px)?\s*$/i.test(value) ? Number.parseInt(value, 10) : -1
}
