/**
 * A linear support vector machine, trained by dual coordinate descent (Hsieh, Chang, Lin, Keerthi, Sundararajan 2008,
 * algorithm 1 with random order, hinge loss). Each pass visits the examples in a new order drawn from a fixed seed: the
 * same examples give the same weights.
 *
 *   min over w:  ½|w|² + Σ C(y_i) max(0, 1 - y_i w·x_i)      with  0 <= α_i <= C(y_i),  w = Σ α_i y_i x_i
 *
 * The constant term is one more column that is always 1, so it is regularised like the others.
 */
import { createRandom, shuffle } from './random.js'
import type { Rows } from './rows.js'

export interface SvmOptions {
  /** Price of an error; 1 unless said. */
  readonly c?: number
  /** The two classes' prices are weighted so that they sum up to the same, whatever their sizes. */
  readonly balanced?: boolean
  /** Stops when no example violates its conditions by more than this. */
  readonly tolerance?: number
  readonly maxPasses?: number
  readonly seed?: number
}

export interface LinearModel {
  readonly weights: Float64Array
  readonly constant: number
}

/** `labels[r]` is 1 for a wanted row, anything else for an unwanted one. */
export function trainSvm(rows: Rows, labels: ArrayLike<number>, options: SvmOptions = {}): LinearModel {
  const { c = 1, balanced = false, tolerance = 0.01, maxPasses = 200, seed = 1 } = options
  const { count, offsets, columns, values } = rows
  const weights = new Float64Array(rows.width)
  let constant = 0
  const prices = classPrices(labels, count, c, balanced)
  const alpha = new Float64Array(count)
  const norms = squaredNorms(rows)
  const order = Uint32Array.from({ length: count }, (_, r) => r)
  const random = createRandom(seed)

  for (let pass = 0; pass < maxPasses; pass++) {
    shuffle(order, random)
    let worst = 0
    for (let k = 0; k < count; k++) {
      const r = order[k]
      const wanted = labels[r] === 1
      const sign = wanted ? 1 : -1
      const limit = wanted ? prices.wanted : prices.unwanted
      let score = constant
      for (let i = offsets[r]; i < offsets[r + 1]; i++) score += weights[columns[i]] * values[i]
      const gradient = sign * score - 1
      const before = alpha[r]
      const violation = before === 0 ? Math.min(gradient, 0) : before === limit ? Math.max(gradient, 0) : gradient
      worst = Math.max(worst, Math.abs(violation))
      if (violation === 0) continue
      alpha[r] = Math.min(Math.max(before - gradient / norms[r], 0), limit)
      const step = (alpha[r] - before) * sign
      for (let i = offsets[r]; i < offsets[r + 1]; i++) weights[columns[i]] += step * values[i]
      constant += step
    }
    if (worst <= tolerance) break
  }
  return { weights, constant }
}

/** Signed distance from the border, in units of the margin: above 0 is wanted. */
export function svmScore(model: LinearModel, columns: ArrayLike<number>, values: ArrayLike<number>): number {
  let score = model.constant
  for (let i = 0; i < columns.length; i++) score += model.weights[columns[i]] * values[i]
  return score
}

/** The same of a row. */
export function rowScore(model: LinearModel, { offsets, columns, values }: Rows, r: number): number {
  return svmScore(model, columns.subarray(offsets[r], offsets[r + 1]), values.subarray(offsets[r], offsets[r + 1]))
}

export function svmScores(model: LinearModel, rows: Rows): Float64Array {
  return Float64Array.from({ length: rows.count }, (_, r) => rowScore(model, rows, r))
}

function classPrices(labels: ArrayLike<number>, count: number, c: number, balanced: boolean) {
  let wanted = 0
  for (let r = 0; r < count; r++) if (labels[r] === 1) wanted++
  if (!balanced || wanted === 0 || wanted === count) return { wanted: c, unwanted: c }
  return { wanted: (c * count) / (2 * wanted), unwanted: (c * count) / (2 * (count - wanted)) }
}

/** Of the rows with their constant column. */
function squaredNorms({ count, offsets, values }: Rows): Float64Array {
  const norms = new Float64Array(count).fill(1)
  for (let r = 0; r < count; r++) for (let i = offsets[r]; i < offsets[r + 1]; i++) norms[r] += values[i] * values[i]
  return norms
}
