/** The pages with the highest priorities, best first. Linear in the number of pages: a plan of a million pages must not wait for a sort. */

const BUCKETS = 65_536

/**
 * Numbers of at most `budget` pages, highest priority first, ties by number. Pages with a priority of 0 or less, or none (NaN), are
 * left out.
 */
export function takeBest(priority: Float32Array, count: number, budget: number): Uint32Array {
  // the bits of a positive float, read as an integer, are in the order of the floats
  const bits = new Uint32Array(priority.buffer, priority.byteOffset, priority.length)
  const sizes = new Uint32Array(BUCKETS)
  for (let page = 0; page < count; page++) if (priority[page] > 0) sizes[bits[page] >>> 16]++
  let lowest = BUCKETS
  let above = 0
  while (lowest > 0 && above < budget) above += sizes[--lowest]
  const candidates = new Uint32Array(above)
  let next = 0
  for (let page = 0; page < count; page++) {
    if (priority[page] > 0 && bits[page] >>> 16 >= lowest) candidates[next++] = page
  }
  return sortedByBits(candidates, bits).slice(0, Math.max(0, Math.floor(budget)))
}

/** Highest first, by halves of the bits, the lower one first; each pass keeps the order of equals. */
function sortedByBits(pages: Uint32Array, bits: Uint32Array): Uint32Array {
  return sortedBy(
    sortedBy(pages, page => bits[page] & 0xffff),
    page => bits[page] >>> 16,
  )
}

function sortedBy(pages: Uint32Array, keyOf: (page: number) => number): Uint32Array {
  const starts = new Uint32Array(BUCKETS)
  for (const page of pages) starts[keyOf(page)]++
  let place = 0
  for (let key = BUCKETS - 1; key >= 0; key--) {
    const size = starts[key]
    starts[key] = place
    place += size
  }
  const sorted = new Uint32Array(pages.length)
  for (const page of pages) sorted[starts[keyOf(page)]++] = page
  return sorted
}
