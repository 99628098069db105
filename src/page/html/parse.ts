/**
 * One pass over an HTML document: title, text in blocks, links with the place of their anchors, and what the page
 * declares.
 *
 * Nothing here knows URLs or judges text: links carry the href as written, `text.ts` picks the main content out of the
 * blocks. Everything is bounded (text, links, depth of nesting, length of attributes) and the time is linear in the
 * document's length.
 */
import { decodeHTML } from 'entities/decode'
import type { LinkKind, TextSource } from '../../contracts.js'
import { codeUnits } from './code-units.js'
import { Attributes } from './attributes.js'
import { readMeta, refreshTarget, type Meta } from './meta.js'
import { scanHtml, type HtmlEvents } from './scanner.js'
import { BLOCK, BOILERPLATE, HEADING, NESTED, RAW, SILENT, TAG, TAG_FLAGS } from './tags.js'
import { OpenElements } from './open-elements.js'
import { NO_PLACE, TagPaths, type LinkPlace } from './tag-paths.js'
import { BLOCK_BOILERPLATE, BLOCK_HEADING, TextBuilder, foldSpace, type TextBlocks } from './text-builder.js'

export const MAX_LINKS = 5_000
const MAX_TITLE = 500
const MAX_LABEL = 300

export interface ParsedLink {
  /** As written, references decoded. */
  readonly href: string
  readonly kind: LinkKind
  /** Place of the anchor in `fullText`; empty, at the place of the element, when it has no text. */
  readonly start: number
  readonly end: number
  /** What names a link without visible text: hidden words, the alt of its image, the title of a frame. */
  readonly label: string
  readonly nofollow: boolean
  /** NO_PLACE unless asked for. */
  readonly at: LinkPlace
}

export interface ParsedHtml {
  readonly title: string
  readonly fullText: string
  readonly blocks: TextBlocks
  /** Where in `fullText` the text of an element, or of a part of it between two tags, begins; in order. */
  readonly runs: readonly number[]
  readonly links: readonly ParsedLink[]
  /** href of the first BASE element, '' when none. */
  readonly base: string
  /** lang or xml:lang of the html element, as written. */
  readonly language: string
  readonly meta: Readonly<Meta>
  /** BODY asks not to be shown. That is never meant for good, so its text counts as seen. */
  readonly bodyIsHidden: boolean
  /** Characters in places whose text was left out. */
  readonly unseen: number
}

/**
 * `xml`: XHTML served as XML. `reads`: what is text beside what can be seen. `hasPlaces`: links say where in the page they stand.
 * Never throws, whatever the string.
 */
export function parseHtml(html: string, xml = false, reads: TextSource = 'visible', hasPlaces = false): ParsedHtml {
  const codes = codeUnits(html)
  const builder = new PageBuilder(html, codes, reads, hasPlaces)
  scanHtml(html, codes, builder, xml)
  return builder.finish()
}

class PageBuilder implements HtmlEvents {
  private readonly attributes: Attributes
  private readonly elements = new OpenElements()
  private readonly out: TextBuilder
  private readonly paths: TagPaths | null
  private readonly links: ParsedLink[] = []
  private readonly meta: Meta = { metaCharset: '', metaLanguage: '', nofollow: false, noindex: false }
  private title = ''
  private base = ''
  private language = ''
  private bodyIsHidden = false
  private unseen = 0

  /** Depth of the element that hides its content, -1 when text is visible. */
  private silentAt = -1
  /** The same for navigation, headings. */
  private boilerplateAt = -1
  private headingAt = -1
  private rawTag = 0

  // the A element being read
  private linkAt = -1
  private href = ''
  private label = ''
  private hiddenText = ''
  private nofollow = false
  private linkStart = 0
  private linkPlace = NO_PLACE

  constructor(
    private readonly html: string,
    codes: Uint16Array,
    private readonly reads: TextSource,
    hasPlaces: boolean,
  ) {
    this.paths = hasPlaces ? new TagPaths(codes) : null
    this.attributes = new Attributes(html, codes)
    this.out = new TextBuilder(html, codes)
  }

