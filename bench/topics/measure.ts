/** Crawls of one topic from several start pages, and how early they found what there is by the true labels. */
import { RELEVANT, type WebGraph } from '../../src/graph/index.js'
import { runStrategy } from '../../src/simulate/index.js'
import { areaOf } from '../strategies/area.js'
import { seedPages } from '../strategies/seed-pages.js'
import { pagesInReachOf } from '../strategies/truth.js'
import type { Topic } from './topic-webs.js'

/** Downloads after which harvest is told. */
export const MILESTONES = [50, 100, 200, 400] as const

export interface TopicCrawl {
  readonly topic: string
  readonly spec: string
  /** Area under wanted-found against pages-fetched, as a share of a crawl that fetches all wanted pages first. */
  readonly area: number
  /** Wanted among the first pages, at each of MILESTONES: by the labels, and by the judge who led the crawl. */
  readonly harvest: readonly number[]
  readonly judgedHarvest: readonly number[]
  /** `found[k]`: wanted among the first k pages counted, by the labels. */
  readonly found: Uint32Array
  /** Pages counted that are in reach, and the wanted ones among them. */
  readonly reach: number
  readonly wanted: number
}

export interface CrawlOptions {
  readonly specs: readonly string[]
  readonly starts: number
  readonly seed: number
}

const LEAST_LINKS = 3
/** Starts from which less than this share of the archive is in reach say nothing about a strategy. */
const LEAST_REACH = 0.2

/** For each start page all strategies, in their order. `graph` is the web as the topic's judge sees it. */
export function crawlTopic(
  graph: WebGraph,
  { name, wanted, counted }: Topic,
  { specs, starts, seed }: CrawlOptions,
): TopicCrawl[] {
  const labels = Uint32Array.from(wanted)
  const archived = graph.flags.reduce((sum, flag) => sum + (flag & 1), 0)
  const rule = { count: 1, leastLinks: LEAST_LINKS, goodDraws: 1, leastPages: LEAST_REACH * archived }
  return Array.from({ length: starts }, (_, i) => seedPages(graph, labels, rule, seed + i)).flatMap(seeds => {
    const inReach = pagesInReachOf(graph, seeds).filter(page => counted[page] === 1)
    const reach = inReach.length
    const count = inReach.reduce((sum, page) => sum + wanted[page], 0)
    return specs.map(spec => {
      const found = [0]
      const judgedFound = [0]
      const onVisit = (page: number): void => {
        if (counted[page] === 0) return
        found.push(found[found.length - 1] + wanted[page])
        judgedFound.push(judgedFound[judgedFound.length - 1] + Number((graph.flags[page] & RELEVANT) !== 0))
      }
      runStrategy(graph, { spec, seeds, onVisit })
      const column = Uint32Array.from(found)
      return {
        topic: name,
        spec,
        area: areaOf(column, reach, count),
        harvest: MILESTONES.map(pages => found[Math.min(pages, found.length - 1)] / Math.min(pages, reach)),
        judgedHarvest: MILESTONES.map(pages => judgedFound[Math.min(pages, found.length - 1)] / Math.min(pages, reach)),
        found: column,
        reach,
        wanted: count,
      }
    })
  })
}
