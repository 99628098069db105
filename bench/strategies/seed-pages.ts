/** Where crawls of real webs begin: wanted pages that lead on, as a user would name them. */
import { CRAWLED, type WebGraph } from '../../src/graph/index.js'
import { createRandom } from '../../src/learn/random.js'
import { pagesInReachOf } from './truth.js'

export interface SeedRule {
  /** How many seeds. */
  readonly count: number
  /** Links to pages that can be fetched, of each seed. */
  readonly leastLinks: number
  /** Seeds from which fewer pages can be reached say little about a strategy. */
  readonly leastPages: number
  /** Of so many draws that reach pages enough the one that reaches most wanted ones is taken: 1 for webs where all is connected. */
  readonly goodDraws: number
}

const DRAWS = 3000

/** The same ones for the same random seed. */
export function seedPages(graph: WebGraph, wanted: Uint32Array, rule: SeedRule, seed: number): Uint32Array {
  const candidates: number[] = []
  wanted.forEach((shown, page) => {
    if (shown !== 0 && linksToFetched(graph, page) >= rule.leastLinks) candidates.push(page)
  })
  if (candidates.length < rule.count) throw new Error(`only ${candidates.length} wanted pages have links`)
  const random = createRandom(seed)
  let best = new Set<number>()
  let most = 0
  for (let draw = 0, good = 0; draw < DRAWS && good < rule.goodDraws; draw++) {
    const chosen = new Set<number>()
    while (chosen.size < rule.count) chosen.add(candidates[Math.floor(random() * candidates.length)])
    const reached = pagesInReachOf(graph, chosen)
    if (reached.length < rule.leastPages) continue
    good++
    const found = reached.reduce((sum, page) => sum + Number(wanted[page] !== 0), 0)
    if (found <= most) continue
    best = chosen
    most = found
  }
  if (most === 0) throw new Error(`no ${rule.count} seeds reach ${rule.leastPages} pages`)
  return Uint32Array.from(best)
}

function linksToFetched({ offsets, to, flags }: WebGraph, page: number): number {
  if ((flags[page] & CRAWLED) === 0) return 0
  let count = 0
  for (let i = offsets[page]; i < offsets[page + 1]; i++) if ((flags[to[i]] & CRAWLED) !== 0) count++
  return count
}
