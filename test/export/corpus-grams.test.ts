import assert from 'node:assert/strict'
import test from 'node:test'
import { gramsOf } from '../../src/export/corpus/quality-grams.js'

/** The same by strings: slow and plain. */
function plainGrams(words: readonly string[]): { topGrams: number[]; repeatedGrams: number[] } {
  const sizeOf = (from: number, to: number): number => words.slice(from, to).reduce((sum, word) => sum + word.length, 0)
  const total = Math.max(1, sizeOf(0, words.length))
  const topGrams: number[] = []
  const repeatedGrams: number[] = []
  for (let n = 2; n <= 10; n++) {
    const counts = new Map<string, number>()
    let behind = 0
    let repeated = 0
    for (let i = 0; i + n <= words.length; i++) {
      const row = words.slice(i, i + n).join(' ')
      const before = counts.get(row) ?? 0
      counts.set(row, before + 1)
      if (before === 0) continue
      repeated += sizeOf(Math.max(i, behind), i + n)
      behind = i + n
    }
    const most = Math.max(1, ...counts.values())
    const longest = Math.max(
      0,
      ...[...counts].filter(([, count]) => count === most && most > 1).map(([row]) => row.replaceAll(' ', '').length),
    )
    if (n < 5) topGrams.push(Math.min(total, most * longest) / total)
    else repeatedGrams.push(repeated / total)
  }
  return { topGrams, repeatedGrams }
}

function hashOf(word: string): number {
  let hash = 7
  for (const letter of word) hash = (Math.imul(hash, 0x01000193) ^ letter.charCodeAt(0)) | 0
  return Math.imul(hash, 0x85ebca6b)
}

test('shares of repeated rows are those that strings give, whatever is repeated', () => {
  let state = 1
  const random = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >>> 8) % below
  }
  for (const [length, vocabulary] of [
    [0, 1],
    [1, 1],
    [12, 1],
    [60, 3],
    [400, 8],
    [900, 60],
    [3_000, 2_000],
  ]) {
    const words = Array.from({ length }, () => `w${random(vocabulary)}`)
    // a passage that comes again
    if (length >= 400) words.splice(200, 40, ...words.slice(20, 60))
    const columns = { hashes: words.map(hashOf), lengths: words.map(word => word.length) }
    assert.deepEqual(gramsOf(columns), plainGrams(words), `${length} words of ${vocabulary}`)
  }
})
