/**
 * How often a word or a phrase stands on the Web at large: what "rare" and "popular" are measured against.
 *
 * The table that comes with the package holds counts of Google's Web 1T corpus (English, about 2006): 333,333 words and
 * 242,342 pairs of words. For other languages a user brings counts of his own (background-build.ts).
 */
import { fileURLToPath } from 'node:url'
import { readCountTable, type CountTable } from './background-file.js'

export interface BackgroundCounts {
  /** What the counts are of, for reports. */
  readonly name: string
  /** Nmax: the largest count of anything. */
  readonly max: number
  /**
   * Of a word, or of a phrase of words with one space between them. A pair that is not in the table counts for no more than
   * the rarest that is, a longer phrase for no more than its rarest pair: bounds, never too small. 0 for unknown words.
   */
  count(term: string): number
}

/** The same with its words at hand, so that texts can be drawn from it. */
export interface BackgroundTable extends BackgroundCounts {
  readonly words: number
  word(index: number): string
  /** By word. */
  readonly counts: Float64Array
}

// dist/src/learn/ and src/learn/ are three levels or two below the package
const SHIPPED = fileURLToPath(new URL('../../../data/web-1t.counts', import.meta.url))
let shipped: BackgroundTable | null = null

/** Throws E_MODEL when the file is none. Without a path the table of the package, which is read once. */
export function loadBackground(path?: string): BackgroundTable {
  if (path !== undefined) return backgroundOf(readCountTable(path))
  return (shipped ??= backgroundOf(readCountTable(SHIPPED)))
}

export function backgroundOf(table: CountTable): BackgroundTable {
  const { text, starts, counts, pairStarts, seconds, pairCounts, missingPair } = table
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(1024)

  /** Place of the word in the table, by bisection; -1 when it is not there. */
  const find = (word: string): number => {
    if (word.length > 300) return -1
    const { written } = encoder.encodeInto(word, bytes)
    let low = 0
    let high = counts.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const order = compare(middle, written)
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  const compare = (index: number, length: number): number => {
    const start = starts[index]
    const size = starts[index + 1] - start
    const shared = Math.min(size, length)
    for (let i = 0; i < shared; i++) if (text[start + i] !== bytes[i]) return text[start + i] - bytes[i]
    return size - length
  }

  const pairCount = (first: number, second: number): number => {
    let low = pairStarts[first]
    let high = pairStarts[first + 1] - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      if (seconds[middle] === second) return pairCounts[middle]
      if (seconds[middle] < second) low = middle + 1
      else high = middle - 1
    }
    return Math.min(missingPair, counts[first], counts[second])
  }

  return {
    name: table.name,
    max: table.max,
    words: counts.length,
    counts,
    word: index => Buffer.from(text.subarray(starts[index], starts[index + 1])).toString('utf8'),
    count(term) {
      const words = term.split(' ')
      let before = find(words[0])
      let least = before === -1 ? 0 : counts[before]
      for (let i = 1; i < words.length; i++) {
        const next = find(words[i])
        if (next === -1 || before === -1) return 0
        least = Math.min(least, pairCount(before, next))
        before = next
      }
      return least
    },
  }
}
