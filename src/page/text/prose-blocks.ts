/**
 * A document as blocks of text with more signs of what they are than a crawl needs: what the markup says about their place (element,
 * role, class), without readings of ruby, formulas in their second spelling and text that nobody sees. Lines of PRE stay lines.
 */
import type { TextSource } from '../../contracts.js'
import { codeUnits } from '../html/code-units.js'
import { Attributes } from '../html/attributes.js'
import { primaryLanguage, readMeta, type Meta } from '../html/meta.js'
import { titleIn } from '../html/parse.js'
import { scanHtml, type HtmlEvents } from '../html/scanner.js'
import { BLOCK, BOILERPLATE, HEADING, NESTED, RAW, SILENT, TAG, TAG_FLAGS, lowerCase, tagNumber } from '../html/tags.js'
import { MAX_DEPTH, OpenElements } from '../html/open-elements.js'
import {
  CONTINUES,
  ELEMENT_SHIFT,
  IN_CONTROL,
  IN_DETAIL,
  IN_FRAME,
  IN_FRAME_BY_NAME,
  IN_HEADING,
  IN_PRE,
  IN_TITLE,
} from './prose-classes.js'
import { EL_ARTICLE, EL_BODY, EL_CAPTION, EL_LIST, ProseElements } from './prose-elements.js'
import { isFrameRole, KIND_SHIFT, meaningOfNames } from './prose-names.js'
import { TextBuilder, type TextBlocks } from '../html/text-builder.js'

export interface ProseBlocks {
  readonly text: string
  readonly blocks: TextBlocks
  readonly elements: ProseElements
  /** As in parse.ts. */
  readonly title: string
  /** Of the html element or else a META element: primary subtag. */
  readonly language: string
  /** Text that people see is not in `text`, or its lines are not those of the whole text. */
  readonly isPartial: boolean
}

/** `reads` as in parse.ts. Never throws, whatever the string. */
export function proseBlocks(html: string, xml: boolean, reads: TextSource = 'visible'): ProseBlocks {
  const codes = codeUnits(html)
  const reader = new ProseReader(html, codes, reads)
  scanHtml(html, codes, reader, xml)
  return reader.finish()
}

const BUTTON = tagNumber('button')
const LABEL = tagNumber('label')
const LEGEND = tagNumber('legend')
const PRE = tagNumber('pre')
const HEADER = tagNumber('header')
const MAIN = tagNumber('main')
const H1 = tagNumber('h1')
const ARTICLE = tagNumber('article')
/** What elements are by their tag. */
const KIND_OF_TAG = new Uint8Array(TAG_FLAGS.length)
KIND_OF_TAG[ARTICLE] = EL_ARTICLE
KIND_OF_TAG[tagNumber('figcaption')] = EL_CAPTION
for (const name of ['ul', 'ol', 'dl', 'menu', 'dir']) KIND_OF_TAG[tagNumber(name)] = EL_LIST
/** Elements with content that is said a second time: how a word is read, a formula as it was typed. */
const SECOND_READINGS: ReadonlySet<string> = new Set(['rt', 'rp', 'rtc', 'annotation', 'annotation-xml'])
/** Their end tags may be left out. */
const READING_ENDS: ReadonlySet<string> = new Set([...SECOND_READINGS, 'ruby'])
const LONGEST_NAME = 14
const MAX_NAME = 300

class ProseReader implements HtmlEvents {
  private readonly attributes: Attributes
  private readonly elements = new OpenElements()
  private readonly out: TextBuilder
  private readonly depths = {
    silent: -1,
    frame: -1,
    heading: -1,
    title: -1,
    named: -1,
    control: -1,
    detail: -1,
    link: -1,
    pre: -1,
  }
  private readonly inner = new ProseElements()
  /** The element of the tree for each open element. */
  private readonly path = new Int32Array(MAX_DEPTH + 1)
  private inRaw = false
  private inTitle = false
  private title = ''
  private language = ''
  private readonly meta: Meta = { metaCharset: '', metaLanguage: '', nofollow: false, noindex: false }
  private isPartial = false
  /** What is left out here can be seen. */
  private isSeen = false
  /** Where the last line break stood in the text, -1 when a paragraph ended since. */
  private brokenAt = -1
  private secondReading = false
  private readingBegins = false
  private tag = 0
  private named = 0
  private isBody = false
  private framed = false
  private concealed = false

