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
 *   output.txt        what the last run printed that the dashboard started
 *   status.json       the last progress report
 *   hosts.tsv         hosts, and what the strategy says about them
 *   models/           copies of the models and dictionaries that the target names; models that were learned on (learned-models.ts)
 *   doubts.jsonl      paragraphs of which a learned language is not sure; answers.jsonl: what people said (doubts.ts)
 *   model.json        what the strategy has learned; warm-start.json: what it began with
 *   rounds/           what each round was to ask for again (crawl/plan-file.ts)
 *   under-way         what is asked for or analysed at this moment; left behind by a process that died
 *   lock              the process that is writing
 *   parts/NN/         of a crawl of many partitions, each of them: its log and archives, by epochs (epochs.ts)
 *   lessons/          of such a crawl: what its partitions learned from each other, by worker (lessons.ts)
 *   workers/          of such a crawl: the last progress report of each worker
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LongtailError, systemReason } from '../errors.js'
import type { Campaign } from '../campaign/index.js'
import { epochsOf } from './epochs.js'

export const CRAWL_FORMAT = 'longtail-crawl'
export const CRAWL_VERSION = 1
/** What may be there before a crawl is: the user's own patterns, and what a kill at the first moment leaves. */
const LEFTOVERS = new Set([
  'exclude.txt',
  'crawl.json.tmp',
  'models',
  'output.txt',
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
  /** Absent: one. For good, and so is the key of fingerprints, by which domains fall into partitions. */
  readonly partitions?: number
  readonly key?: readonly [number, number]
}

/** A part of a log that earlier epochs of a partition have written, and how many bytes of it count. */
export interface EarlierLog {
  readonly log: string
  readonly segments: string
  readonly bytes: number
}

export type CrawlDirectory = Readonly<ReturnType<typeof filesIn>> & {
  /** Oldest first; empty but for partitions. */
  readonly earlier: readonly EarlierLog[]
}

/** Of a crawl, or of one partition of a crawl (`parts/NN` in its directory) as it stands now. */
export function crawlDirectory(directory: string): CrawlDirectory {
  const path = resolve(directory)
  return PART.test(path) ? partDirectory(path) : { ...filesIn(path), earlier: [] }
}

const PART = /[/\\]parts[/\\]\d\d$/

/** The files of its last epoch, or of those up to `last`; what belongs to the whole crawl is the crawl's. */
export function partDirectory(path: string, last = Infinity): CrawlDirectory {
  const epochs = epochsOf(path).filter(({ epoch }) => epoch <= last)
  const held = epochs.at(-1)
  const { excludes, pause, identity, models, warmStart } = filesIn(dirname(dirname(path)))
  const earlier = epochs.slice(0, -1).map(({ path: before, before: { end } }, i): EarlierLog => {
    const { log, segments } = filesIn(before)
    return { log, segments, bytes: epochs[i + 1].before.end - end }
  })
  const own = filesIn(held?.path ?? join(path, 'none'))
  return { ...own, warc: join(path, 'warc'), excludes, pause, identity, models, warmStart, earlier }
}

/** The partitions of a crawl; empty for one that is not split. */
export function partPaths(directory: CrawlDirectory): string[] {
  const { path, identity } = directory
  // a partition has no partitions
  const isWhole = dirname(identity) === path && existsSync(identity)
  const { partitions = 1 } = isWhole ? (readIdentity(directory) ?? {}) : {}
  if (partitions === 1) return []
  return Array.from({ length: partitions }, (_none, part) => partPath(path, part))
}

/** Where the logs of a crawl are: in its directory, or in those of its partitions. */
export function logDirectories(directory: CrawlDirectory): CrawlDirectory[] {
  const parts = partPaths(directory)
  return parts.length === 0 ? [directory] : parts.map(part => crawlDirectory(part))
}

/** The crawl that a partition belongs to; any other directory stands for itself. */
export function wholeCrawl(path: string): string {
  return PART.test(path) ? dirname(dirname(path)) : path
}

export function partPath(path: string, partition: number): string {
  return join(path, 'parts', String(partition).padStart(2, '0'))
}

function filesIn(path: string) {
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
    output: join(path, 'output.txt'),
    status: join(path, 'status.json'),
    spool: join(path, 'spool.dat'),
    dedupe: join(path, 'dedupe'),
    rounds: join(path, 'rounds'),
    identity: join(path, 'crawl.json'),
    hosts: join(path, 'hosts.tsv'),
    model: join(path, 'model.json'),
    models: join(path, 'models'),
    doubts: join(path, 'doubts.jsonl'),
    answers: join(path, 'answers.jsonl'),
    warmStart: join(path, 'warm-start.json'),
    underWay: join(path, 'under-way'),
    workers: join(path, 'workers'),
  }
}

/** The identity of an existing crawl; null when the directory is empty or absent. Touches nothing. */
export function readIdentity(directory: CrawlDirectory): CrawlIdentity | null {
  if (!existsSync(directory.identity)) {
    if (existsSync(directory.path) && readdirSync(directory.path).some(name => !LEFTOVERS.has(name))) {
      throw new LongtailError(
        'E_OUT_DIR',
        `${directory.path} is neither empty nor a crawl directory: choose another directory with --out`,
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
      `${directory.identity} cannot be read (${systemReason(error)}); restore it from a copy`,
    )
  }
  if (!isIdentity(value))
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.identity} does not describe a Longtail crawl; give another directory`,
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
    (!('created' in value) || typeof value.created === 'string') &&
    (!('partitions' in value) || isSplit(value))
  )
}

/** Names of partitions have two digits. */
const MOST_PARTITIONS = 100

function isSplit(value: object): boolean {
  const [partitions, key] = ['partitions', 'key'].map((name): unknown => Reflect.get(value, name))
  return (
    typeof partitions === 'number' &&
    Number.isInteger(partitions) &&
    partitions >= 1 &&
    partitions <= MOST_PARTITIONS &&
    Array.isArray(key) &&
    key.length === 2 &&
    key.every(half => Number.isInteger(half))
  )
}
