/**
 * The prose of a page, for corpora: its sentences, and the headings over them. Stricter than `mainText`, which serves judges and search
 * and rather keeps a line too much: a page of headlines has a main text and no prose.
 *
 *   document ─ prose-blocks.ts ─▶ blocks ─ by themselves ─▶ by what surrounds them ─▶ headings ─ prose-repeats.ts ─▶ paragraphs
 *
 * Knows no language: sentences by length and by the signs that end them, menus by their links and by the markup. Measured against
 * pages marked by hand in docs/export-corpus-text.md. Linear time, as everything here.
 */
import type { Page } from '../../contracts.js'
import { htmlOf } from '../charset/decode.js'
import { isHtml, isXml } from '../http/mime.js'
import { proseBlocks, type ProseBlocks } from './prose-blocks.js'
import {
  BAD,
  CONTINUES,
  GOOD,
  IN_CONTROL,
  IN_DETAIL,
  IN_FRAME,
  IN_FRAME_BY_NAME,
  IN_HEADING,
  IN_PRE,
  LABEL,
  LEADING,
  LINKED,
  MIDDLING,
  type BlockClasses,
} from './prose-classes.js'
import { documentProse } from '../document/document-prose.js'
import { findArticle, keepArticle } from './prose-article.js'
import { kindOf, type ProseKind } from './prose-kind.js'
import { dropRepeats, KEY } from './prose-repeats.js'

// As in text.ts: looked at on home pages of cc-dev, in characters of which wide ones count for more.
const LONG = 140 // a paragraph by itself, even of links
const PARAGRAPH = 100 // without links; a sentence in Thai, which has no full stops, has as much
const SHORT = 40 // below: a label, a date, a button
const SENTENCE = 15 // a short one, when a full stop says so
const MAX_LINKED = 0.33 // of the characters of a paragraph
/** As much prose as a page with prose has. */
const ENOUGH = 200
/** Of the characters of a line: more, and it is a telephone number, a date, a price. */
const MAX_DIGITS = 0.25
/** Lines between a heading and its text: date, author. */
const MAX_BETWEEN = 2
/** A heading and the one over it lead on to a text; a third is the first of a list. */
const MAX_LEVELS = 2

/** One paragraph per line; '' when the page has none. */
export function proseOf(
  page: Pick<Page, 'url' | 'title' | 'mime' | 'bytes' | 'declared' | 'text' | 'textSource' | 'document'>,
): string {
  // a redirect has bytes and no text: "moved to" is nobody's
  if (page.document !== undefined) return documentProse(page.text)
  if (page.text === '' || !isHtml(page.mime, page.bytes)) return page.text
  const html = htmlOf(page)
  const kind = kindOf(html, page.url)
  const prose = proseIn(proseBlocks(html, isXml(page.mime)), kind, page.title)
  if (prose.length >= ENOUGH || page.textSource === 'visible') return prose
  return proseIn(proseBlocks(html, isXml(page.mime), page.textSource), kind, page.title)
}

/** The prose of markup, and what else was read on the way. */
export interface ReadProse {
  readonly prose: string
  readonly read: ProseBlocks
}

/** As `proseOf`, in one reading; null for a page with little prose: it takes the page as people see it. */
export function proseOfHtml(html: string, xml: boolean, url: string): ReadProse | null {
  const read = proseBlocks(html, xml)
  const prose = proseIn(read, kindOf(html, url), read.title)
  return prose.length < ENOUGH ? null : { prose, read }
}

function proseIn(document: ProseBlocks, kind: ProseKind, title: string): string {
  const classes = classesOf(document)
  const article = kind === 'home' ? null : findArticle(document, classes, sizesOf(document), kind === 'article')
  if (article !== null) keepArticle(document, classes, article, title)
  dropRepeats(document, classes, article === null ? KEY : LONG)
  return collect(document, classes)
}

