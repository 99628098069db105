/**
 * Brings archive and log back in step after whatever happened, then replays the log.
 *
 * The records of a page are written before its line, so normally the archive is ahead: what lies behind the last line is
 * cut off, and those pages are fetched again. After a power failure the log may be ahead: lines whose records are not
 * whole are cut off as well.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { indexPathOf, indexWarc, lastWholeRecord, truncateWarc } from '../archive/index.js'
import { LongtailError } from '../errors.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { readLog, truncateLog, type WarcPlace } from '../collection/crawl-log.js'
import type { CrawlState } from './crawl-state.js'
import type { EmbedQueue } from './embed-queue.js'
import type { Ledger } from './ledger.js'
import type { LinkFeatures } from './link-features.js'
import { Replay } from './replay.js'
import type { Spool } from './spool.js'

export interface ResumeParts {
  readonly state: CrawlState
  readonly ledger: Ledger
  readonly spool: Spool | null
  readonly targets: ReadonlySet<string>
  readonly features: LinkFeatures
  readonly embeds: EmbedQueue
  readonly warn: (message: string) => void
}

const OPEN = '.open'
const RECENT_LOG_BYTES = 16 * 1024 * 1024

interface WarcFile {
  readonly path: string
  readonly isOpen: boolean
  /** Up to here its records are whole. */
  readonly whole: number
  /** Up to here the log speaks of it. */
  logged: number
}

export async function repairAndReplay(directory: CrawlDirectory, parts: ResumeParts): Promise<void> {
  const files = await surveyWarcs(directory)
  const replay = new Replay(parts.state, parts.ledger, parts.spool, parts.targets, parts.features, parts.embeds)
  let good = 0
  for await (const line of readLog(directory)) {
    const place = 'warc' in line.entry ? line.entry.warc : undefined
    if (place !== undefined && !isWhole(place, files)) {
      refuseLostArchive(place, files, directory)
      parts.warn(
        `line ${line.line} of the log and what follows speaks of records that are not on the disk: these pages are fetched again`,
      )
      break
    }
    replay.apply(line)
    good = line.end
  }
  if (statSync(directory.log).size > good) truncateLog(directory.log, good)
  const last = [...files]
    .filter(([, file]) => file.logged > 0)
    .reduce((newest, [name]) => (name > newest ? name : newest), '')
  for (const [name, file] of files) {
    // what is older than the last logged file was settled before, and is not ours to cut
    if (file.isOpen || name >= last) await settle(directory, name, file, parts.warn)
  }
}

async function surveyWarcs(directory: CrawlDirectory): Promise<Map<string, WarcFile>> {
  const files = new Map<string, WarcFile>()
  for (const name of readdirSync(directory.warc)) {
    const path = join(directory.warc, name)
    if (name.endsWith(`.warc.gz${OPEN}`)) {
      const closed = name.slice(0, -OPEN.length)
      const whole = await lastWholeRecord(path, Infinity, checkFrom(directory.log, closed))
      files.set(closed, { path, isOpen: true, whole, logged: 0 })
    } else if (name.endsWith('.warc.gz')) {
      files.set(name, { path, isOpen: false, whole: statSync(path).size, logged: 0 })
    }
  }
  return files
}

function isWhole([name, offset, length]: WarcPlace, files: ReadonlyMap<string, WarcFile>): boolean {
  const file = files.get(name)
  if (file === undefined || offset + length > file.whole) return false
  file.logged = Math.max(file.logged, offset + length)
  return true
}

/**
 * Closed files were synced before they were renamed, so a kill or power failure can only cost the end of the newest one. If
 * an older one is missing or short, somebody moved or cut it; going on from before it would throw away all that came later.
 */
function refuseLostArchive([name]: WarcPlace, files: ReadonlyMap<string, WarcFile>, directory: CrawlDirectory): void {
  const file = files.get(name)
  const isNewest = [...files.keys()].every(other => other <= name)
  if (file?.isOpen === true || (file === undefined && isNewest)) return
  throw new LongtailError(
    'E_CRAWL_DIR',
    `${join(directory.warc, name)} is ${file === undefined ? 'missing' : 'shorter than the log says'}; put it back (archives may be ` +
      'moved away when the crawl is finished), or name another directory with --out',
  )
}

/** Cuts off what the log does not know, closes what was open, removes what is empty. */
async function settle(
  directory: CrawlDirectory,
  name: string,
  file: WarcFile,
  warn: (message: string) => void,
): Promise<void> {
  const closed = join(directory.warc, name)
  const size = statSync(file.path).size
  if (file.logged === 0) {
    rmSync(file.path)
    rmSync(indexPathOf(closed), { force: true })
    return
  }
  if (size > file.logged) {
    warn(`${name}: ${size - file.logged} bytes behind the last logged page removed`)
    truncateWarc(file.path, file.logged)
  }
  if (file.isOpen) renameSync(file.path, closed)
  if (file.isOpen || size > file.logged || !existsSync(indexPathOf(closed))) await indexWarc(closed)
}

/**
 * Where to begin to look for damage in an open file: what the log named before its last 16 MB (8,000 pages, more than are
 * fetched between two syncs) has been on the disk for long.
 */
function checkFrom(log: string, name: string): number {
  const fd = openSync(log, 'r')
  try {
    const { size } = fstatSync(fd)
    const tail = Buffer.alloc(Math.min(size, RECENT_LOG_BYTES))
    readSync(fd, tail, 0, tail.length, size - tail.length)
    const text = tail.toString('latin1')
    const place = `"warc":[${JSON.stringify(name)},`
    const at = text.indexOf(place)
    return at === -1 ? 0 : Number.parseInt(text.slice(at + place.length), 10)
  } finally {
    closeSync(fd)
  }
}
