/**
 * Measures a graph: every table of the papers about the Thai Web, for any graph and any target.
 *
 *   places (pages) ─▶ link-survey (links) ─▶ link-tables
 *   languages (pages) · distance-tables (breadth-first) · server-sizes ─▶ GraphStats ─▶ text
 *
 * Made for graphs of 39 million pages and 124 million links: one pass over the links besides the searches, typed arrays only.
 * The largest of them are dropped after the step that needs them: the graph apart, about 12 bytes for each page at a time.
 */
import { relabelled } from '../labels.js'
import { chooseSeeds } from '../seeds.js'
import type { WebGraph } from '../web-graph.js'
import { measureDistances, measureNearest } from './distance-tables.js'
import type { GraphStats } from './graph-stats.js'
import { surveyLanguages } from './languages.js'
import { surveyLinks } from './link-survey.js'
import { measureText } from './link-text.js'
import { countLinks, linksByAnchor, linksByPage, linksByPlace, linksByServer, linksToUncrawled } from './link-tables.js'
import { surveyPlaces } from './places.js'
import { measureServers } from './server-sizes.js'
import { share } from './tally.js'

export type * from './graph-stats.js'
export { statsText } from './text.js'

export interface MeasureOptions {
  /** A code of the graph's languages: a page is relevant when it is written in it. Default: what the graph says. */
  readonly target?: string
  /** Where distances begin. Default: the graph's seeds, or those that chooseSeeds takes. */
  readonly seeds?: Uint32Array
}

/** `share` of the work is done, 0 to 1, and `step` begins or goes on. */
export type MeasureProgress = (step: string, share: number) => void

export function measureGraph(
  original: WebGraph,
  { target, seeds }: MeasureOptions = {},
  onProgress: MeasureProgress = () => {},
): GraphStats {
  const graph = target === undefined ? original : relabelled(original, target)
  onProgress('pages', 0)
  const { topLevelDomains, languagesByTld } = surveyLanguages(graph)
  const places = surveyPlaces(graph)
  const { cells, pagesBySource, degrees } = surveyLinks(graph, places, done =>
    onProgress('links', 0.1 + (0.5 * done) / graph.pages),
  )
  onProgress('distances from the seeds', 0.6)
  const distanceFromSeeds = measureDistances(graph, seeds ?? chooseSeeds(graph))
  onProgress('distances between relevant pages', 0.85)
  const nearestRelevant = measureNearest(graph, places.relevant)
  return {
    target: graph.target,
    counts: {
      pages: {
        all: graph.pages,
        crawled: places.crawled,
        uncrawled: graph.pages - places.crawled,
        relevant: places.relevant,
        relevantShare: share(places.relevant, places.crawled),
      },
      links: countLinks(cells, places.crawled),
      servers: places.servers,
      directories: places.directories,
      domains: places.domains,
    },
    topLevelDomains,
    languagesByTld,
    linksByPage: linksByPage(cells, pagesBySource),
    linksByServer: linksByServer(cells, places),
    linksByPlace: linksByPlace(cells),
    linksByAnchor: graph.anchors === null ? null : linksByAnchor(cells),
    text: measureText(graph),
    linksToUncrawled: linksToUncrawled(cells),
    distanceFromSeeds,
    nearestRelevant,
    degrees,
    serverSizes: measureServers(places),
  }
}
