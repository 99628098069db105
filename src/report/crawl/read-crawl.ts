/** A crawl's directory → its numbers. The crawl may be running, or have been killed: whole lines of the log are what counts. */
import { existsSync } from 'node:fs'
import {
  crawlDirectory,
  LOG_START,
  lockHolder,
  logDirectories,
  logSize,
  readHostReport,
  readIdentity,
  readOn,
  readStatus,
  readWholeLog,
  type CrawlDirectory,
  type HostLine,
} from '../../collection/index.js'
import { targetWithCodes } from '../../collection/crawl-languages.js'
import { LongtailError } from '../../errors.js'
import type { CrawlNumbers, DroppedHost, HostCount, LogNumbers } from './crawl-numbers.js'
import { LogSurvey } from './log-survey.js'
import { clip, textIn } from '../../collection/untrusted-values.js'

export interface ReadCrawlOptions {
  /** Now and then, with the share of the log that was read. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

const LONGEST_VERDICT = 200
const MOST_DROPPED = 50
const PROGRESS_EVERY = 1000

export async function readCrawl(path: string, options: ReadCrawlOptions = {}): Promise<CrawlNumbers> {
  const directory = crawlDirectory(path)
  const identity = existsSync(directory.identity) ? readIdentity(directory) : null
  if (identity === null)
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.path} is not a crawl directory; give the directory that "longtail crawl --out" wrote`,
    )
  // asked before the log is read: a crawl that stops meanwhile was running when its last line was read
  const running = lockHolder(directory) > 0
  const survey = new LogSurvey()
  const damage = await readInto(survey, directory, options)
  const numbers = survey.numbers()
  const lines = hostLines(directory)
  return {
    name: clip(textIn(identity.name), 200),
    target: targetWithCodes(directory.path, identity.target),
    created: textIn(identity.created),
    directory: directory.path,
    running,
    stopped: running ? '' : (numbers.runs.at(-1)?.stopped ?? ''),
    why: running ? '' : (numbers.runs.at(-1)?.why ?? ''),
    damage,
    status: statusOf(directory),
    ...numbers,
    hosts: withVerdicts(numbers.hosts, lines),
    droppedHosts: lines
      .filter(({ list }) => list === 'given-up')
      .slice(0, MOST_DROPPED)
      .map(droppedHost),
  }
}

/** Returns where the log is damaged; the numbers are those of the lines before. */
async function readInto(
  survey: LogSurvey,
  directory: CrawlDirectory,
  { onProgress, signal }: ReadCrawlOptions,
): Promise<string> {
  const logs = logDirectories(directory)
  const size = Math.max(1, logSize(directory))
  if (logs.length > 1) {
    for await (const entry of readWholeLog(directory)) {
      signal?.throwIfAborted()
      survey.add(entry)
    }
    return ''
  }
  const { damage } = await readOn(directory, LOG_START, ({ entry, end, line }) => {
    survey.add(entry)
    if (line % PROGRESS_EVERY !== 0) return
    signal?.throwIfAborted()
    onProgress?.(Math.min(1, end / size))
  })
  return damage
}

function statusOf(directory: CrawlDirectory): CrawlNumbers['status'] {
  const status = readStatus(directory)
  if (status === null) return null
  const { at, queue, parked, estimate } = status
  return { at, queue, parked, estimate }
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
