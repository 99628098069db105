/** Which pages the published recipes would keep, by the signals of quality.ts. The first rule that a page breaks is its reason. */
import type { QualitySignals } from './quality.js'

export const QUALITY_RECIPES = ['gopher', 'fineweb'] as const
export type QualityRecipe = (typeof QUALITY_RECIPES)[number]

/** Null: the page keeps to all rules of the recipes. */
export function brokenRule(signals: QualitySignals, recipes: readonly QualityRecipe[]): string | null {
  for (const recipe of recipes) {
    const broken = recipe === 'gopher' ? gopher(signals) : fineweb(signals)
    if (broken !== null) return broken
  }
  return null
}

/** Upper bounds of topGrams and repeatedGrams. */
const TOP = [0.2, 0.18, 0.16]
const REPEATED = [0.15, 0.14, 0.13, 0.12, 0.11, 0.1]

/** Stop words: at least two in the text, where the language has a list. */
function gopher(signals: QualitySignals): string | null {
  const { words, wordLength, symbols, letterWords, bulletLines, ellipsisLines, stopWords, repeatedLines } = signals
  if (words < 50 || words > 100_000) return 'words'
  if (!signals.isUnspaced && (wordLength < 3 || wordLength > 10)) return 'wordLength'
  if (symbols > 0.1) return 'symbols'
  if (letterWords < 0.8) return 'letterWords'
  if (bulletLines > 0.9) return 'bulletLines'
  if (ellipsisLines > 0.3) return 'ellipsisLines'
  if (stopWords !== -1 && Math.round(stopWords * words) < 2) return 'stopWords'
  if (repeatedLines > 0.2) return 'repeatedLines'
  if (signals.topGrams.some((share, i) => share > TOP[i])) return 'topGrams'
  return signals.repeatedGrams.some((share, i) => share > REPEATED[i]) ? 'repeatedGrams' : null
}

/** What FineWeb added to other filters. Scripts without full stops end no lines with them: there the first rule is not asked. */
function fineweb({ endedLines, shortLines, repeatedLines, isUnspaced }: QualitySignals): string | null {
  if (!isUnspaced && endedLines <= 0.12) return 'endedLines'
  if (repeatedLines >= 0.1) return 'repeatedLines'
  return shortLines >= 0.67 ? 'shortLines' : null
}
