/** Where a crawl stands, as numbers; `status.json` and the terminal both show this. */
import { systemReason } from '../errors.js'
import type { Budget } from './budget.js'
import { MOST_WAITING, writeStatus, type Status } from '../collection/status.js'
import { steadyNow } from '../steady-clock.js'
import { occasionalExpectation } from './expectation.js'
import type { CrawlSession } from './session.js'

const STATUS_EVERY_MS = 2000
/** Speed is measured over about this long. */
const WINDOW_MS = 10_000

/** A function that reports progress, remembers enough to tell the speed, and keeps status.json fresh. */
export function timeline(
  session: CrawlSession,
  budget: Pick<Budget, 'nearest'>,
  startedAt: number,
  statusEveryMs = STATUS_EVERY_MS,
): (underWay: number, pause: string, isEnd: boolean) => Status {
  const { campaign, directory } = session
  const { state, ledger, embeds, round, rendering } = session.memory
  const expectation = occasionalExpectation(state.strategy)
  const sample = (now: number) => ({ now, pages: state.fetched, relevant: state.relevant, bytes: ledger.bytes })
  const samples = [sample(startedAt)]
  let statusAt = 0
  let wasPaused = false
  return (underWay, pause, isEnd) => {
    const isPaused = pause !== ''
    const now = steadyNow()
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
    const waiting = isEnd ? [] : session.gate.waiting(now)
    const progress: Status = {
      at: new Date().toISOString(),
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
      crashed: ledger.crashed,
      embeds: ledger.embeds,
      embedsWaiting: embeds.open,
      reused: ledger.reused,
      texts: ledger.texts,
      rendered: rendering.rendered,
      renderedRicher: rendering.brought,
      renderedRelevant: rendering.wanted,
      browserCpuMs: Math.round(session.browser?.cpuMs() ?? 0),
      signs: Object.fromEntries(ledger.signs),
      estimate: expectation(now, isEnd),
      underWay,
      paused: isPaused,
      waitsFor: pause,
      waiting: waiting
        .slice(0, MOST_WAITING)
        .map(({ host, untilMs, reason }) => ({ host, until: new Date(untilMs).toISOString(), reason })),
      waitingHosts: waiting.length,
      pagesPerSecond,
      seconds: (now - startedAt) / 1000,
      // a crawl that ended has no forecast
      left: isEnd ? '' : budget.nearest(round.found, ledger.bytes - round.bytesBefore, now, speed, round.number),
      campaign: session.campaignPath,
      totals: {
        pages: state.fetched,
        relevant: state.relevant,
        redirects: ledger.redirects,
        skipped: ledger.givenUp,
        runs: ledger.runs,
        embeds: ledger.embeds,
        texts: ledger.texts,
        discounted: ledger.discounted,
        identifier: ledger.identifier,
        round: round.numbers,
        log: session.recorder.position,
      },
      languages: Object.fromEntries([...ledger.languages].sort((a, b) => b[1] - a[1]).slice(0, 20)),
    }
    if (isEnd || isPaused !== wasPaused || now - statusAt >= statusEveryMs) {
      statusAt = now
      wasPaused = isPaused
      try {
        writeStatus(directory, progress)
      } catch (error) {
        // the recorder meets the same disk and stops the crawl properly
        session.warn(`status.json not written: ${systemReason(error)}`)
      }
    }
    return progress
  }
}
