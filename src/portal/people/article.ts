/**
 * A page as an article: its main text, line by line, with the pictures that stand between the lines. For paper.
 *
 *   library.textOf ─▶ lines ────────────────┐
 *   replay.raw ─ one pass over the markup ─▶ what a line is (heading, item of a list), where pictures stand ─▶ Article
 *
 * Invariants: no markup of the archive goes in, only its text and addresses of archived images, so that whatever draws an article
 * escapes it; every line of the main text is there, also when the markup is broken or the archive cannot be read.
 */
import { decodeHTMLAttribute } from 'entities/decode'
import { codeUnits } from '../../page/html/code-units.js'
import { scanHtml, type HtmlEvents } from '../../page/html/scanner.js'
import { BLOCK, BOILERPLATE, HEADING, RAW, SILENT, TAG, TAG_FLAGS, tagNumber } from '../../page/html/tags.js'
import { TextBuilder } from '../../page/html/text-builder.js'
import { isPicture, pixels } from '../build/outline.js'

export type LineKind = 'paragraph' | 'heading' | 'item'

export interface Picture {
  /** Of an archived image. */
  readonly url: string
  readonly alt: string
}

export interface ArticleLine {
  readonly kind: LineKind
  readonly text: string
  /** Behind the line. */
  readonly pictures: readonly Picture[]
}

export interface Article {
  /** Before the first line. */
  readonly pictures: readonly Picture[]
  readonly lines: readonly ArticleLine[]
}

const MAX_SEEN_PICTURES = 200
const MAX_VALUE = 4_000
const MAX_ALT = 300

/** `html`: as replay/ rewrote it, so that `raw` stands before the address of every image that is archived. `text`: the main text. */
export function articleOf(html: string, text: string, raw: string): Article {
  const reader = new MarkupReader(html, raw)
  scanHtml(html, reader.codes, reader, false)
  return placed(text, reader)
}

/** Without its markup: a paragraph for each line. */
export function plainArticle(text: string): Article {
  return { pictures: [], lines: linesOf(text).map(line => ({ kind: 'paragraph', text: line, pictures: [] })) }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '')
}

/** Finds the lines again in the markup, in their order; a picture goes behind the last line that was found before it. */
function placed(text: string, reader: MarkupReader): Article {
  const lines = linesOf(text)
  const places = new Map<string, number[]>()
  lines.forEach((line, at) => places.set(line, [...(places.get(line) ?? []), at]))
  const kinds = lines.map((): LineKind => 'paragraph')
  const pictures = Array.from({ length: lines.length + 1 }, (): Picture[] => [])
  const { fullText, blocks } = reader.finish()
  const seen = reader.pictures
  let cursor = -1
  let next = 0
  for (let i = 0; i < blocks.start.length; i++) {
    for (; next < seen.length && seen[next].at <= blocks.start[i]; next++) pictures[cursor + 1].push(seen[next])
    for (const line of fullText.slice(blocks.start[i], blocks.end[i]).split('\n')) {
      const at = places.get(line)?.find(place => place > cursor)
      if (at === undefined) continue
      cursor = at
      kinds[at] = kindOf(blocks.flags[i])
    }
  }
  for (; next < seen.length; next++) pictures[cursor + 1].push(seen[next])
  return {
    pictures: pictures[0],
    lines: lines.map((line, at) => ({ kind: kinds[at], text: line, pictures: pictures[at + 1] })),
  }
}

const IN_HEADING = 1
const IN_ITEM = 2
const LISTS: ReadonlySet<number> = new Set(['ul', 'ol'].map(tagNumber))

function kindOf(flags: number): LineKind {
  if ((flags & IN_HEADING) !== 0) return 'heading'
  return (flags & IN_ITEM) === 0 ? 'paragraph' : 'item'
}

interface SeenPicture extends Picture {
  /** Length of the text before it. */
  readonly at: number
}

/** Blocks of text as page/ cuts them, and images between them. Elements that were left open cost structure, never text. */
class MarkupReader implements HtmlEvents {
  readonly codes: Uint16Array
  readonly pictures: SeenPicture[] = []
  private readonly out: TextBuilder
  private isRaw = false
  private silent = 0
  private frames = 0
  private headings = 0
  private lists = 0
  // of the image that is being read
  private isImage = false
  private source = ''
  private alt = ''
  private width = -1
  private height = -1

  constructor(
    private readonly html: string,
    private readonly raw: string,
  ) {
    this.codes = codeUnits(html)
    this.out = new TextBuilder(html, this.codes)
  }

  finish(): ReturnType<TextBuilder['finish']> {
    return this.out.finish()
  }

  text(start: number, end: number): void {
    if (!this.isRaw && this.silent === 0) this.out.append(start, end)
  }

  open(tag: number): void {
    this.isImage = tag === TAG.img
    this.source = this.alt = ''
    this.width = this.height = -1
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (!this.isImage || valueEnd - valueStart > MAX_VALUE || nameEnd - nameStart > 6) return
    const name = this.html.slice(nameStart, nameEnd).toLowerCase()
    const value = decodeHTMLAttribute(this.html.slice(valueStart, valueEnd))
    if (name === 'src') this.source ||= value
    else if (name === 'alt') this.alt ||= value.slice(0, MAX_ALT)
    else if (name === 'width') this.width = pixels(value)
    else if (name === 'height') this.height = pixels(value)
  }

  opened(tag: number, closed: boolean): void {
    const flags = TAG_FLAGS[tag]
    if ((flags & BLOCK) !== 0) this.out.endBlock()
    if (tag === TAG.br) this.out.lineBreak()
    if (this.isImage) this.readImage()
    if (closed) return
    this.isRaw = (flags & RAW) !== 0
    this.count(tag, flags, 1)
  }

  close(tag: number): void {
    const flags = TAG_FLAGS[tag]
    this.isRaw = false
    if ((flags & BLOCK) !== 0) this.out.endBlock()
    this.count(tag, flags, -1)
  }

  private count(tag: number, flags: number, by: 1 | -1): void {
    if ((flags & SILENT) !== 0) this.silent = Math.max(0, this.silent + by)
    if ((flags & BOILERPLATE) !== 0) this.frames = Math.max(0, this.frames + by)
    if ((flags & HEADING) !== 0) this.headings = by === 1 ? 1 : 0
    if (LISTS.has(tag)) this.lists = Math.max(0, this.lists + by)
    this.out.setFlags((this.headings > 0 ? IN_HEADING : 0) | (this.lists > 0 ? IN_ITEM : 0))
  }

  private readImage(): void {
    const { source, alt, width, height, raw } = this
    if (!source.startsWith(raw) || this.frames > 0 || this.silent > 0) return
    const url = source.slice(raw.length)
    if (this.pictures.length < MAX_SEEN_PICTURES && isPicture(url, width, height))
      this.pictures.push({ at: this.out.length, url, alt })
  }
}
