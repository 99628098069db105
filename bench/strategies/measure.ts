/**
 * One strategy on one web, measured exactly: the page count at which each half per mille of the wanted pages in reach had been
 * found, and what the strategy expected still to find at some of these moments and at its end. The strategy under test is
 * wrapped: pages are counted after the strategy has learned from them.
 */
import { readFileSync } from 'node:fs'
import type { Estimate, Strategy } from '../../src/contracts.js'
import { CRAWLED, RELEVANT, type WebGraph } from '../../src/graph/index.js'
import { perfectPaths, simulate } from '../../src/simulate/index.js'
import { createStrategy, runsOnGraphsOnly } from '../../src/strategy/index.js'
import { idealArea } from './area.js'
import type { TestWeb } from './truth.js'

/** `pagesAt[i]` is for a coverage of i / STEPS. */
export const STEPS = 2000
export const MILESTONES = [0.5, 0.8, 0.9, 0.95, 0.98, 0.99] as const
export const ESTIMATED_AT = [0.25, 0.5, 0.8, 0.95] as const
/** Where what the estimate goes by is noted: more often, to fit ranges with. */
export const SIGNS_AT = [0.2, 0.25, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98] as const

/** found / (found + remaining), with the most likely number and with the ends of the range. */
export interface CoverageRange {
  readonly estimated: number
  readonly low: number
  readonly high: number
}

export interface EstimateAt {
  /** One of ESTIMATED_AT, and the true coverage when it was reached: a single page may be several per cent. */
  readonly coverage: number
  readonly truth: number
  /** Null: the strategy says that it does not know. */
  readonly range: CoverageRange | null
}

export interface SignsAt {
  /** One of SIGNS_AT, and the true coverage. */
  readonly coverage: number
  readonly truth: number
  readonly signs: Readonly<Record<string, number>>
}

export interface Measured {
  readonly spec: string
  readonly pages: number
  /** Different wanted pages found, and those that can be reached from the seeds. */
  readonly relevant: number
  readonly relevantInReach: number
  readonly servers: number
  /** Area under found-against-fetched, as a share of a crawl that fetches all wanted pages first. */
  readonly area: number
  /** Pages fetched when a coverage of i / STEPS was first reached; shorter than STEPS + 1 when the end never was. */
  readonly pagesAt: readonly number[]
  /** Of strategies that estimate: at ESTIMATED_AT as far as they came, then where the crawl ended (`coverage` is 1 there). */
  readonly estimates: readonly EstimateAt[]
  readonly atEnd: EstimateAt | null
  /** At SIGNS_AT, of strategies that say what they go by. */
  readonly signs: readonly SignsAt[]
  readonly cpuSeconds: number
  /** Says which web it was: a result of another one is not taken for this one's. */
  readonly graph: string
}

/** `sum`: the web's checksum. */
export function measure({ graph, truth, judgeErrors }: TestWeb, spec: string, sum: string): Measured {
  const { wanted, counted, pagesInReach, wantedInReach: total } = truth
  const oracle = runsOnGraphsOnly(spec) ? { leadsToRelevant: truePaths(graph, wanted) } : {}
  const strategy = createStrategy(spec, { judgeErrors, ...oracle })
  const pagesAt = [0]
  const estimates: EstimateAt[] = []
  const signs: SignsAt[] = []
  const wasFound = new Uint8Array(graph.pages + 1)
  let pages = 0
  let found = 0
  let area = 0
  const observed: Strategy = {
    ...strategy,
    score(visit, links, out, control) {
      strategy.score(visit, links, out, control)
      if (counted !== null && counted[visit.page] === 0) return
      pages++
      const shown = wanted[visit.page]
      if (shown === 0 || wasFound[shown] === 1) return
      wasFound[shown] = 1
      found++
      area += Math.max(0, pagesInReach - pages + 1)
      while (pagesAt.length <= STEPS && found >= (pagesAt.length / STEPS) * total) {
        const coverage = pagesAt.length / STEPS
        pagesAt.push(pages)
        if (strategy.estimate !== undefined && ESTIMATED_AT.some(moment => moment === coverage)) {
          estimates.push(estimateNow(coverage))
        }
        if (strategy.signs !== undefined && SIGNS_AT.some(moment => moment === coverage)) {
          signs.push({ coverage, truth: found / total, signs: strategy.signs() })
        }
      }
    },
  }
  const estimateNow = (coverage: number): EstimateAt => {
    const estimate: Estimate | null = strategy.estimate?.() ?? null
    return { coverage, truth: found / total, range: estimate === null ? null : coverageRange(estimate) }
  }
  const before = threadSeconds()
  const { servers } = simulate(graph, observed, { spec, seeds: graph.seeds })
  return {
    spec,
    pages,
    relevant: found,
    relevantInReach: total,
    servers,
    area: area / idealArea(pagesInReach, total),
    pagesAt,
    estimates,
    atEnd: strategy.estimate === undefined ? null : estimateNow(1),
    signs,
    cpuSeconds: threadSeconds() - before,
    graph: sum,
  }
}

function coverageRange({ found, remaining, low, high }: Estimate): CoverageRange {
  const share = (left: number): number => (found + left === 0 ? 1 : found / (found + left))
  return { estimated: share(remaining), low: share(high), high: share(low) }
}

/** What an oracle knows is what is wanted, not what the judge says. */
function truePaths(graph: WebGraph, wanted: Uint32Array): Uint8Array {
  const flags = graph.flags.map((flag, page) => (flag & CRAWLED) | (wanted[page] === 0 ? 0 : RELEVANT))
  return perfectPaths({ ...graph, flags }, graph.seeds)
}

export function countRelevant({ flags }: WebGraph): number {
  const both = CRAWLED | RELEVANT
  let count = 0
  for (const flag of flags) if ((flag & both) === both) count++
  return count
}

/** CPU time of this thread, where the system tells it (Linux); else the time that passed. */
function threadSeconds(): number {
  try {
    const text = readFileSync('/proc/thread-self/stat', 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100 // user and system time in ticks, of which all Linux has 100 a second
  } catch {
    return performance.now() / 1000
  }
}
