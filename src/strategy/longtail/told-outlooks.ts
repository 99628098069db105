/**
 * What the partitions of a crawl tell each other about what is left: whether enough was found, what was asked for and found, and by step of
 * promise the pages that wait, their chances, and what became of those that were asked for. Each keeps what every other one said last, so
 * that all see the queue of the whole crawl, a little late, and one that sees that enough was found ends the crawl for all.
 */
import type { Persistent, StateFields } from '../../contracts.js'
import type { QueueView } from './queue-view.js'
import type { Tried } from './queue-worth.js'
import { STEPS } from './track-record.js'

const COUNTS = 8
const COLUMNS = 6
const NUMBERS = COUNTS + COLUMNS * STEPS
/** Digits of what is told: others add it to what is less certain, and every partition writes it down. */
const DIGITS = 4

export interface ToldOutlook {
  /** Enough was found. */
  readonly isDone: boolean
  /** Pages asked for, fetched, found. */
  readonly asked: number
  readonly fetched: number
  readonly finds: number
  /** Of late: finds per page, and the step where pages were taken; of finds, the share met in the second half of the crawl. */
  readonly recent: number
  readonly top: number
  /** Finds per page of the last few dozens. */
  readonly latest: number
  readonly young: number
  readonly view: QueueView
  /** Of pages drawn from the queue, and of those fetched in their turn. */
  readonly samples: Tried
  readonly inTurn: Tried
}

/** Sums: those of two partitions added up are those of both. */
export function tellOutlook({ isDone, view, samples, inTurn, ...counts }: ToldOutlook): number[] {
  const { asked, fetched, finds, recent, top, latest, young } = counts
  return [
    ...[Number(isDone), asked, fetched, finds, recent * asked, top * asked, latest * asked, young * finds],
    ...[view.pages, view.chances, samples.asked, samples.finds, inTurn.asked, inTurn.finds].flatMap(column => [
      ...column,
    ]),
  ]
}

/** The same for others. */
export function rounded(sums: readonly number[]): number[] {
  return sums.map(sum => (Number.isInteger(sum) ? sum : Number(sum.toPrecision(DIGITS))))
}

function outlookIn(sums: readonly number[]): ToldOutlook {
  const [done, asked, fetched, finds, recent, top, latest, young] = sums
  const column = (number: number): Float64Array<ArrayBuffer> =>
    Float64Array.from(sums.slice(COUNTS + number * STEPS, COUNTS + (number + 1) * STEPS))
  return {
    isDone: done > 0,
    ...{ asked, fetched, finds },
    recent: recent / Math.max(1, asked),
    top: top / Math.max(1, asked),
    latest: latest / Math.max(1, asked),
    young: young / Math.max(1, finds),
    view: { pages: column(0), chances: column(1) },
    samples: { asked: column(2), finds: column(3) },
    inTurn: { asked: column(4), finds: column(5) },
  }
}

export class ToldOutlooks implements Persistent {
  /** By partition: what was told, from `start` on. All partitions of a process hear the same array, and keep it. */
  private readonly last = new Map<number, { readonly told: readonly number[]; readonly start: number }>()
  /** Of these, how many say that enough was found. */
  private done = 0

  persist(fields: StateFields): void {
    const froms = fields.array('from', Uint32Array.from(this.last.keys()))
    const all = [...this.last.values()].flatMap(({ told, start }) => told.slice(start, start + NUMBERS))
    const numbers = fields.array('numbers', Float64Array.from(all))
    if (!fields.isLoading) return
    this.last.clear()
    this.done = 0
    froms.forEach((from, i) => {
      this.hear(from, [...numbers.subarray(NUMBERS * i, NUMBERS * (i + 1))], 0)
    })
  }

  /** What was told from `start` on; nothing when there is not all of it. */
  hear(from: number, told: readonly number[], start: number): void {
    const isWhole = told.length >= start + NUMBERS
    if (!isWhole) return
    const before = this.last.get(from)
    if (before !== undefined && before.told[before.start] > 0) this.done--
    if (told[start] > 0) this.done++
    this.last.set(from, { told, start })
  }

  /** Does anybody say that enough was found? */
  get isDone(): boolean {
    return this.done > 0
  }

  /** With all that others said. */
  plus(own: ToldOutlook): ToldOutlook {
    if (this.last.size === 0) return own
    const sum = tellOutlook(own)
    for (const { told, start } of this.last.values()) for (let i = 0; i < NUMBERS; i++) sum[i] += told[start + i]
    return outlookIn(sum)
  }
}
