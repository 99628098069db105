/**
 * Typed arrays that grow and keep their content, for `reserve`. At least doubling, so that a live crawl that asks for a
 * few more ids at a time copies each entry a constant number of times; a first reservation is exact, so that a graph of
 * known size pays for no slack.
 */
export function grownBytes(old: Uint8Array, size: number, fill = 0): Uint8Array {
  if (size <= old.length) return old
  const grown = new Uint8Array(Math.max(size, old.length * 2))
  grown.set(old)
  if (fill !== 0) grown.fill(fill, old.length)
  return grown
}

export function grownShorts(old: Uint16Array, size: number): Uint16Array {
  if (size <= old.length) return old
  const grown = new Uint16Array(Math.max(size, old.length * 2))
  grown.set(old)
  return grown
}

export function grownWords(old: Uint32Array, size: number): Uint32Array {
  if (size <= old.length) return old
  const grown = new Uint32Array(Math.max(size, old.length * 2))
  grown.set(old)
  return grown
}

export function grownDoubles(old: Float64Array, size: number): Float64Array {
  if (size <= old.length) return old
  const grown = new Float64Array(Math.max(size, old.length * 2))
  grown.set(old)
  return grown
}

export function grownFloats(old: Float32Array, size: number): Float32Array {
  if (size <= old.length) return old
  const grown = new Float32Array(Math.max(size, old.length * 2))
  grown.set(old)
  return grown
}
