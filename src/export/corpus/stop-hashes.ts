/** Stop words as the hashes under which the words of a text are counted. */
import { stopWordsOf } from '../../page/words/stop.js'
import { hashWord } from './min-hash.js'

const known = new Map<string, ReadonlySet<number> | null>()

/** Null for a language without a list. */
export function stopHashes(language: string): ReadonlySet<number> | null {
  let hashes = known.get(language)
  if (hashes === undefined) {
    const words = [...stopWordsOf(language)]
    hashes = words.length === 0 ? null : new Set(words.map(word => hashWord(word, 0, word.length)))
    known.set(language, hashes)
  }
  return hashes
}
