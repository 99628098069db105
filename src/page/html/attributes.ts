/**
 * The attributes of one start tag that matter: which ones depends on the element. The first of two with one name
 * counts.
 */
import { decodeHTMLAttribute } from 'entities/decode'
import { NESTED, TAG, TAG_FLAGS, TELLING, lowerCase } from './tags.js'

/**
 * Longer ones are no URL that we would fetch (canonical URLs end at 2,000 characters) and no name: left out, not cut.
 */
const MAX_HREF = 4_000
const MAX_ATTRIBUTE = 1_000

export class Attributes {
  private tag = 0
  /** The element asks not to be shown (`hidden`, or `display: none`). */
  hidden = false
  /** Of a template: its content is the shadow tree of the element around it, and is shown. */
  isShadowRoot = false
  /** href of a, area, base, link; src of frame, iframe. */
  href = ''
  rel = ''
  /** alt of img and area; title of frame and iframe. */
  label = ''
  type = ''
  lang = ''
  /** name or http-equiv of meta. */
  name = ''
  content = ''
  charset = ''

  constructor(
    private readonly html: string,
    private readonly codes: Uint16Array,
  ) {}

  begin(tag: number): void {
    this.tag = tag
    this.hidden = this.isShadowRoot = false
    if ((TAG_FLAGS[tag] & TELLING) === 0) return
    this.href = this.rel = this.label = this.type = this.lang = this.name = this.content = this.charset = ''
  }

  read(start: number, end: number, valueStart: number, valueEnd: number): void {
    switch (this.tag) {
      case TAG.a:
        if (this.is('href', start, end)) this.href ||= this.value(valueStart, valueEnd, MAX_HREF)
        else if (this.is('rel', start, end)) this.rel ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        break
      case TAG.img:
        if (this.is('alt', start, end)) this.label ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        break
      case TAG.area:
      case TAG.base:
      case TAG.link:
        if (this.is('href', start, end)) this.href ||= this.value(valueStart, valueEnd, MAX_HREF)
        else if (this.is('rel', start, end)) this.rel ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        else if (this.is('alt', start, end)) this.label ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        else if (this.is('type', start, end)) this.type ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        break
      case TAG.frame:
      case TAG.iframe:
        if (this.is('src', start, end)) this.href ||= this.value(valueStart, valueEnd, MAX_HREF)
        else if (this.is('title', start, end)) this.label ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        break
      case TAG.meta:
        if (this.is('content', start, end)) this.content ||= this.value(valueStart, valueEnd, MAX_HREF)
        else if (this.is('name', start, end)) this.name ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        else if (this.is('http-equiv', start, end)) this.name ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        else if (this.is('charset', start, end)) this.charset ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        break
      case TAG.html:
        if (this.is('lang', start, end)) this.lang ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        else if (this.is('xml:lang', start, end)) this.lang ||= this.value(valueStart, valueEnd, MAX_ATTRIBUTE)
        break
      default:
        if ((TAG_FLAGS[this.tag] & NESTED) === 0) break
        if (this.is('hidden', start, end)) this.hidden = true
        else if (this.is('style', start, end)) this.hidden ||= hides(this.html, valueStart, valueEnd)
        else if (this.tag === TAG.template && this.is('shadowrootmode', start, end)) this.isShadowRoot = true
    }
  }

  private is(name: string, start: number, end: number): boolean {
    if (end - start !== name.length) return false
    for (let k = 0; k < name.length; k++) {
      if (lowerCase(this.codes[start + k]) !== name.charCodeAt(k)) return false
    }
    return true
  }

  private value(start: number, end: number, limit: number): string {
    if (end - start > limit) return ''
    const value = this.html.slice(start, end)
    return value.includes('&') ? decodeHTMLAttribute(value) : value
  }
}

function hides(html: string, start: number, end: number): boolean {
  if (end - start < 12 || end - start > MAX_ATTRIBUTE) return false
  const style = html.slice(start, end)
  return style.includes('none') && /(?:^|[;\s])display\s*:\s*none/i.test(style)
}
