/** Where a crawl stands as a whole, from where its partitions or its workers stand. */
import { NO_ROUND } from './round-counts.js'
import { MOST_WAITING, statusIn, type Expectation, type KnownTotals, type Status } from './status.js'

const MOST_LANGUAGES = 20

export function mergeStatus(parts: readonly Status[]): Status {
  const [first] = parts
  const empty = statusIn({ at: new Date().toISOString() })
  if (first === undefined && empty !== null) return empty
  const sum = (of: (part: Status) => number): number => parts.reduce((total, part) => total + of(part), 0)
  const most = (of: (part: Status) => number): number => parts.reduce((largest, part) => Math.max(largest, of(part)), 0)
  const pages = sum(part => part.pages)
  const relevant = sum(part => part.relevant)
  const paused = parts.find(part => part.paused)
  return {
    ...first,
    at: parts.reduce((latest, { at }) => (at > latest ? at : latest), ''),
    pages,
    relevant,
    harvest: pages === 0 ? 0 : relevant / pages,
    recentHarvest: recent(parts),
    queue: sum(part => part.queue),
    parked: sum(part => part.parked),
    known: sum(part => part.known),
    hosts: sum(part => part.hosts),
    bytes: sum(part => part.bytes),
    redirects: sum(part => part.redirects),
    failures: sum(part => part.failures),
    skipped: sum(part => part.skipped),
    revisits: sum(part => part.revisits),
    nearDuplicates: sum(part => part.nearDuplicates),
    crashed: sum(part => part.crashed),
    embeds: sum(part => part.embeds),
    embedsWaiting: sum(part => part.embedsWaiting),
    reused: sum(part => part.reused),
    texts: sum(part => part.texts),
    rendered: sum(part => part.rendered),
    renderedRicher: sum(part => part.renderedRicher),
    renderedRelevant: sum(part => part.renderedRelevant),
    browserCpuMs: sum(part => part.browserCpuMs),
    signs: counted(parts.map(part => part.signs)),
    estimate: mergeEstimates(parts, relevant),
    underWay: sum(part => part.underWay),
    paused: paused !== undefined,
    waitsFor: paused?.waitsFor ?? '',
    waiting: parts
      .flatMap(part => part.waiting)
      .sort((a, b) => (a.until < b.until ? 1 : -1))
      .slice(0, MOST_WAITING),
    waitingHosts: sum(part => part.waitingHosts),
    pagesPerSecond: sum(part => part.pagesPerSecond),
    seconds: most(part => part.seconds),
    languages: counted(parts.map(part => part.languages)),
    totals: null,
  }
}

/** Of logs: each partition has its own lines. */
export function mergeTotals(parts: readonly Omit<KnownTotals, 'log'>[]): Omit<KnownTotals, 'log'> {
  const sum = (of: (part: Omit<KnownTotals, 'log'>) => number): number =>
    parts.reduce((total, part) => total + of(part), 0)
  return {
    pages: sum(part => part.pages),
    relevant: sum(part => part.relevant),
    redirects: sum(part => part.redirects),
    skipped: sum(part => part.skipped),
    runs: parts.reduce((most, { runs }) => Math.max(most, runs), 0),
    embeds: sum(part => part.embeds),
    texts: sum(part => part.texts),
    discounted: sum(part => part.discounted),
    identifier: parts.find(({ identifier }) => identifier !== '')?.identifier ?? '',
    // a crawl of many partitions has one round
    round: NO_ROUND,
  }
}

/** Of the last pages everywhere. */
function recent(parts: readonly Status[]): number {
  const weight = (part: Status): number => Math.min(1000, part.pages)
  const all = parts.reduce((sum, part) => sum + weight(part), 0)
  return all === 0 ? 0 : parts.reduce((sum, part) => sum + weight(part) * part.recentHarvest, 0) / all
}

/**
 * Each partition says what it expects of the whole crawl, from its own queue and what it has last heard of the others'. The one in the middle
 * is taken: some have heard little for a while, those that have fetched nothing at all most of all. When no queue holds anything, nothing
 * is left, whatever they have heard.
 */
function mergeEstimates(parts: readonly Status[], relevant: number): Expectation | null {
  const known = parts.filter(({ estimate }) => estimate !== null)
  if (known.length === 0 || relevant === 0) return null
  const isDone = parts.every(({ queue, underWay }) => queue === 0 && underWay === 0)
  const active = known.filter(({ pages }) => pages > 0)
  const [remaining, low, high] = (['remaining', 'low', 'high'] as const).map(what =>
    isDone ? 0 : middle((active.length > 0 ? active : known).map(({ estimate }) => estimate?.[what] ?? 0)),
  )
  const share = (left: number): number => relevant / (relevant + left)
  return { remaining, low, high, coverage: share(remaining), coverageLow: share(high), coverageHigh: share(low) }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function counted(parts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const part of parts)
    for (const [name, count] of Object.entries(part)) counts.set(name, (counts.get(name) ?? 0) + count)
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_LANGUAGES))
}
