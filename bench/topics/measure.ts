/** Crawls of one topic from several start pages, and how early they found what there is by the true labels. */
import { chooseStarts, earliness } from '../strategies/area.js'
import { reachable, walkTextWeb, type Judged } from '../strategies/text-replay.js'
import type { Topic, TopicWeb } from './topic-webs.js'

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

/** For each start page all strategies, in their order. */
export function crawlTopic(
  { web }: TopicWeb,
  { name, wanted, counted }: Topic,
  judged: Judged,
  { specs, starts, seed }: CrawlOptions,
): TopicCrawl[] {
  return chooseStarts(web, wanted, starts, 1, seed).flatMap(({ pages }) => {
    const inReach = reachable(web, pages).filter(page => counted[page] === 1)
    const reach = inReach.length
    const count = inReach.reduce((sum, page) => sum + wanted[page], 0)
    return specs.map(spec => {
      const found = [0]
      const judgedFound = [0]
      walkTextWeb(web, spec, judged, pages, page => {
        if (counted[page] === 0) return true
        found.push(found[found.length - 1] + wanted[page])
        judgedFound.push(judgedFound[judgedFound.length - 1] + judged.relevant[page])
        return true
      })
      const column = Uint32Array.from(found)
      return {
        topic: name,
        spec,
        area: earliness(column, reach, count).area,
        harvest: MILESTONES.map(pages => found[Math.min(pages, found.length - 1)] / Math.min(pages, reach)),
        judgedHarvest: MILESTONES.map(pages => judgedFound[Math.min(pages, found.length - 1)] / Math.min(pages, reach)),
        found: column,
        reach,
        wanted: count,
      }
    })
  })
}
