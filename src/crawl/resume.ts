/**
 * Brings a crawl back to where it was: loads the last checkpoint, if it can be used, brings archive and log back in step after
 * whatever happened, and replays what the log has behind the checkpoint.
 *
 * The records of a page are written before its line, so normally the archive is ahead: what lies behind the last line is
 * cut off, and those pages are fetched again. After a power failure the log may be ahead: lines whose records are not
 * whole are cut off as well.
 */
import { rmSync } from 'node:fs'
import { logSize, readLog, type LogPosition, type LoggedLine } from '../collection/log/read-log.js'
import { truncateLog } from '../collection/log/log-writer.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import type { EmbedEntry } from '../collection/log/entry.js'
import { LongtailError } from '../errors.js'
import { ArchiveRepair, type EarlierArchives } from './archive-repair.js'
import type { CrawlMemory } from './crawl-memory.js'

export interface Resumed {
  /** Where the log ends now. */
  readonly position: LogPosition
  /** Archives without an index. */
  readonly unindexed: readonly string[]
}

/** Of a partition, where others may still hold what they have written. */
export interface EarlierWork extends EarlierArchives {
  /** The log counts up to here, no further: its lines speak of records that are lost. */
  cut(position: LogPosition): void
  /** Where the archives are not in the directory: up to where each is whole. They are not settled here then. */
  readonly elsewhere?: ReadonlyMap<string, number>
}

/** `from`: what the memory holds already. */
export async function repairAndReplay(
  directory: CrawlDirectory,
  memory: CrawlMemory,
  from: LogPosition,
  warn: (message: string) => void,
  earlier?: EarlierWork,
): Promise<Resumed> {
  // of no use: from here on the log may grow in another way than it knows, and become as long again
  if (from.line === 0) rmSync(directory.checkpoint, { force: true })
  const archives =
    earlier?.elsewhere === undefined
      ? await ArchiveRepair.survey(directory, memory.ledger.archived)
      : ArchiveRepair.elsewhere(directory, earlier.elsewhere)
  let position = from
  for await (const line of readLog(directory, from)) {
    const place = 'warc' in line.entry ? line.entry.warc : undefined
    if (place !== undefined && !archives.isWhole(place)) {
      archives.refuseLost(place)
      warn(
        `line ${line.line} of the log and the lines after it refer to records that are not on the disk: these pages are fetched again`,
      )
      break
    }
    checkNumbers(memory, line)
    memory.apply(line.entry)
    position = line
  }
  if (logSize(directory) > position.end) {
    if (earlier === undefined) await truncateLog(directory, position.end)
    else earlier.cut(position)
  }
  const unindexed = earlier?.elsewhere !== undefined ? [] : archives.settle(memory.ledger.archived, warn, earlier)
  return { position: { end: position.end, line: position.line }, unindexed }
}

/** Ids are positions: one line missing in the middle would shift all that follow, so it must be noticed. */
function checkNumbers(memory: CrawlMemory, { entry, line }: LoggedLine): void {
  if (entry.t === 'embed') {
    if (!memory.embeds.has(entry.id, entry.url)) refuse(entry, line)
  } else if ('id' in entry && 'url' in entry) {
    const { urls } = memory.state
    if (!(entry.id < urls.size && urls.url(entry.id) === entry.url)) refuse(entry, line)
  }
}

function refuse(entry: Pick<EmbedEntry, 'id' | 'url'>, line: number): never {
  throw new LongtailError(
    'E_CRAWL_DIR',
    `line ${line} of the log: number ${entry.id} should be ${entry.url}: lines are missing or were changed; ` +
      'restore the log from a copy',
  )
}
