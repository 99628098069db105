/**
 * Parts of words as numbers: what a learned language is made of. Parts of two to four letters, of which a space before and behind the
 * word count as letters; a Chinese character is also a part by itself. Longer parts add nothing but the subject of a text.
 */
import { codeUnits } from '../../html/code-units.js'
import { APOSTROPHE, foldedLetters, SKIPPED, unmixWord } from './folded-letters.js'

/** Longest part, in UTF-16 units. */
export const MAX_GRAM = 4
/** Scripts without spaces have runs of any length, and so has garbage. */
const LONGEST_WORD = 40
const SPACE = 0x20
const FIRST_IDEOGRAPH = 0x3400

/** Bounded: grams of the last text that was read. The arrays are reused by the next call. */
export interface TextGrams {
  /** Hashes, and how long each part is. */
  readonly grams: Int32Array
  readonly lengths: Uint8Array
  count: number
  letters: number
}

const shared: TextGrams = { grams: new Int32Array(1 << 12), lengths: new Uint8Array(1 << 12), count: 0, letters: 0 }
const word = new Uint16Array(LONGEST_WORD + 2)

/** Not for texts of more than some thousand letters: cut them into windows. */
export function gramsOf(text: string): TextGrams {
  const read = /[\u0300-\u036f]/.test(text) ? text.normalize('NFC') : text
  const room = read.length * (MAX_GRAM + 1) + 16
  const out: TextGrams =
    room <= shared.grams.length
      ? shared
      : { grams: new Int32Array(room), lengths: new Uint8Array(room), count: 0, letters: 0 }
  out.count = 0
  out.letters = 0
  const fold = foldedLetters()
  const units = codeUnits(read)
  const end = read.length
  let size = 1
  let scripts = 0
  for (let i = 0; i <= end; i++) {
    const letter = i < end ? fold[units[i]] : 0
    if (letter === SKIPPED) continue
    if (letter === 0 || size > LONGEST_WORD) {
      if (size > 1) closeWord(size, scripts === 3, out)
      size = 1
      scripts = 0
      if (letter === 0) continue
    }
    if (letter === APOSTROPHE && size === 1) continue
    word[size++] = letter
    if (letter < 0x250) scripts |= 1
    else if (letter >= 0x400 && letter < 0x530) scripts |= 2
  }
  return out
}

function closeWord(end: number, isMixed: boolean, out: TextGrams): void {
  let size = end
  while (size > 1 && word[size - 1] === APOSTROPHE) size--
  if (size === 1) return
  if (isMixed) unmixWord(word, 1, size)
  const { grams, lengths } = out
  let count = out.count
  word[0] = SPACE
  word[size] = SPACE
  for (let start = 0; start < size; start++) {
    const last = Math.min(size, start + MAX_GRAM - 1)
    let gram = 0
    for (let at = start; at <= last; at++) {
      gram = mix(gram, word[at])
      if (at === start && word[at] < FIRST_IDEOGRAPH) continue
      lengths[count] = at - start + 1
      grams[count++] = gram
    }
  }
  out.count = count
  out.letters += size - 1
}

/** FNV-1a, with a constant so that a part differs from the same part after another. */
function mix(gram: number, letter: number): number {
  return (Math.imul(gram ^ letter, 0x01000193) + 0x9e3779b9) | 0
}
