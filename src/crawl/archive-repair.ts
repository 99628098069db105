/** The archives of a crawl after a kill: how much of each is whole, and how much of that the log speaks of. */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { indexPathOf, lastWrittenRecord, serialOf, truncateWarc } from '../archive/index.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import type { WarcPlace } from '../collection/log/entry.js'
import { isErrno, LongtailError } from '../errors.js'

const OPEN = '.open'
const SURVEYS = 3

/** Of a partition: archives of workers that held it before. */
export interface EarlierArchives {
  /** Whether nobody writes an archive any more. */
  isOver(file: string): boolean
  /** Whether whoever wrote an archive, or a successor, has cut it back to what counts. */
  wasReleased(file: string): boolean
}

interface WarcFile {
  readonly path: string
  readonly isOpen: boolean
  /** Up to here its records are whole. */
  readonly whole: number
}

export class ArchiveRepair {
  private constructor(
    private readonly directory: CrawlDirectory,
    private readonly files: ReadonlyMap<string, WarcFile>,
  ) {}

  /**
   * `known`: up to where each file is known to be whole, from a checkpoint: it need not be read again up to there. Throws
   * E_CRAWL_DIR when a file is missing or shorter than that.
   */
  static async survey(
    directory: CrawlDirectory,
    known: ReadonlyMap<string, number>,
    attempts = SURVEYS,
  ): Promise<ArchiveRepair> {
    try {
      return await this.surveyOnce(directory, known)
    } catch (error) {
      // a worker that has lost the partition closes its archives at this moment
      const isGone = isErrno(error, 'ENOENT') || (error instanceof LongtailError && error.code === 'E_ARCHIVE')
      if (attempts > 1 && isGone) return this.survey(directory, known, attempts - 1)
      throw error
    }
  }

  private static async surveyOnce(
    directory: CrawlDirectory,
    known: ReadonlyMap<string, number>,
  ): Promise<ArchiveRepair> {
    const files = new Map<string, WarcFile>()
    for (const name of readdirSync(directory.warc)) {
      const path = join(directory.warc, name)
      if (name.endsWith(`.warc.gz${OPEN}`)) {
        const closed = name.slice(0, -OPEN.length)
        const whole = await lastWrittenRecord(path, known.get(closed) ?? 0)
        files.set(closed, { path, isOpen: true, whole })
      } else if (name.endsWith('.warc.gz')) files.set(name, { path, isOpen: false, whole: statSync(path).size })
    }
    const survey = new ArchiveRepair(directory, files)
    for (const [name, end] of known) if ((files.get(name)?.whole ?? 0) < end) throw survey.lost(name)
    return survey
  }

  /** Of archives that others can see, and this directory does not have. */
  static elsewhere(directory: CrawlDirectory, sizes: ReadonlyMap<string, number>): ArchiveRepair {
    const files = [...sizes].map(([name, whole]) => [name, { path: '', isOpen: true, whole }] as const)
    return new ArchiveRepair(directory, new Map(files))
  }

  isWhole([name, offset, length]: WarcPlace): boolean {
    const file = this.files.get(name)
    return file !== undefined && offset + length <= file.whole
  }

  /**
   * Closed files were synced before they were renamed, so a kill or power failure can only cost the end of the newest one. If
   * an older one is missing or short, somebody moved or cut it; going on from before it would throw away all that came later.
   */
  refuseLost([name]: WarcPlace): void {
    const file = this.files.get(name)
    const isNewest = [...this.files.keys()].every(other => serialOf(other) <= serialOf(name))
    if (file?.isOpen === true || (file === undefined && isNewest)) return
    throw this.lost(name)
  }

  private lost(name: string): LongtailError {
    return new LongtailError(
      'E_CRAWL_DIR',
      `${join(this.directory.warc, name)} is ${this.files.has(name) ? 'shorter than the log says' : 'missing'}; put it back (archives may ` +
        'be moved away when the crawl is finished), or choose another directory with --out',
    )
  }

  /**
   * Cuts off what the log does not speak of. What is older than the last file it names was settled before, and is not ours to
   * cut, unless it is of an epoch that ended without being released: its successor may have died before it could cut. Returns the
   * files that need an index: making one means reading the file, which is no reason to keep a crawl waiting.
   */
  settle(logged: ReadonlyMap<string, number>, warn: (message: string) => void, earlier?: EarlierArchives): string[] {
    let last = 0
    for (const name of logged.keys()) last = Math.max(last, serialOf(name))
    const unindexed: string[] = []
    for (const [name, file] of this.files) {
      if (earlier?.isOver(name) === false) continue
      const isUnsettled = file.isOpen || serialOf(name) >= last || earlier?.wasReleased(name) === false
      try {
        if (isUnsettled) this.settleFile(name, file, logged.get(name) ?? 0, warn)
      } catch (error) {
        // a worker that is giving up the partition settles the same archives
        if (earlier === undefined || !isErrno(error, 'ENOENT')) throw error
      }
      const closed = join(this.directory.warc, name)
      if (existsSync(closed) && !existsSync(indexPathOf(closed))) unindexed.push(closed)
    }
    return unindexed
  }

  /** Closes what was open, removes what is empty. */
  private settleFile(name: string, file: WarcFile, logged: number, warn: (message: string) => void): void {
    const closed = join(this.directory.warc, name)
    const size = statSync(file.path).size
    if (logged > 0 && size > logged) {
      warn(`${name}: ${size - logged} bytes behind the last logged page removed`)
      truncateWarc(file.path, logged)
    }
    // behind the cut: see settle-archives.ts
    if (logged === 0 || size > logged) rmSync(indexPathOf(closed), { force: true })
    if (logged === 0) return rmSync(file.path)
    if (file.isOpen) renameSync(file.path, closed)
  }
}