  constructor(
    private readonly html: string,
    private readonly codes: Uint16Array,
    private readonly reads: TextSource,
  ) {
    this.attributes = new Attributes(html, codes)
    this.out = new TextBuilder(html, codes)
  }

  text(start: number, end: number): void {
    if (this.inRaw) {
      if (this.inTitle && this.title === '' && !this.elements.has(TAG.svg)) this.title = titleIn(this.html, start, end)
    } else if (this.secondReading || this.depths.silent !== -1) {
      if (!this.isPartial && (this.secondReading || this.isSeen))
        this.isPartial = this.html.slice(start, end).trim() !== ''
    } else if (this.depths.pre === -1) this.out.append(start, end)
    else this.lines(start, end)
  }

  open(tag: number, nameStart: number, nameEnd: number): void {
    this.tag = tag
    this.named = 0
    this.isBody = this.framed = this.concealed = false
    this.attributes.begin(tag)
    this.readingBegins = tag === 0 && !this.secondReading && this.isNamed(SECOND_READINGS, nameStart, nameEnd)
    this.secondReading ||= this.readingBegins
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    this.attributes.read(nameStart, nameEnd, valueStart, valueEnd)
    if ((TAG_FLAGS[this.tag] & NESTED) === 0 || valueEnd - valueStart > MAX_NAME) return
    const first = lowerCase(this.codes[nameStart])
    // class, id, itemprop, role, aria-hidden: the others are not read
    if (first !== 99 && first !== 105 && first !== 114 && first !== 97) return
    switch (this.html.slice(nameStart, nameEnd).toLowerCase()) {
      case 'class':
      case 'id':
        this.named |= meaningOfNames(this.html.slice(valueStart, valueEnd))
        break
      case 'itemprop':
        this.isBody ||= /\barticleBody\b/i.test(this.html.slice(valueStart, valueEnd))
        break
      case 'role':
        this.framed ||= isFrameRole(this.html.slice(valueStart, valueEnd))
        break
      case 'aria-hidden':
        this.concealed ||= this.html.slice(valueStart, valueEnd).trim().toLowerCase() === 'true'
    }
  }

  opened(tag: number, closed: boolean): void {
    const flags = TAG_FLAGS[tag]
    if ((flags & BLOCK) !== 0) this.endParagraph()
    if (tag === TAG.br) this.endLine()
    if (closed) {
      if (this.readingBegins) this.secondReading = false
      if (tag === TAG.html || tag === TAG.meta) this.declare(tag)
      return
    }
    if ((flags & RAW) !== 0) {
      this.inRaw = true
      this.inTitle = tag === TAG.title
    }
    if ((flags & NESTED) !== 0) this.begin(tag, flags)
    else if (tag === TAG.html || tag === TAG.meta) this.declare(tag)
  }

  private declare(tag: number): void {
    if (tag === TAG.html) this.language ||= this.attributes.lang
    else if (!this.elements.has(TAG.template)) readMeta(this.meta, this.attributes.name, this.attributes.content, '')
  }

  close(tag: number, nameStart: number, nameEnd: number): void {
    this.inRaw = this.inTitle = false
    const flags = TAG_FLAGS[tag]
    if ((flags & BLOCK) !== 0) this.endParagraph()
    if (tag === TAG.br) this.endLine()
    if (tag === 0) {
      if (this.secondReading) this.secondReading = !this.isNamed(READING_ENDS, nameStart, nameEnd)
    } else if ((flags & NESTED) !== 0 && this.elements.ends(tag)) {
      this.secondReading = false
      while (this.pop() !== tag);
    }
  }

  finish(): ProseBlocks {
    const { fullText, blocks } = this.out.finish()
    const { inner: elements, title, isPartial } = this
    const language = primaryLanguage(this.language) || primaryLanguage(this.meta.metaLanguage)
    return { text: fullText, blocks, elements, title, language, isPartial }
  }

  private isNamed(names: ReadonlySet<string>, nameStart: number, nameEnd: number): boolean {
    return nameEnd - nameStart <= LONGEST_NAME && names.has(this.html.slice(nameStart, nameEnd).toLowerCase())
  }

