/** Columns that grow by half as much again: typed arrays while their length is not known yet. */
import { LongtailError } from '../errors.js'
import { holding } from '../grown.js'

type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** A longer copy with room for at least `least` entries. */
export function grow(old: Uint8Array, least: number): Uint8Array<ArrayBuffer>
export function grow(old: Uint16Array, least: number): Uint16Array<ArrayBuffer>
export function grow(old: Uint32Array, least: number): Uint32Array<ArrayBuffer>
export function grow(old: Float64Array, least: number): Float64Array<ArrayBuffer>
export function grow(old: Column, least: number): Column {
  const length = Math.max(least, 1024, Math.ceil(old.length * 1.5))
  try {
    if (old instanceof Uint8Array) return holding(old, new Uint8Array(length))
    if (old instanceof Uint16Array) return holding(old, new Uint16Array(length))
    if (old instanceof Uint32Array) return holding(old, new Uint32Array(length))
    return holding(old, new Float64Array(length))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new LongtailError('E_GRAPH', `a column of ${length} numbers is more than this machine can hold; import less`)
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
