/** One run of a crawl from start to stop: what `longtail crawl` does, as a function. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LongtailError } from '../errors.js'
import { endInWords, type StopReason } from '../collection/run-end.js'
import { CrawlLoop } from './crawl-loop.js'
import type { StopEntry } from '../collection/log/entry.js'
import type { RoundNumbers } from '../collection/round-counts.js'
import type { Status } from '../collection/status.js'
import { steadyNow } from '../steady-clock.js'
import type { UnfetchedUrls } from './unfetched.js'
import { openSession, type SessionOptions } from './session.js'

export interface RunOptions extends Omit<SessionOptions, 'onFailure'> {
  readonly onProgress: (progress: Status) => void
  /** Called when the crawl is open, with the way to stop it. */
  readonly onStart?: (stop: () => void, resumed: boolean, round?: StartedRound) => void
}

/** What is said when a round is under way. */
export interface StartedRound extends RoundNumbers {
  /** The next round was wanted; this one has not ended and goes on first. */
  readonly goesOnFirst: boolean
}

/** The JSON of `longtail crawl --json`. */
export interface CrawlSummary {
  readonly pages: number
  readonly relevant: number
  readonly harvest: number
  readonly bytes: number
  readonly hosts: number
  readonly seconds: number
  readonly stopped: StopReason
  /** The same in words. */
  readonly why: string
  readonly warc: readonly string[]
  /** Embedded objects of relevant pages; not among `pages`. */
  readonly embeds: number
  /** Pages and embedded objects taken from another crawl. */
  readonly reused: number
  /** Pages fetched after the quota, for their text alone; not among `pages`. */
  readonly texts: number
  /** Of the round that the run belongs to; absent for a crawl of many partitions. */
  readonly round?: RoundNumbers
  /** Of this run, most frequent first. */
  readonly unfetched: readonly UnfetchedUrls[]
}

export async function runCrawl(options: RunOptions): Promise<CrawlSummary> {
  const startedAt = steadyNow()
  let crawl: CrawlLoop | null = null
  const early: LongtailError[] = []
  const session = await openSession({
    ...options,
    onFailure: error => (crawl === null ? early.push(error) : crawl.fail(error)),
  })
  let stopped: StopReason
  let left: Pick<StopEntry, 'left'>
  try {
    crawl = new CrawlLoop(session, options.onProgress)
    for (const error of early) crawl.fail(error)
    options.onStart?.(() => crawl?.stop('interrupted'), session.resumed, {
      ...session.memory.round.numbers,
      goesOnFirst: session.goesOnFirst,
    })
    stopped = await crawl.run()
    left = stopped === 'finished' ? { left: crawl.leftover() } : {}
    session.journal.add({ t: 'stop', at: new Date().toISOString(), reason: stopped, ...left })
    await session.checkpoints.saveLast()
  } finally {
    await session.close()
  }
  if (session.recorder.failure !== null) throw session.recorder.failure
  const { directory } = session
  const { state, ledger } = session.memory
  return {
    pages: state.fetched,
    relevant: state.relevant,
    harvest: state.fetched === 0 ? 0 : state.relevant / state.fetched,
    bytes: ledger.bytes,
    hosts: state.hostsFetched,
    seconds: (steadyNow() - startedAt) / 1000,
    stopped,
    why: endInWords({ reason: stopped, ...left }),
    warc: readdirSync(directory.warc)
      .filter(name => name.endsWith('.warc.gz'))
      .sort()
      .map(name => join(directory.warc, name)),
    embeds: ledger.embeds,
    reused: ledger.reused,
    texts: ledger.texts,
    round: session.memory.round.numbers,
    unfetched: crawl.missed(),
  }
}
