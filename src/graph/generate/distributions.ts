/** Distributions as tables, so that no loop over pages or links ever calls Math.log, Math.exp or Math.pow. */
import { sharedWords } from '../web-graph.js'
import type { Stream } from './random.js'

export function sharedFloats(length: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(length * 4))
}

/** Picks an index in proportion to its weight, with two numbers and two reads (Vose's alias method). */
export interface AliasTable {
  readonly size: number
  readonly keep: Float32Array
  readonly other: Uint32Array
}

export function aliasTable(weights: ArrayLike<number>): AliasTable {
  const size = weights.length
  const keep = sharedFloats(size)
  const other = sharedWords(size)
  let total = 0
  for (let i = 0; i < size; i++) total += weights[i]
  const scaled = new Float64Array(size)
  const small = new Uint32Array(size)
  const large = new Uint32Array(size)
  let smallEnd = 0
  let largeEnd = 0
  for (let i = 0; i < size; i++) {
    scaled[i] = total > 0 ? (weights[i] * size) / total : 1
    if (scaled[i] < 1) small[smallEnd++] = i
    else large[largeEnd++] = i
  }
  while (smallEnd > 0 && largeEnd > 0) {
    const less = small[--smallEnd]
    const more = large[largeEnd - 1]
    keep[less] = scaled[less]
    other[less] = more
    scaled[more] -= 1 - scaled[less]
    if (scaled[more] < 1) {
      largeEnd--
      small[smallEnd++] = more
    }
  }
  while (largeEnd > 0) keep[large[--largeEnd]] = 1
  while (smallEnd > 0) keep[small[--smallEnd]] = 1
  return { size, keep, other }
}

export function pick(table: AliasTable, random: Stream): number {
  const i = random.below(table.size)
  return random.unit() < table.keep[i] ? i : table.other[i]
}

export const QUANTILES = 1024

/** Quantiles of a log-normal distribution, scaled to a mean of 1. */
export function logNormalTable(sigma: number): Float32Array {
  const table = sharedFloats(QUANTILES)
  let total = 0
  for (let i = 0; i < QUANTILES; i++) {
    table[i] = Math.exp(sigma * normalQuantile((i + 0.5) / QUANTILES))
    total += table[i]
  }
  for (let i = 0; i < QUANTILES; i++) table[i] *= QUANTILES / total
  return table
}

/** Bisection on the error function is slow and exact enough: it runs a thousand times per graph. */
function normalQuantile(share: number): number {
  let low = -8
  let high = 8
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (normalShare(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Abramowitz and Stegun 7.1.26. */
function normalShare(x: number): number {
  const z = Math.abs(x) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * z)
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const erf = 1 - poly * Math.exp(-z * z)
  return x < 0 ? (1 - erf) / 2 : (1 + erf) / 2
}

/** The argument at which a rising function reaches a value. */
export function solve(rising: (x: number) => number, value: number, low: number, high: number): number {
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (rising(middle) < value) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * `count` sizes from a Pareto distribution cut off at `cap`, whose exponent is solved for so that they add up to `total`.
 * They are quantiles, not draws: all graphs of one scale have the same sizes, only on other servers. Sums of heavy tails
 * would otherwise differ by a multiple from seed to seed.
 */
export function paretoSizes(count: number, total: number, cap: number): Uint32Array {
  const sizes = new Uint32Array(count)
  if (count === 0) return sizes
  const limit = Math.max(cap, (2 * total) / count)
  const sizeAt = (i: number, exponent: number): number => {
    const lowest = limit ** -exponent
    return Math.floor((((i + 0.5) / count) * (1 - lowest) + lowest) ** (-1 / exponent))
  }
  // the large ones one by one, of the many small ones every 64th
  const exact = Math.min(count, 4096)
  const sumOf = (exponent: number): number => {
    let sum = 0
    for (let i = 0; i < exact; i++) sum += sizeAt(i, exponent)
    for (let i = exact; i < count; i += 64) sum += sizeAt(i, exponent) * Math.min(64, count - i)
    return sum
  }
  const exponent = solve(x => -sumOf(x), -total, 0.05, 6)
  let missing = total
  for (let i = 0; i < count; i++) {
    sizes[i] = sizeAt(i, exponent)
    missing -= sizes[i]
  }
  // what rounding leaves is spread over the larger servers, one page each
  while (missing !== 0) {
    const step = missing > 0 ? 1 : -1
    const before = missing
    for (let i = 0; i < count && missing !== 0; i++) {
      if (sizes[i] + step < 1) continue
      sizes[i] += step
      missing -= step
    }
    if (missing === before) break
  }
  return sizes
}
