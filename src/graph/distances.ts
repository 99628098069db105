/** Shortest paths over all links of a graph: from the seeds, and from one relevant page to the next. */
import { LongtailError } from '../errors.js'
import { grownWords } from '../growing-arrays.js'
import { RELEVANT, type WebGraph } from './web-graph.js'

/** No path leads to the page. */
export const UNREACHABLE = 255
/** Distances from here on are not told apart. */
export const FAR = 254

/** By page: links on the shortest path from any seed; UNREACHABLE without one, FAR for all that lies farther. */
export function distancesFromSeeds(graph: WebGraph, seeds: Uint32Array): Uint8Array {
  const { pages } = graph
  const distances = new Uint8Array(pages).fill(UNREACHABLE)
  const queue = new Uint32Array(pages)
  let queued = 0
  for (const seed of seeds) {
    if (seed >= pages) {
      throw new LongtailError('E_USAGE', `seed ${seed} is not in the graph, whose pages are 0 to ${pages - 1}`)
    }
    if (distances[seed] === 0) continue
    distances[seed] = 0
    queue[queued++] = seed
  }
  search(graph, distances, queue, queued)
  return distances
}

/** When more pages than one in so many are at the same distance, they are looked for in the order of their ids. */
const FEW = 64

/**
 * Breadth-first, from the pages that are queued and have distance 0; all others are UNREACHABLE when it begins.
 *
 * Following links in the order of the queue means to jump about in the links of the whole graph. Where many pages have the
 * same distance it is several times faster to go through all pages by id and to take those that have it.
 */
function search({ pages, offsets, to }: WebGraph, distances: Uint8Array, queue: Uint32Array, queued: number): void {
  let tail = queued
  const follow = (page: number, next: number) => {
    const end = offsets[page + 1]
    for (let i = offsets[page]; i < end; i++) {
      const target = to[i]
      if (distances[target] !== UNREACHABLE) continue
      distances[target] = next
      queue[tail++] = target
    }
  }
  for (let distance = 0, head = 0; head < tail; distance++) {
    const end = tail
    const next = Math.min(distance + 1, FAR)
    if (distance < FAR && (end - head) * FEW > pages) {
      for (let page = 0; page < pages; page++) if (distances[page] === distance) follow(page, next)
    } else {
      for (let k = head; k < end; k++) follow(queue[k], next)
    }
    head = end
  }
}

/**
 * By page: for a relevant page, links on the shortest path to it from *another* relevant page (1: one of them links to it),
 * UNREACHABLE when there is no such path; 0 for all other pages. Between two nearest relevant pages lie irrelevant ones only.
 *
 * A breadth-first search from all relevant pages at once would find the way of a page back to itself. So the search begins
 * at the pages that have distance 1: they ask for nothing, and a way from them is good for all others. Then the others
 * search where they are nearer.
 */
export function nearestRelevant(graph: WebGraph, flags: Uint8Array = graph.flags): Uint8Array {
  const { offsets, to, pages } = graph
  const distances = new Uint8Array(pages).fill(UNREACHABLE)
  const queue = new Uint32Array(pages)
  let queued = 0
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & RELEVANT) === 0) continue
    const end = offsets[page + 1]
    for (let i = offsets[page]; i < end; i++) {
      const target = to[i]
      if (distances[target] === 0 || (flags[target] & RELEVANT) === 0) continue
      distances[target] = 0
      queue[queued++] = target
    }
  }
  search(graph, distances, queue, queued)
  searchAlone(graph, distances, flags)
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & RELEVANT) === 0) distances[page] = 0
    else if (distances[page] === 0) distances[page] = 1
  }
  return distances
}

/**
 * From the relevant pages that no relevant page links to, as long as they come to a page sooner than those with distance 0.
 * A page remembers by whom it was reached first, and lets the second one through as well, but no third: of two different
 * ones at least one is another page, whichever page is reached in the end.
 */
function searchAlone({ offsets, to, pages }: WebGraph, distances: Uint8Array, flags: Uint8Array): void {
  const NOBODY = 0
  const TWO = 0xffffffff
  /** By page: NOBODY, TWO, or one more than the id of the page it was reached by. */
  const reachedBy = new Uint32Array(pages)
  let current = new ReachList()
  let next = new ReachList()
  const follow = (page: number, by: number, distance: number) => {
    const end = offsets[page + 1]
    for (let i = offsets[page]; i < end; i++) {
      const target = to[i]
      if (distances[target] <= distance) continue
      if ((flags[target] & RELEVANT) !== 0) {
        if (target !== by) distances[target] = distance
        continue
      }
      const before = reachedBy[target]
      if (before === TWO || before === by + 1) continue
      reachedBy[target] = before === NOBODY ? by + 1 : TWO
      next.add(target, by)
    }
  }
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & RELEVANT) !== 0 && distances[page] > 0) follow(page, page, 1)
  }
  for (let distance = 2; next.length > 0; distance++) {
    const done = current
    current = next
    next = done
    next.length = 0
    const reached = current.values
    const end = current.length
    for (let k = 0; k < end; k += 2) follow(reached[k], reached[k + 1], Math.min(distance, FAR))
  }
}

/** Pages reached at one distance, each followed by the one it was reached by. */
class ReachList {
  values = new Uint32Array(1 << 16)
  length = 0

  add(page: number, by: number): void {
    if (this.length === this.values.length) this.values = grownWords(this.values, this.length * 2)
    this.values[this.length++] = page
    this.values[this.length++] = by
  }
}