function classesOf(document: ProseBlocks): BlockClasses {
  const classes = classify(document, IN_FRAME | IN_FRAME_BY_NAME)
  const isNamed = document.blocks.flags.some(flags => (flags & IN_FRAME_BY_NAME) !== 0)
  if (!isNamed || goodSize(document, classes) >= ENOUGH) return classes
  // Where names take all of much, they mean something else: class="modal" around everything. No marked page does it.
  const byElement = classify(document, IN_FRAME)
  return goodSize(document, byElement) >= 5 * ENOUGH ? byElement : classes
}

/** One wide sign says as much as two or three letters. */
function sizeOf({ blocks }: ProseBlocks, i: number): number {
  return blocks.end[i] - blocks.start[i] + 1.5 * blocks.wide[i]
}

function sizesOf(document: ProseBlocks): Float64Array {
  const sizes = new Float64Array(document.blocks.start.length)
  for (let i = 0; i < sizes.length; i++) sizes[i] = sizeOf(document, i)
  return sizes
}

function goodSize(document: ProseBlocks, classes: BlockClasses): number {
  let sum = 0
  for (let i = 0; i < classes.length; i++) if (classes[i] === GOOD) sum += sizeOf(document, i)
  return sum
}

/** `frame`: the flags that say that a block is none of the page's text. */
function classify(document: ProseBlocks, frame: number): BlockClasses {
  const { flags, linked } = document.blocks
  const count = flags.length
  const classes = new Uint8Array(count)
  for (let i = 0; i < count;) {
    let end = i + 1
    while (end < count && (flags[end] & CONTINUES) !== 0) end++
    // lines of one paragraph go together, lists of links with line breaks do not
    const together = classOf(document, i, end, frame)
    if (together !== LINKED) classes.fill(together, i, end)
    else for (let k = i; k < end; k++) classes[k] = classOf(document, k, k + 1, frame)
    i = end
  }
  smooth(document, classes)
  lead(document, classes, frame)
  // a page that is nothing but a few words, without a link: they are its text
  if (!classes.includes(GOOD) && !linked.some(characters => characters > 0))
    for (let i = 0; i < count; i++) if (classes[i] !== BAD) classes[i] = GOOD
  return classes
}

