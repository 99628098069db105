/**
 * How often to visit pages whose rates of change are known, so that their mean freshness is highest for a given number of visits
 * (Cho and Garcia-Molina, "Effective page refresh policies for Web crawlers", TODS 2003, section 5; with weights: section 6).
 *
 * A page that changes λ times a day, at times of a Poisson process, and is visited f times a day is fresh for a share
 * F(λ, f) = (f/λ)(1 − exp(−λ/f)) of the time. Where the sum of w·F is highest, one more visit gains the same for all pages that are
 * visited at all (the Lagrange multiplier μ): w·∂F/∂f = (w/λ)·g(λ/f) = μ with g(x) = 1 − (1 + x)·exp(−x). As g is below 1, a page
 * with λ ≥ w/μ is not visited: it changes so fast that the visits buy more elsewhere.
 */

/** x with g(x) = y, for 0 < y < 1: changes between two visits. */
export function changesBetweenVisits(y: number): number {
  // g is x²/2 for small x; for large ones exp(−x) = (1 − y) / (1 + x)
  let x = y < 0.6 ? Math.sqrt(2 * y) * (1 + Math.sqrt(2 * y) / 3) : -Math.log((1 - y) / (1 - 1.3 * Math.log(1 - y)))
  for (let step = 0; step < 8; step++) {
    const left = Math.exp(-x)
    const better = x - (1 - (1 + x) * left - y) / (x * left)
    const isDone = Math.abs(better - x) <= 1e-9 * x
    // the curve is concave beyond 1: a step may lead below 0
    x = better > 0 ? better : x / 2
    if (isDone) break
  }
  return x
}

/** Visits per day of a page, where one more visit gains `multiplier`. */
export function optimalFrequency(rate: number, weight: number, multiplier: number): number {
  const y = (multiplier * rate) / weight
  return y > 0 && y < 1 ? rate / changesBetweenVisits(y) : 0
}

const BINS_PER_FACTOR_E = 32
/** Rates over weights from exp(−32) to exp(32): beyond, they are as at the end. */
const BINS = 64 * BINS_PER_FACTOR_E

/**
 * The multiplier at which the optimal frequencies add up to `visitsPerDay`. Pages that gain alike per rate are solved for together,
 * by the mean of their bin: the sum differs from that of the single pages by less than a hundredth. 0 when there is nothing to visit.
 */
export function solveMultiplier(
  rates: ArrayLike<number>,
  weights: ArrayLike<number>,
  count: number,
  visitsPerDay: number,
): number {
  const rateSum = new Float64Array(BINS)
  const ratioSum = new Float64Array(BINS)
  for (let page = 0; page < count; page++) {
    if (!(rates[page] > 0 && weights[page] > 0)) continue
    const ratio = rates[page] / weights[page]
    const bin = Math.floor(Math.log(ratio) * BINS_PER_FACTOR_E) + BINS / 2
    const place = Math.min(Math.max(bin, 0), BINS - 1)
    rateSum[place] += rates[page]
    ratioSum[place] += rates[page] * ratio
  }
  const filled: number[] = []
  for (let bin = 0; bin < BINS; bin++) if (rateSum[bin] > 0) filled.push(bin)
  if (filled.length === 0 || !(visitsPerDay > 0)) return 0
  const visitsAt = (multiplier: number): number => {
    let sum = 0
    for (const bin of filled) {
      const y = (multiplier * ratioSum[bin]) / rateSum[bin]
      if (y > 0 && y < 1) sum += rateSum[bin] / changesBetweenVisits(y)
    }
    return sum
  }
  // visits fall as the multiplier rises: bisection on its logarithm
  let low = -80
  let high = 40
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (visitsAt(Math.exp(middle)) > visitsPerDay) low = middle
    else high = middle
  }
  return Math.exp((low + high) / 2)
}
