/** Where a crawl stands, as numbers; `status.json` and the terminal both show this. */
import type { Budget } from './budget.js'
import { writeAtomically } from '../disk/write-atomically.js'
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
  /** Embedded objects fetched, and those that still wait. */
  readonly embeds: number
  readonly embedsWaiting: number
  /** Pages and embedded objects taken from another crawl. */
  readonly reused: number
  /** Pages fetched after the quota, for their text alone; not among `pages`. */
  readonly texts: number
  /** Pages with signs that they are of little use to a reader, by kind of sign. */
  readonly signs: Readonly<Record<string, number>>
  /** What the strategy expects still to find, some seconds ago at most; null when it does not say. */
  readonly estimate: Expectation | null
  readonly underWay: number
  /** Nothing new is taken until the file `pause` is gone. */
  readonly paused: boolean
  readonly pagesPerSecond: number
  readonly seconds: number
  /** Time to the nearest limit, in words; '' when there is none. */
  readonly left: string
  /** The campaign file, by which the crawl can be started again; null when it came from elsewhere. */
  readonly campaign: string | null
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
): (underWay: number, isPaused: boolean, isEnd: boolean) => Progress {
  const { state, ledger, campaign, directory } = session
  const expectation = occasionalExpectation(session.strategy)
  const sample = (now: number) => ({ now, pages: state.fetched, relevant: state.relevant, bytes: ledger.bytes })
  const samples = [sample(startedAt)]
  let statusAt = 0
  let wasPaused = false
  return (underWay, isPaused, isEnd) => {
    const now = Date.now()
    const current = sample(now)
    samples.push(current)
    while (samples.length > 2 && samples[0].now < now - WINDOW_MS) samples.shift()
    const [then] = samples
    const seconds = Math.max(now - then.now, 1) / 1000
    const speed = {
      pagesPerSecond: (current.pages - then.pages) / seconds,
      relevantPerSecond: (current.relevant - then.relevant) / seconds,
      bytesPerSecond: (current.bytes - then.bytes) / seconds,
    }
    const { pagesPerSecond } = speed
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
      embeds: ledger.embeds,
      embedsWaiting: session.embeds.open,
      reused: ledger.reused,
      texts: ledger.texts,
      signs: Object.fromEntries(ledger.signs),
      estimate: expectation(state.relevant, now, isEnd),
      underWay,
      paused: isPaused,
      pagesPerSecond,
      seconds: (now - startedAt) / 1000,
      left: budget.nearest(current, ledger.bytes, now, speed),
      campaign: session.campaignPath,
      languages: Object.fromEntries([...ledger.languages].sort((a, b) => b[1] - a[1]).slice(0, 20)),
    }
    if (isEnd || isPaused !== wasPaused || now - statusAt >= STATUS_EVERY_MS) {
      statusAt = now
      wasPaused = isPaused
      try {
        writeAtomically(directory.status, `${JSON.stringify(progress)}\n`, { isDurable: false })
      } catch (error) {
        // the recorder meets the same disk and stops the crawl properly
        session.warn(`status.json not written: ${error instanceof Error ? error.message : error}`)
      }
    }
    return progress
  }
}
