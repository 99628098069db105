/** Frequent words of a language that its rivals do not have, or hardly: to search for pages with, and to show what was learned. */
import { wordsIn } from '../grams.js'
import { readWindow, type GramCounts } from './gram-counts.js'

const MOST = 100
const LEAST_TIMES = 3
const LONGEST = 40

export function distinctiveWords(text: string, rivals: readonly GramCounts[]): string[] {
  const times = new Map<string, number>()
  for (const word of wordsIn(text)) if (word.length <= LONGEST) times.set(word, (times.get(word) ?? 0) + 1)
  return [...times]
    .filter(([word, count]) => count >= LEAST_TIMES && word.length > 1)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST * 10)
    .map(([word, count]) => {
      const { grams } = readWindow(word)
      // a rival has the word at most as often as each of its parts
      const elsewhere = Math.max(0, ...rivals.map(rival => Math.min(...Array.from(grams, gram => rival.get(gram)))))
      return { word, worth: count / (1 + 5 * elsewhere) }
    })
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MOST)
    .map(({ word }) => word)
}
