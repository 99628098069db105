/** Columns that grow by half as much again: typed arrays while their length is not known yet. */
import { LongtailError } from '../errors.js'
import { longer } from '../growing-arrays.js'
import type { StateArray } from '../state-fields.js'

/** A longer copy with room for at least `least` entries. */
export function grow<T extends StateArray>(old: T, least: number): T {
  const length = Math.max(least, 1024, Math.ceil(old.length * 1.5))
  try {
    return longer(old, length)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new LongtailError(
      'E_GRAPH',
      `a column of ${length} numbers is more than this machine can hold; import fewer files`,
    )
  }
}

/** A list of unsigned 32-bit numbers. `values` is replaced when it grows: do not keep it across a push. */
export class Words {
  values = new Uint32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) this.values = grow(this.values, this.length + 1)
    this.values[this.length++] = value
  }
}
