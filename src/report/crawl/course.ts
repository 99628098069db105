/** How a crawl went: samples along its pages, and pages per stretch of time. Both keep a bounded number of points, however long it runs. */

/** Over this many pages harvest is "recent", as in progress reports. */
export const RECENT = 1000
const MOST_SAMPLES = 1024
const MOST_STRETCHES = 1024

export interface CourseSample {
  readonly pages: number
  readonly relevant: number
  /** Share of relevant pages among the last 1,000 (or all, while there are fewer). */
  readonly recentHarvest: number
  /** URLs known by then and neither fetched nor given up. */
  readonly waiting: number
  readonly hosts: number
  readonly relevantHosts: number
  /** Of crawling: time between runs does not count. */
  readonly seconds: number
}

export interface CourseStretch {
  readonly fromSecond: number
  readonly toSecond: number
  readonly pages: number
  readonly relevant: number
}

/** Every page at first; whenever there are too many samples every second one goes. */
export class Course {
  private samples: CourseSample[] = []
  private step = 1
  private last: CourseSample | null = null
  private readonly recent = new Uint8Array(RECENT)
  private recentRelevant = 0
  private count = 0

  add(isRelevant: boolean, sample: Omit<CourseSample, 'recentHarvest'>): void {
    const at = this.count++ % RECENT
    this.recentRelevant += (isRelevant ? 1 : 0) - this.recent[at]
    this.recent[at] = isRelevant ? 1 : 0
    this.last = { ...sample, recentHarvest: this.recentHarvest }
    if (this.count % this.step !== 0) return
    this.samples.push(this.last)
    if (this.samples.length < MOST_SAMPLES) return
    this.samples = this.samples.filter((_, index) => index % 2 === 1)
    this.step *= 2
  }

  get recentHarvest(): number {
    return this.count === 0 ? 0 : this.recentRelevant / Math.min(this.count, RECENT)
  }

  /** The last one is always the end. */
  points(): readonly CourseSample[] {
    const { last } = this
    return last === null || this.samples.at(-1) === last ? this.samples : [...this.samples, last]
  }
}

/** Seconds at first; whenever the crawl outgrows the stretches their width doubles. */
export class Pace {
  private width = 1
  private readonly pages = new Float64Array(MOST_STRETCHES)
  private readonly relevant = new Float64Array(MOST_STRETCHES)

  add(second: number, isRelevant: boolean): void {
    while (second / this.width >= MOST_STRETCHES) this.double()
    const at = Math.floor(second / this.width)
    this.pages[at]++
    if (isRelevant) this.relevant[at]++
  }

  /** At most `most` stretches of equal length, but for the last, which ends with the crawl. */
  stretches(seconds: number, most: number): readonly CourseStretch[] {
    const bins = Math.min(MOST_STRETCHES, Math.max(1, Math.ceil(seconds / this.width)))
    const each = Math.ceil(bins / most)
    const found: CourseStretch[] = []
    for (let from = 0; from < bins; from += each) {
      const to = Math.min(bins, from + each)
      const toSecond = Math.min(seconds, to * this.width)
      const pages = sum(this.pages, from, to)
      found.push({ fromSecond: from * this.width, toSecond, pages, relevant: sum(this.relevant, from, to) })
    }
    return found
  }

  private double(): void {
    for (const column of [this.pages, this.relevant]) {
      for (let i = 0; i < MOST_STRETCHES / 2; i++) column[i] = column[2 * i] + column[2 * i + 1]
      column.fill(0, MOST_STRETCHES / 2)
    }
    this.width *= 2
  }
}

function sum(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let i = from; i < to; i++) total += values[i]
  return total
}
