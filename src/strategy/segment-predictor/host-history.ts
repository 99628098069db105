/**
 * The last segments of a host that were crawled to their end: the mean of their relevance degrees, and whether they rise or
 * fall. Known only where there were SPAN of them.
 */
import type { HostId, Persistent, StateFields } from '../../contracts.js'
import { grownBytes, grownWords } from '../../growing-arrays.js'
import { BINS, binOf } from './segment-link-features.js'
import { MISSING } from './binned-bayes.js'

const SPAN = 10
export const HISTORY_VALUES = 2
/** Least-squares slope over SPAN values of 0 … 1 is between -3/(2·SPAN + 1) and its opposite, about; here it fills 0 … 1. */
const STEEPEST = (3 * SPAN) / (2 * (SPAN * SPAN - 1))

export class HostHistory implements Persistent {
  private rings: Uint8Array = new Uint8Array(0) // SPAN degrees a host, 255 is 1
  private ends: Uint32Array = new Uint32Array(0)

  reserve(hosts: number): void {
    this.rings = grownBytes(this.rings, hosts * SPAN)
    this.ends = grownWords(this.ends, hosts)
  }

  persist(fields: StateFields): void {
    this.rings = fields.array('rings', this.rings)
    this.ends = fields.array('ends', this.ends)
  }

  note(host: HostId, degree: number): void {
    this.rings[host * SPAN + (this.ends[host]++ % SPAN)] = Math.round(degree * 255)
  }

  fill(host: HostId, values: Float64Array): void {
    const ended = this.ends[host]
    values.fill(MISSING, 0, HISTORY_VALUES)
    if (ended < SPAN) return
    let sum = 0
    let moment = 0
    for (let i = 0; i < SPAN; i++) {
      const degree = this.rings[host * SPAN + ((ended + i) % SPAN)] / 255 // oldest first
      sum += degree
      moment += degree * (i - (SPAN - 1) / 2)
    }
    const slope = moment / ((SPAN * (SPAN * SPAN - 1)) / 12)
    values[0] = binOf(Math.min(1, Math.max(0, (slope / STEEPEST + 1) / 2)), BINS)
    values[1] = binOf(sum / SPAN, BINS)
  }
}
