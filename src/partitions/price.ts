/**
 * The price of a crawl of many partitions: the worst place that is worth taking now. Every partition says where the best pages of its
 * ready hosts stand; when all together take C pages until they look again, the C-th best of them is the price. A partition takes nothing
 * worse, so that none fetches bad pages while others still hold good ones. Pure: lists in, price out; it changes no state.
 */

/** Where a page stands in the queue of its partition, smaller is better, and how long it has waited, in a unit that all partitions share. */
export interface WaitingPage {
  readonly place: number
  readonly waited: number
}

/** Nothing is too bad. */
export const ANY_PLACE: WaitingPage = { place: Infinity, waited: 0 }

/** Better first, equal places by age. */
export function compareWaiting(a: WaitingPage, b: WaitingPage): number {
  return a.place - b.place || b.waited - a.waited
}

/** `published`: by partition, its best pages, at most one for each host and no more than it takes. */
export function priceOf(published: Iterable<readonly WaitingPage[]>, takes: number): WaitingPage {
  const all = [...published].flat().sort(compareWaiting)
  return all.length < takes ? ANY_PLACE : all[takes - 1]
}

export function isWorthTaking(page: WaitingPage, price: WaitingPage): boolean {
  return compareWaiting(page, price) <= 0
}
