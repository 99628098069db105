/** What it took to reach a given coverage: the fairest comparison, because strategies halt at different coverages. */
import type { CurvePoint, RunResult } from '../../simulate/result.js'

export const MILESTONES = [0.5, 0.8, 0.9, 0.95, 0.98, 0.99] as const

export interface Milestone {
  readonly coverage: number
  readonly pages: number
  /** Relevant pages among all fetched until then. */
  readonly harvest: number
  /** With a simulated network. */
  readonly hours: number | null
}

/** Null when the run never got there. Between two points of the curve pages are counted proportionally. */
export function milestone(run: RunResult, relevantInGraph: number, coverage: number): Milestone | null {
  if (!(relevantInGraph > 0)) return null
  const wanted = relevantInGraph * coverage
  const { curve } = run
  const after = curve.findIndex(point => point.relevant >= wanted)
  if (after < 0) return null
  const to = curve[after]
  const from: CurvePoint = after === 0 ? to : curve[after - 1]
  const gained = to.relevant - from.relevant
  const share = gained > 0 ? (wanted - from.relevant) / gained : 1
  const pages = from.pages + share * (to.pages - from.pages)
  const hours = to.hours === undefined ? null : mix(from.hours ?? to.hours, to.hours, share)
  return pages > 0 ? { coverage, pages, harvest: wanted / pages, hours } : null
}

function mix(from: number, to: number, share: number): number {
  return from + share * (to - from)
}
