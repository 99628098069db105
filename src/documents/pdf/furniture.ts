/**
 * Running heads, running feet and page numbers: the outermost lines of a page that come again on other pages, at the same place, with other
 * numbers in them at most.
 */
import type { TextLine } from './lines.js'

/** Outermost lines of a page that are looked at, at each end. */
const OUTERMOST = 2
/** Pages on which a line has to be, as a chapter's head is. */
const LEAST_PAGES = 3
/** Heads on both sides of an opened book may be on half of the pages of a short document. */
const LEAST_SHARE = 0.4
const PLACE = 4

const NUMBER = /\p{Nd}+/gu
const ROMAN = /^[ivxlcdm]{1,8}$/i
const LONE_NUMBER = /^[\s\p{P}\p{Sm}|]*(?:\p{Nd}{1,4}|[ivxlcdm]{1,8})[\s\p{P}\p{Sm}|]*$/iu

interface Edge {
  readonly line: TextLine
  readonly key: string
  /** The first and the last number in it less the number of the page: the same on all pages where it counts them. */
  readonly counts: readonly number[]
}

/** By page: its lines that are no text. */
export function furnitureOf(pages: readonly (readonly TextLine[])[]): ReadonlySet<TextLine>[] {
  const edges = pages.map((lines, page) => [edgesOf(lines, page, 1), edgesOf(lines, page, -1)] as const)
  const isRepeated = [0, 1].map(end => repeatedAt(edges.map(page => page[end])))
  return pages.map((_, page) => {
    const furniture = new Set<TextLine>()
    for (const end of [0, 1]) for (const edge of edges[page][end]) if (isRepeated[end](edge)) furniture.add(edge.line)
    return furniture
  })
}

/** `direction`: 1 at the top, -1 at the bottom. */
function edgesOf(lines: readonly TextLine[], page: number, direction: 1 | -1): Edge[] {
  const sorted = [...lines].sort((a, b) => direction * (b.y - a.y))
  const rows: Edge[] = []
  let seen = 0
  let last: TextLine | null = null
  for (const line of sorted) {
    if (last === null || Math.abs(last.y - line.y) > PLACE) seen++
    if (seen > OUTERMOST) break
    last = line
    const numbers = [...line.text.matchAll(NUMBER)].map(([digits]) => numberOf(digits))
    const counts = [numbers.at(0), numbers.at(-1)].flatMap(number => (number === undefined ? [] : [number - page]))
    rows.push({ line, key: keyOf(line), counts })
  }
  return rows
}

function keyOf({ text, y }: TextLine): string {
  const words = ROMAN.test(text) ? '#' : text.replace(NUMBER, '#').replace(/\s+/g, ' ')
  return `${Math.round(y / PLACE)} ${words}`
}

/** Digits of any script. */
function numberOf(digits: string): number {
  let value = 0
  for (const digit of digits.slice(0, 9)) value = 10 * value + digitValue(digit.codePointAt(0) ?? 48)
  return value
}

/** Digits come in tens, the first at a multiple of 16 or at 6 behind one. */
function digitValue(code: number): number {
  const low = code & 0xf
  if (code < 0x80) return code - 48
  return low >= 6 && (code & 0xfff0) !== 0x0660 && (code & 0xfff0) !== 0x06f0 ? low - 6 : low
}

function repeatedAt(pages: readonly (readonly Edge[])[]): (edge: Edge) => boolean {
  const byKey = new Map<string, number>()
  const byCount = new Map<number, number>()
  for (const edges of pages) {
    for (const key of new Set(edges.map(edge => edge.key))) byKey.set(key, (byKey.get(key) ?? 0) + 1)
    for (const count of new Set(edges.flatMap(edge => edge.counts))) byCount.set(count, (byCount.get(count) ?? 0) + 1)
  }
  const least = Math.min(LEAST_PAGES, Math.max(2, Math.ceil(LEAST_SHARE * pages.length)))
  const [counted = -1, times = 0] = [...byCount].sort((a, b) => b[1] - a[1])[0] ?? []
  const isNumbered = pages.length > 1 && times >= Math.max(2, pages.length / 3)
  return ({ line, key, counts }) => {
    if (pages.length > 1 && (byKey.get(key) ?? 0) >= least) return true
    if (LONE_NUMBER.test(line.text) && pages.length > 1) return true
    return isNumbered && counts.includes(counted) && line.text.length < 120
  }
}
