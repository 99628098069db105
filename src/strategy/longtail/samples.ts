/**
 * Pages that are fetched out of turn, to learn what the queue is worth. A crawl that always takes the best knows nothing of what it
 * passes over: a model that has met hardly anything but finds promises them everywhere, and the pages that were fetched at some step
 * of promise were the best of that step. Pages drawn at random are like those that still wait.
 *
 * Each sample goes to the step where one more lowers the variance of the queue's worth most, until the rest hardly matters.
 */
import type { PageId, Persistent, StateFields } from '../../contracts.js'
import { tellMap } from '../../state-collections.js'
import { STEPS, TrackRecord } from './track-record.js'
import type { QueueView } from './queue-view.js'
import type { QueueWorth } from './queue-worth.js'

/** Nothing more is drawn once the standard error is this share of what was found so far. */
const PRECISE = 0.005
/** In one go: what the first ones show may be enough. */
const AT_ONCE = 30
/** Of all pages asked for, how many may be samples: so many to begin with, if not more than a share, and a smaller share later. */
const FIRST = 12
const MOST_AT_FIRST = 0.15
const MOST = 0.02
/** Outcomes of a step that count. */
const WINDOW = 400

type Known = Pick<QueueWorth, 'rate' | 'known'>

export class Samples implements Persistent {
  /** What became of them. */
  readonly record = new TrackRecord(WINDOW)
  private taken = 0
  private state = 1
  /** Those not fetched yet, and the step at which they were drawn. */
  private readonly drawn = new Map<PageId, number>()

  persist(fields: StateFields): void {
    fields.part('record', this.record)
    this.taken = fields.number('taken', this.taken)
    this.state = fields.number('state', this.state)
    tellMap(fields, 'drawn', this.drawn)
  }

  /** By step, how many pages to draw. `asked`: pages that were asked for so far. */
  wanted({ pages }: QueueView, { rate, known: outcomes }: Known, found: number, asked: number): Uint8Array {
    const wanted = new Uint8Array(STEPS)
    const variance = Float64Array.from(rate, (share, step) => pages[step] ** 2 * share * (1 - share))
    const known = Float64Array.from(outcomes)
    for (const step of this.drawn.values()) known[step]++
    const allowed = Math.min(MOST_AT_FIRST * asked, FIRST + MOST * asked)
    for (let left = Math.min(AT_ONCE, Math.floor(allowed) - this.taken); left > 0; left--) {
      let total = 0
      let best = -1
      let most = 0
      for (let step = 0; step < STEPS; step++) {
        total += variance[step] / known[step]
        const less = variance[step] / (known[step] * (known[step] + 1))
        if (wanted[step] >= pages[step] || less <= most) continue
        best = step
        most = less
      }
      if (best === -1 || Math.sqrt(total) < PRECISE * found) break
      wanted[best]++
      known[best]++
    }
    return wanted
  }

  /** Draws one page of each lot of about the same size, the same ones in every replay. */
  draw(wanted: Uint8Array, view: QueueView, place: (page: PageId) => void): (page: PageId, step: number) => void {
    const next = Float64Array.from(wanted, (count, step) =>
      count === 0 ? Infinity : this.random() * (view.pages[step] / count),
    )
    const seen = new Float64Array(STEPS)
    return (page, step) => {
      if (seen[step]++ < next[step]) return
      next[step] += view.pages[step] / wanted[step]
      this.taken++
      this.drawn.set(page, step)
      place(page)
    }
  }

  /** A page was fetched, or cannot be had. False when it was no sample. */
  note(page: PageId, isFind: boolean): boolean {
    const step = this.drawn.get(page)
    if (step === undefined) return false
    this.drawn.delete(page)
    this.record.noteAt(step, isFind)
    return true
  }

  /** A linear congruential generator (the one of Numerical Recipes). */
  private random(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0
    return this.state / 2 ** 32
  }
}
