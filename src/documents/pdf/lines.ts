/**
 * Pieces of text with their places → lines, in the order in which they are read.
 *
 * The order is that of the file: nearly all programs write a page as it is read, column by column. What a line is, and where it runs from
 * right to left, is told by the places.
 */
import type { PdfItem } from './open-pdf.js'
import { placedPieces, type PlacedPiece } from './pieces.js'

export interface TextLine {
  /** In the order of reading. */
  text: string
  readonly left: number
  readonly right: number
  /** Of the base line, from the bottom of the page. */
  readonly y: number
  readonly size: number
  readonly isRtl: boolean
}

/** Of the size of the letters: raised and lowered signs belong to their line. */
const SAME_LINE = 0.55
/** A gap without a space in the file, in the size of the letters. */
const GAP = 0.22
/** Of a line to the piece that follows it: farther away is another column. */
const COLUMN_GAP = 6

const RTL_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/g
const LTR_LETTER = /[A-Za-z\u00c0-\u058f\u0900-\u1fff\u2c00-\ua7ff\uac00-\ud7ff]/g

export function linesOf(items: readonly PdfItem[]): TextLine[] {
  const pieces = placedPieces(items)
  const lines: TextLine[] = []
  let open: PlacedPiece[] = []
  const close = (): void => {
    const line = lineOf(open)
    if (line !== null) lines.push(line)
    open = []
  }
  for (const piece of pieces) {
    if (open.length > 0 && !continues(open, piece)) close()
    // a space before anything says nothing
    if (open.length > 0 || !piece.isSpace) open.push(piece)
  }
  close()
  return lines
}

function continues(open: readonly PlacedPiece[], piece: PlacedPiece): boolean {
  const last = open[open.length - 1]
  const size = Math.max(last.size, piece.size, open[0].size)
  const dy = Math.min(Math.abs(piece.y - last.y), Math.abs(piece.y - open[0].y))
  if (dy > SAME_LINE * size) return false
  if (piece.isSpace) return true
  const room = COLUMN_GAP * size
  const left = Math.min(...open.map(({ x }) => x))
  const right = Math.max(...open.map(({ end }) => end))
  // one that lies upon the line is printed twice, or an accent
  return piece.x <= right + room && piece.end >= left - room
}

function lineOf(open: PlacedPiece[]): TextLine | null {
  while (open.length > 0 && open[open.length - 1].isSpace) open.pop()
  if (open.length === 0) return null
  const written = open.map(({ text }) => text).join('')
  const rtl = written.match(RTL_LETTER)?.length ?? 0
  const isRtl = rtl > 0 && rtl >= (written.match(LTR_LETTER)?.length ?? 0)
  const ordered = isRtl ? fromRight(open) : open
  const text = clean(joined(ordered, isRtl))
  if (text === '') return null
  const biggest = open.reduce((most, piece) => (piece.isSpace ? most : Math.max(most, piece.size)), 0)
  const base = open.find(({ size, isSpace }) => !isSpace && size === biggest) ?? open[0]
  return {
    text,
    left: Math.min(...open.map(({ x }) => x)),
    right: Math.max(...open.map(({ end }) => end)),
    y: base.y,
    size: biggest,
    isRtl,
  }
}

/** Pieces by their place, from the right; those from left to right that stand together keep their order. */
function fromRight(open: readonly PlacedPiece[]): PlacedPiece[] {
  const byPlace = [...open].sort((a, b) => b.x - a.x)
  const ordered: PlacedPiece[] = []
  for (let i = 0; i < byPlace.length;) {
    let end = i
    while (end < byPlace.length && isLtr(byPlace[end])) end++
    // spaces at the ends of the run belong to the line
    let last = end
    while (last > i && byPlace[last - 1].isSpace) last--
    if (last > i) {
      ordered.push(...byPlace.slice(i, last).reverse())
      i = last
    } else ordered.push(byPlace[i++])
  }
  return ordered
}

function isLtr({ text, isSpace }: PlacedPiece): boolean {
  return isSpace || text.search(RTL_LETTER) === -1
}

function joined(pieces: readonly PlacedPiece[], isRtl: boolean): string {
  let text = ''
  let before: PlacedPiece | null = null
  for (const piece of pieces) {
    if (before !== null && !before.isSpace && !piece.isSpace) {
      const gap = isRtl && piece.x < before.x ? before.x - piece.end : piece.x - before.end
      if (gap > GAP * Math.min(before.size, piece.size) || gap < -3 * piece.size) text += ' '
    }
    text += piece.text
    before = piece
  }
  return text
}

/** Letters that fonts draw as one, those of Arabic as they stand in a word, and signs as they stand in columns from the top. All of NFKC would take apart Thai and Lao vowels. */
const SHAPED = /[\ufe10-\ufe19\ufe30-\ufe48\ufb00-\ufb4f\ufb50-\ufdfb\ufe70-\ufefc\u2000-\u200a\u00a0\u202f]+/g
const IDEOGRAPH = '\\u2e80-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef'
const SPREAD = new RegExp(`(?<=[${IDEOGRAPH}]) (?=[${IDEOGRAPH}])`, 'g')

/** Old fonts of TeX have no letters with accents: the accent is printed, and the letter under it. A grave or acute one may be a quotation mark. */
const ACCENTED =
  /(?:([\u00a8\u00af\u00b8\u02c6\u02c7\u02d8-\u02da\u02dc\u02dd])|(?<=\p{L})([`\u00b4]))([A-Za-z\u0131\u0237])/gu
const COMBINING: Readonly<Record<string, string>> = {
  '\u00a8': '\u0308',
  '\u00af': '\u0304',
  '\u00b8': '\u0327',
  '\u02c6': '\u0302',
  '\u02c7': '\u030c',
  '\u02d8': '\u0306',
  '\u02d9': '\u0307',
  '\u02da': '\u030a',
  '\u02dc': '\u0303',
  '\u02dd': '\u030b',
  '\u00b4': '\u0301',
  '`': '\u0300',
}

function withAccent(written: string, accent: string | undefined, quote: string | undefined, letter: string): string {
  const base = letter === '\u0131' ? 'i' : letter === '\u0237' ? 'j' : letter
  const whole = `${base}${COMBINING[accent ?? quote ?? ''] ?? ''}`.normalize('NFC')
  // there is such a letter
  return whole.length === 1 ? whole : written
}

function clean(text: string): string {
  return (
    text
      .replace(SHAPED, shaped => shaped.normalize('NFKC'))
      // private use and control characters are glyphs that nobody can name
      .replace(/[\0-\x1f\x7f\ufffd\ue000-\uf8ff\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g, found =>
        /[\u200c\u200d]/.test(found) ? found.replace(/[^\u200c\u200d]/g, '') : /[\t\n\r]/.test(found) ? ' ' : '',
      )
      .replace(ACCENTED, withAccent)
      .replace(/ {2,}/g, ' ')
      .replace(SPREAD, '')
      // hardly a Hindi word ends in the sign that joins its letter to the next
      .replace(/(?<=\u094d) (?=\p{L})/gu, '')
      .normalize('NFC')
      .toWellFormed()
      .trim()
  )
}
