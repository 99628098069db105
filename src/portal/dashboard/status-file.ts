/** status.json as the dashboard reads it: a file that anybody may have changed, and that older builds wrote with fewer fields. */
import { open } from 'node:fs/promises'
import type { Expectation, Progress } from '../../crawl/index.js'
import type { Named } from '../contracts.js'
import { clip, numberIn, textIn } from '../../report/crawl/values.js'

/** The numbers of a crawl's progress; what needs care before it is shown has a form of its own here. */
export interface LiveNumbers extends Omit<Progress, 'at' | 'name' | 'campaign' | 'signs' | 'languages'> {
  /** Milliseconds since the epoch; 0 when it does not say. */
  readonly at: number
  /** Path of the campaign file; '' when it is not known. */
  readonly campaign: string
  readonly signs: readonly Named[]
  readonly languages: readonly Named[]
}

/** Larger than any of ours. */
const LARGEST_BYTES = 1 << 20
const MOST_NAMES = 50

/** Null when there is none, or nothing that makes sense. */
export async function readStatusFile(path: string): Promise<LiveNumbers | null> {
  try {
    const file = await open(path)
    try {
      if ((await file.stat()).size > LARGEST_BYTES) return null
      return liveNumbers(JSON.parse(await file.readFile('utf8')))
    } finally {
      await file.close()
    }
  } catch {
    // not there, or not JSON: the page does without
    return null
  }
}

export function liveNumbers(value: unknown): LiveNumbers | null {
  if (!isRecord(value)) return null
  const at = Date.parse(textIn(value.at))
  return {
    at: Number.isFinite(at) ? at : 0,
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
    embeds: numberIn(value.embeds),
    embedsWaiting: numberIn(value.embedsWaiting),
    reused: numberIn(value.reused),
    texts: numberIn(value.texts),
    underWay: numberIn(value.underWay),
    paused: value.paused === true,
    pagesPerSecond: numberIn(value.pagesPerSecond),
    seconds: numberIn(value.seconds),
    left: clip(textIn(value.left), 100),
    campaign: textIn(value.campaign),
    estimate: estimateIn(value.estimate),
    signs: namedIn(value.signs),
    languages: namedIn(value.languages),
  }
}

/** Null also when it was made before anything was found: then it says nothing. */
function estimateIn(value: unknown): Expectation | null {
  if (!isRecord(value) || shareIn(value.coverage) === 0) return null
  const remaining = numberIn(value.remaining)
  const coverage = shareIn(value.coverage)
  return {
    remaining,
    low: Math.min(remaining, numberIn(value.low)),
    high: Math.max(remaining, numberIn(value.high)),
    coverage,
    coverageLow: Math.min(coverage, shareIn(value.coverageLow)),
    coverageHigh: Math.max(coverage, shareIn(value.coverageHigh)),
  }
}

function namedIn(value: unknown): Named[] {
  if (!isRecord(value)) return []
  return Object.entries(value)
    .slice(0, MOST_NAMES)
    .map(([name, count]) => ({ value: clip(name, 40), count: numberIn(count) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

function shareIn(value: unknown): number {
  return Math.min(1, numberIn(value))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
