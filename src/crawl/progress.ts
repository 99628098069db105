/** Where a crawl stands, as numbers; `status.json` and the terminal both show this. */
import type { Budget } from './budget.js'
import { writeAtomically } from './crawl-directory.js'
import { occasionalExpectation, type Expectation } from './expectation.js'
import type { CrawlSession } from './session.js'

export interface Progress {
  readonly at: string
  readonly name: string
  readonly strategy: string
  readonly pages: number
  readonly relevant: number
  readonly harvest: number
  /** Over the last 1,000 pages. */
  readonly recentHarvest: number
  readonly queue: number
  readonly parked: number
  readonly known: number
  readonly hosts: number
  readonly bytes: number
  readonly redirects: number
  readonly failures: number
  readonly skipped: number
  readonly revisits: number
  readonly nearDuplicates: number
  /** What the strategy expects still to find, some seconds ago at most; null when it does not say. */
  readonly estimate: Expectation | null
  readonly underWay: number
  readonly pagesPerSecond: number
  readonly seconds: number
  /** Time to the nearest limit, in words; '' when there is none. */
  readonly left: string
  readonly languages: Readonly<Record<string, number>>
}

const STATUS_EVERY_MS = 2000
/** Speed is measured over about this long. */
const WINDOW_MS = 10_000

/** A function that reports progress, remembers enough to tell the speed, and keeps status.json fresh. */
export function timeline(
  session: CrawlSession,
  budget: Budget,
  startedAt: number,
): (underWay: number, isEnd: boolean) => Progress {
  const { state, ledger, campaign, directory } = session
  const expectation = occasionalExpectation(session.strategy)
  const samples: [ms: number, pages: number, bytes: number][] = [[startedAt, state.fetched, ledger.bytes]]
  let statusAt = 0
  return (underWay, isEnd) => {
    const now = Date.now()
    samples.push([now, state.fetched, ledger.bytes])
    while (samples.length > 2 && samples[0][0] < now - WINDOW_MS) samples.shift()
    const [since, pagesThen, bytesThen] = samples[0]
    const seconds = Math.max(now - since, 1) / 1000
    const pagesPerSecond = (state.fetched - pagesThen) / seconds
    const progress: Progress = {
      at: new Date(now).toISOString(),
      name: campaign.name,
      strategy: session.strategyName,
      pages: state.fetched,
      relevant: state.relevant,
      harvest: state.fetched === 0 ? 0 : state.relevant / state.fetched,
      recentHarvest: ledger.recentHarvest(),
      queue: state.frontier.size,
      parked: state.frontier.parked,
      known: state.urls.size,
      hosts: state.hostsFetched,
      bytes: ledger.bytes,
      redirects: ledger.redirects,
      failures: ledger.failures,
      skipped: ledger.skipped,
      revisits: ledger.revisits,
      nearDuplicates: ledger.nearDuplicates,
      estimate: expectation(state.relevant, now, isEnd),
      underWay,
      pagesPerSecond,
      seconds: (now - startedAt) / 1000,
      left: budget.nearest(state.fetched, ledger.bytes, now, pagesPerSecond, (ledger.bytes - bytesThen) / seconds),
      languages: Object.fromEntries([...ledger.languages].sort((a, b) => b[1] - a[1]).slice(0, 20)),
    }
    if (isEnd || now - statusAt >= STATUS_EVERY_MS) {
      statusAt = now
      try {
        writeAtomically(directory.status, `${JSON.stringify(progress)}\n`)
      } catch (error) {
        // the recorder meets the same disk and stops the crawl properly
        session.warn(`status.json not written: ${error instanceof Error ? error.message : error}`)
      }
    }
    return progress
  }
}
