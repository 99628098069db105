/** How plain strategies fare on a web: nothing that a web is fitted to, so it shows whether the fit is of use. */
import { CRAWLED, distancesFromSeeds, RELEVANT, type WebGraph } from '../../src/graph/index.js'
import { simulate } from '../../src/simulate/index.js'
import { createStrategy } from '../../src/strategy/index.js'
import type { Row } from './compare.js'

const UNREACHED = 255

/** Fetches until half and four fifths of the wanted pages in reach are found, and what a crawl finds that follows wanted pages only. */
export function crawlRows(graph: WebGraph, seeds: Uint32Array): Row[] {
  const distances = distancesFromSeeds(graph, seeds)
  let pages = 0
  let wanted = 0
  for (let page = 0; page < graph.pages; page++) {
    if (distances[page] === UNREACHED || (graph.flags[page] & CRAWLED) === 0) continue
    pages++
    if ((graph.flags[page] & RELEVANT) !== 0) wanted++
  }
  const crawl = (spec: string) => simulate(graph, createStrategy(spec, {}), { spec, seeds, distances })
  const fetches = (spec: string): Row[] => {
    const { curve } = crawl(spec)
    return [0.5, 0.8].map(share => {
      const point = curve.find(({ relevant }) => relevant >= share * wanted)
      const name = `${spec}: fetches until ${100 * share} % is found, of the pages in reach`
      return { name, unit: '%', value: (100 * (point?.pages ?? pages)) / pages }
    })
  }
  const { curve } = crawl('hard-focused')
  const found = curve[curve.length - 1].relevant
  return [
    ...fetches('breadth-first'),
    ...fetches('soft-focused'),
    { name: 'hard-focused: found in the end, of what is in reach', unit: '%', value: (100 * found) / wanted },
  ]
}