  text(start: number, end: number): void {
    if (this.rawTag !== 0) this.rawText(start, end)
    else if (this.silentAt === -1) this.out.append(start, end)
    else {
      this.unseen += end - start
      // in a menu that a script will open: not text of the page, but still the name of the link
      if (this.linkAt !== -1 && this.hiddenText.length < MAX_LABEL)
        this.hiddenText += decodeHTML(this.html.slice(start, Math.min(end, start + MAX_LABEL)))
    }
  }

  private rawText(start: number, end: number): void {
    switch (this.rawTag) {
      case TAG.title:
        if (this.title !== '' || this.elements.has(TAG.svg)) break
        this.title = titleIn(this.html, start, end)
        break
      case TAG.xmp:
      case TAG.plaintext:
        if (this.silentAt === -1) this.out.append(start, end)
        break
      case TAG.textarea:
        // what a reader would write over, or a script makes slides of
        if (this.reads !== 'visible' && this.silentAt === -1) this.out.append(start, end)
        else this.unseen += end - start
        break
      case TAG.noframes:
        this.unseen += end - start
    }
  }

  open(tag: number): void {
    this.attributes.begin(tag)
    this.paths?.begin(tag)
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    this.attributes.read(nameStart, nameEnd, valueStart, valueEnd)
    this.paths?.attribute(nameStart, nameEnd, valueStart, valueEnd)
  }

  opened(tag: number, closed: boolean): void {
    const flags = TAG_FLAGS[tag]
    if ((flags & BLOCK) !== 0) this.out.endBlock()
    this.rawTag = (flags & RAW) !== 0 && !closed ? tag : 0
    if ((flags & NESTED) === 0 || closed) this.element(tag)
    else this.begin(tag, flags)
  }

  close(tag: number): void {
    this.rawTag = 0
    const flags = TAG_FLAGS[tag]
    if ((flags & BLOCK) !== 0) this.out.endBlock()
    if (tag === TAG.br) this.out.lineBreak()
    if ((flags & NESTED) !== 0) this.end(tag)
  }

  private end(tag: number): void {
    if (this.elements.ends(tag)) while (this.pop() !== tag);
  }

  finish(): ParsedHtml {
    this.endLink()
    const { title, links, base, language, meta, bodyIsHidden, unseen } = this
    return { title, links, base, language, meta, bodyIsHidden, unseen, ...this.out.finish() }
  }

  /** An element without content that is followed here. */
  private element(tag: number): void {
    const { attributes } = this
    switch (tag) {
      case TAG.br:
        this.out.lineBreak()
        break
      case TAG.input:
      case TAG.textarea:
        // ends a list of choices that was left open
        if (this.elements.has(TAG.select)) this.end(TAG.select)
        break
      case TAG.img:
        if (this.linkAt !== -1) this.label ||= attributes.label
        break
      case TAG.area:
        this.addLink(attributes.href, 'area', attributes.label, attributes.rel)
        break
      case TAG.frame:
        this.addLink(attributes.href, 'frame', attributes.label, '')
        break
      case TAG.iframe:
        this.addLink(attributes.href, 'iframe', attributes.label, '')
        break
      case TAG.link: {
        const kind = kindOf(attributes.rel, attributes.type)
        if (kind !== null) this.addLink(attributes.href, kind, '', attributes.rel)
        break
      }
      case TAG.meta:
        this.declare(attributes)
        break
      case TAG.base:
        this.base ||= attributes.href
        break
      case TAG.html:
        this.language ||= attributes.lang
        break
    }
  }

  private declare({ name, content, charset }: Attributes): void {
    if (this.elements.has(TAG.template)) return
    readMeta(this.meta, name, content, charset)
    // in a noscript element it is for browsers without scripts: "please switch them on"
    if (name.length !== 7 || name.toLowerCase() !== 'refresh') return
    if (this.silentAt !== -1 || this.elements.has(TAG.noscript)) return
    this.addLink(refreshTarget(content), 'refresh', '', '')
  }

