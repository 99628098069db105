/** What a log comes to in a few numbers. status.json has them up to some line, so that nobody need read a long log for them. */
import { crawlDirectory, partPaths, type CrawlDirectory } from './crawl-directory.js'
import { lockHolder } from '../disk/lock.js'
import { LogFold } from './log-fold.js'
import { hasLog, logSize, readLog } from './log/read-log.js'
import { mergeTotals } from './merge-status.js'
import { mergeLeftovers, type Ending } from './run-end.js'
import { RoundTally } from './round-counts.js'
import { NO_TOTALS, readStatus, type KnownTotals } from './status.js'

export type LogTotals = Omit<KnownTotals, 'log'>

export interface ReadTotals {
  readonly totals: LogTotals
  /** Why the last run stopped; null when it runs, or was killed. */
  readonly ending: Ending | null
}

/** Of the whole log, or of the logs of all partitions. */
export async function readTotals(directory: CrawlDirectory): Promise<ReadTotals> {
  const parts = partPaths(directory)
  if (parts.length === 0) return readLogTotals(directory)
  const read: ReadTotals[] = []
  for (const part of parts) if (hasLog(crawlDirectory(part))) read.push(await readLogTotals(crawlDirectory(part)))
  const endings = read.map(({ ending }) => ending)
  const isOver = endings.length > 0 && endings.every(ending => ending !== null)
  // one that was given to another worker was interrupted, whatever came of the whole
  const ending = endings.find(one => one !== null && one.reason !== 'interrupted') ?? endings.at(0) ?? null
  return { totals: mergeTotals(read.map(({ totals }) => totals)), ending: isOver ? withAllLeft(ending, endings) : null }
}

/** Nothing may be left in one partition while another holds much back. */
function withAllLeft(ending: Ending | null, endings: readonly (Ending | null)[]): Ending | null {
  const left = endings.flatMap(one => (one?.reason === ending?.reason ? (one?.left ?? []) : []))
  return ending === null || left.length === 0 ? ending : { ...ending, left: mergeLeftovers(left) }
}

async function readLogTotals(directory: CrawlDirectory): Promise<ReadTotals> {
  const said = readStatus(directory)?.totals ?? NO_TOTALS
  // a running crawl has counted lines that reach the disk a moment later; lines that a kill lost do not count
  const isKnown = hasLog(directory) && (said.log.end <= logSize(directory) || lockHolder(directory) > 0)
  const { log, ...known } = isKnown ? said : NO_TOTALS
  const totals = { ...known }
  let ending: Ending | null = null
  const round = new RoundTally(totals.round)
  const fold = new LogFold({
    run({ at, identifier = '' }) {
      round.start(at)
      totals.runs++
      totals.identifier = identifier
    },
    answer({ relevant, signs }, kind) {
      if (kind === 'text') totals.texts++
      else if (kind === 'redirect') totals.redirects++
      else if (kind === 'page') {
        totals.pages++
        if (relevant) totals.relevant++
        round.newPage(relevant)
        if (signs !== undefined) totals.discounted++
      }
    },
    round: entry => round.begin(entry),
    again(entry) {
      round.again(entry)
      totals.relevant += Number(entry.relevant) - Number(entry.was)
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
  return { totals: { ...totals, round: round.numbers }, ending }
}
