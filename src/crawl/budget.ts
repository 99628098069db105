/** Limits of a crawl, and what is left of them. Pages, relevant pages and bytes count over all runs; time counts per run, without pauses. */
import type { Campaign } from '../campaign/index.js'

export interface Found {
  readonly pages: number
  readonly relevant: number
}

export interface Speed {
  readonly pagesPerSecond: number
  readonly relevantPerSecond: number
  readonly bytesPerSecond: number
}

export class Budget {
  private readonly pages: number
  private readonly quota: number
  private readonly bytes: number
  private endsAt: number

  constructor(limits: Campaign['limits'], startedAt: number) {
    this.pages = limits.pages ?? Infinity
    this.quota = limits.relevant ?? Infinity
    this.bytes = limits.bytes ?? Infinity
    this.endsAt = limits.time === undefined ? Infinity : startedAt + limits.time
  }

  /** The limit of pages that is reached, or null. */
  enough({ pages, relevant }: Found): 'quota' | 'pages' | null {
    if (relevant >= this.quota) return 'quota'
    return pages >= this.pages ? 'pages' : null
  }

  /** The limit that ends everything, or null. */
  exhausted(bytes: number, nowMs: number): 'bytes' | 'time' | null {
    if (bytes >= this.bytes) return 'bytes'
    return nowMs >= this.endsAt ? 'time' : null
  }

  /** Whether one more page may be asked for while `underWay` may still become pages, and relevant ones. */
  mayStart({ pages, relevant }: Found, underWay: number): boolean {
    return pages + underWay < this.pages && relevant + underWay < this.quota
  }

  /** The same after the quota, when pages are fetched for their text alone. */
  mayStartText(pages: number, underWay: number): boolean {
    return pages + underWay < this.pages
  }

  /** Time in which nothing could be done. */
  extend(ms: number): void {
    this.endsAt += ms
  }

  /** "37 % of 10000 pages" for whichever limit is nearest, with the time until then at the current speed. */
  nearest({ pages, relevant }: Found, bytes: number, nowMs: number, speed: Speed, round = 1): string {
    const { pagesPerSecond, relevantPerSecond, bytesPerSecond } = speed
    // what is visited again does not count
    const kind = round > 1 ? 'new ' : ''
    const left: [ms: number, text: string][] = []
    if (this.pages < Infinity) left.push([((this.pages - pages) / pagesPerSecond) * 1000, `${this.pages} ${kind}pages`])
    if (this.quota < Infinity)
      left.push([((this.quota - relevant) / relevantPerSecond) * 1000, `${this.quota} ${kind}relevant pages`])
    if (this.bytes < Infinity) left.push([((this.bytes - bytes) / bytesPerSecond) * 1000, 'byte limit'])
    if (this.endsAt < Infinity) left.push([this.endsAt - nowMs, 'time limit'])
    const [nearest] = left.filter(([ms]) => Number.isFinite(ms)).sort((a, b) => a[0] - b[0])
    return nearest === undefined ? '' : `${shortTime(Math.max(0, nearest[0]))} to ${nearest[1]}`
  }
}

function shortTime(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 90) return `${seconds} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
