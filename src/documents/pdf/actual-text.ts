/**
 * Joined letters with their text beside them. Chromium writes a Khmer or Hindi syllable as glyphs that have no letter of their own, and says
 * what they stand for (`ActualText`, ISO 32000 14.9.4). pdfjs does not pass that on, so one line is added to its worker when it is loaded,
 * and two more are changed. Where a line finds no place (another version), pages are read without it.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasFields } from '../../threads/messages.js'
import type { PdfItem } from './open-pdf.js'

const PLACE = 'id: Number.isInteger(mcid) ?'
const ADDED = `actualText: args[1] instanceof Dict ? args[1].get("ActualText") : null, ${PLACE}`

/**
 * Joined letters of large fonts for which the file names no sign come as the sign that has the number of the glyph, which may be a letter of
 * any script: Malayalam with Cyrillic letters in it. They are left out.
 */
const NAMELESS_PLACE = 'this.toUnicode.get(charcode) || charcode'
const NAMELESS = 'this.toUnicode.get(charcode) || (this.composite ? 0xfffd : charcode)'

/**
 * The distance that a file sets between all letters of a line (Tc, ISO 32000 9.3.2) belongs to each letter. pdfjs takes it for spaces, and
 * loses the spaces between words.
 */
const DISTANCE_PLACE = 'textChunk.prevTransform = getCurrentTextTransform();'
const DISTANCE =
  'if (baseCharSpacing > 0 && !font.vertical) { const apart = baseCharSpacing * textState.textHScale; ' +
  `textState.translateTextMatrix(apart, 0); ${DISTANCE_PLACE} textState.translateTextMatrix(-apart, 0); textChunk.width += apart; } ` +
  `else ${DISTANCE_PLACE}`

/** The worker of the pdfjs at this path; null: as it is. */
export async function workerForText(path: string): Promise<unknown> {
  const source = await readFile(join(dirname(path), 'pdf.worker.mjs'), 'utf8')
  const changed = [
    [PLACE, ADDED],
    [NAMELESS_PLACE, NAMELESS],
    [DISTANCE_PLACE, DISTANCE],
  ].reduce((text, [place, instead]) => (text.split(place).length === 2 ? text.replace(place, instead) : text), source)
  if (changed === source) return null
  const code = Buffer.from(changed).toString('base64')
  const module: unknown = await import(`data:text/javascript;base64,${code}`)
  return module
}

export const isItem = hasFields<PdfItem>('str', 'transform', 'width')
const isMark = hasFields<{ readonly type: unknown; readonly actualText?: unknown }>('type')
/** Of a syllable or a word; programs that write whole pages there are left alone. */
const MAX_TEXT = 1_000

/** Pieces of text and marks → pieces, those between two marks with a text of their own as one. */
export function piecesOf(items: readonly unknown[]): PdfItem[] {
  const pieces: PdfItem[] = []
  let text = ''
  let inside: PdfItem[] = []
  let depth = 0
  for (const item of items) {
    if (isItem(item)) (depth > 0 ? inside : pieces).push(item)
    else if (!isMark(item)) continue
    else if (item.type === 'endMarkedContent') {
      if (depth > 0 && --depth === 0) {
        pieces.push(...asOne(inside, text))
        inside = []
      }
    } else if (depth > 0) depth++
    else if (typeof item.actualText === 'string' && item.actualText.length <= MAX_TEXT) {
      text = decoded(item.actualText)
      depth = 1
    }
  }
  pieces.push(...inside)
  return pieces
}

/** Spaces at the ends lie between words: the text is that of the glyphs alone. */
function asOne(inside: readonly PdfItem[], text: string): PdfItem[] {
  const isGlyph = ({ str }: PdfItem): boolean => str.trim() !== ''
  const from = inside.findIndex(isGlyph)
  if (from === -1) return [...inside]
  const to = inside.findLastIndex(isGlyph) + 1
  const glyphs = inside.slice(from, to)
  const left = Math.min(...glyphs.map(({ transform }) => transform[4]))
  const right = Math.max(...glyphs.map(({ transform, width }) => transform[4] + width))
  const [a, b, c, d, , y] = glyphs[0].transform
  const whole = { ...glyphs[0], str: text, transform: [a, b, c, d, left, y], width: right - left }
  return [...inside.slice(0, from), ...(text === '' ? [] : [whole]), ...inside.slice(to)]
}

function decoded(bytes: string): string {
  if (bytes.startsWith('\xfe\xff')) {
    const pairs = Buffer.from(bytes.slice(2), 'latin1')
    return pairs
      .subarray(0, pairs.length & ~1)
      .swap16()
      .toString('utf16le')
  }
  return bytes.startsWith('\xef\xbb\xbf') ? Buffer.from(bytes.slice(3), 'latin1').toString('utf8') : bytes
}
