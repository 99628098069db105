/** The visits that train a predictor of segments, from a graph with the text of its links. */
import { CRAWLED, type WebGraph } from '../graph/index.js'
import { createView } from '../simulate/view.js'
import { createStrategy } from '../strategy/index.js'
import type { VisitSource } from './segment-examples.js'

/** Asks for all that a predictor may learn from. */
const ASKING = 'segment-predictor:neighbourhood=true'

/** The pages of a graph in the order of their numbers, as a simulation shows them. */
export function graphVisits(graph: WebGraph): VisitSource {
  const strategy = createStrategy(ASKING)
  const view = createView(graph, strategy, { seeds: graph.seeds })
  const { links, visit } = view
  const { group } = links
  return {
    pages: graph.pages,
    segments: group.reduce((most, id) => Math.max(most, id + 1), 0),
    seeds: [...graph.seeds],
    visits(see) {
      for (let page = 0; page < graph.pages; page++) {
        if ((graph.flags[page] & CRAWLED) === 0) continue
        links.start = graph.offsets[page]
        links.end = graph.offsets[page + 1]
        view.look(page)
        see(visit, links)
      }
    },
  }
}
