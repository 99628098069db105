/**
 * Unwanted pages out of nothing, for whoever has none: words drawn as often as they stand on the Web at large. No page reads
 * like that, but it says which words are common, and that is what a topic's words are told from.
 */
import { createRandom, type BackgroundTable } from '../../learn/index.js'
import type { TrainingPage } from './types.js'

export function makeSyntheticPages(
  background: BackgroundTable,
  count: number,
  words: number,
  seed: number,
): TrainingPage[] {
  const random = createRandom(seed)
  const { counts } = background
  const sums = new Float64Array(counts.length)
  let total = 0
  for (let i = 0; i < counts.length; i++) sums[i] = total += counts[i]
  const draw = (): string => {
    const wanted = random() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sums[middle] > wanted) high = middle
      else low = middle + 1
    }
    return background.word(low)
  }
  return Array.from({ length: count }, (_, page) => {
    // half to one and a half times as long: lengths of pages differ
    const length = Math.round(words * (0.5 + random()))
    const text = Array.from({ length }, draw).join(' ')
    return { url: `made:${page}`, title: '', text }
  })
}

export function isTable(background: object): background is BackgroundTable {
  return 'word' in background && 'counts' in background
}
