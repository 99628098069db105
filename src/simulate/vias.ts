import type { Links, PageId } from '../contracts.js'

/** By which page each page was first found, as a crawl remembers it: only kept for what needs it. */
export class Vias {
  private readonly via: Uint32Array // parent + 1, itself for seeds, 0: not found yet
  private readonly isRelevant: Uint8Array
  private readonly hops: Uint16Array

  constructor(pages: number, seeds: Uint32Array) {
    this.via = new Uint32Array(pages)
    this.isRelevant = new Uint8Array(pages)
    this.hops = new Uint16Array(pages)
    for (const seed of seeds) this.via[seed] = seed + 1
  }

  /** The page that led here, itself for a seed. */
  of(page: PageId): PageId {
    return this.via[page] === 0 ? page : this.via[page] - 1
  }

  /** Was the page that led here relevant, by itself or by its own parent? A seed has none. */
  parentIsRelevant(page: PageId): boolean {
    const parent = this.via[page] - 1
    return parent !== page && parent !== -1 && this.isRelevant[parent] === 1
  }

  /** Links from a seed, along the path by which the page was found. */
  distance(page: PageId): number {
    return this.hops[page]
  }

  /** The page was visited: it is the parent of all it links to that nobody has seen before. */
  visit(page: PageId, relevant: boolean, { to, start, end }: Links): void {
    const { via, hops } = this
    this.isRelevant[page] = relevant ? 1 : 0
    const further = Math.min(hops[page] + 1, 0xffff)
    for (let i = start; i < end; i++) {
      if (via[to[i]] !== 0) continue
      via[to[i]] = page + 1
      hops[to[i]] = further
    }
  }
}
