/**
 * Naive Bayes over counts of words, two classes, with a Dirichlet prior that gives every word the same weight:
 *
 *   log-odds(page) = Σ tf(t) · ln( P(t | wanted) / P(t | unwanted) ),   P(t | c) = (n(t, c) + α) / (n(c) + α·|V|)
 *
 * Being a sum over words it is a linear model. The classes' sizes are left out: how many pages of each kind somebody
 * collected says nothing about the Web.
 */
import type { LinearModel } from './linear-svm.js'
import type { Rows } from './rows.js'

/**
 * `labels[r]` is 1 for a wanted row, anything else for an unwanted one. The larger class is weighed down to the size of the
 * smaller: otherwise a word that neither was seen with would speak for the smaller one.
 */
export function trainMultinomial(rows: Rows, labels: ArrayLike<number>, smoothing = 1): LinearModel {
  const { width, count, offsets, columns, values } = rows
  const wanted = new Float64Array(width)
  const unwanted = new Float64Array(width)
  let wantedSum = 0
  let unwantedSum = 0
  for (let r = 0; r < count; r++) {
    const isWanted = labels[r] === 1
    const counts = isWanted ? wanted : unwanted
    for (let i = offsets[r]; i < offsets[r + 1]; i++) {
      counts[columns[i]] += values[i]
      if (isWanted) wantedSum += values[i]
      else unwantedSum += values[i]
    }
  }
  const smaller = Math.min(wantedSum, unwantedSum)
  const wantedScale = wantedSum > 0 ? smaller / wantedSum : 1
  const unwantedScale = unwantedSum > 0 ? smaller / unwantedSum : 1
  const weights = wanted.map((n, t) =>
    Math.log((n * wantedScale + smoothing) / (unwanted[t] * unwantedScale + smoothing)),
  )
  return { weights, constant: 0 }
}
