/**
 * How far two spellings are apart: letters left out, put in, taken for another, or swapped with their neighbour (Damerau's edits).
 * A letter is a sign with its marks, so that a Thai vowel above a consonant is not "another letter"; a wrong mark, a letter that
 * sounds the same, or one that is doubled costs less. Nothing is known about keyboards.
 */
import { isMark } from './lexicon.js'

/** Costs, in tenths of an edit. */
export const EDIT = 10
const WRONG_MARK = 5
export const SOUNDS_ALIKE = 6
const DOUBLED = 7
/** Hardly anybody misses the first letter. */
const FIRST_LETTER = 2

/** Letters that sound alike in the languages that use them; consonants of one class in Thai and Lao, sibilants and nasals in Devanagari. */
const ALIKE = 'ไใ ณน ศษส ฎด ฏต ฐถ ฑทธฒ พภ ฆคฅ ญย ฬลร ขฃ ชฌ ะา เแ ໄໃ शषस णन बव ईइ ऊउ аоя еиэё ый шщ'.split(' ')
const GROUP = groups()

/** A spelling, letter by letter. */
export class Letters {
  readonly bases = new Uint16Array(64)
  /** Of the marks on each letter; 0 for none. */
  readonly marks = new Int32Array(64)
  count = 0

  read(units: Uint16Array, start: number, end: number): this {
    let n = 0
    for (let i = start; i < end && n < 63; i++) {
      const unit = units[i]
      if (n > 0 && isMark(unit)) this.marks[n - 1] = (Math.imul(this.marks[n - 1], 31) + unit) | 0
      else {
        this.bases[n] = unit
        this.marks[n] = 0
        n++
      }
    }
    this.count = n
    return this
  }

  of(word: string): this {
    return this.read(
      Uint16Array.from(word, (_, i) => word.charCodeAt(i)),
      0,
      word.length,
    )
  }
}

const rows = [new Int32Array(66), new Int32Array(66), new Int32Array(66)]

/** Cost of turning one into the other; anything above `most` when it is more than that. */
export function editCost(a: Letters, b: Letters, most: number): number {
  const n = a.count
  const m = b.count
  if (Math.abs(n - m) * DOUBLED > most) return most + 1
  let [before, previous, row] = rows
  previous[0] = 0
  for (let j = 1; j <= m; j++) previous[j] = previous[j - 1] + insertCost(b, j - 1)
  for (let i = 1; i <= n; i++) {
    row[0] = previous[0] + insertCost(a, i - 1)
    let least = row[0]
    for (let j = 1; j <= m; j++) {
      let cost = previous[j - 1] + replaceCost(a, i - 1, b, j - 1)
      cost = Math.min(cost, previous[j] + insertCost(a, i - 1), row[j - 1] + insertCost(b, j - 1))
      if (i > 1 && j > 1 && isSameLetter(a, i - 1, b, j - 2) && isSameLetter(a, i - 2, b, j - 1))
        cost = Math.min(cost, before[j - 2] + EDIT)
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > most) return most + 1
    ;[before, previous, row] = [previous, row, before]
  }
  return previous[m]
}

function isSameLetter(a: Letters, i: number, b: Letters, j: number): boolean {
  return a.bases[i] === b.bases[j] && a.marks[i] === b.marks[j]
}

function replaceCost(a: Letters, i: number, b: Letters, j: number): number {
  if (a.bases[i] === b.bases[j]) return a.marks[i] === b.marks[j] ? 0 : WRONG_MARK
  const group = GROUP[a.bases[i]]
  const cost = group !== 0 && group === GROUP[b.bases[j]] ? SOUNDS_ALIKE : EDIT
  return i === 0 && j === 0 ? cost + FIRST_LETTER : cost
}

function insertCost(letters: Letters, i: number): number {
  if (i > 0 && letters.bases[i] === letters.bases[i - 1]) return DOUBLED
  return i === 0 ? EDIT + FIRST_LETTER : EDIT
}

function groups(): Uint8Array {
  const table = new Uint8Array(0x10000)
  ALIKE.forEach((letters, i) => {
    for (const letter of letters) table[letter.charCodeAt(0)] = i + 1
  })
  return table
}
