import { CRAWLED, RELEVANT, type WebGraph } from './web-graph.js'

/**
 * Where a crawl of the graph begins: at its own seeds, or else as people choose them: one page with many links on each of
 * the servers that have the most relevant pages (crawled pages when none is relevant), best server first. A relevant page
 * with links is preferred; the smaller id wins ties. A graph with fewer servers gives fewer seeds.
 */
export function chooseSeeds(graph: WebGraph, count = 3): Uint32Array {
  if (graph.seeds.length > 0) return graph.seeds
  const servers = largestServers(graph, count)
  const slots = new Map(servers.map((server, slot) => [server, slot]))
  const chosen = new Int32Array(servers.length).fill(-1)
  for (let page = 0; page < graph.pages; page++) {
    if ((graph.flags[page] & CRAWLED) === 0) continue
    const slot = slots.get(graph.server[page])
    if (slot === undefined) continue
    if (chosen[slot] === -1 || isBetter(graph, page, chosen[slot])) chosen[slot] = page
  }
  return Uint32Array.from(chosen)
}

function largestServers({ pages, servers, server, flags }: WebGraph, count: number): number[] {
  const crawled = new Uint32Array(servers)
  const relevant = new Uint32Array(servers)
  let anyRelevant = false
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & CRAWLED) === 0) continue
    crawled[server[page]]++
    if ((flags[page] & RELEVANT) === 0) continue
    relevant[server[page]]++
    anyRelevant = true
  }
  const size = anyRelevant ? relevant : crawled
  const largest: number[] = []
  for (let id = 0; id < servers; id++) {
    if (size[id] === 0) continue
    if (largest.length >= count && size[id] <= size[largest[count - 1]]) continue
    const place = largest.findIndex(other => size[other] < size[id])
    largest.splice(place === -1 ? largest.length : place, 0, id)
    largest.length = Math.min(largest.length, count)
  }
  return largest
}

function isBetter({ offsets, flags }: WebGraph, page: number, other: number): boolean {
  const links = offsets[page + 1] - offsets[page]
  const otherLinks = offsets[other + 1] - offsets[other]
  const useful = links > 0 && (flags[page] & RELEVANT) !== 0
  const otherUseful = otherLinks > 0 && (flags[other] & RELEVANT) !== 0
  return useful === otherUseful ? links > otherLinks : useful
}
