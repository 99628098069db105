/** What the strategy `perfect` knows: which pages lie on the way from the seeds to a relevant one. */
import { CRAWLED, RELEVANT, type WebGraph } from '../graph/index.js'

const NOBODY = 0xffffffff

/**
 * By page: 1 when the page lies on the breadth-first path from the seeds to a relevant page, ends included. Breadth first
 * over crawled pages, in the order in which a crawl finds them, each page remembering the first page that linked to it; then
 * back from every relevant page along these.
 */
export function perfectPaths(graph: WebGraph, seeds: Uint32Array): Uint8Array {
  const { offsets, to, flags, pages } = graph
  const parent = new Uint32Array(pages).fill(NOBODY)
  const order = new Uint32Array(countCrawled(flags))
  let found = 0
  for (const seed of seeds) {
    if ((flags[seed] & CRAWLED) === 0 || parent[seed] !== NOBODY) continue
    parent[seed] = seed
    order[found++] = seed
  }
  for (let next = 0; next < found; next++) {
    const page = order[next]
    for (let i = offsets[page], end = offsets[page + 1]; i < end; i++) {
      const target = to[i]
      if (parent[target] !== NOBODY || (flags[target] & CRAWLED) === 0) continue
      parent[target] = page
      order[found++] = target
    }
  }

  // a page comes after its parent in `order`, so one pass from its end marks whole paths
  const leads = new Uint8Array(pages)
  for (let at = found - 1; at >= 0; at--) {
    const page = order[at]
    if ((flags[page] & RELEVANT) !== 0) leads[page] = 1
    if (leads[page] === 1) leads[parent[page]] = 1
  }
  return leads
}

function countCrawled(flags: Uint8Array): number {
  let count = 0
  for (let page = 0; page < flags.length; page++) if ((flags[page] & CRAWLED) !== 0) count++
  return count
}
