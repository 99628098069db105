/** `longtail crawl --watch`: a process that stays and begins the next round when its time has come. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Campaign } from '../campaign/index.js'
import { formatDuration } from '../campaign/units.js'
import { crawlDirectory, hasLog } from '../collection/index.js'
import { readTotals } from '../collection/log-totals.js'
import type { CrawlSummary } from '../crawl/index.js'
import { LongtailError } from '../errors.js'

export interface WatchOptions {
  readonly campaign: Campaign
  readonly out: string
  readonly note: (message: string) => void
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /** One run, with all that is said about it. */
  readonly run: () => Promise<CrawlSummary>
}

/** What a timer can wait for at once. */
const LONGEST_WAIT_MS = 86_400_000

/** Returns when it was interrupted. */
export async function watch(options: WatchOptions): Promise<void> {
  const { campaign, out, note, signal, run } = options
  const every = campaign.recrawl.every
  if (every === undefined)
    throw new LongtailError(
      'E_USAGE',
      '--watch: the campaign does not say how often; add, for example, "recrawl: {every: 7d}"',
    )
  let dueAt = await nextRoundAt(out, every)
  while (!signal.aborted) {
    const waitMs = dueAt - Date.now()
    if (waitMs > 0) {
      note(`the next round of ${resolve(out)} begins in ${formatDuration(waitMs)}, at ${new Date(dueAt).toISOString()}`)
      await sleepUntil(dueAt, signal)
      continue
    }
    const { round, stopped } = await run()
    if (stopped === 'interrupted') return
    // a round that takes longer than the interval is followed by the next one at once
    dueAt = (Date.parse(round?.since ?? '') || Date.now()) + every
  }
}

/** At once for a crawl that has not begun, or whose round has not ended. */
async function nextRoundAt(out: string, every: number): Promise<number> {
  const directory = crawlDirectory(out)
  if (!existsSync(directory.identity) || !hasLog(directory)) return 0
  const { totals, ending } = await readTotals(directory)
  if (ending === null || ending.reason === 'interrupted' || ending.reason === 'failed') return 0
  return (Date.parse(totals.round.since) || 0) + every
}

/** By the clock of the day, looked at again after a while: a machine may sleep meanwhile. */
async function sleepUntil(atMs: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(LONGEST_WAIT_MS, Math.max(0, atMs - Date.now()))
  await new Promise<void>(done => {
    const timer = setTimeout(done, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        done()
      },
      { once: true },
    )
  })
}
