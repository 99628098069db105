/**
 * What `graph stats --json` prints: plain numbers under names that explain themselves (docs/graph-statistics.md has the
 * definitions). A share is between 0 and 1, and 0 where there is nothing to take a share of.
 */
export interface GraphStats {
  /** Codes of the languages that count as relevant; empty when relevance stands for something else, or for nothing. */
  readonly target: readonly string[]
  readonly counts: Counts
  readonly topLevelDomains: readonly TldCount[]
  readonly languagesByTld: LanguagesByTld
  readonly linksByPage: Readonly<Record<SourceClass, PageLinks>>
  readonly linksByServer: Readonly<Record<'relevant' | 'irrelevant', ServerLinks>>
  readonly linksByPlace: Readonly<Record<'relevant' | 'irrelevant', PlaceLinks>>
  /** Null when the graph does not know the language of anchors, or only that of another target. */
  readonly linksByAnchor: AnchorLinks | null
  /** What the graph knows of the text of links, and of where servers stand; null when nothing. */
  readonly text: TextColumns | null
  readonly linksToUncrawled: readonly UncrawledLinks[]
  readonly distanceFromSeeds: DistanceTable
  readonly nearestRelevant: NearestTable
  readonly degrees: Degrees
  readonly serverSizes: ServerSizes
}

/** Parts are null where the graph has no such column. Shares are of all links, or of all servers. */
export interface TextColumns {
  readonly scores: {
    /** What a context is: the elements beside a link, or the nearest words. */
    readonly context: 'elements' | 'words'
    /** Links whose anchor, and whose anchor with context, read more like those of wanted pages than not. */
    readonly anchorsPromising: number
    readonly contextsPromising: number
  } | null
  readonly names: { readonly linksWithNames: number } | null
  readonly words: { readonly perLink: number } | null
  readonly places: { readonly linksPlaced: number } | null
  readonly countries: { readonly serversShare: number } | null
}

export interface Counts {
  readonly pages: {
    readonly all: number
    readonly crawled: number
    readonly uncrawled: number
    readonly relevant: number
    /** Of the crawled pages. */
    readonly relevantShare: number
  }
  readonly links: {
    readonly all: number
    readonly perCrawledPage: number
    readonly toCrawled: number
    readonly toUncrawled: number
    readonly toUncrawledOnFetchedServers: number
    readonly toNeverFetchedServers: number
    /** Of the links to crawled pages, and of the links to all pages of servers that were fetched from. */
    readonly withinServerShare: number
    readonly withinServerShareOnFetchedServers: number
  }
  readonly servers: GroupCounts
  readonly directories: GroupCounts
  readonly domains: GroupCounts
}

export interface GroupCounts {
  readonly all: number
  /** With a crawled page. */
  readonly fetched: number
  /** With a relevant page. */
  readonly relevant: number
  /** Of those fetched. */
  readonly relevantShare: number
}

export interface TldCount {
  /** `(none)` for addresses in numbers. */
  readonly tld: string
  /** Crawled ones. */
  readonly pages: number
  readonly share: number
  readonly relevant: number
  readonly relevantShare: number
  /** Of all relevant pages. */
  readonly shareOfRelevant: number
}

/** Crawled pages; a row's `pages` has one number for each of `columns`. */
export interface LanguagesByTld {
  readonly columns: readonly string[]
  /** Relevant pages, and the others by language: `target`, `english`, `other`, `unknown`; they add up to `total`. */
  readonly groups: readonly LanguageRow[]
  readonly total: LanguageRow
  readonly relevantShare: readonly number[]
  /** Every language of the graph by its code, relevant or not, most pages first. */
  readonly languages: readonly LanguageRow[]
}

export interface LanguageRow {
  readonly language: string
  readonly pages: readonly number[]
  readonly total: number
  readonly share: number
  readonly relevant: number
}

/** A relevant server has a relevant page. */
export type SourceClass = 'relevant' | 'irrelevantOnRelevantServer' | 'irrelevantElsewhere'

