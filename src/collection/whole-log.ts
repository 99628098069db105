/**
 * The logs of all partitions of a crawl as one: entries by their time, URLs with numbers that all share. What partitions only told each
 * other is left out, and a run of the crawl is one run, from the first partition that begins to the last that stops.
 */
import { logDirectories, type CrawlDirectory } from './crawl-directory.js'
import type { LogEntry, LoggedLink } from './log/entry.js'
import { readLog, type LoggedLine } from './log/read-log.js'

export async function* readWholeLog(directory: CrawlDirectory): AsyncGenerator<LogEntry> {
  const urls = new Map<string, number>()
  const logs = logDirectories(directory).map(one => readLog(one))
  // by log and number in it: the number that all share
  const numbersOf = logs.map((): number[] => [])
  const runs = new WholeRuns()
  for await (const { log, entry: next } of inOrder(logs)) {
    const numbers = numbersOf[log]
    if (next.t === 'run') {
      const run = { ...next, seeds: renumbered(next.seeds, numbers, urls) }
      // seeds of other partitions are named by the way
      yield runs.begin(log) ? run : { t: 'sitemaps', for: 0, sitemaps: run.seeds }
    } else if (next.t === 'stop') {
      if (runs.end(log)) yield next
    } else {
      const entry = shared(next, numbers, urls)
      if (entry !== null) yield entry
    }
  }
}

/** Null for what partitions told each other. */
function shared(entry: LogEntry, numbers: number[], urls: Map<string, number>): LogEntry | null {
  const list = (links: readonly LoggedLink[]): LoggedLink[] => renumbered(links, numbers, urls)
  const one = (number: number): number => numbers[number] ?? -1
  switch (entry.t) {
    case 'page':
    case 'redirect':
    case 'sitemap': {
      const { via, near, leads, sitemaps } = entry
      return {
        ...entry,
        id: one(entry.id),
        ...(via === undefined ? {} : { via: one(via) }),
        ...(near === undefined ? {} : { near: one(near) }),
        links: list(entry.links),
        ...(leads === undefined ? {} : { leads: list(leads) }),
        ...(sitemaps === undefined ? {} : { sitemaps: list(sitemaps) }),
      }
    }
    case 'again': {
      const { near, links, leads, sitemaps } = entry
      return {
        ...entry,
        id: one(entry.id),
        ...(near === undefined ? {} : { near: one(near) }),
        ...(links === undefined ? {} : { links: list(links) }),
        ...(leads === undefined ? {} : { leads: list(leads) }),
        ...(sitemaps === undefined ? {} : { sitemaps: list(sitemaps) }),
      }
    }
    case 'sitemaps':
      return { ...entry, for: one(entry.for), sitemaps: list(entry.sitemaps) }
    case 'skip':
    case 'later':
    case 'held':
    case 'archived':
      return { ...entry, id: one(entry.id) }
    case 'embed':
      return { ...entry, via: one(entry.via) }
    case 'links': {
      // those that are new here have numbers here, and will be named by a page
      const { page, links, leads = [], sitemaps = [] } = entry
      const fresh = list([page, ...links, ...leads, ...sitemaps]).filter(link => typeof link === 'string')
      return fresh.length === 0 ? null : { t: 'sitemaps', for: 0, sitemaps: fresh }
    }
    case 'absorbed':
    case 'lessons':
      return null
    default:
      return entry
  }
}

function renumbered(links: readonly LoggedLink[], numbers: number[], urls: Map<string, number>): LoggedLink[] {
  return links.map(link => {
    if (typeof link === 'number') return numbers[link] ?? -1
    const known = urls.get(link)
    numbers.push(known ?? urls.size)
    if (known !== undefined) return known
    urls.set(link, urls.size)
    return link
  })
}

export interface OrderedLine {
  /** The log that it stands in: its place in the list. */
  readonly log: number
  readonly entry: LogEntry
}

interface Reading {
  readonly log: number
  readonly lines: AsyncGenerator<LoggedLine, void>
  next: LoggedLine | null
  /** Of the next entry; some do not say. */
  at: string
}

/**
 * Lines of the logs of all partitions in one order: by their time, but what a partition received never before the line that it comes from,
 * whatever the clocks of two machines say. `logs`: by number of the partition.
 */
export async function* inOrder(logs: readonly AsyncGenerator<LoggedLine, void>[]): AsyncGenerator<OrderedLine, void> {
  const readings = logs.map((lines, log): Reading => ({ log, lines, next: null, at: '' }))
  for (const reading of readings) await advance(reading)
  for (let reading = first(readings); reading !== null; reading = first(readings)) {
    if (reading.next !== null) yield { log: reading.log, entry: reading.next.entry }
    await advance(reading)
  }
}

async function advance(reading: Reading): Promise<void> {
  const step = await reading.lines.next()
  reading.next = step.done === true ? null : step.value
  if (reading.next !== null && 'at' in reading.next.entry) reading.at = reading.next.entry.at
}

function first(readings: readonly Reading[]): Reading | null {
  let best: Reading | null = null
  let isBestReady = false
  for (const reading of readings) {
    if (reading.next === null) continue
    const isReady = hasSource(reading.next.entry, readings)
    // where everything waits for something else, the logs were changed: then only time is left
    if (best === null || (isReady && !isBestReady) || (isReady === isBestReady && reading.at < best.at)) {
      best = reading
      isBestReady = isReady
    }
  }
  return best
}

/** Whether the line that a received entry comes from was read. */
function hasSource(entry: LogEntry, readings: readonly Reading[]): boolean {
  if (entry.t !== 'links') return true
  const next = readings[entry.from]?.next ?? null
  return next === null || next.line > entry.line
}

/** Runs of partitions as runs of the crawl: from the first partition that begins to the last that stops. */
export class WholeRuns {
  private readonly running = new Set<number>()

  /** True: a run of the crawl begins. */
  begin(log: number): boolean {
    // it was killed and begins again
    if (this.running.has(log)) this.running.clear()
    this.running.add(log)
    return this.running.size === 1
  }

  /** True: a run of the crawl ends. */
  end(log: number): boolean {
    return this.running.delete(log) && this.running.size === 0
  }
}
