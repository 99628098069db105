/** Shortest paths over all links of a graph: from the seeds, and from one relevant page to the next. */
import { LongtailError } from '../errors.js'
import { RELEVANT } from './web-graph.js'
import type { WebGraph } from './web-graph.js'

/** No path leads to the page. */
export const UNREACHABLE = 255
/** Distances from here on are not told apart. */
export const FAR = 254

/** By page: links on the shortest path from any seed; UNREACHABLE without one, FAR for all that lies farther. */
export function distancesFromSeeds(graph: WebGraph, seeds: Uint32Array): Uint8Array {
  const { offsets, to, pages } = graph
  const distances = new Uint8Array(pages).fill(UNREACHABLE)
  // pages without links are never asked for them, so they need no place in the queue: most pages of a large graph
  const queue = new Uint32Array(countLinking(graph))
  let tail = 0
  for (const seed of seeds) {
    if (seed >= pages) {
      throw new LongtailError('E_USAGE', `seed ${seed} is not in the graph, whose pages are 0 to ${pages - 1}`)
    }
    if (distances[seed] === 0) continue
    distances[seed] = 0
    if (offsets[seed] < offsets[seed + 1]) queue[tail++] = seed
  }
  for (let head = 0; head < tail; head++) {
    const page = queue[head]
    const next = Math.min(distances[page] + 1, FAR)
    const end = offsets[page + 1]
    for (let i = offsets[page]; i < end; i++) {
      const target = to[i]
      if (distances[target] !== UNREACHABLE) continue
      distances[target] = next
      if (offsets[target] < offsets[target + 1]) queue[tail++] = target
    }
  }
  return distances
}

function countLinking({ offsets, pages }: WebGraph): number {
  let count = 0
  for (let page = 0; page < pages; page++) if (offsets[page] < offsets[page + 1]) count++
  return count
}

/** What the search for relevant pages knows of a page: not reached, reached from one relevant page, not to be entered again … */
const OPEN = 0
const REACHED = 1
const CLOSED = 2
/** … or relevant, and not reached from another relevant page so far. */
const ASKING = 3
/** Instead of a page's id: a relevant page that does not ask. */
const ANYBODY = 0xffffffff

/**
 * By page: for a relevant page, links on the shortest path to it from *another* relevant page (1: one of them links to it),
 * UNREACHABLE when there is no such path; 0 for all other pages. Between two nearest relevant pages lie irrelevant ones only.
 *
 * A breadth-first search from all relevant pages at once would find the way of a page back to itself. So an irrelevant page
 * remembers by whom it was reached, and lets the second one through as well: of two different ones at least one is another
 * page, whichever page asks. A relevant page with distance 1 does not ask, so that a way from it is as good as two.
 */
export function nearestRelevant(graph: WebGraph, flags: Uint8Array = graph.flags): Uint8Array {
  const { offsets, to, pages } = graph
  const distances = new Uint8Array(pages)
  const state = new Uint8Array(pages)
  let asking = 0
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & RELEVANT) !== 0) {
      state[page] = ASKING
      asking++
    } else if (offsets[page] === offsets[page + 1]) state[page] = CLOSED
  }
  const answer = (page: number, distance: number) => {
    state[page] = CLOSED
    distances[page] = distance
    asking--
  }
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & RELEVANT) === 0) continue
    const end = offsets[page + 1]
    for (let i = offsets[page]; i < end; i++) if (state[to[i]] === ASKING) answer(to[i], 1)
  }

  const reachedBy = new Uint32Array(pages) // of pages that are REACHED
  let current = new ReachList()
  let next = new ReachList()
  const follow = (page: number, by: number, distance: number) => {
    const end = offsets[page + 1]
    for (let i = offsets[page]; i < end; i++) {
      const target = to[i]
      const known = state[target]
      if (known === CLOSED) continue
      if (known === ASKING) {
        if (by !== target) answer(target, distance)
        continue
      }
      if (known === REACHED && reachedBy[target] === by) continue
      if (known === OPEN && by !== ANYBODY) {
        state[target] = REACHED
        reachedBy[target] = by
      } else {
        state[target] = CLOSED
      }
      next.add(target, by)
    }
  }
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & RELEVANT) !== 0) follow(page, state[page] === ASKING ? page : ANYBODY, 1)
  }
  for (let distance = 2; asking > 0 && next.length > 0; distance++) {
    const done = current
    current = next
    next = done
    next.length = 0
    const reached = current.values
    const end = current.length
    for (let k = 0; k < end; k += 2) follow(reached[k], reached[k + 1], Math.min(distance, FAR))
  }
  if (asking > 0) for (let page = 0; page < pages; page++) if (state[page] === ASKING) distances[page] = UNREACHABLE
  return distances
}

/** Pages reached at one distance, each followed by the one it was reached by. */
class ReachList {
  values = new Uint32Array(1 << 16)
  length = 0

  add(page: number, by: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.values.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length++] = page
    this.values[this.length++] = by
  }
}
