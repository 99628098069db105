/** Arithmetic over the seeds of a variant. */
import { STEPS, type Measured } from './measure.js'
import { isOurs, ORACLE } from './specs.js'
import type { StudyResults } from './study.js'

export interface Spread {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly count: number
}

export function spread(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const sum = values.reduce((total, value) => total + value, 0)
  return { mean: sum / values.length, low: Math.min(...values), high: Math.max(...values), count: values.length }
}

/** Pages fetched when the coverage was first reached; null when it never was. */
export function pagesTo({ pagesAt }: Measured, coverage: number): number | null {
  return pagesAt[Math.ceil(coverage * STEPS - 1e-9)] ?? null
}

/** Relevant pages per fetched page at that moment, 0…1. */
export function harvestAt(measured: Measured, coverage: number): number | null {
  const pages = pagesTo(measured, coverage)
  return pages === null ? null : Math.ceil(coverage * measured.relevantInReach - 1e-9) / pages
}

export const coverageOf = ({ relevant, relevantInReach }: Measured): number => relevant / relevantInReach

/** Coverage after so many pages. */
export function coverageAfter({ pagesAt }: Measured, pages: number): number {
  const after = pagesAt.findIndex(count => count > pages)
  return ((after === -1 ? pagesAt.length : after) - 1) / STEPS
}

export function reached(values: readonly (number | null)[]): number[] {
  return values.filter(value => value !== null)
}

/** Those that ours are compared with: published, and no oracle. */
export function others(results: StudyResults): [spec: string, measured: readonly Measured[]][] {
  return [...results].filter(([spec]) => !isOurs(spec) && spec !== ORACLE)
}

/** How ours did against one other on the seeds on which that one reached the coverage. */
export interface Margin {
  readonly spec: string
  /** Seeds. */
  readonly compared: number
  /** Of these, where ours did not get that far and counts as 0. */
  readonly unreached: number
  /** In points of harvest, mean over these seeds. */
  readonly points: number
}

/**
 * Against each other strategy that reaches the coverage on at least half of the seeds, the closest first. One that only
 * reaches it where that is easy is compared there; where ours does not reach it, ours counts as 0.
 */
export function margins(results: StudyResults, ours: string, coverage: number): Margin[] {
  const own = results.get(ours) ?? []
  const found: Margin[] = []
  for (const [spec, measured] of others(results)) {
    const points: number[] = []
    let unreached = 0
    measured.forEach((other, seed) => {
      const theirs = harvestAt(other, coverage)
      if (theirs === null) return
      const mine = harvestAt(own[seed], coverage)
      if (mine === null) unreached++
      points.push(100 * ((mine ?? 0) - theirs))
    })
    const summary = spread(points)
    if (summary !== null && summary.count * 2 >= measured.length) {
      found.push({ spec, compared: summary.count, unreached, points: summary.mean })
    }
  }
  return found.sort((a, b) => a.points - b.points)
}

export interface Duel {
  readonly wins: number
  readonly losses: number
  /** Of the losses, those where ours never got that far. */
  readonly unreached: number
  /** Points of harvest by which ours led on each seed where it got that far. */
  readonly lead: Spread | null
  /** Who was best among the others, and on how many seeds. */
  readonly rivals: ReadonlyMap<string, number>
}

/** Seed by seed against whoever of the others was best on that seed: harder than against any one of them. */
export function duel(results: StudyResults, ours: string, coverage: number): Duel {
  const own = results.get(ours) ?? []
  const rivals = new Map<string, number>()
  const leads: number[] = []
  let wins = 0
  let losses = 0
  let unreached = 0
  own.forEach((measured, seed) => {
    let best = 0
    let rival = ''
    for (const [spec, theirs] of others(results)) {
      const harvest = theirs[seed] === undefined ? null : harvestAt(theirs[seed], coverage)
      if (harvest === null || harvest <= best) continue
      best = harvest
      rival = spec
    }
    const mine = harvestAt(measured, coverage)
    if (rival !== '') rivals.set(rival, (rivals.get(rival) ?? 0) + 1)
    if (mine !== null && mine > best) wins++
    else if (rival !== '') losses++
    if (mine === null && rival !== '') unreached++
    if (mine !== null && rival !== '') leads.push(100 * (mine - best))
  })
  return { wins, losses, unreached, lead: spread(leads), rivals }
}
