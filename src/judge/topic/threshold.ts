/**
 * Where a topic judge draws the line between wanted and unwanted, and how often it errs on either side of a line.
 *
 * Examples are about as many on both sides; on the Web one page in ten or in a hundred is wanted. A border half way between the
 * two classes then takes more wrong pages than right ones, so it is moved towards the wanted pages, by a share of wanted pages
 * that is assumed before the crawl (`prior`), and at most half way to where wanted pages that were held back are on average:
 * what was learned from few pages is not sure enough of itself to be moved further.
 *
 * The prior is fixed because a verdict must be the same whenever and wherever a page is judged, and because measuring it on the
 * pages met (EM, Saerens et al. 2002) did worse: docs/topics.md.
 */
import type { JudgeErrors } from '../../contracts.js'
import { probabilityOf, type Sigmoid } from '../../learn/index.js'

/** Chosen on half of the domains of WebKB from 0.5, 0.3, 0.25, 0.2, 0.15 and 0.1, with and without the bound. */
export const DEFAULT_PRIOR = 0.15
const MOST_OF_THE_WAY = 0.5

/** Errors at smallest scores of 0.05, 0.10 … 0.95. */
export interface ErrorsByScore {
  readonly falsePositive: readonly number[]
  readonly falseNegative: readonly number[]
}

export const SCORES = Array.from({ length: 19 }, (_, i) => (i + 1) / 20)

/** `balanced` with the border moved. Both lists go by example: `labels` are 1 for wanted ones. */
export function withBorder(
  balanced: Sigmoid,
  scores: ArrayLike<number>,
  labels: ArrayLike<number>,
  prior: number,
): Sigmoid {
  const asked = Math.log((1 - prior) / prior)
  if (asked <= 0) return { a: balanced.a, b: balanced.b + asked }
  let wanted = 0
  let sum = 0
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== 1) continue
    wanted++
    sum -= balanced.a * scores[i] + balanced.b
  }
  const most = MOST_OF_THE_WAY * Math.max(0, sum / Math.max(1, wanted))
  return { a: balanced.a, b: balanced.b + Math.min(asked, most) }
}

/** Of scores of examples that were held back. Half an error more on each side: none among fifty is not none at all. */
export function errorsByScore(page: Sigmoid, scores: ArrayLike<number>, labels: ArrayLike<number>): ErrorsByScore {
  const probabilities = Array.from(scores, score => probabilityOf(page, score))
  const wanted = probabilities.filter((_, i) => labels[i] === 1)
  const others = probabilities.filter((_, i) => labels[i] !== 1)
  const share = (errors: number, of: number): number => Number(((errors + 0.5) / (of + 1)).toPrecision(4))
  return {
    falsePositive: SCORES.map(least => share(others.filter(p => p >= least).length, others.length)),
    falseNegative: SCORES.map(least => share(wanted.filter(p => p < least).length, wanted.length)),
  }
}

/** Between two scores of the table the errors lie between theirs. */
export function errorsAt({ falsePositive, falseNegative }: ErrorsByScore, minScore: number): JudgeErrors {
  const place = Math.max(0, Math.min(SCORES.length - 1, minScore * 20 - 1))
  const low = Math.floor(place)
  const high = Math.min(SCORES.length - 1, low + 1)
  const between = (errors: readonly number[]): number => errors[low] + (place - low) * (errors[high] - errors[low])
  return { falsePositive: between(falsePositive), falseNegative: between(falseNegative) }
}
