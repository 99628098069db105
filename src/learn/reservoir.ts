import type { Persistent, StateFields } from '../contracts.js'
import { tellInto } from '../state-collections.js'
import { createRandom, type RandomSource } from './random.js'

/**
 * A sample of bounded size of all the dense rows that were ever added, each of them as likely to be in it as any other
 * (Vitter's algorithm R). Which ones is settled by the seed and the order of adding.
 */
export class Reservoir implements Persistent {
  private readonly rows: Float64Array
  private readonly random: RandomSource
  private seen = 0

  constructor(
    private readonly capacity: number,
    private readonly width: number,
    seed: number,
  ) {
    this.rows = new Float64Array(capacity * width)
    this.random = createRandom(seed)
  }

  persist(fields: StateFields): void {
    tellInto(fields, 'rows', this.rows)
    this.seen = fields.number('seen', this.seen)
    if (!fields.isLoading) return
    // the numbers that were drawn so far: one for each row that came when the sample was full
    for (let row = this.capacity; row < this.seen; row++) this.random()
  }

  /** Rows in the sample. */
  get size(): number {
    return Math.min(this.seen, this.capacity)
  }

  /** All rows ever added. */
  get added(): number {
    return this.seen
  }

  add(row: Float64Array): void {
    const slot = this.seen < this.capacity ? this.seen : Math.floor(this.random() * (this.seen + 1))
    this.seen++
    if (slot < this.capacity) this.rows.set(row.subarray(0, this.width), slot * this.width)
  }

  /** The sample, one row after the other; changes with the next `add`. */
  values(): Float64Array {
    return this.rows.subarray(0, this.size * this.width)
  }
}
