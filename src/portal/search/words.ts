/**
 * Words as search sees them: runs of letters, marks and digits between anything else; numbers and single letters count ("vitamin
 * C", "1789"). A stretch of a script without spaces (Thai, Chinese, …) is told apart: the index divides it by
 * dictionary *and* into grams (grams.ts), because a dictionary divides the same letters differently in different places.
 */
import { CONTINUES, KIND, MAX_WORD, SIGN } from '../../page/words/words.js'

/** Called for each word, or each stretch of signs (at most PIECE long), with its place in the text. */
export type PieceVisitor = (start: number, end: number, isSigns: boolean) => void

/** The dictionaries take far more than twice the time for twice the text. */
const PIECE = 500
const kind = KIND.slice()
// a soft hyphen is inside of a word; a space without width is a break for the dictionary and none for the reader
kind[0xad] = CONTINUES
kind[0x200b] = CONTINUES
kind[0x2060] = CONTINUES

export function scanSearchWords(text: string, maxWords: number, visit: PieceVisitor): void {
  const { length } = text
  let left = maxWords
  let i = 0
  while (i < length && left > 0) {
    const first = kind[text.charCodeAt(i)]
    if (first === 0 || first === CONTINUES) {
      i++
      continue
    }
    const start = i
    if (first >= SIGN) {
      const limit = Math.min(length, start + PIECE)
      for (i++; i < limit && kind[text.charCodeAt(i)] >= CONTINUES;) i++
      visit(start, i, true)
    } else {
      for (i++; i < length; i++) {
        const now = kind[text.charCodeAt(i)]
        if (now === 0 ? !isInnerApostrophe(text, i) : now >= SIGN) break
      }
      if (i - start <= MAX_WORD) visit(start, i, false)
    }
    left--
  }
}

/** In Latin script an apostrophe ends a word (l'eau, student's); elsewhere it is a letter of it (п'ять). */
function isInnerApostrophe(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (
    (code === 39 || code === 0x2019) &&
    text.charCodeAt(at - 1) > 0x24f &&
    at + 1 < text.length &&
    text.charCodeAt(at + 1) > 0x24f &&
    kind[text.charCodeAt(at + 1)] === 1
  )
}

let segmenter: Intl.Segmenter | null = null

/** The words of a stretch of signs by dictionary. */
export function segmentSigns(signs: string, visit: (word: string, at: number) => void): void {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  for (const part of segmenter.segment(signs)) if (part.isWordLike === true) visit(part.segment, part.index)
}

export function isSigns(text: string): boolean {
  return text !== '' && kind[text.charCodeAt(0)] >= SIGN
}

/** Korean has spaces, but its particles are written onto the word: its words are found by grams as well. */
export function isHangul(text: string, at = 0): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xac00 && code < 0xd7a4
}

/** True where a letter of a word (not of a script without spaces) stands: a match may not begin or end inside of such a word. */
export function isLetterAt(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false
  const now = kind[text.charCodeAt(at)]
  return now === 1 || now === 2
}
