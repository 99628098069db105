/**
 * status.json: where a crawl stands, as numbers. The crawl writes it every few seconds; everybody else reads it here. The file may
 * be older than the log, written by an older build, or changed by anybody: what is not of the kind it should be reads as nothing.
 */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { writeAtomically } from '../disk/write-atomically.js'
import type { CrawlDirectory } from './crawl-directory.js'
import type { KnownTotals } from './log-totals.js'
import { clip, numberIn, textIn } from './untrusted.js'

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

/** A host that is not asked for some time, because of how it answered. */
export interface WaitingHost {
  readonly host: string
  /** ISO 8601. */
  readonly until: string
  readonly reason: string
}

export interface Status {
  /** ISO 8601; '' in a file that does not say it. */
  readonly at: string
  readonly name: string
  readonly strategy: string
  readonly pages: number
  readonly relevant: number
  readonly harvest: number
  /** Over the last 1,000 pages. */
  readonly recentHarvest: number
  readonly queue: number
  readonly parked: number
  readonly known: number
  readonly hosts: number
  readonly bytes: number
  readonly redirects: number
  readonly failures: number
  readonly skipped: number
  readonly revisits: number
  readonly nearDuplicates: number
  /** Set aside because the crawler died of them. */
  readonly crashed: number
  /** Embedded objects fetched, and those that still wait. */
  readonly embeds: number
  readonly embedsWaiting: number
  /** Pages and embedded objects taken from another crawl. */
  readonly reused: number
  /** Pages fetched after the quota, for their text alone; not among `pages`. */
  readonly texts: number
  /** Pages with signs that they are of little use to a reader, by kind of sign. */
  readonly signs: Readonly<Record<string, number>>
  /** Some seconds old at most; null when the strategy does not say, or said it before anything was found. */
  readonly estimate: Expectation | null
  readonly underWay: number
  /** Nothing new is taken until the file `pause` is gone, or the disk has room. */
  readonly paused: boolean
  /** Why it is paused, in words; '' when it is not. */
  readonly waitsFor: string
  /** Hosts that are not asked for some time, the longest wait first, and how many there are in all. */
  readonly waiting: readonly WaitingHost[]
  readonly waitingHosts: number
  readonly pagesPerSecond: number
  readonly seconds: number
  /** Time to the nearest limit, in words; '' when there is none. */
  readonly left: string
  /** The campaign file, by which the crawl can be started again; null when it came from elsewhere. */
  readonly campaign: string | null
  readonly languages: Readonly<Record<string, number>>
  /** What the log comes to, up to the line that was the last when this was written; null in a file of an older build. */
  readonly totals: KnownTotals | null
}

/** Larger than any of ours; a log or a disk image under that name is not read into memory. */
const LARGEST_BYTES = 1 << 20
const MOST_NAMES = 50
/** Of the hosts that wait, in the file. */
export const MOST_WAITING = 20

export function writeStatus({ status }: Pick<CrawlDirectory, 'status'>, value: Status): void {
  writeAtomically(status, `${JSON.stringify(value)}\n`, { isDurable: false })
}

/** Null when there is no such file, or it says not even when it was written. */
export function readStatus({ status }: Pick<CrawlDirectory, 'status'>): Status | null {
  try {
    // renewed while we look: it is renamed into place, so what is opened is whole
    const file = openSync(status, 'r')
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
  if (!isRecord(value) || typeof value.at !== 'string') return null
  return {
    at: Number.isNaN(Date.parse(value.at)) ? '' : clip(value.at, 40),
    name: clip(textIn(value.name), 200),
    strategy: clip(textIn(value.strategy), 200),
    pages: numberIn(value.pages),
    relevant: numberIn(value.relevant),
    harvest: shareIn(value.harvest),
    recentHarvest: shareIn(value.recentHarvest),
    queue: numberIn(value.queue),
    parked: numberIn(value.parked),
    known: numberIn(value.known),
    hosts: numberIn(value.hosts),
    bytes: numberIn(value.bytes),
    redirects: numberIn(value.redirects),
    failures: numberIn(value.failures),
    skipped: numberIn(value.skipped),
    revisits: numberIn(value.revisits),
    nearDuplicates: numberIn(value.nearDuplicates),
    crashed: numberIn(value.crashed),
    embeds: numberIn(value.embeds),
    embedsWaiting: numberIn(value.embedsWaiting),
    reused: numberIn(value.reused),
    texts: numberIn(value.texts),
    signs: countsIn(value.signs),
    estimate: estimateIn(value.estimate),
    underWay: numberIn(value.underWay),
    paused: value.paused === true,
    waitsFor: clip(textIn(value.waitsFor), 300),
    waiting: waitingIn(value.waiting),
    waitingHosts: numberIn(value.waitingHosts),
    pagesPerSecond: numberIn(value.pagesPerSecond),
    seconds: numberIn(value.seconds),
    left: clip(textIn(value.left), 100),
    campaign: textIn(value.campaign) || null,
    languages: countsIn(value.languages),
    totals: totalsIn(value.totals),
  }
}

function totalsIn(value: unknown): KnownTotals | null {
  if (!isRecord(value) || !isRecord(value.log) || !isAmount(value.log.end) || !isAmount(value.log.line)) return null
  return {
    pages: numberIn(value.pages),
    relevant: numberIn(value.relevant),
    redirects: numberIn(value.redirects),
    skipped: numberIn(value.skipped),
    runs: numberIn(value.runs),
    embeds: numberIn(value.embeds),
    texts: numberIn(value.texts),
    discounted: numberIn(value.discounted),
    identifier: clip(textIn(value.identifier), 40),
    log: { end: value.log.end, line: value.log.line },
  }
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

function waitingIn(value: unknown): WaitingHost[] {
  if (!Array.isArray(value)) return []
  return value
    .slice(0, MOST_WAITING)
    .filter(isRecord)
    .map(({ host, until, reason }) => ({
      host: clip(textIn(host), 300),
      until: clip(textIn(until), 40),
      reason: clip(textIn(reason), 200),
    }))
}

/** Most first. */
function countsIn(value: unknown): Record<string, number> {
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
