/**
 * A crawl lives in one directory:
 *
 *   crawl.json        what this directory is: format, campaign name, target
 *   crawl.log.jsonl   the truth (crawl-log.ts)
 *   warc/             archives; *.open while being written
 *   frontier/         scratch, rebuilt from the log at every start
 *   exclude.txt       patterns of URLs to leave out, editable while the crawl runs
 *   pause             while it is there the crawl takes nothing new (pause.ts)
 *   status.json       the last progress report
 *   hosts.tsv         hosts, and what the strategy says about them
 *   models/           copies of the models and dictionaries that the target names
 *   model.json        what the strategy has learned; warm-start.json: what it began with
 *   lock              the process that is writing
 */
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isErrno, LongtailError } from '../errors.js'
import { makeDirectory } from '../make-directory.js'
import type { Campaign } from '../campaign/index.js'
import { compareFiles, withFiles, writeCopies, type KeptFile, type TargetFile } from './target-files.js'

const FORMAT = 'longtail-crawl'
const VERSION = 1
/** What may be there before a crawl is: the user's own patterns, and what a kill at the first moment leaves. */
const LEFTOVERS = new Set([
  'exclude.txt',
  'crawl.json.tmp',
  'models',
  'pause',
  'search.json',
  'search.json.tmp',
  'warm-start.json',
  'warm-start.json.tmp',
])

export interface CrawlIdentity {
  readonly format: typeof FORMAT
  readonly version: number
  readonly name: string
  /** Paths in it are those of the copies, relative to the crawl's directory. */
  readonly target: Campaign['target']
  readonly files?: readonly KeptFile[]
  readonly created: string
}

export interface CrawlDirectory {
  readonly path: string
  readonly log: string
  readonly warc: string
  readonly frontier: string
  readonly excludes: string
  readonly pause: string
  readonly status: string
  readonly spool: string
  readonly identity: string
  readonly hosts: string
  readonly model: string
  readonly models: string
  readonly warmStart: string
}

export function crawlDirectory(directory: string): CrawlDirectory {
  const path = resolve(directory)
  return {
    path,
    log: join(path, 'crawl.log.jsonl'),
    warc: join(path, 'warc'),
    frontier: join(path, 'frontier'),
    excludes: join(path, 'exclude.txt'),
    pause: join(path, 'pause'),
    status: join(path, 'status.json'),
    spool: join(path, 'spool.dat'),
    identity: join(path, 'crawl.json'),
    hosts: join(path, 'hosts.tsv'),
    model: join(path, 'model.json'),
    models: join(path, 'models'),
    warmStart: join(path, 'warm-start.json'),
  }
}

