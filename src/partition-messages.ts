/** What the partitions of a crawl tell each other, as their strategies see it. contracts.ts exports the types with the rest. */
import type { Links, Visit } from './contracts.js'

/**
 * What travels about a page of another partition together with its links: the visit without its page. `host` is a number of this
 * partition's own table; hosts of other partitions have no groups and no queue here.
 */
export interface ForeignSource extends Omit<Visit, 'page'> {
  /** `Strategy.note` of the partition that fetched the page. */
  readonly note: readonly number[]
}

/** Links of one page of another partition to pages of this one. */
export interface ForeignLinks extends Links {
  /** By link, `[i - links.start]`: links to the target that its partition has seen so far, this one included. See `isSent`. */
  readonly counts: Uint32Array
}

/** Of the links of a partition to one page of another, only the 1st, 4th, 16th … are sent. */
export function isSent(count: number): boolean {
  return (count & (count - 1)) === 0 && (count & 0x55555555) !== 0
}

/** The links that one stands for: all since the last that was sent. */
export function linksSince(count: number): number {
  return Math.max(1, count - (count >>> 2))
}

/** What one page taught, in numbers that mean the same in every partition: finite, mostly small and whole. Words are hashes. */
export type SharedExample = readonly number[]

/** Where a page stands in the queue of its partition: level - bias, and the number of the offer, which is smaller for older ones. */
export interface QueuePlace {
  readonly place: number
  readonly offer: number
}
