/** The text of a link, and what stands around it and belongs to no other link, short enough for the log. */
import type { PageLink } from '../contracts.js'
import { endOfWords, startOfWords } from '../page/links/link-words.js'

const MAX_ANCHOR = 100
const MAX_SIDE = 60
/** Of each side, which is what strategies learn from (link-words.ts). In scripts without spaces it is seven signs. */
const MAX_WORDS = 6
/** Shorter anchors ("1", "»") are found in any text. */
const LEAST_ANCHOR = 3
/** As much of a neighbour's anchor as is looked for: long ones may be cut off at the border of what we were given. */
const TELLING = 20

/** An anchor as the log has it. */
export function loggedAnchor(anchor: string): string {
  return anchor.length > MAX_ANCHOR ? anchor.slice(0, MAX_ANCHOR) : anchor
}

/** What stands before link `i`, a line feed, and what stands after it; '' when there is nothing on either side. */
export function textAround(links: readonly PageLink[], i: number): string {
  const before = textBefore(links[i].before, i > 0 ? links[i - 1].anchor : '')
  const after = textAfter(links[i].after, i + 1 < links.length ? links[i + 1].anchor : '')
  return before === '' && after === '' ? '' : `${before}\n${after}`
}

function textBefore(text: string, neighbour: string): string {
  // in menus and lists nothing stands between links
  if (text === '') return ''
  const end = isSpace(text, text.length - 1) ? text.length - 1 : text.length
  if (neighbour.length >= LEAST_ANCHOR && text.endsWith(neighbour, end)) return ''
  const line = inOneLine(text)
  const tail = neighbour.slice(-TELLING)
  const at = tail.length < LEAST_ANCHOR ? -1 : line.lastIndexOf(tail)
  const from = Math.max(at === -1 ? 0 : at + tail.length, line.length - MAX_SIDE)
  // not half a word, where words have spaces between them
  const space = from > 0 && from === line.length - MAX_SIDE ? line.indexOf(' ', from - 1) : -1
  const side = line.slice(space === -1 ? from : space)
  return side.slice(startOfWords(side, MAX_WORDS)).trimEnd()
}

function textAfter(text: string, neighbour: string): string {
  if (text === '') return ''
  const head = neighbour.length > TELLING ? neighbour.slice(0, TELLING) : neighbour
  if (head.length >= LEAST_ANCHOR && text.startsWith(head, isSpace(text, 0) ? 1 : 0)) return ''
  const line = inOneLine(text)
  const at = head.length < LEAST_ANCHOR ? -1 : line.indexOf(head)
  const to = Math.min(at === -1 ? line.length : at, MAX_SIDE)
  const space = to < line.length && to === MAX_SIDE ? line.lastIndexOf(' ', to) : -1
  const side = line.slice(0, space === -1 ? to : space)
  return side.slice(0, endOfWords(side, MAX_WORDS)).trimStart()
}

/** White space is folded: what is no space is a line break. */
function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || code === 10
}

function inOneLine(text: string): string {
  return text.includes('\n') ? text.replaceAll('\n', ' ') : text
}
