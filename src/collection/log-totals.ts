/** What a log comes to in a few numbers. status.json has them up to some line, so that nobody need read a long log for them. */
import type { CrawlDirectory } from './crawl-directory.js'
import { lockHolder } from '../disk/lock.js'
import { LogFold } from './log-fold.js'
import { hasLog, logSize, readLog, type LogPosition } from './log/read-log.js'
import type { Ending } from './run-end.js'
import { readStatus } from './status.js'

export interface LogTotals {
  readonly pages: number
  readonly relevant: number
  readonly redirects: number
  /** Given up for good. */
  readonly skipped: number
  readonly runs: number
  readonly embeds: number
  readonly texts: number
  /** Pages that are empty without JavaScript, behind a paywall, or shops. */
  readonly discounted: number
  /** What the last run identified languages with; '' when it did not say. */
  readonly identifier: string
}

/** Up to a line of the log. */
export interface KnownTotals extends LogTotals {
  readonly log: LogPosition
}

const NOTHING: KnownTotals = {
  pages: 0,
  relevant: 0,
  redirects: 0,
  skipped: 0,
  runs: 0,
  embeds: 0,
  texts: 0,
  discounted: 0,
  identifier: '',
  log: { end: 0, line: 0 },
}

/** Of the whole log, and why its last run stopped; null when it runs, or was killed. */
export async function readTotals(
  directory: CrawlDirectory,
): Promise<{ readonly totals: LogTotals; readonly ending: Ending | null }> {
  const said = readStatus(directory)?.totals ?? NOTHING
  // a running crawl has counted lines that reach the disk a moment later; lines that a kill lost do not count
  const isKnown = hasLog(directory) && (said.log.end <= logSize(directory) || lockHolder(directory) > 0)
  const { log, ...known } = isKnown ? said : NOTHING
  const totals = { ...known }
  let ending: Ending | null = null
  const fold = new LogFold({
    run({ identifier = '' }) {
      totals.runs++
      totals.identifier = identifier
    },
    answer({ relevant, signs }, kind) {
      if (kind === 'text') totals.texts++
      else if (kind === 'redirect') totals.redirects++
      else if (kind === 'page') {
        totals.pages++
        if (relevant) totals.relevant++
        if (signs !== undefined) totals.discounted++
      }
    },
    embed: () => totals.embeds++,
    givenUp({ what, isForGood }) {
      if (what === 'page' && isForGood) totals.skipped++
    },
    stop: ({ reason, left }) => (ending = { reason, left }),
  })
  if (hasLog(directory))
    for await (const { entry } of readLog(directory, log)) {
      ending = null
      fold.add(entry)
    }
  return { totals, ending }
}
