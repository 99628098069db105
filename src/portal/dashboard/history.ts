/** Queue and speed over the time that somebody looks: no file has them. A bounded number of moments, however long that is. */
import type { LiveNumbers } from './status-file.js'

export type Moment = Pick<LiveNumbers, 'at' | 'queue' | 'pagesPerSecond'>

const MOST_MOMENTS = 400

export class History {
  private kept: Moment[] = []

  add({ at, queue, pagesPerSecond }: LiveNumbers): void {
    const last = this.kept.at(-1)
    if (last !== undefined && at <= last.at) return
    this.kept.push({ at, queue, pagesPerSecond })
    // the older half is thinned out: what was lately is seen best
    if (this.kept.length > MOST_MOMENTS)
      this.kept = this.kept.filter((_, index) => index >= MOST_MOMENTS / 2 || index % 2 === 0)
  }

  moments(): readonly Moment[] {
    return [...this.kept]
  }
}
