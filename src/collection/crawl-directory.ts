/**
 * A crawl lives in one directory:
 *
 *   crawl.json        what this directory is: format, campaign name, target
 *   crawl.log.jsonl   the truth: its open segment; log/ has the closed ones (log/segments.ts)
 *   checkpoint        what the log comes to, up to some line of it
 *   warc/             archives; *.open while being written
 *   frontier/         scratch, rebuilt from the log at every start
 *   exclude.txt       patterns of URLs to leave out, editable while the crawl runs
 *   pause             while it is there the crawl takes nothing new (pause.ts)
 *   status.json       the last progress report
 *   hosts.tsv         hosts, and what the strategy says about them
 *   models/           copies of the models and dictionaries that the target names
 *   model.json        what the strategy has learned; warm-start.json: what it began with
 *   under-way         what is asked for or analysed at this moment; left behind by a process that died
 *   lock              the process that is writing
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LongtailError, messageOf } from '../errors.js'
import type { Campaign } from '../campaign/index.js'

export const CRAWL_FORMAT = 'longtail-crawl'
export const CRAWL_VERSION = 1
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

/** A copy in models/ of a file that the target names, as crawl.json has it. */
export interface KeptFile {
  /** The key of the campaign that names it: `topic.model`, `nation.dictionary.0`. */
  readonly key: string
  /** In models/. */
  readonly name: string
  /** Where it was read when the crawl was created. */
  readonly from: string
  readonly sha256: string
}

export interface CrawlIdentity {
  readonly format: typeof CRAWL_FORMAT
  readonly version: number
  readonly name: string
  /** Paths in it are those of the copies, relative to the crawl's directory. */
  readonly target: Campaign['target']
  readonly files?: readonly KeptFile[]
  readonly created: string
}

export type CrawlDirectory = Readonly<ReturnType<typeof crawlDirectory>>

export function crawlDirectory(directory: string) {
  const path = resolve(directory)
  return {
    path,
    /** The open segment; only log/ reads and writes it. */
    log: join(path, 'crawl.log.jsonl'),
    segments: join(path, 'log'),
    checkpoint: join(path, 'checkpoint'),
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
    underWay: join(path, 'under-way'),
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
      `${directory.identity} cannot be read (${messageOf(error)}); restore it from a copy`,
    )
  }
  if (!isIdentity(value))
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.identity} does not describe a Longtail crawl; name another directory`,
    )
  if (value.version !== CRAWL_VERSION) {
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.identity} is version ${value.version}, this build reads ${CRAWL_VERSION}; use the build that made it`,
    )
  }
  return value
}

function isIdentity(value: unknown): value is CrawlIdentity {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === CRAWL_FORMAT &&
    'version' in value &&
    'name' in value &&
    typeof value.name === 'string' &&
    // told to people; a crawl of somebody else may say anything there
    (!('created' in value) || typeof value.created === 'string')
  )
}
