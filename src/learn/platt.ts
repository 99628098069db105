/**
 * Scores → probabilities: p = 1 / (1 + exp(a·score + b)), fitted by maximum likelihood with Newton's method and the
 * smoothed targets of Platt 1999, in the numerically careful form of Lin, Lin, Weng 2007.
 */
export interface Sigmoid {
  readonly a: number
  readonly b: number
}

const MAX_STEPS = 100
const MIN_STEP = 1e-10
const RIDGE = 1e-12
const ENOUGH = 1e-5

/**
 * Fit on scores that the model was not trained on (cross-validation): on its own examples it is too sure of itself.
 * `balanced` gives both classes the same weight, as if the larger had been under-sampled: then 0.5 is where a page is as
 * likely wanted as not, however many unwanted examples somebody collected.
 */
export function fitSigmoid(
  scores: ArrayLike<number>,
  labels: ArrayLike<number>,
  { balanced = false }: { readonly balanced?: boolean } = {},
): Sigmoid {
  const n = scores.length
  let wanted = 0
  for (let i = 0; i < n; i++) if (labels[i] === 1) wanted++
  const isBalanced = balanced && wanted > 0 && wanted < n
  const wantedWeight = isBalanced ? n / (2 * wanted) : 1
  const unwantedWeight = isBalanced ? n / (2 * (n - wanted)) : 1
  const weight = (i: number): number => (labels[i] === 1 ? wantedWeight : unwantedWeight)
  // where both classes weigh the same, both are as sure as the smaller one allows: else few wanted examples move the middle
  const least = Math.min(wanted, n - wanted)
  const high = isBalanced ? (least + 1) / (least + 2) : (wanted + 1) / (wanted + 2)
  const low = isBalanced ? 1 / (least + 2) : 1 / (n - wanted + 2)
  const target = (i: number): number => (labels[i] === 1 ? high : low)

  const loss = (a: number, b: number): number => {
    let sum = 0
    for (let i = 0; i < n; i++) {
      const f = a * scores[i] + b
      const one = f >= 0 ? target(i) * f + Math.log1p(Math.exp(-f)) : (target(i) - 1) * f + Math.log1p(Math.exp(f))
      sum += weight(i) * one
    }
    return sum
  }

  let a = 0
  let b = isBalanced ? 0 : Math.log((n - wanted + 1) / (wanted + 1))
  let value = loss(a, b)
  for (let step = 0; step < MAX_STEPS; step++) {
    let h11 = RIDGE
    let h22 = RIDGE
    let h21 = 0
    let g1 = 0
    let g2 = 0
    for (let i = 0; i < n; i++) {
      const p = probabilityOf({ a, b }, scores[i])
      const d2 = weight(i) * p * (1 - p)
      const d1 = weight(i) * (target(i) - p)
      h11 += scores[i] * scores[i] * d2
      h22 += d2
      h21 += scores[i] * d2
      g1 += scores[i] * d1
      g2 += d1
    }
    if (Math.abs(g1) < ENOUGH && Math.abs(g2) < ENOUGH) break
    const determinant = h11 * h22 - h21 * h21
    const da = -(h22 * g1 - h21 * g2) / determinant
    const db = -(-h21 * g1 + h11 * g2) / determinant
    const slope = g1 * da + g2 * db
    let length = 1
    let next = loss(a + da, b + db)
    while (next >= value + 1e-4 * length * slope && length > MIN_STEP) {
      length /= 2
      next = loss(a + length * da, b + length * db)
    }
    if (length <= MIN_STEP) break
    a += length * da
    b += length * db
    value = next
  }
  return { a, b }
}

export function probabilityOf({ a, b }: Sigmoid, score: number): number {
  const f = a * score + b
  return f >= 0 ? Math.exp(-f) / (1 + Math.exp(-f)) : 1 / (1 + Math.exp(f))
}
