/** The numbers of a crawl's report, as `longtail report --json` prints them. Lists come with most first and are cut. */
import type { RoundNumbers, Status } from '../../collection/index.js'
import type { CourseSample, CourseStretch } from './course.js'
import type { RunNumbers } from './runs.js'

export interface NamedCount {
  readonly name: string
  readonly pages: number
  readonly relevant: number
  readonly bytes: number
}

export interface HostCount extends NamedCount {
  /** URLs that were given up, for good or for that run. */
  readonly givenUp: number
  /** Why the last of them was. */
  readonly why: string
  /** What the strategy says about the host; '' when it says nothing. */
  readonly verdict: string
}

export interface ReasonCount {
  readonly reason: string
  /** URLs given up for good, and for one run. */
  readonly skipped: number
  readonly later: number
  /** The first message of this kind. */
  readonly example: string
}

export interface DistanceCount {
  readonly hops: number
  readonly pages: number
  readonly relevant: number
}

export interface FoundPage {
  readonly url: string
  readonly title: string
  readonly language: string
  readonly score: number
}

export interface LinkCounts {
  /** Links to pages that were fetched. */
  readonly links: number
  readonly toRelevant: number
  readonly betweenHosts: number
  readonly betweenHostsToRelevant: number
}

export interface LinkLocality {
  readonly fromRelevant: LinkCounts
  readonly fromOther: LinkCounts
}

/** What the log says. */
export interface LogNumbers {
  readonly pages: number
  readonly relevant: number
  readonly harvest: number
  readonly recentHarvest: number
  readonly redirects: number
  readonly sitemaps: number
  readonly robots: number
  readonly skipped: number
  readonly later: number
  /** URLs that the log names, and those of them that were neither fetched nor given up. */
  readonly known: number
  readonly waiting: number
  /** Over the wire, redirects and sitemaps included. */
  readonly bytes: number
  readonly relevantBytes: number
  readonly archived: number
  readonly revisits: number
  readonly nearDuplicates: number
  readonly truncated: number
  readonly unknownLanguage: number
  /** Embedded objects of relevant pages, and those given up; they are no pages. */
  readonly embeds: number
  readonly embedsGivenUp: number
  readonly embedBytes: number
  /** Pages and embedded objects that were taken from another crawl. */
  readonly reused: number
  /** Pages fetched after the quota, for their text alone; not among `pages`. */
  readonly texts: number
  /** Pages that went through a browser, those that gained by it, and those that are relevant only as rendered. */
  readonly rendered: number
  readonly renderedRicher: number
  readonly renderedRelevant: number
  /** Pages with signs that they are of little use to a reader, by kind of sign. */
  readonly signs: readonly NamedCount[]
  /** Of crawling, all runs together. */
  readonly seconds: number
  /** When pages were fetched is known; not so when they came out of an archive. */
  readonly timed: boolean
  readonly lastAt: string
  readonly hosts: {
    readonly fetched: number
    readonly relevant: number
    /** False when there were more than can be counted one by one: then some are counted twice. */
    readonly exact: boolean
    readonly byPages: readonly HostCount[]
    readonly byRelevant: readonly HostCount[]
    readonly byGivenUp: readonly HostCount[]
  }
  readonly languages: readonly NamedCount[]
  readonly topLevelDomains: readonly NamedCount[]
  readonly mimeTypes: readonly NamedCount[]
  /** Of all answers; name is the status. */
  readonly statuses: readonly NamedCount[]
  readonly reasons: readonly ReasonCount[]
  /** Links from a seed; the last one stands for all that are further away. */
  readonly distances: readonly DistanceCount[]
  readonly locality: LinkLocality | null
  readonly latest: readonly FoundPage[]
  readonly runs: readonly RunNumbers[]
  readonly totalRuns: number
  /** The last ones, oldest first; one for a crawl without rounds. */
  readonly rounds: readonly RoundNumbers[]
  readonly course: readonly CourseSample[]
  readonly pace: readonly CourseStretch[]
}

/** A host that the strategy gave up, and what it says about that. */
export interface DroppedHost {
  readonly name: string
  readonly pages: number
  readonly relevant: number
  /** URLs on it that were neither fetched nor refused. */
  readonly unfetched: number
  readonly verdict: string
}

export interface CrawlNumbers extends LogNumbers {
  readonly name: string
  readonly target: unknown
  readonly created: string
  readonly directory: string
  readonly running: boolean
  /** Why the last run stopped; '' while it runs, and when it was killed. */
  readonly stopped: string
  /** The same in words. */
  readonly why: string
  /** Where the log is damaged; '' when it is not. The numbers are those of the lines before. */
  readonly damage: string
  /** What only the crawling process knew; some seconds old, or from before a kill. */
  readonly status: Pick<Status, 'at' | 'queue' | 'parked' | 'estimate'> | null
  /** The last one first; empty when the strategy gives up none. */
  readonly droppedHosts: readonly DroppedHost[]
}