  private begin(tag: number, flags: number): void {
    // a list of choices in another is no list: it ends the first
    if (tag === TAG.select && this.elements.has(tag)) {
      this.end(tag)
      return
    }
    // its content stands where it is written, as if it were not there
    if (tag === TAG.template && this.attributes.isShadowRoot && !this.elements.has(tag)) return
    for (let ended = this.elements.endedBy(tag); ended > 0; ended--) this.pop()
    if (tag === TAG.a) this.endLink()
    const depth = this.elements.push(tag)
    if (depth === -1) return
    this.paths?.push(depth)
    if (tag === TAG.a) {
      if (this.attributes.href !== '') this.beginLink(depth)
      return
    }
    if (this.silentAt === -1 && ((flags & SILENT) !== 0 || this.attributes.hidden) && this.hides(tag, flags))
      this.silentAt = depth
    if ((flags & (BOILERPLATE | HEADING)) === 0) return
    if ((flags & BOILERPLATE) !== 0 && this.boilerplateAt === -1) this.boilerplateAt = depth
    if ((flags & HEADING) !== 0 && this.headingAt === -1) this.headingAt = depth
    this.setBlockFlags()
  }

  /** Whether an element that says so hides its text from this reading. */
  private hides(tag: number, flags: number): boolean {
    if ((flags & SILENT) !== 0) return tag !== TAG.noscript || this.reads !== 'noscript'
    if (tag !== TAG.body) return this.reads === 'visible'
    this.bodyIsHidden = true
    return false
  }

  private pop(): number {
    const tag = this.elements.pop()
    const { depth } = this.elements
    if (this.linkAt === depth) this.endLink()
    if (this.silentAt === depth) this.silentAt = -1
    if (this.boilerplateAt === depth || this.headingAt === depth) {
      if (this.boilerplateAt === depth) this.boilerplateAt = -1
      if (this.headingAt === depth) this.headingAt = -1
      this.setBlockFlags()
    }
    return tag
  }

  private setBlockFlags(): void {
    this.out.setFlags((this.boilerplateAt === -1 ? 0 : BLOCK_BOILERPLATE) | (this.headingAt === -1 ? 0 : BLOCK_HEADING))
  }

  private beginLink(depth: number): void {
    const { href, rel } = this.attributes
    this.linkAt = depth
    this.href = href
    this.label = ''
    this.hiddenText = ''
    this.nofollow = rel !== '' && hasWord(rel, 'nofollow')
    this.linkStart = this.out.length
    this.linkPlace = this.paths?.next(depth) ?? NO_PLACE
    this.out.beginLink()
  }

  private endLink(): void {
    if (this.linkAt === -1) return
    this.linkAt = -1
    const start = this.out.endLink()
    const { href, nofollow, links, linkPlace: at } = this
    const label = (this.hiddenText !== '' && foldSpace(this.hiddenText)) || this.label
    if (links.length >= MAX_LINKS || href.charCodeAt(0) === 35 || this.elements.has(TAG.template)) return
    if (start === -1) links.push({ href, kind: 'a', start: this.linkStart, end: this.linkStart, label, nofollow, at })
    else links.push({ href, kind: 'a', start, end: this.out.length, label, nofollow, at })
  }

  private addLink(href: string, kind: LinkKind, label: string, rel: string): void {
    if (href === '' || this.links.length >= MAX_LINKS || this.elements.has(TAG.template)) return
    const place = this.out.length
    const nofollow = rel !== '' && hasWord(rel, 'nofollow')
    const at = this.paths?.next(this.elements.depth) ?? NO_PLACE
    this.links.push({ href, kind, start: place, end: place, label, nofollow, at })
  }
}

/** What stands in the TITLE element. */
export function titleIn(html: string, start: number, end: number): string {
  return foldSpace(decodeHTML(html.slice(start, Math.min(end, start + 8 * MAX_TITLE)))).slice(0, MAX_TITLE)
}

/** Feeds and style sheets are alternates too, but no pages. */
function kindOf(rel: string, type: string): LinkKind | null {
  if (hasWord(rel, 'canonical')) return 'canonical'
  if (hasWord(rel, 'next')) return 'next'
  if (!hasWord(rel, 'alternate') || hasWord(rel, 'stylesheet')) return null
  return type === '' || /html/i.test(type) ? 'alternate' : null
}

function hasWord(rel: string, word: string): boolean {
  const lower = rel.toLowerCase()
  return lower === word || (lower.includes(word) && lower.split(/\s+/).includes(word))
}
