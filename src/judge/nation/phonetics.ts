/**
 * Does a word sound like a name, and is it written nearly so? Soundex alone (a letter and three digits) calls "talent" and
 * "Thailand" the same: the spelling must be close as well.
 */
import { soundex } from 'soundex-code'

/** Shorter words sound like too many others. */
export const MIN_SOUND_LENGTH = 4
/** A romanised name that somebody spelt his own way has no accents. */
const LATIN = /^[a-z]+$/
/** Longer ones are no names of one word. */
const MAX_LENGTH = 32

/** First letter and three digits; '' for words that are too short or not written in Latin letters. */
export function soundOf(word: string): string {
  if (word.length < MIN_SOUND_LENGTH || word.length > MAX_LENGTH || !LATIN.test(word)) return ''
  return soundex(word)
}

/** At most one letter in three changed, added, left out or swapped with its neighbour. */
export function isNearlyWritten(word: string, name: string): boolean {
  const most = Math.floor(Math.max(word.length, name.length) / 3)
  if (Math.abs(word.length - name.length) > most) return false
  if (word === name) return true
  let before = new Uint8Array(name.length + 1)
  let last = new Uint8Array(name.length + 1).map((_, j) => j)
  let row = new Uint8Array(name.length + 1)
  for (let i = 1; i <= word.length; i++) {
    row[0] = i
    let least = i
    for (let j = 1; j <= name.length; j++) {
      const change = word[i - 1] === name[j - 1] ? 0 : 1
      let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + change)
      if (i > 1 && j > 1 && word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1])
        cost = Math.min(cost, before[j - 2] + 1)
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > most) return false
    ;[before, last, row] = [last, row, before]
  }
  return last[name.length] <= most
}
