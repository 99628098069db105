import type { Distribution } from './graph-stats.js'

/** Larger values are kept one by one; degrees and sizes add up to links and pages, so there are few of them. */
const COUNTED = 1 << 16

/** Counts small whole numbers, so that quantiles of millions of them are exact and cost no sorting. */
export class Tally {
  private readonly counts = new Float64Array(COUNTED)
  private readonly large: number[] = []
  private count = 0
  private sum = 0

  add(value: number): void {
    this.count++
    this.sum += value
    if (value < COUNTED) this.counts[value]++
    else this.large.push(value)
  }

  summary(): Distribution {
    const { count, counts } = this
    const large = this.large.sort((a, b) => a - b)
    const quantile = (share: number): number => {
      const rank = Math.max(1, Math.ceil(count * share))
      let seen = 0
      for (let value = 0; value < COUNTED; value++) {
        seen += counts[value]
        if (seen >= rank) return value
      }
      return large[rank - seen - 1]
    }
    if (count === 0) {
      return { count, mean: 0, median: 0, p90: 0, p99: 0, max: 0, zeros: 0, zeroShare: 0, histogram: [] }
    }
    return {
      count,
      mean: this.sum / count,
      median: quantile(0.5),
      p90: quantile(0.9),
      p99: quantile(0.99),
      max: quantile(1),
      zeros: counts[0],
      zeroShare: counts[0] / count,
      histogram: this.bins(quantile(1)),
    }
  }

  private bins(max: number): Distribution['histogram'] {
    const { count } = this
    const bins = Array.from({ length: binOf(max) + 1 }, () => 0)
    this.counts.forEach((pages, value) => {
      if (pages > 0) bins[binOf(value)] += pages
    })
    for (const value of this.large) bins[binOf(value)]++
    return bins.map((pages, bin) => ({
      from: bin === 0 ? 0 : 2 ** (bin - 1),
      to: bin === 0 ? 0 : 2 ** bin - 1,
      count: pages,
      share: pages / count,
    }))
  }
}

/** 0, 1, 2–3, 4–7 … */
function binOf(value: number): number {
  return 32 - Math.clz32(value)
}

export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
