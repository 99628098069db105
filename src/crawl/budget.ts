/** Limits of a crawl, and what is left of them. Pages and bytes count over all runs, time counts per run. */
import type { Campaign } from '../campaign/index.js'

export type StopReason = 'finished' | 'pages' | 'bytes' | 'time' | 'interrupted' | 'failed'

export class Budget {
  private readonly pages: number
  private readonly bytes: number
  private readonly endsAt: number

  constructor(limits: Campaign['limits'], startedAt: number) {
    this.pages = limits.pages ?? Infinity
    this.bytes = limits.bytes ?? Infinity
    this.endsAt = limits.time === undefined ? Infinity : startedAt + limits.time
  }

  /** The limit that is reached, or null. */
  exhausted(pages: number, bytes: number, nowMs: number): StopReason | null {
    if (pages >= this.pages) return 'pages'
    if (bytes >= this.bytes) return 'bytes'
    if (nowMs >= this.endsAt) return 'time'
    return null
  }

  /** Whether one more download may start while `underWay` may still become pages. */
  mayStart(pages: number, underWay: number): boolean {
    return pages + underWay < this.pages
  }

  msLeft(nowMs: number): number {
    return Math.max(0, this.endsAt - nowMs)
  }

  /** "37 % of 10000 pages" for whichever limit is nearest, with the time until then at the current speed. */
  nearest(pages: number, bytes: number, nowMs: number, pagesPerSecond: number, bytesPerSecond: number): string {
    const left: [ms: number, text: string][] = []
    if (this.pages < Infinity) left.push([((this.pages - pages) / pagesPerSecond) * 1000, `${this.pages} pages`])
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
