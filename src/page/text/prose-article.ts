/**
 * The one text of a page that has one: an article, a post. The element that holds it is found by where the sentences are, going down
 * from the document. What stands in it and is not of it (comments, teasers, captions) goes by the names of elements.
 *
 * Knows no language and no site. Linear time. Shares were chosen on half of the pages of an article benchmark (docs/export-corpus-text.md);
 * moving one of them by a tenth changes F1 there by less than 0.005.
 */
import type { ProseBlocks } from './prose-blocks.js'
import {
  BAD,
  ELEMENT_SHIFT,
  GOOD,
  IN_CONTROL,
  IN_DETAIL,
  IN_FRAME,
  IN_HEADING,
  IN_TITLE,
  LEADING,
  type BlockClasses,
} from './prose-classes.js'
import {
  EL_ARTICLE,
  EL_BODY,
  EL_CAPTION,
  EL_COMMENTS,
  EL_CONTENT,
  EL_SIDE,
  EL_TEASER,
  type ProseElements,
} from './prose-elements.js'

/** Of the text of an element: as much is in the one child that is the article rather than its parent. */
const MOST = 0.9
interface Shares {
  /** As MOST, where the child is named as an article. */
  readonly byName: number
  /** Of the text of the page: less is a part of the article. */
  readonly least: number
}
const UNDECLARED: Shares = { byName: 0.5, least: 0.5 }
/** Around a short article there may be more teasers than text. */
const DECLARED: Shares = { byName: 0.4, least: 0.3 }
/** Comments may be longer than the article, but they are not all of the page. */
const MAX_COMMENTS = 0.9
/** More than this is no teaser, whatever it is called. */
const MAX_SIDE = 0.3
/** Characters between the title and the article that are its first paragraph, and their share of the article. */
const LEAD = 800
const LEAD_SHARE = 0.1
/** A line between title and article that is no date or name. */
const LEAD_LINE = 40
/** A title with fewer letters is not looked for. */
const TITLE = 8
const LEAST_ARTICLE = 200

export interface ArticlePlace {
  /** By element: 1 when its blocks may be of the article. */
  readonly inside: Uint8Array
  /** By element: OUT, TEASER, 0. */
  readonly out: Uint8Array
  /** Characters. */
  readonly size: number
}

/** Beside the article by its name. */
const OUT = 2
/** The same, but before the article it may be its first paragraph. */
const TEASER = 1

/** Null when there is none. `sizes`: characters by block; `isDeclared`: the page says that it is an article. */
export function findArticle(
  { blocks, elements }: ProseBlocks,
  classes: BlockClasses,
  sizes: Float64Array,
  isDeclared: boolean,
): ArticlePlace | null {
  const { parents, kinds, count } = elements
  const own = new Float64Array(count)
  for (let i = 0; i < classes.length; i++) if (classes[i] === GOOD) own[blocks.flags[i] >> ELEMENT_SHIFT] += sizes[i]
  const out = new Uint8Array(count)
  const all = takeOut(out, elements, EL_COMMENTS, own, MAX_COMMENTS)
  takeOut(out, elements, EL_SIDE | EL_CAPTION | EL_TEASER, own, MAX_SIDE)
  const sums = subtreeSums(own, parents)
  // in a list of teasers hardly anything would be left
  if (sums[0] < LEAST_ARTICLE || (!isDeclared && sums[0] < UNDECLARED.least * all)) return null
  const root = rootOf(sums, elements, isDeclared ? DECLARED : UNDECLARED)
  const isOther = hasTeasers(root, sums, elements)
  const inside = new Uint8Array(count)
  inside[root] = 1
  for (let at = root + 1; at < count; at++)
    inside[at] = out[at] !== 0 || (isOther && (kinds[at] & EL_ARTICLE) !== 0) ? 0 : inside[parents[at]]
  return { inside, out, size: sums[root] }
}

/** Whether articles inside of this one are others: teasers, quoted posts. Together they are short; a list in parts is not. */
function hasTeasers(root: number, sums: Float64Array, { parents, kinds, count }: ProseElements): boolean {
  let isArticle = false
  for (let at = root; at > 0; at = parents[at]) isArticle ||= (kinds[at] & EL_ARTICLE) !== 0
  let size = 0
  for (let at = root + 1; at < count; at++) if ((kinds[at] & EL_ARTICLE) !== 0) size += sums[at]
  return isArticle && size < MAX_SIDE * sums[root]
}