export interface Destinations {
  readonly links: number
  readonly toRelevant: number
  readonly toIrrelevant: number
  readonly relevantShare: number
}

/** Links to crawled pages, from one class of pages. */
export interface PageLinks {
  readonly pages: number
  /** Links to crawled pages per page. */
  readonly outDegree: number
  readonly withinServerShare: number
  readonly all: Destinations
  readonly betweenServers: Destinations
  readonly withinServer: Destinations
}

/** Links to all pages, crawled or not, on servers with a crawled page; `toRelevant` is to relevant servers. */
export interface ServerLinks {
  readonly servers: number
  readonly all: Destinations
  readonly betweenServers: Destinations
}

/** Links to crawled pages. */
export interface PlaceLinks {
  readonly all: Destinations
  readonly sameDomain: Destinations
  readonly differentDomain: Destinations
  readonly sameServer: Destinations
  readonly differentServer: Destinations
}

/** Links to crawled pages. */
export interface AnchorLinks {
  readonly relevant: { readonly anchorInTarget: Destinations; readonly otherAnchor: Destinations }
  readonly irrelevant: { readonly anchorInTarget: Destinations; readonly otherAnchor: Destinations }
  /** Of the links from one kind of page to another, how many have an anchor in the target language. */
  readonly anchorInTargetShare: {
    readonly relevantToRelevant: number
    readonly relevantToIrrelevant: number
    readonly irrelevantToRelevant: number
    readonly irrelevantToIrrelevant: number
  }
}

export interface UncrawledLinks {
  readonly source: SourceClass
  readonly links: number
  readonly onFetchedServers: number
  readonly onNeverFetchedServers: number
  /** Of all links of these pages. */
  readonly share: number
}

export interface DistanceTable {
  readonly seeds: readonly number[]
  readonly byDistance: readonly DistanceRow[]
  readonly unreachable: { readonly pages: number; readonly crawled: number; readonly relevant: number }
}

export interface DistanceRow {
  /** 254 stands for all that is farther, too. */
  readonly distance: number
  readonly pages: number
  readonly crawled: number
  readonly relevant: number
  readonly cumulativePages: number
  readonly cumulativeCrawled: number
  readonly cumulativeRelevant: number
  /** Of the crawled pages up to this distance. */
  readonly cumulativeRelevantShare: number
}

export interface NearestTable {
  readonly byDistance: readonly { readonly distance: number; readonly pages: number; readonly share: number }[]
  /** Relevant pages to which no path leads from another relevant page. */
  readonly none: number
  readonly noneShare: number
}

export interface Distribution {
  readonly count: number
  readonly mean: number
  /** Nearest rank: the smallest value that at least half (90 %, 99 %) of the values do not exceed. */
  readonly median: number
  readonly p90: number
  readonly p99: number
  readonly max: number
  readonly zeros: number
  readonly zeroShare: number
  /** 0, 1, 2–3, 4–7, 8–15 …; up to the largest value. */
  readonly histogram: readonly {
    readonly from: number
    readonly to: number
    readonly count: number
    readonly share: number
  }[]
}

export interface Degrees {
  /** Links on a page: on crawled pages, and on relevant ones. */
  readonly out: { readonly crawled: Distribution; readonly relevant: Distribution }
  readonly outToCrawled: { readonly crawled: Distribution; readonly relevant: Distribution }
  /** Links to a page: to any, to crawled and to relevant ones. */
  readonly in: { readonly all: Distribution; readonly crawled: Distribution; readonly relevant: Distribution }
}

/** Servers with a crawled page. */
export interface ServerSizes {
  readonly crawledPages: ByServerKind
  readonly directories: ByServerKind
  readonly relevantPages: Distribution
  /** Relevant servers by the share of relevant pages among their crawled ones; the last of the ten holds 1 as well. */
  readonly relevantShare: readonly {
    readonly from: number
    readonly to: number
    readonly servers: number
    readonly share: number
  }[]
  readonly whollyRelevant: number
}

export interface ByServerKind {
  readonly all: Distribution
  readonly relevant: Distribution
  readonly irrelevant: Distribution
}
