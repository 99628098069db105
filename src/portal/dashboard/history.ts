/** Queue and speed over the time that somebody looks: no file has them. A bounded number of moments, however long that is. */
import { writtenAt, type Status } from '../../collection/index.js'

export interface Moment extends Pick<Status, 'queue' | 'pagesPerSecond'> {
  /** Milliseconds since the epoch. */
  readonly at: number
}

const MOST_MOMENTS = 400

export class History {
  private kept: Moment[] = []

  add(status: Status): void {
    const { queue, pagesPerSecond } = status
    const at = writtenAt(status)
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
