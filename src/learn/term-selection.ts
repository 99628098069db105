/**
 * Which terms of a topic's pages are worth knowing: those that are popular there and those that are rare elsewhere (Chen,
 * Power, Subramanian, Ledlie 2011). A term's worth is
 *
 *   tfidf(t) = tf(t) · ln(Nmax / N(t))          tf: occurrences per page of the topic, N: its count on the Web at large
 *
 * and what it must exceed grows with N(t), in classes that double:
 *
 *   N < Rmax                          Rth
 *   2^(l-1)·Rmax <= N < 2^l·Rmax      β^l · Rth   for l = 1 … k,  β^k · Rth = Tth
 *   2^k·Rmax <= N                     never kept
 */
export interface TermSelection {
  /** Rth: what a rare term must exceed. */
  readonly rareThreshold: number
  /** Rmax: a term that is counted less often is rare. */
  readonly rareMax: number
  /** k: Pmax = 2^k · Rmax is where terms are too common to be kept. */
  readonly doublings: number
  /** Tth = β^k · Rth. */
  readonly popularThreshold: number
  /** Longest phrase, in words; 1 for single words alone. */
  readonly maxWords: number
}

/** As published; Rth and β, which were not, from the thresholds' meaning: a rare term is kept that stands three times on 100 pages. */
export const PAPER_SELECTION: TermSelection = {
  rareThreshold: 0.5,
  rareMax: 1000,
  doublings: 17,
  popularThreshold: 4,
  maxWords: 5,
}

/**
 * Gentler: a tenth of the published thresholds, and no word too common. Chosen on half of the domains of WebKB, whose pages
 * are short and told apart by common words ("my advisor", "homework"): docs/topics.md has the numbers.
 */
export const DEFAULT_SELECTION: TermSelection = {
  rareThreshold: 0.05,
  rareMax: 1000,
  doublings: 25,
  popularThreshold: 0.4,
  maxWords: 2,
}

/** What Web 1T leaves out: a term that is not in a table of counts is not quite as rare as one that was never written. */
const LEAST_COUNT = 40

/** What a term with this background count must exceed; Infinity when it is too common. */
export function termThreshold(count: number, selection: TermSelection): number {
  const { rareThreshold, rareMax, doublings, popularThreshold } = selection
  if (count < rareMax) return rareThreshold
  const level = Math.floor(Math.log2(count / rareMax)) + 1
  if (level > doublings) return Infinity
  return rareThreshold * (popularThreshold / rareThreshold) ** (level / doublings)
}

/** `occurrences`: per page. */
export function termWorth(occurrences: number, count: number, max: number): number {
  return occurrences * Math.log(max / Math.max(count, LEAST_COUNT))
}

export function isKeptTerm(occurrences: number, count: number, max: number, selection: TermSelection): boolean {
  return termWorth(occurrences, count, max) > termThreshold(count, selection)
}
