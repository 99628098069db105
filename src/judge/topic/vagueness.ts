/** Is a topic clear enough to be crawled? Said before the crawl, because what a vague topic brings home looks like a crawl too. */
import type { BackgroundCounts, Rows } from '../../learn/index.js'

export interface Evidence {
  /** With both classes of the same weight, over the folds; null when there were too few pages to hold some back. */
  readonly gMean: number | null
  readonly keptTerms: number
  /** Null when likeness could not be measured. */
  readonly coherence: { readonly wanted: number; readonly unwanted: number } | null
}

/**
 * Chosen on subjects of wikischools and kinds of WebKB as clear topics, and as vague ones random pages and mixtures of five
 * subjects (docs/topics.md): clear ones reach 0.77…1.00 and 1.48…3.3, vague ones 0.35…0.85 and 0.84…1.66, never both high.
 */
const MIN_G_MEAN = 0.75
/** Wanted pages are this many times as much like each other as like unwanted ones. */
const MIN_COHERENCE = 1.45
const MIN_TERMS = 10

/** Reasons why it is too vague; none when it is clear. */
export function vagueness({ gMean, keptTerms, coherence }: Evidence): string[] {
  const reasons: string[] = []
  if (gMean !== null && gMean < MIN_G_MEAN)
    reasons.push(`held-out pages are told from irrelevant ones with a G-mean of only ${gMean.toFixed(2)}`)
  if (keptTerms < MIN_TERMS) reasons.push(`only ${keptTerms} terms are useful`)
  if (coherence !== null && coherence.wanted < coherence.unwanted * MIN_COHERENCE)
    reasons.push('the example pages are hardly more similar to each other than to irrelevant pages')
  return reasons
}

/** Mean cosine between two wanted pages, and between a wanted and an unwanted one. Rows have length 1, the wanted come first. */
export function coherenceOf(rows: Rows, positives: number): { wanted: number; unwanted: number } {
  const { offsets, columns, values, width, count } = rows
  const wanted = new Float64Array(width)
  const unwanted = new Float64Array(width)
  for (let i = offsets[0]; i < offsets[positives]; i++) wanted[columns[i]] += values[i]
  for (let i = offsets[positives]; i < offsets[count]; i++) unwanted[columns[i]] += values[i]
  let within = 0
  let across = 0
  for (let t = 0; t < width; t++) {
    within += wanted[t] * wanted[t]
    across += wanted[t] * unwanted[t]
  }
  const pairs = positives * (positives - 1)
  return {
    // every row's cosine with itself is 1
    wanted: pairs === 0 ? 0 : (within - positives) / pairs,
    unwanted: count === positives ? 0 : across / (positives * (count - positives)),
  }
}

/** Words that can mean anything: every one of them stands on the Web more often than Pmax of the paper. */
export function isCommonplace(words: readonly string[], background: BackgroundCounts): boolean {
  return words.length > 0 && words.every(word => background.count(word) > 131_072_000)
}
