import { distancesFromSeeds, nearestRelevant, UNREACHABLE } from '../distances.js'
import { CRAWLED, RELEVANT, type WebGraph } from '../web-graph.js'
import type { DistanceRow, DistanceTable, NearestTable } from './graph-stats.js'
import { share } from './tally.js'

export function measureDistances(graph: WebGraph, seeds: Uint32Array): DistanceTable {
  const { pages, flags } = graph
  const distances = distancesFromSeeds(graph, seeds)
  const all = new Float64Array(256)
  const crawled = new Float64Array(256)
  const relevant = new Float64Array(256)
  for (let page = 0; page < pages; page++) {
    const distance = distances[page]
    all[distance]++
    if ((flags[page] & CRAWLED) === 0) continue
    crawled[distance]++
    if ((flags[page] & RELEVANT) !== 0) relevant[distance]++
  }
  const byDistance: DistanceRow[] = []
  let cumulativePages = 0
  let cumulativeCrawled = 0
  let cumulativeRelevant = 0
  for (let distance = 0; distance < UNREACHABLE && all[distance] > 0; distance++) {
    cumulativePages += all[distance]
    cumulativeCrawled += crawled[distance]
    cumulativeRelevant += relevant[distance]
    byDistance.push({
      distance,
      pages: all[distance],
      crawled: crawled[distance],
      relevant: relevant[distance],
      cumulativePages,
      cumulativeCrawled,
      cumulativeRelevant,
      cumulativeRelevantShare: share(cumulativeRelevant, cumulativeCrawled),
    })
  }
  return {
    seeds: [...seeds],
    byDistance,
    unreachable: { pages: all[UNREACHABLE], crawled: crawled[UNREACHABLE], relevant: relevant[UNREACHABLE] },
  }
}

export function measureNearest(graph: WebGraph, relevant: number): NearestTable {
  const counts = new Float64Array(256)
  for (const distance of nearestRelevant(graph)) counts[distance]++
  const byDistance: { distance: number; pages: number; share: number }[] = []
  let farthest = UNREACHABLE - 1
  while (farthest > 0 && counts[farthest] === 0) farthest--
  for (let distance = 1; distance <= farthest; distance++) {
    byDistance.push({ distance, pages: counts[distance], share: share(counts[distance], relevant) })
  }
  return { byDistance, none: counts[UNREACHABLE], noneShare: share(counts[UNREACHABLE], relevant) }
}
