/** One strategy on one web, split into partitions: what share of the pages fetched was wanted when so much had been found. */
import { runStrategy } from '../../src/simulate/index.js'
import type { TestWeb } from '../strategies/truth.js'

export const COVERAGES = [0.8, 0.95, 0.99] as const

export interface SplitRun {
  readonly family: string
  readonly web: string
  readonly spec: string
  readonly partitions: number
  readonly delay: number
  /** One strategy sees the whole crawl: only the queues are split, so that what is lost is the price's doing. */
  readonly isShared?: boolean
  /** At COVERAGES, 0…1; null where the crawl ended before. */
  readonly harvest: readonly (number | null)[]
  readonly pages: number
  readonly coverage: number
  readonly linksSentPerPage: number
}

type Conditions = Pick<SplitRun, 'family' | 'web' | 'spec' | 'partitions' | 'delay' | 'isShared'>

export function measureSplit({ graph, truth, judgeErrors }: TestWeb, conditions: Conditions): SplitRun {
  const { spec, partitions, delay, isShared } = conditions
  const { wanted, counted, wantedInReach } = truth
  const wasFound = new Uint8Array(graph.pages + 1)
  const harvest: (number | null)[] = COVERAGES.map(() => null)
  let pages = 0
  let found = 0
  const { linksSentPerPage = 0 } = runStrategy(graph, {
    ...{ spec, partitions, delay, isShared, judgeErrors, seeds: graph.seeds },
    onVisit(page) {
      if (counted !== null && counted[page] === 0) return
      pages++
      if (wanted[page] === 0 || wasFound[wanted[page]] === 1) return
      wasFound[wanted[page]] = 1
      found++
      COVERAGES.forEach((coverage, i) => {
        if (harvest[i] === null && found >= coverage * wantedInReach) harvest[i] = found / pages
      })
    },
    // what comes later is not measured
    onProgress: () => harvest.includes(null),
  })
  return { ...conditions, harvest, pages, coverage: found / wantedInReach, linksSentPerPage }
}
