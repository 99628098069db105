/**
 * Typed arrays that grow and keep their content. At least doubling, so that a live crawl that asks for a few more ids at
 * a time copies each entry a constant number of times; a first reservation is exact, so that a graph of known size pays
 * for no slack. One function per type where a crawl asks for every page.
 */
import type { StateArray, StateFields } from './state-fields.js'

export function grownBytes<B extends ArrayBufferLike>(
  old: Uint8Array<B>,
  size: number,
  fill = 0,
): Uint8Array<B | ArrayBuffer> {
  if (size <= old.length) return old
  const fresh = new Uint8Array(room(old, size))
  if (fill !== 0) fresh.fill(fill, old.length)
  return holding(old, fresh)
}

export function grownShorts(old: Uint16Array, size: number): Uint16Array {
  return size <= old.length ? old : holding(old, new Uint16Array(room(old, size)))
}

export function grownWords<B extends ArrayBufferLike>(old: Uint32Array<B>, size: number): Uint32Array<B | ArrayBuffer> {
  return size <= old.length ? old : holding(old, new Uint32Array(room(old, size)))
}

export function grownDoubles<B extends ArrayBufferLike>(
  old: Float64Array<B>,
  size: number,
): Float64Array<B | ArrayBuffer> {
  return size <= old.length ? old : holding(old, new Float64Array(room(old, size)))
}

function room(old: StateArray, size: number): number {
  return Math.max(size, old.length * 2)
}

/** The fresh array, beginning with what the old one holds. */
export function holding<T extends StateArray>(old: StateArray, fresh: T): T {
  fresh.set(old)
  return fresh
}

/** A longer array of the same type, beginning with what the old one holds. */
export function longer<T extends StateArray>(old: T, length: number): T
export function longer(old: StateArray, length: number): StateArray {
  if (old instanceof Uint8Array) return holding(old, new Uint8Array(length))
  if (old instanceof Uint16Array) return holding(old, new Uint16Array(length))
  if (old instanceof Uint32Array) return holding(old, new Uint32Array(length))
  if (old instanceof Int32Array) return holding(old, new Int32Array(length))
  if (old instanceof Float32Array) return holding(old, new Float32Array(length))
  return holding(old, new Float64Array(length))
}

/** Arrays that grow together and have the same index: what is known of pages, of groups, of pairs. */
type Columns = Record<string, StateArray>

/** Lets all columns hold so many rows. The arrays are replaced: hot loops take them from the columns anew. */
export function growAll<C extends Columns>(columns: C, rows: number): void {
  for (const name in columns) {
    const old = columns[name]
    if (rows > old.length) columns[name] = longer(old, room(old, rows))
  }
}

/** Each under its name, written as checkpoints write names: `nextGroup` is `next-group`. */
export function tellAll<C extends Columns>(fields: StateFields, columns: C): void {
  for (const name in columns) {
    const written = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    columns[name] = fields.array(written, columns[name])
  }
}
