/**
 * Which words are on which lists of stop words, by the hashes under which the words of a text are counted. One table for the lists of all
 * languages, made at the first question: every word of every page is looked up in it.
 */
import { listedLanguages, stopWordsOf } from '../../page/words/stop.js'
import { hashWord } from './min-hash.js'

/** The list of a language, as its place in the table: one bit of two numbers. */
export interface StopList {
  readonly low: number
  readonly high: number
}

interface Table {
  /** A bit for each word: most words of a text are on no list, and this much fits into the processor's nearest cache. */
  readonly bits: Int32Array
  readonly mask: number
  readonly keys: Int32Array
  /** The lists that the word is on; both 0 where the place is empty. */
  readonly low: Int32Array
  readonly high: Int32Array
  readonly lists: ReadonlyMap<string, StopList>
}

const BITS = 32
/** Places for each word: a search ends at the first or second. */
const ROOM = 4
const BITS_SHIFT = 14
let table: Table | null = null

/** Null for a language without a list. */
export function stopHashes(language: string): StopList | null {
  return tableOfAll().lists.get(language) ?? null
}

/** How many of the words are on the list. */
export function countListed(hashes: readonly number[], { low, high }: StopList): number {
  const lists = tableOfAll()
  const { bits } = lists
  let count = 0
  for (const hash of hashes) {
    if (((bits[(hash >>> BITS_SHIFT) >>> 5] >>> (hash >>> BITS_SHIFT)) & 1) === 0) continue
    const at = placeOf(lists, hash)
    if (((lists.low[at] & low) | (lists.high[at] & high)) !== 0) count++
  }
  return count
}

/** Of the words `start`…`end` - 1. `own`: those that are on this list and on no other; `foreign`: those on others and not on this. */
export function countTelling(
  hashes: readonly number[],
  start: number,
  end: number,
  { low, high }: StopList,
): { own: number; foreign: number } {
  const lists = tableOfAll()
  const { bits } = lists
  let own = 0
  let foreign = 0
  for (let i = start; i < end; i++) {
    const hash = hashes[i]
    if (((bits[(hash >>> BITS_SHIFT) >>> 5] >>> (hash >>> BITS_SHIFT)) & 1) === 0) continue
    const at = placeOf(lists, hash)
    const first = lists.low[at]
    const second = lists.high[at]
    if (first === low && second === high) own++
    else if ((first | second) !== 0 && ((first & low) | (second & high)) === 0) foreign++
  }
  return { own, foreign }
}

/** Where the word is, or the empty place where it would be. */
function placeOf({ mask, keys, low, high }: Table, hash: number): number {
  let at = hash & mask
  while (keys[at] !== hash && (low[at] | high[at]) !== 0) at = (at + 1) & mask
  return at
}

function tableOfAll(): Table {
  return (table ??= makeTable())
}

function makeTable(): Table {
  const languages = listedLanguages().map(names => ({ names, words: [...stopWordsOf(names[0])] }))
  if (languages.length > 2 * BITS) throw new RangeError('there are more lists of stop words than bits')
  const count = languages.reduce((sum, { words }) => sum + words.length, 0)
  const size = 2 ** Math.ceil(Math.log2(ROOM * count + 1))
  const keys = new Int32Array(size)
  const low = new Int32Array(size)
  const high = new Int32Array(size)
  const lists = new Map<string, StopList>()
  const bits = new Int32Array(2 ** (BITS - BITS_SHIFT - 5))
  const made: Table = { bits, mask: size - 1, keys, low, high, lists }
  languages.forEach(({ names, words }, number) => {
    if (words.length === 0) return
    const list = { low: number < BITS ? 1 << number : 0, high: number < BITS ? 0 : 1 << (number - BITS) }
    for (const name of names) lists.set(name, list)
    for (const word of words) {
      const hash = hashWord(word, 0, word.length)
      const at = placeOf(made, hash)
      bits[(hash >>> BITS_SHIFT) >>> 5] |= 1 << (hash >>> BITS_SHIFT)
      keys[at] = hash
      low[at] |= list.low
      high[at] |= list.high
    }
  })
  return made
}
