/** What was measured on the webs of a portfolio, and how ours compares with the best other on each. */
import { isOurs, ORACLE } from '../strategies/specs.js'
import type { Measured } from '../strategies/measure.js'

export interface WebResults {
  readonly family: string
  readonly web: string
  readonly pagesInReach: number
  readonly wantedInReach: number
  /** By strategy. */
  readonly runs: ReadonlyMap<string, Measured>
}

export interface Comparison {
  readonly results: WebResults
  readonly ours: Measured
  /** Of the published ones, the one with the largest area here. */
  readonly other: Measured
  /** Ours less the other's, in points of area, and as a share of the other's. */
  readonly points: number
  readonly relative: number
}

/** Null where ours or all others are missing. */
export function compare(results: WebResults, spec: string): Comparison | null {
  const ours = results.runs.get(spec)
  const others = [...results.runs.values()].filter(run => !isOurs(run.spec) && run.spec !== ORACLE)
  if (ours === undefined || others.length === 0) return null
  const other = others.reduce((best, run) => (run.area > best.area ? run : best))
  const difference = ours.area - other.area
  return { results, ours, other, points: 100 * difference, relative: difference / other.area }
}

/** First, or within 1 % of the first. */
export const LEVEL = 0.01

export const isFirstOrLevel = ({ relative }: Comparison): boolean => relative >= -LEVEL

/** In the order in which they come. */
export function byFamily<T>(items: readonly T[], familyOf: (item: T) => string): Map<string, T[]> {
  const families = new Map<string, T[]>()
  for (const item of items) families.set(familyOf(item), [...(families.get(familyOf(item)) ?? []), item])
  return families
}

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
