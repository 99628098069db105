/** By which page each page was first found, as a crawl remembers it: only kept for what needs it. */
import type { Links, PageId } from '../contracts.js'

export interface Vias {
  /** Was the page that led here relevant, by itself or by its own parent? A seed has none. */
  parentIsRelevant(page: PageId): boolean
  /** Links from a seed, along the path by which the page was found. */
  distance(page: PageId): number
  /** The page was visited: it is the parent of all it links to that nobody has seen before. */
  visit(page: PageId, relevant: boolean, links: Links): void
}

export function createVias(pages: number, seeds: Uint32Array): Vias {
  const via = new Uint32Array(pages) // parent + 1, itself for seeds, 0: not found yet
  const relevantOf = new Uint8Array(pages)
  const hops = new Uint16Array(pages)
  for (const seed of seeds) via[seed] = seed + 1
  return {
    parentIsRelevant(page) {
      const parent = via[page] - 1
      return parent !== page && parent !== -1 && relevantOf[parent] === 1
    },
    distance: page => hops[page],
    visit(page, relevant, { to, start, end }) {
      relevantOf[page] = relevant ? 1 : 0
      const further = Math.min(hops[page] + 1, 0xffff)
      for (let i = start; i < end; i++) {
        if (via[to[i]] !== 0) continue
        via[to[i]] = page + 1
        hops[to[i]] = further
      }
    },
  }
}
