/** How early a crawl found what there is. */
import { createRandom } from '../../src/learn/random.js'
import { reachable } from './text-replay.js'
import type { TextWeb } from './text-web.js'

export const SHARES = [0.1, 0.25, 0.5] as const

export interface Earliness {
  /** Area under relevant-found against pages-fetched, as a share of the area of a crawl that finds all wanted pages first. */
  readonly area: number
  /** Share of the wanted pages in reach found after a share of the pages in reach (SHARES). */
  readonly foundAfter: readonly number[]
}

/** `found[k]`: wanted pages among the first k. A crawl that ends early is as one that finds nothing more. */
export function earliness(found: Uint32Array, pages: number, wanted: number): Earliness {
  const after = (k: number): number => found[Math.min(k, found.length - 1)]
  let area = 0
  let ideal = 0
  for (let k = 1; k <= pages; k++) {
    area += after(k)
    ideal += Math.min(k, wanted)
  }
  return { area: area / ideal, foundAfter: SHARES.map(share => after(Math.round(share * pages)) / wanted) }
}

/** What can be reached from start pages. */
export interface Start {
  readonly pages: readonly number[]
  readonly reach: number
  readonly wanted: number
}

const LEAST_LINKS = 3
/** Starts from which less than this share of the archive is in reach say nothing about a strategy. */
const LEAST_REACH = 0.2
const ATTEMPTS = 1000

/** Sets of `size` wanted pages with links that lead on, the same ones for the same seed. */
export function chooseStarts(web: TextWeb, wanted: Uint8Array, sets: number, size: number, seed: number): Start[] {
  const candidates: number[] = []
  wanted.forEach((isWanted, page) => {
    if (isWanted === 1 && web.archived[page] === 1 && linksInside(web, page) >= LEAST_LINKS) candidates.push(page)
  })
  const archived = web.archived.reduce((sum, one) => sum + one, 0)
  const random = createRandom(seed)
  const starts: Start[] = []
  for (let attempt = 0; attempt < ATTEMPTS && starts.length < sets && candidates.length >= size; attempt++) {
    const pages = new Set<number>()
    while (pages.size < size) pages.add(candidates[Math.floor(random() * candidates.length)])
    const reach = reachable(web, [...pages])
    if (reach.length < LEAST_REACH * archived) continue
    const count = reach.reduce((sum, page) => sum + wanted[page], 0)
    starts.push({ pages: [...pages], reach: reach.length, wanted: count })
  }
  return starts
}

function linksInside({ offsets, to, archived }: TextWeb, page: number): number {
  let count = 0
  for (let i = offsets[page]; i < offsets[page + 1]; i++) count += archived[to[i]]
  return count
}