  private lines(start: number, end: number): void {
    for (let from = start; from < end;) {
      const found = this.html.indexOf('\n', from)
      const to = found === -1 || found > end ? end : found
      this.out.append(from, to)
      if (to < end) {
        this.isPartial = true
        this.endLine()
      }
      from = to + 1
    }
  }

  private endParagraph(): void {
    this.out.endBlock()
    this.brokenAt = -1
    this.setFlags()
  }

  /** Two in a row end the paragraph, as writers of old pages mean it. */
  private endLine(): void {
    this.out.endBlock()
    this.brokenAt = this.brokenAt === this.out.length ? -1 : this.out.length
    this.setFlags()
  }

  private begin(tag: number, flags: number): void {
    if (tag === TAG.template && this.attributes.isShadowRoot && !this.elements.has(tag)) return
    for (let ended = this.elements.endedBy(tag); ended > 0; ended--) this.pop()
    const { depths, attributes } = this
    if (tag === TAG.a && depths.link !== -1) this.endLink()
    const depth = this.elements.push(tag)
    if (depth === -1) return
    const kind = KIND_OF_TAG[tag] | (this.named >> KIND_SHIFT) | (this.isBody ? EL_BODY : 0)
    const isHeld = kind !== 0 || ((flags & BLOCK) !== 0 && tag !== TAG.p)
    this.path[depth + 1] = isHeld ? this.inner.add(this.path[depth], kind) : this.path[depth]
    if (tag === TAG.a && attributes.href !== '') {
      depths.link = depth
      this.out.beginLink()
    }
    if (tag === PRE && depths.pre === -1) depths.pre = depth
    if (depths.silent === -1 && (tag === TAG.svg || this.hides(tag, flags))) {
      depths.silent = depth
      this.isSeen = tag === TAG.svg || ((flags & SILENT) === 0 && !attributes.hidden)
    }
    // the header of an article holds its heading
    const isOwn = tag === HEADER && (this.elements.has(ARTICLE) || this.elements.has(MAIN))
    const isFrame = (flags & BOILERPLATE) !== 0 && !isOwn
    if (depths.frame === -1 && (isFrame || this.framed)) depths.frame = depth
    if (depths.heading === -1 && (flags & HEADING) !== 0) depths.heading = depth
    if (depths.title === -1 && tag === H1) depths.title = depth
    if (tag !== TAG.body && tag !== MAIN && tag !== ARTICLE) {
      if (depths.named === -1 && (this.named & IN_FRAME_BY_NAME) !== 0) depths.named = depth
      if (depths.detail === -1 && (this.named & IN_DETAIL) !== 0) depths.detail = depth
    }
    if (depths.control === -1 && (tag === BUTTON || tag === LABEL || tag === LEGEND)) depths.control = depth
    this.setFlags()
  }

  private hides(tag: number, flags: number): boolean {
    if ((flags & SILENT) !== 0) return tag !== TAG.noscript || this.reads !== 'noscript'
    return tag !== TAG.body && this.reads === 'visible' && (this.attributes.hidden || this.concealed)
  }

  private pop(): number {
    const tag = this.elements.pop()
    const { depth } = this.elements
    const { depths } = this
    if (depths.link === depth) this.endLink()
    if (depths.silent === depth) depths.silent = -1
    if (depths.pre === depth) depths.pre = -1
    if (depths.frame === depth) depths.frame = -1
    if (depths.heading === depth) depths.heading = -1
    if (depths.title === depth) depths.title = -1
    if (depths.named === depth) depths.named = -1
    if (depths.control === depth) depths.control = -1
    if (depths.detail === depth) depths.detail = -1
    this.setFlags()
    return tag
  }

  private endLink(): void {
    this.depths.link = -1
    this.out.endLink()
  }

  private setFlags(): void {
    const { frame, heading, title, named, control, detail, pre } = this.depths
    this.out.setFlags(
      (frame === -1 ? 0 : IN_FRAME) |
        (heading === -1 ? 0 : IN_HEADING) |
        (title === -1 ? 0 : IN_TITLE) |
        (named === -1 ? 0 : IN_FRAME_BY_NAME) |
        (control === -1 ? 0 : IN_CONTROL) |
        (detail === -1 ? 0 : IN_DETAIL) |
        (pre === -1 ? 0 : IN_PRE) |
        (this.brokenAt === -1 ? 0 : CONTINUES) |
        (this.path[this.elements.depth] << ELEMENT_SHIFT),
    )
  }
}