/** The identity of an existing crawl; null when the directory is empty or absent. Touches nothing. */
export function readIdentity(directory: CrawlDirectory): CrawlIdentity | null {
  if (!existsSync(directory.identity)) {
    if (existsSync(directory.path) && readdirSync(directory.path).some(name => !LEFTOVERS.has(name))) {
      throw new LongtailError(
        'E_OUT_DIR',
        `${directory.path} is not empty and holds no crawl: name another directory with --out`,
      )
    }
    return null
  }
  let value: unknown
  try {
    value = JSON.parse(readFileSync(directory.identity, 'utf8'))
  } catch (error) {
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.identity} cannot be read (${error instanceof Error ? error.message : error}); restore it from a copy`,
    )
  }
  if (!isIdentity(value))
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.identity} does not describe a Longtail crawl; name another directory`,
    )
  if (value.version !== VERSION) {
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.identity} is version ${value.version}, this build reads ${VERSION}; use the build that made it`,
    )
  }
  return value
}

function isIdentity(value: unknown): value is CrawlIdentity {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === FORMAT &&
    'version' in value &&
    'name' in value &&
    typeof value.name === 'string' &&
    // told to people; a crawl of somebody else may say anything there
    (!('created' in value) || typeof value.created === 'string')
  )
}

/**
 * Refuses a directory that holds another campaign's crawl: its verdicts would not mean the same. Strategy, seeds and limits may
 * change, and files that the target names may move.
 */
export function checkIdentity(
  directory: CrawlDirectory,
  campaign: Campaign,
  warn: (message: string) => void,
): CrawlIdentity | null {
  const identity = readIdentity(directory)
  if (identity === null) return null
  const next = 'name another directory with --out, or restore the campaign'
  if (identity.name !== campaign.name) {
    throw new LongtailError(
      'E_OUT_DIR',
      `${directory.path} holds the crawl of campaign "${identity.name}", not of "${campaign.name}"; ${next}`,
    )
  }
  const isOther = meaningOf(identity.target) !== meaningOf(campaign.target)
  const now = isOther
    ? JSON.stringify(campaign.target)
    : compareFiles(directory.models, identity.files ?? [], campaign.target, warn)
  if (now !== null) {
    throw new LongtailError(
      'E_OUT_DIR',
      `${directory.path} was crawled for another target (${JSON.stringify(identity.target)}, now ${now}); ${next}`,
    )
  }
  return identity
}

/** What a target says but for the places of its files, defaults filled in: crawls that began before a key existed had its default. */
function meaningOf(target: Campaign['target']): string {
  const defaults = { policy: 'modern', 'inherit-unknown': false, combine: 'all' }
  return JSON.stringify(sorted({ ...defaults, ...Object.fromEntries(Object.entries(withFiles(target, key => key))) }))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/** The target of a crawl, with the absolute paths of the copies by which it judges. */
export function keptTarget(directory: CrawlDirectory, target: Campaign['target']): Campaign['target'] {
  return withFiles(target, (_key, path) => resolve(directory.path, path))
}

/** `warmStart`: the text of the model that the crawl begins with; `files`: what its target names. */
export function createDirectory(
  directory: CrawlDirectory,
  campaign: Campaign,
  warmStart: string | null,
  files: readonly TargetFile[],
): CrawlIdentity {
  const kept = files.map(({ key, name, from, sha256 }): KeptFile => ({ key, name, from, sha256 }))
  const identity: CrawlIdentity = {
    format: FORMAT,
    version: VERSION,
    name: campaign.name,
    target: withFiles(campaign.target, key => `models/${kept.find(file => file.key === key)?.name}`),
    ...(kept.length === 0 ? {} : { files: kept }),
    created: new Date().toISOString(),
  }
  try {
    makeDirectory(directory.path)
    // before the identity: a crawl that exists has the models it began with
    writeCopies(directory.models, files)
    if (warmStart === null) rmSync(directory.warmStart, { force: true })
    else writeAtomically(directory.warmStart, warmStart)
    writeAtomically(directory.identity, `${JSON.stringify(identity, null, 2)}\n`)
    makeDirectory(directory.warc)
    return identity
  } catch (error) {
    throw new LongtailError(
      'E_OUT_DIR',
      `${directory.path} cannot be written (${error instanceof Error ? error.message : error}); name another directory with --out`,
    )
  }
}

export function writeAtomically(path: string, text: string): void {
  const temporary = `${path}.tmp`
  writeFileSync(temporary, text)
  renameSync(temporary, path)
}

/** One writer per directory. A lock whose process is gone is what a kill left behind, and is taken over. */
export function lockDirectory(directory: CrawlDirectory): () => void {
  const path = join(directory.path, 'lock')
  const mine = `${process.pid} ${processStart(process.pid)}\n`
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (!isErrno(error, 'EEXIST'))
        throw new LongtailError(
          'E_OUT_DIR',
          `${path} cannot be written: ${error instanceof Error ? error.message : error}`,
        )
      const [pid, start] = readFileSync(path, 'utf8').trim().split(' ')
      if (isAlive(Number(pid), start ?? '')) {
        throw new LongtailError(
          'E_OUT_DIR',
          `${directory.path} is being crawled by process ${pid}: wait for it, or stop it with Ctrl-C`,
        )
      }
      rmSync(path, { force: true })
    }
  }
  throw new LongtailError('E_OUT_DIR', `${directory.path} was locked by another process at the same moment; try again`)
}

/** The process that holds the lock, or 0. */
export function lockHolder(directory: CrawlDirectory): number {
  try {
    const [pid, start] = readFileSync(join(directory.path, 'lock'), 'utf8').trim().split(' ')
    return isAlive(Number(pid), start ?? '') ? Number(pid) : 0
  } catch {
    return 0
  }
}

function isAlive(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!isErrno(error, 'EPERM')) return false
  }
  // process ids are used again; the start time tells whether this is the same process
  return start === processStart(pid)
}

function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return '-'
  }
}
