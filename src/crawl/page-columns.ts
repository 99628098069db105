/** What the crawl itself remembers of every URL it has seen: 12 bytes each, growing by doubling. */
import type { PageId, Persistent, StateFields } from '../contracts.js'
import { holding } from '../growing-arrays.js'

const VISITED = 1
const RELEVANT = 2
const SITEMAP = 4
const KEPT = 8
const OUTSIDE = 16
const GOOD = 32
const FOREIGN = 64

/** Of pages that other partitions fetch and score. */
export const NO_GROUP = 0xffffffff

export class PageColumns implements Persistent {
  group = new Uint32Array(1024)
  private viaOf = new Uint32Array(1024)
  private hopsOf = new Uint16Array(1024)
  private chainOf = new Uint8Array(1024)
  private flags = new Uint8Array(1024)
  /** The seed that a page descends from. Null unless somebody asks. */
  private seeds: Uint32Array<ArrayBuffer> | null

  constructor(tracksSeeds = false) {
    this.seeds = tracksSeeds ? new Uint32Array(1024) : null
  }

  get capacity(): number {
    return this.group.length
  }

  /** `via` is the page that led here, or the page itself for a seed; `chain` counts redirects in a row. */
  add(page: PageId, group: number, via: PageId, hops: number, chain: number): void {
    if (page >= this.group.length) this.grow(page + 1)
    this.group[page] = group
    this.viaOf[page] = via
    this.hopsOf[page] = Math.min(hops, 0xffff)
    this.chainOf[page] = Math.min(chain, 0xff)
    if (this.seeds !== null) this.seeds[page] = via === page ? page : this.seeds[via]
  }

  /** A page that another partition fetches. */
  addForeign(page: PageId, group: number, via: PageId, hops: number, chain: number): void {
    this.add(page, group, via, hops, chain)
    this.flags[page] |= FOREIGN
  }

  isForeign(page: PageId): boolean {
    return (this.flags[page] & FOREIGN) !== 0
  }

  private grow(least: number): void {
    const size = Math.max(least, this.group.length * 2)
    this.group = holding(this.group, new Uint32Array(size))
    this.viaOf = holding(this.viaOf, new Uint32Array(size))
    this.hopsOf = holding(this.hopsOf, new Uint16Array(size))
    this.chainOf = holding(this.chainOf, new Uint8Array(size))
    this.flags = holding(this.flags, new Uint8Array(size))
    if (this.seeds !== null) this.seeds = holding(this.seeds, new Uint32Array(size))
  }

  persist(fields: StateFields): void {
    this.group = fields.array('group', this.group)
    this.viaOf = fields.array('via', this.viaOf)
    this.hopsOf = fields.array('hops', this.hopsOf)
    this.chainOf = fields.array('chain', this.chainOf)
    this.flags = fields.array('flags', this.flags)
    if (this.seeds !== null) this.seeds = fields.array('seeds', this.seeds)
  }

  /** Only where seeds are tracked. */
  seedOf(page: PageId): PageId {
    return this.seeds === null ? page : this.seeds[page]
  }

  isSeed(page: PageId): boolean {
    return this.viaOf[page] === page
  }

  via(page: PageId): PageId {
    return this.viaOf[page]
  }

  hops(page: PageId): number {
    return this.hopsOf[page]
  }

  chain(page: PageId): number {
    return this.chainOf[page]
  }

  markVisited(page: PageId, relevant: boolean): void {
    this.flags[page] |= relevant ? VISITED | RELEVANT : VISITED
  }

  isVisited(page: PageId): boolean {
    return (this.flags[page] & VISITED) !== 0
  }

  /** It was asked for again, and says something else now. */
  setRelevant(page: PageId, isRelevant: boolean): void {
    if (isRelevant) this.flags[page] |= RELEVANT
    else this.flags[page] &= ~RELEVANT
  }

  isRelevant(page: PageId): boolean {
    return (this.flags[page] & RELEVANT) !== 0
  }

  /** Its records are in the archive. */
  markKept(page: PageId): void {
    this.flags[page] |= KEPT
  }

  isKept(page: PageId): boolean {
    return (this.flags[page] & KEPT) !== 0
  }

  /** It was fetched, and the answer was no error. */
  markGood(page: PageId): void {
    this.flags[page] |= GOOD
  }

  isGood(page: PageId): boolean {
    return (this.flags[page] & GOOD) !== 0
  }

  markSitemap(page: PageId): void {
    this.flags[page] |= SITEMAP
  }

  isSitemap(page: PageId): boolean {
    return (this.flags[page] & SITEMAP) !== 0
  }

  /** The log says that rules or limits of the campaign keep it out; the next run looks again, and need not say it again. */
  markOutside(page: PageId): void {
    this.flags[page] |= OUTSIDE
  }

  isOutside(page: PageId): boolean {
    return (this.flags[page] & OUTSIDE) !== 0
  }
}
