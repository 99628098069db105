/**
 * What a part of a word says for a language and against a rival, and what text of either scores that was held back.
 *
 *   weight = ½ ( ln (α + c) / (α + e)  −  ln (α + c') / (α + e') )
 *
 * c and c' are the counts in the text of the language and of the rival, e and e' how often the part would stand there if it were as
 * frequent as in the other text. So a part that the few pages of the rival merely happen not to have weighs little, and a frequent one
 * that it lacks weighs much: the rival's text is of another genre than ours, as a rule.
 */
import { countWindows, type GramCounts, type WindowGrams } from './gram-counts.js'

/** Of 0.4, 1 and 3 the smallest did best on the development languages, by 0.005 of the macro-F1. */
const ALPHA = 0.5
const FOLDS = 5
/**
 * Parts of words of this length tell best how typical a text is: longer ones follow the genre, shorter ones any language has. Where a
 * letter is a word two are enough.
 */
export function typicalLengthOf(script: string): number {
  return script === 'Hani' ? 2 : 3
}
/** Enough windows for a mean. */
const MAX_MEASURED = 90

/** Counts, or those that are left when some windows are held back. */
export interface GramView {
  count(gram: number): number
  total(length: number): number
}

export function allOf(counts: GramCounts): GramView {
  return { count: gram => counts.get(gram), total: length => counts.totals[length] }
}

/** Each fold is a run of windows: what stands side by side is about the same things. */
export function foldsOf(windows: readonly WindowGrams[], counts: GramCounts) {
  const folds = Math.min(FOLDS, windows.length)
  return Array.from({ length: folds }, (_, fold) => {
    const held = windows.filter((_, i) => Math.floor((i * folds) / windows.length) === fold)
    const without = countWindows(held)
    const rest: GramView = {
      count: gram => counts.get(gram) - without.get(gram),
      total: length => counts.totals[length] - without.totals[length],
    }
    return { held: some(held, Math.ceil(MAX_MEASURED / folds)), rest }
  })
}

function some<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, items.length / most)
  return Array.from({ length: Math.min(items.length, most) }, (_, i) => items[Math.floor(i * step)])
}

export function weightOf(own: number, allOwn: number, theirs: number, allTheirs: number): number {
  if (own === 0 && theirs === 0) return 0
  const expected = allTheirs === 0 ? 0 : (theirs / allTheirs) * allOwn
  const expectedTheirs = allOwn === 0 ? 0 : (own / allOwn) * allTheirs
  return 0.5 * Math.log(((ALPHA + own) * (ALPHA + expectedTheirs)) / ((ALPHA + expected) * (ALPHA + theirs)))
}

export function typicalWeight(count: number, all: number): number {
  return count === 0 ? 0 : Math.log(1 + (count / all) * 1e4)
}

/** Per part of a word. */
export function scoreOf(own: GramView, rival: GramView, { grams, lengths, all }: WindowGrams): number {
  let sum = 0
  for (let i = 0; i < grams.length; i++) {
    const [gram, length] = [grams[i], lengths[i]]
    sum += weightOf(own.count(gram), own.total(length), rival.count(gram), rival.total(length))
  }
  return all === 0 ? 0 : sum / all
}

export function typicalOf(counts: GramView, { grams, lengths, all }: WindowGrams, length: number): number {
  let sum = 0
  for (let i = 0; i < grams.length; i++)
    if (lengths[i] === length) sum += typicalWeight(counts.count(grams[i]), counts.total(length))
  return all === 0 ? 0 : sum / all
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
