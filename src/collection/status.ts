/**
 * status.json: where a crawl stands, as numbers. The crawl writes it every few seconds; everybody else reads it here. The file may
 * be older than the log, written by an older build, or changed by anybody: what is not of the kind it should be reads as nothing.
 */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { writeAtomically } from '../disk/write-atomically.js'
import { isRecord } from '../json.js'
import type { CrawlDirectory } from './crawl-directory.js'
import { NO_ROUND, roundIn } from './round-counts.js'
import { clip, numberIn, textIn } from './untrusted-values.js'

/** What the strategy expects still to find, and what share of all that is has been found. */
export interface Expectation {
  /** Relevant pages still to be found: the most likely number, and a range that should hold it 9 times out of 10. */
  readonly remaining: number
  readonly low: number
  readonly high: number
  /** Share of the relevant pages that were found so far. */
  readonly coverage: number
  readonly coverageLow: number
  readonly coverageHigh: number
}

/** Larger than any of ours; a log or a disk image under that name is not read into memory. */
const LARGEST_BYTES = 1 << 20
const MOST_NAMES = 50
/** Of the hosts that wait, in the file. */
export const MOST_WAITING = 20

/** What is not of its kind reads as nothing, and so does what is missing. */
const read = <T>(of: (value: unknown) => T) => v.pipe(v.optional(v.unknown(), null), v.transform(of))
const text = (length: number) => read(value => clip(textIn(value), length))
const count = read(numberIn)
const share = read(shareIn)
const amount = v.pipe(v.number(), v.finite(), v.minValue(0))
const counts = read(countsIn)

/** A host that is not asked for some time, because of how it answered. `until`: ISO 8601. */
const waitingHost = v.object({ host: text(300), until: text(40), reason: text(200) })
export type WaitingHost = Readonly<v.InferOutput<typeof waitingHost>>

/** What a log comes to in a few numbers. */
const totals = v.object({
  pages: count,
  relevant: count,
  redirects: count,
  /** Given up for good. */
  skipped: count,
  runs: count,
  embeds: count,
  texts: count,
  /** Pages that are empty without JavaScript, behind a paywall, or shops. */
  discounted: count,
  /** What the last run identified languages with; '' when it did not say. */
  identifier: text(40),
  /** Of the round that is under way, or ended last. */
  round: v.optional(v.pipe(v.unknown(), v.transform(roundIn)), NO_ROUND),
  /** Up to which line. */
  log: v.object({ end: amount, line: amount }),
})
export type KnownTotals = Readonly<v.InferOutput<typeof totals>>
export const NO_TOTALS: KnownTotals = v.parse(totals, { log: { end: 0, line: 0 } })

const status = v.object({
  /** ISO 8601; '' in a file that does not say it. */
  at: v.pipe(
    v.string(),
    v.transform(at => (Number.isNaN(Date.parse(at)) ? '' : clip(at, 40))),
  ),
  name: text(200),
  strategy: text(200),
  pages: count,
  relevant: count,
  harvest: share,
  /** Over the last 1,000 pages. */
  recentHarvest: share,
  queue: count,
  parked: count,
  known: count,
  hosts: count,
  bytes: count,
  redirects: count,
  failures: count,
  skipped: count,
  revisits: count,
  nearDuplicates: count,
  /** Set aside because the crawler died of them. */
  crashed: count,
  /** Embedded objects fetched, and those that still wait. */
  embeds: count,
  embedsWaiting: count,
  /** Pages and embedded objects taken from another crawl. */
  reused: count,
  /** Pages fetched after the quota, for their text alone; not among `pages`. */
  texts: count,
  /** Pages that went through a browser, those it brought text, links or another verdict, and those relevant only as rendered. */
  rendered: count,
  renderedRicher: count,
  renderedRelevant: count,
  /** Of this run, where the system tells. */
  browserCpuMs: count,
  /** Pages with signs that they are of little use to a reader, by kind of sign. */
  signs: counts,
  /** Some seconds old at most; null when the strategy does not say, or said it before anything was found. */
  estimate: read(estimateIn),
  underWay: count,
  /** Nothing new is taken until the file `pause` is gone, or the disk has room. */
  paused: read(value => value === true),
  /** Why it is paused, in words; '' when it is not. */
  waitsFor: text(300),
  /** Hosts that are not asked for some time, the longest wait first, and how many there are in all. */
  waiting: read(waitingIn),
  waitingHosts: count,
  pagesPerSecond: count,
  seconds: count,
  /** Time to the nearest limit, in words; '' when there is none. */
  left: text(100),
  /** The campaign file, by which the crawl can be started again; null when it came from elsewhere. */
  campaign: read(value => textIn(value) || null),
  languages: counts,
  /** What the log comes to, up to the line that was the last when this was written; null in a file of an older build. */
  totals: v.fallback(v.nullable(totals), null),
})
export type Status = Readonly<v.InferOutput<typeof status>>

export function writeStatus(directory: Pick<CrawlDirectory, 'status'>, value: Status): void {
  writeAtomically(directory.status, `${JSON.stringify(value)}\n`, { isDurable: false })
}

/** Null when there is no such file, or it says not even when it was written. */
export function readStatus(directory: Pick<CrawlDirectory, 'status'>): Status | null {
  try {
    // renewed while we look: it is renamed into place, so what is opened is whole
    const file = openSync(directory.status, 'r')
    try {
      if (fstatSync(file).size > LARGEST_BYTES) return null
      return statusIn(JSON.parse(readFileSync(file, 'utf8')))
    } finally {
      closeSync(file)
    }
  } catch {
    // not there, or not JSON: readers do without
    return null
  }
}

/** Milliseconds since the epoch; 0 when the file does not say. */
export function writtenAt({ at }: Pick<Status, 'at'>): number {
  return Date.parse(at) || 0
}

export function statusIn(value: unknown): Status | null {
  const { success, output } = v.safeParse(status, value)
  return success ? output : null
}

/** Null also when it was made before anything was found: then it says nothing. */
function estimateIn(value: unknown): Expectation | null {
  if (!isRecord(value) || !isAmount(value.remaining) || shareIn(value.coverage) === 0) return null
  const { remaining } = value
  const coverage = shareIn(value.coverage)
  const bound = (limit: unknown, otherwise: number): number => (isAmount(limit) ? limit : otherwise)
  return {
    remaining,
    low: Math.min(remaining, bound(value.low, remaining)),
    high: Math.max(remaining, bound(value.high, remaining)),
    coverage,
    coverageLow: Math.min(coverage, bound(value.coverageLow, coverage)),
    coverageHigh: Math.min(1, Math.max(coverage, bound(value.coverageHigh, coverage))),
  }
}

function waitingIn(value: unknown): readonly WaitingHost[] {
  return Array.isArray(value) ? v.parse(v.array(waitingHost), value.slice(0, MOST_WAITING).filter(isRecord)) : []
}

/** Most first. */
function countsIn(value: unknown): Readonly<Record<string, number>> {
  if (!isRecord(value)) return {}
  const counts = Object.entries(value)
    .slice(0, MOST_NAMES)
    .map(([name, count]) => [clip(name, 40), numberIn(count)] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a))
}

function shareIn(value: unknown): number {
  return Math.min(1, numberIn(value))
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
