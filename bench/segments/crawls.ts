/** Crawls of one web by several strategies from the same start pages, and how early each found what there is. */
import { createRandom } from '../../src/learn/index.js'
import { CRAWLED, RELEVANT, type WebGraph } from '../../src/graph/index.js'
import { simulate } from '../../src/simulate/index.js'
import { createStrategy, type GraphKnowledge } from '../../src/strategy/index.js'

export interface Start {
  readonly pages: Uint32Array
  /** Pages in reach, and relevant ones among them. */
  readonly reach: number
  readonly wanted: number
}

const LEAST_LINKS = 3
const LEAST_REACH = 0.3
const ATTEMPTS = 2000

/** Sets of `size` relevant pages with links that lead on, the same ones for the same seed. */
export function chooseStarts(graph: WebGraph, sets: number, size: number, seed: number): Start[] {
  const { flags, offsets, to } = graph
  const candidates: number[] = []
  let crawled = 0
  for (let page = 0; page < graph.pages; page++) {
    if ((flags[page] & CRAWLED) === 0) continue
    crawled++
    let leads = 0
    for (let i = offsets[page]; i < offsets[page + 1]; i++) leads += flags[to[i]] & CRAWLED
    if ((flags[page] & RELEVANT) !== 0 && leads >= LEAST_LINKS) candidates.push(page)
  }
  const random = createRandom(seed)
  const starts: Start[] = []
  for (let attempt = 0; attempt < ATTEMPTS && starts.length < sets && candidates.length >= size; attempt++) {
    const pages = new Set<number>()
    while (pages.size < size) pages.add(candidates[Math.floor(random() * candidates.length)])
    const reach = reachable(graph, pages)
    if (reach.length < LEAST_REACH * crawled) continue
    const wanted = reach.reduce((sum, page) => sum + ((flags[page] & RELEVANT) === 0 ? 0 : 1), 0)
    starts.push({ pages: Uint32Array.from(pages), reach: reach.length, wanted })
  }
  return starts
}

function reachable({ flags, offsets, to }: WebGraph, starts: Iterable<number>): number[] {
  const seen = new Set(starts)
  for (const page of seen) {
    for (let i = offsets[page]; i < offsets[page + 1]; i++) if ((flags[to[i]] & CRAWLED) !== 0) seen.add(to[i])
  }
  return [...seen]
}

/** `found[k]`: relevant pages among the first k. */
export function crawl(graph: WebGraph, spec: string, start: Start, knowledge: GraphKnowledge): Uint32Array {
  const found = [0]
  simulate(graph, createStrategy(spec, knowledge), {
    spec,
    seeds: start.pages,
    onVisit: page => found.push(found[found.length - 1] + ((graph.flags[page] & RELEVANT) === 0 ? 0 : 1)),
  })
  return Uint32Array.from(found)
}

/** Relevant pages found after a share of the pages in reach, as a share of those that a perfect order would have found by then. */
export function foundAfter(found: Uint32Array, { reach, wanted }: Start, share: number): number {
  const pages = Math.round(share * reach)
  return found[Math.min(pages, found.length - 1)] / Math.max(1, wanted)
}

/** Area under relevant-found against pages-fetched, as a share of that of a crawl that finds all relevant pages first. */
export function areaOf(found: Uint32Array, { reach, wanted }: Start): number {
  let area = 0
  let ideal = 0
  for (let k = 1; k <= reach; k++) {
    area += found[Math.min(k, found.length - 1)]
    ideal += Math.min(k, wanted)
  }
  return ideal === 0 ? 0 : area / ideal
}