/** Goes down while one child has most of the text. */
function rootOf(sums: Float64Array, { parents, kinds, count }: ProseElements, { byName, least }: Shares): number {
  const largest = new Int32Array(count)
  for (let at = count - 1; at > 0; at--) {
    const parent = parents[at]
    if (largest[parent] === 0 || sums[at] >= sums[largest[parent]]) largest[parent] = at
  }
  let root = 0
  for (let next = largest[0]; next !== 0; next = largest[root]) {
    const isNamed = (kinds[next] & (EL_ARTICLE | EL_BODY | EL_CONTENT)) !== 0
    if (sums[next] < (isNamed ? byName : MOST) * sums[root] || sums[next] < least * sums[0]) break
    root = next
  }
  return root
}

function subtreeSums(own: Float64Array, parents: readonly number[]): Float64Array {
  const sums = own.slice()
  for (let at = sums.length - 1; at > 0; at--) sums[parents[at]] += sums[at]
  return sums
}

/** Marks the elements of these kinds and takes their text away; all that is left. A name that would take most of the text is not believed. */
function takeOut(
  out: Uint8Array,
  { parents, kinds, count }: ProseElements,
  which: number,
  own: Float64Array,
  most: number,
): number {
  const sums = subtreeSums(own, parents)
  const limit = most * sums[0]
  let left = own[0]
  for (let at = 1; at < count; at++) {
    const kind = kinds[at] & which
    if (kind !== 0 && sums[at] <= limit) out[at] = kind === EL_TEASER ? TEASER : OUT
    out[at] = Math.max(out[at], out[parents[at]])
    if (out[at] !== 0) own[at] = 0
    left += own[at]
  }
  return left
}

/** Takes the class of all blocks away that are not of the article; short lines inside it get one. `title`: of the page. */
export function keepArticle(
  { text, blocks }: ProseBlocks,
  classes: BlockClasses,
  article: ArticlePlace,
  title: string,
): void {
  const { flags, linked, start, end } = blocks
  const { inside, out } = article
  const count = classes.length
  const isIn = (i: number): boolean => inside[flags[i] >> ELEMENT_SHIFT] === 1
  let first = 0
  while (first < count && !(isIn(first) && classes[first] === GOOD)) first++
  const lead = beginningOf(blocks, classes, first, LEAD + LEAD_SHARE * article.size)
  for (let i = 0; i < first; i++) {
    const isLead = i >= lead && out[flags[i] >> ELEMENT_SHIFT] !== OUT
    const isLine = isIn(i) || (flags[i] & IN_TITLE) !== 0 || end[i] - start[i] >= LEAD_LINE
    if (!isLead || !isLine) classes[i] = BAD
  }
  for (let i = first; i < count; i++) if (!isIn(i)) classes[i] = BAD
  let last = count - 1
  while (last > first && classes[last] !== GOOD) last--
  const holders = new Set<number>()
  for (let i = first; i <= last; i++) if (classes[i] === GOOD) holders.add(flags[i] >> ELEMENT_SHIFT)
  const notText = IN_FRAME | IN_CONTROL | IN_DETAIL
  for (let i = first; i < count; i++) {
    if (classes[i] === GOOD || classes[i] === LEADING || linked[i] > 0 || !isIn(i) || (flags[i] & notText) !== 0)
      continue
    // a table of numbers, a list of names; behind the last paragraph only beside it
    if (i < last || ((flags[i] & IN_HEADING) === 0 && holders.has(flags[i] >> ELEMENT_SHIFT))) classes[i] = GOOD
  }
  const whole = letters(title)
  for (let i = lead; i <= first && i < count; i++) {
    if ((flags[i] & IN_HEADING) === 0 || classes[i] === BAD) continue
    const heading = letters(text.slice(start[i], end[i]))
    if (heading.length >= TITLE && whole.includes(heading)) classes[i] = BAD
  }
}

/** The block at which the article begins: its title, when not more than `most` stands between that and the text. */
function beginningOf(
  { flags, start, end }: ProseBlocks['blocks'],
  classes: BlockClasses,
  first: number,
  most: number,
): number {
  let size = 0
  for (let i = first - 1; i >= 0; i--) {
    if ((flags[i] & IN_TITLE) !== 0) return i
    if (classes[i] === GOOD) size += end[i] - start[i]
    if (size > most) break
  }
  return first
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