/** The sign that ends a sentence, and closing quotes and brackets; Thai and Lao have none. */
const ENDING = /[.!?…。！？｡؟۔।॥။።]["'\p{Pe}\p{Pf}\s]*$/u
const TAIL = 8
const INNER_END = /[.!?…]["'\p{Pe}\p{Pf}]*\s+[\p{L}\p{N}\p{Ps}\p{Pi}"']|[。！？｡؟۔।॥။።]./u

/** The blocks `first`…`end` - 1 taken as one. */
function classOf(document: ProseBlocks, first: number, end: number, frame: number): number {
  const { text, blocks } = document
  const flags = blocks.flags[first]
  if ((flags & (frame | IN_CONTROL)) !== 0) return BAD
  let size = 0
  let linked = 0
  for (let i = first; i < end; i++) {
    size += sizeOf(document, i)
    linked += blocks.linked[i]
  }
  const words = text.slice(blocks.start[first], blocks.end[end - 1])
  const ends = ENDING.test(words.slice(-TAIL))
  const isHeading = (flags & IN_HEADING) !== 0
  if (linked > MAX_LINKED * words.length) {
    if (end - first > 1) return LINKED
    // the beginning of an article, the whole of it a link to the rest
    if (!isHeading && size >= LONG && ends && INNER_END.test(words)) return GOOD
    return !isHeading && (flags & IN_DETAIL) !== 0 ? BAD : LINKED
  }
  const sign = words.indexOf('©')
  if (sign !== -1 && (sign < SHORT || size < 2 * LONG)) return BAD
  if (size >= LONG) return GOOD
  if (digitsIn(words) > MAX_DIGITS * words.length) return BAD
  if (size >= PARAGRAPH || (size >= SHORT && ends)) return GOOD
  if (!isHeading && (flags & IN_DETAIL) !== 0) return BAD
  if (size >= SHORT || (linked === 0 && ends && words.length >= SENTENCE)) return MIDDLING
  return linked > 0 ? LINKED : LABEL
}

function digitsIn(words: string): number {
  return words.match(/\p{Nd}/gu)?.length ?? 0
}

/** Gives runs of labels and middling blocks the class of what surrounds them, or of a text when they are long enough together. */
function smooth(document: ProseBlocks, classes: BlockClasses): void {
  const count = classes.length
  let before = BAD
  for (let i = 0; i < count;) {
    if (classes[i] !== LABEL && classes[i] !== MIDDLING) {
      before = classes[i++]
      continue
    }
    let end = i
    let middling = 0
    let labels = 0
    for (; end < count && (classes[end] === LABEL || classes[end] === MIDDLING); end++) {
      if (classes[end] === MIDDLING) middling += sizeOf(document, end)
      else labels += sizeOf(document, end)
    }
    const after = end < count ? classes[end] : BAD
    const isBetween = before === GOOD && after === GOOD
    const isBeside = before === GOOD || after === GOOD
    if (isBetween || (isBeside && middling > 0) || (middling >= LONG && middling >= labels)) classes.fill(GOOD, i, end)
    i = end
  }
}

/** A heading, or a line of link or text that stands alone, leads on to the good block after it. */
function lead({ blocks }: ProseBlocks, classes: BlockClasses, frame: number): void {
  const none = classes.length + MAX_BETWEEN + 1
  /** The next good block or heading of one, and how many headings lead on to it. */
  let ahead = none
  let levels = 0
  for (let i = classes.length - 1; i >= 0; i--) {
    const own = classes[i]
    const flags = blocks.flags[i]
    if (own === GOOD) {
      ahead = i
      levels = 0
    } else if (own !== BAD && (flags & (frame | IN_CONTROL)) === 0) {
      const isHeading = (flags & IN_HEADING) !== 0
      const leads = isHeading
        ? ahead - i <= MAX_BETWEEN + 1 && levels < (own === LINKED ? 1 : MAX_LEVELS)
        : ahead === i + 1 && levels === 0 && blocks.end[i] - blocks.start[i] < LONG && isAlone(classes, i)
      if (leads) classes[i] = LEADING
      ahead = leads ? i : none
      // over a linked line is the name of a list
      levels = isHeading && own !== LINKED ? levels + 1 : MAX_LEVELS
    }
  }
}

/** Not the end of a list; behind a text there may be "read more" before it. */
function isAlone(classes: BlockClasses, i: number): boolean {
  let first = i
  while (first > 0 && (classes[first - 1] === LINKED || classes[first - 1] === LABEL)) first--
  return i - first < (first > 0 && classes[first - 1] === GOOD ? 2 : 1)
}

/** A line break inside a sentence, made by hand: known by the small letter after it, in scripts that have them. */
const WRAPPED = /^[\p{L}\p{M},]\p{Ll}/u

/** A line of dashes is none. */
const WORD = /[\p{L}\p{N}]/u

/** Markup that was escaped twice, so that a reader sees it: a tag with attributes. Without any it may be meant. */
const TAG_AS_TEXT =
  /<(?:\/?[a-z][a-z0-9]{0,10}(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))+\s*\/?|\/[a-z][a-z0-9]{0,10})>/gi

function withoutTags(line: string, flags: number): string {
  if (!line.includes('<') || (flags & IN_PRE) !== 0 || !TAG_AS_TEXT.test(line)) return line
  return line.replace(TAG_AS_TEXT, ' ').replace(/ {2,}/g, ' ').trim()
}

function collect({ text, blocks }: ProseBlocks, classes: BlockClasses): string {
  const parts: string[] = []
  let before = -1
  for (let i = 0; i < classes.length; i++) {
    if (classes[i] !== GOOD && classes[i] !== LEADING) continue
    const line = withoutTags(text.slice(blocks.start[i], blocks.end[i]), blocks.flags[i])
    if (!WORD.test(line)) continue
    if (before !== -1) {
      const goesOn = before === i - 1 && (blocks.flags[i] & (CONTINUES | IN_PRE)) === CONTINUES
      const isWrapped = goesOn && WRAPPED.test(text[blocks.end[before] - 1] + text[blocks.start[i]])
      parts.push(isWrapped ? ' ' : '\n')
    }
    parts.push(line)
    before = i
  }
  return parts.join('')
}
