/**
 * The signals of quality as one writes them down from the published recipes of Gopher and FineWeb, with strings and without thought for time.
 * Nothing of the program's own counting is used but its cutting of words.
 */
import { stopWordsOf } from '../../src/page/words/stop.js'
import { wordsOf } from '../../src/page/words/words.js'

/** By the name of the signal; several values where it has several. */
export function plainQuality(lines: readonly string[], language: string): Record<string, number[]> {
  const text = lines.join('\n')
  const words = lines.flatMap(line => wordsOf(line, Infinity))
  const tokens = text.split(/[ \u00a0\n]+/).filter(token => token !== '')
  const visible = text.replaceAll(/[ \u00a0\n]/g, '')
  const letters = sizeOf(visible.match(/[\p{L}\p{M}\u200c\u200d]/gu) ?? [])
  const unspaced = sizeOf(visible.match(UNSPACED) ?? [])
  const isUnspaced = unspaced > 0.3 * letters
  const count = isUnspaced ? words.length : tokens.length
  const stops = stopWordsOf(language)
  const characters = sizeOf(lines)
  const linesThat = (is: (line: string) => boolean): number => lines.filter(is).length / lines.length
  return {
    words: [count],
    wordLength: [(isUnspaced ? letters : visible.length) / count],
    letters: [letters / visible.length],
    digits: [sizeOf(visible.match(/\p{Nd}/gu) ?? []) / visible.length],
    letterWords: [isUnspaced ? 1 : tokens.filter(token => /[\p{L}\p{M}]/u.test(token)).length / tokens.length],
    symbols: [(text.match(/#|…|\.\.\./g)?.length ?? 0) / count],
    stopWords: [stops.size === 0 ? -1 : words.filter(word => stops.has(word)).length / words.length],
    lineLength: [characters / lines.length],
    shortLines: [linesThat(line => line.length < 30)],
    endedLines: [linesThat(line => /[.!?…。！？｡؟۔।॥።။]["'’”»)\]]*$/u.test(line))],
    bulletLines: [linesThat(line => /^[•‣▪▫●○◦∙·*–—-](?:\s|$)/u.test(line))],
    ellipsisLines: [linesThat(line => line.endsWith('…') || line.endsWith('...'))],
    repeatedLines: [sizeOf(lines.filter((line, i) => lines.indexOf(line) < i)) / characters],
    topGrams: [2, 3, 4].map(n => topGram(words, n)),
    repeatedGrams: [5, 6, 7, 8, 9, 10].map(n => repeatedGrams(words, n)),
    isUnspaced: [Number(isUnspaced)],
  }
}

const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Han}\p{Script=Yi}ー]/gu

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/** Characters in all places of the most frequent row of n words; of several the longest. */
function topGram(words: readonly string[], n: number): number {
  const counts = new Map<string, number>()
  for (let i = 0; i + n <= words.length; i++) {
    const row = words.slice(i, i + n).join(' ')
    counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  const most = Math.max(0, ...counts.values())
  if (most < 2) return 0
  const sizes = [...counts].filter(([, count]) => count === most).map(([row]) => row.length - n + 1)
  return Math.min(1, (most * Math.max(...sizes)) / sizeOf(words))
}

/** Characters in rows of n words that stood in the text before, each counted once. */
function repeatedGrams(words: readonly string[], n: number): number {
  const seen = new Set<string>()
  const inRepeated = words.map(() => false)
  for (let i = 0; i + n <= words.length; i++) {
    const row = words.slice(i, i + n).join(' ')
    if (seen.has(row)) inRepeated.fill(true, i, i + n)
    seen.add(row)
  }
  return sizeOf(words.filter((_, i) => inRepeated[i])) / Math.max(1, sizeOf(words))
}
