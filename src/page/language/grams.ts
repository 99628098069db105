/** Parts of words as numbers: what ngrams.ts looks up, and what its table (scripts/build-tables.mjs) is made of. */

/** Longest part, in UTF-16 units. */
const MAX_LENGTH = 4
const WORD = /[\p{L}\p{M}'’]+/gu

/** In small letters. */
export function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().replaceAll('’', "'").match(WORD) ?? []
}

/** A number for each part of three to four letters; a space before the word and one behind it count as letters. */
export function eachGram(word: string, see: (gram: number, length: number) => void): void {
  const padded = ` ${word} `
  const last = padded.length - 1
  for (let start = 0; start < last; start++) {
    const end = Math.min(last, start + MAX_LENGTH - 1)
    let gram = 0
    for (let at = start; at <= end; at++) {
      // FNV-1a, with a constant so that a part differs from the same part after another
      gram = (Math.imul(gram ^ padded.charCodeAt(at), 0x01000193) + 0x9e3779b9) | 0
      if (at > start + 1) see(gram, at - start + 1)
    }
  }
}
