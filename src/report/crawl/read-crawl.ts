/** A crawl's directory → its numbers. The crawl may be running, or have been killed: whole lines of the log are what counts. */
import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { crawlDirectory, lockHolder, readIdentity, readLog, type CrawlDirectory } from '../../collection/index.js'
import { readHostReport, type HostLine } from '../../crawl/index.js'
import { LongtailError } from '../../errors.js'
import type {
  CoverageEstimate,
  CrawlNumbers,
  DroppedHost,
  HostCount,
  LogNumbers,
  StatusNumbers,
} from './crawl-numbers.js'
import { LogSurvey } from './log-survey.js'
import { clip, numberIn, textIn } from './values.js'

export interface ReadCrawlOptions {
  /** Now and then, with the share of the log that was read. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/** Larger than any of ours; a log or a disk image under that name is not read into memory. */
const LARGEST_STATUS = 1 << 20
const LONGEST_VERDICT = 200
const MOST_DROPPED = 50
const PROGRESS_EVERY = 1000

export async function readCrawl(path: string, options: ReadCrawlOptions = {}): Promise<CrawlNumbers> {
  const directory = crawlDirectory(path)
  const identity = existsSync(directory.identity) ? readIdentity(directory) : null
  if (identity === null)
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.path} holds no crawl; name the directory given to "longtail crawl --out"`,
    )
  // asked before the log is read: a crawl that stops meanwhile was running when its last line was read
  const running = lockHolder(directory) > 0
  const survey = new LogSurvey()
  const damage = await readInto(survey, directory, options)
  const numbers = survey.numbers()
  const lines = hostLines(directory)
  return {
    name: clip(textIn(identity.name), 200),
    target: identity.target,
    created: textIn(identity.created),
    directory: directory.path,
    running,
    stopped: running ? '' : (numbers.runs.at(-1)?.stopped ?? ''),
    damage,
    status: await readStatus(directory.status),
    ...numbers,
    hosts: withVerdicts(numbers.hosts, lines),
    droppedHosts: lines
      .filter(({ list }) => list === 'given-up')
      .slice(0, MOST_DROPPED)
      .map(droppedHost),
  }
}

/** Returns where the log is damaged; behind that nobody knows what numbers of URLs mean. */
async function readInto(
  survey: LogSurvey,
  { log }: CrawlDirectory,
  { onProgress, signal }: ReadCrawlOptions,
): Promise<string> {
  if (!existsSync(log)) return ''
  const size = Math.max(1, statSync(log).size)
  try {
    for await (const { entry, end, line } of readLog(log)) {
      survey.add(entry)
      if (line % PROGRESS_EVERY !== 0) continue
      signal?.throwIfAborted()
      onProgress?.(Math.min(1, end / size))
    }
  } catch (error) {
    if (error instanceof LongtailError && error.code === 'E_CRAWL_DIR') return error.message
    throw error
  }
  return ''
}

async function readStatus(path: string): Promise<StatusNumbers | null> {
  const value = await readJson(path)
  if (!isRecord(value)) return null
  return {
    at: clip(textIn(value.at), 40),
    queue: numberOrNull(value.queue),
    parked: numberOrNull(value.parked),
    estimate: estimateIn(value.estimate),
  }
}

/** Renewed while we look: it is renamed into place, so what is opened is whole. */
async function readJson(path: string): Promise<unknown> {
  try {
    const file = await open(path)
    try {
      if ((await file.stat()).size > LARGEST_STATUS) return null
      return JSON.parse(await file.readFile('utf8'))
    } finally {
      await file.close()
    }
  } catch {
    // not there, or not JSON: the report does without
    return null
  }
}

function estimateIn(value: unknown): CoverageEstimate | null {
  if (!isRecord(value) || numberOrNull(value.remaining) === null || numberOrNull(value.coverage) === null) return null
  const remaining = numberIn(value.remaining)
  const coverage = Math.min(1, numberIn(value.coverage))
  // made before anything was found: it says nothing
  if (coverage === 0) return null
  return {
    remaining,
    low: Math.min(remaining, numberOrNull(value.low) ?? remaining),
    high: Math.max(remaining, numberOrNull(value.high) ?? remaining),
    coverage,
    coverageLow: Math.min(coverage, numberOrNull(value.coverageLow) ?? coverage),
    coverageHigh: Math.min(1, Math.max(coverage, numberOrNull(value.coverageHigh) ?? coverage)),
  }
}

/** hosts.tsv: what the strategy says about hosts. A report does without it rather than fail. */
function hostLines(directory: CrawlDirectory): readonly HostLine[] {
  try {
    return readHostReport(directory)
  } catch {
    return []
  }
}

function withVerdicts(hosts: LogNumbers['hosts'], lines: readonly HostLine[]): LogNumbers['hosts'] {
  const verdicts = new Map(lines.map(({ host, reason }) => [host, clip(reason, LONGEST_VERDICT)]))
  const add = (rows: readonly HostCount[]): HostCount[] =>
    rows.map(row => ({ ...row, verdict: verdicts.get(row.name) ?? '' }))
  const { byPages, byRelevant, byGivenUp } = hosts
  return { ...hosts, byPages: add(byPages), byRelevant: add(byRelevant), byGivenUp: add(byGivenUp) }
}

function droppedHost({ host, pages, relevant, unfetched, reason }: HostLine): DroppedHost {
  return { name: clip(host, 253), pages, relevant, unfetched, verdict: clip(reason, LONGEST_VERDICT) }
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
