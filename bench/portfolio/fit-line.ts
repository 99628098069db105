/**
 * The line of the range (estimate-range.ts) by least squares of the logarithm, cases far off counting less: where the search for all
 * constants begins. So what is fitted without a family does not begin at constants that have seen it.
 */
import type { RangeConstants } from '../../src/strategy/longtail/estimate-range.js'
import type { RangeCase } from './fit-range.js'

type Line = Pick<RangeConstants, 'A' | 'B' | 'D' | 'E' | 'F' | 'G'>

/** Nothing remains, or nothing was found: half a page in a thousand. */
const LEAST_SHARE = 0.0005
/** From here on a case counts by its distance, not by the square. */
const FAR_OFF = 0.5
const ROUNDS = 6
/** Keeps what the data do not say at 0. */
const RIDGE = 0.003

export function fitLine(cases: readonly RangeCase[], weights: readonly number[]): Line {
  const rows = cases.map(({ signs: { worth, young, answers, fading } }) => [
    1,
    worth,
    worth * young,
    young,
    answers / 2,
    fading,
  ])
  const wanted = cases.map(({ truth }) => Math.log((1 - truth + LEAST_SHARE) / (truth + LEAST_SHARE)))
  let own = [...weights]
  let line = [0, 0, 0, 0, 0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    line = leastSquares(rows, wanted, own)
    const fitted = line
    own = weights.map((weight, i) => weight / Math.max(FAR_OFF, Math.abs(wanted[i] - product(rows[i], fitted))))
  }
  const [A, B, D, E, F, G] = line
  return { A, B, D, E, F, G }
}

function leastSquares(rows: readonly number[][], wanted: readonly number[], weights: readonly number[]): number[] {
  const size = rows[0].length
  const sums = Array.from({ length: size }, (_, i) => Array.from({ length: size + 1 }, (_, j) => (i === j ? RIDGE : 0)))
  rows.forEach((row, k) => {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) sums[i][j] += weights[k] * row[i] * row[j]
      sums[i][size] += weights[k] * row[i] * wanted[k]
    }
  })
  return solved(sums)
}

/** By elimination: a ridge keeps all pivots above 0. */
function solved(sums: number[][]): number[] {
  const size = sums.length
  for (let i = 0; i < size; i++) {
    for (let other = 0; other < size; other++) {
      if (other === i) continue
      const times = sums[other][i] / sums[i][i]
      for (let j = i; j <= size; j++) sums[other][j] -= times * sums[i][j]
    }
  }
  return sums.map((row, i) => row[size] / row[i])
}

const product = (row: readonly number[], line: readonly number[]): number =>
  row.reduce((sum, value, i) => sum + value * line[i], 0)
