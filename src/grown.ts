/**
 * Typed arrays that grow and keep their content. At least doubling, so that a live crawl that asks for a few more ids at
 * a time copies each entry a constant number of times; a first reservation is exact, so that a graph of known size pays
 * for no slack. One function per type: a crawl calls them for every page.
 */
type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

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

export function grownIntegers(old: Int32Array, size: number): Int32Array {
  return size <= old.length ? old : holding(old, new Int32Array(room(old, size)))
}

export function grownDoubles<B extends ArrayBufferLike>(
  old: Float64Array<B>,
  size: number,
): Float64Array<B | ArrayBuffer> {
  return size <= old.length ? old : holding(old, new Float64Array(room(old, size)))
}

export function grownFloats(old: Float32Array, size: number): Float32Array {
  return size <= old.length ? old : holding(old, new Float32Array(room(old, size)))
}

function room(old: Numbers, size: number): number {
  return Math.max(size, old.length * 2)
}

/** The fresh array, beginning with what the old one holds. */
export function holding<T extends Numbers>(old: Numbers, fresh: T): T {
  fresh.set(old)
  return fresh
}
