import type { PageId } from '../contracts.js'
import { CRAWLED, type WebGraph } from '../graph/index.js'

/**
 * What the simulated loop asks of a queue. The order is that of contracts.ts' Frontier with every host always ready; pages
 * that are only known (never crawled) stay queued for ever, as the papers count them, and are never handed out.
 */
export interface PageQueue {
  /** Pages queued and not parked, the ones only known included. */
  readonly size: number
  offer(page: PageId, level: number): void
  /** Offers link i at `levels[i - start]`, in order; 0 offers nothing. */
  offerLinks(to: Uint32Array, start: number, end: number, levels: Uint16Array): void
  /** -1 when there is nothing left to fetch. */
  take(): PageId
  wasTaken(page: PageId): boolean
  /** As PlaceControl.move. */
  move(page: PageId, level: number): void
}

// What a queue remembers of each page is one number: a mark, or FIRST_PLACE + how late it is queued.
export const NEVER_OFFERED = 0
export const TAKEN = 1
/** Known only, and never offered. */
export const KNOWN = 2
/** Known only, and offered. */
export const KNOWN_QUEUED = 3
export const FIRST_PLACE = 4

/** As narrow as the places allow: most of the time of a simulation is spent waiting for this column. */
export function initialPlaces(graph: WebGraph, places: number): Uint8Array | Uint16Array {
  const { flags, pages } = graph
  const place = FIRST_PLACE + places < 256 ? new Uint8Array(pages) : new Uint16Array(pages)
  for (let page = 0; page < pages; page++) if ((flags[page] & CRAWLED) === 0) place[page] = KNOWN
  return place
}
