/** The papers' tables about links, from the cells that link-survey.ts counted. */
import type {
  AnchorLinks,
  Counts,
  Destinations,
  PageLinks,
  PlaceLinks,
  ServerLinks,
  SourceClass,
  UncrawledLinks,
} from './graph-stats.js'
import { SOURCES, type LinkCell } from './link-survey.js'
import type { PagePlaces } from './places.js'
import { share } from './tally.js'

type Test = (cell: LinkCell) => boolean

const isCrawled: Test = ({ destination }) => destination === 'relevant' || destination === 'irrelevant'
const isWithinServer: Test = ({ within }) => within === 'server'
const isBetweenServers: Test = ({ within }) => within !== 'server'
const onFetchedServer: Test = ({ destination }) => destination !== 'neverFetched'
const fromRelevant: Test = ({ source }) => source === 'relevant'
const fromIrrelevant: Test = ({ source }) => source !== 'relevant'

export function countLinks(cells: readonly LinkCell[], crawledPages: number): Counts['links'] {
  const all = sum(cells)
  const crawled = cells.filter(isCrawled)
  const fetched = cells.filter(onFetchedServer)
  const toCrawled = sum(crawled)
  return {
    all,
    perCrawledPage: share(all, crawledPages),
    toCrawled,
    toUncrawled: all - toCrawled,
    toUncrawledOnFetchedServers: sum(fetched) - toCrawled,
    toNeverFetchedServers: all - sum(fetched),
    withinServerShare: share(sum(crawled.filter(isWithinServer)), toCrawled),
    withinServerShareOnFetchedServers: share(sum(fetched.filter(isWithinServer)), sum(fetched)),
  }
}

export function linksByPage(
  cells: readonly LinkCell[],
  pagesBySource: readonly number[],
): Record<SourceClass, PageLinks> {
  const row = (source: SourceClass): PageLinks => {
    const own = cells.filter(cell => cell.source === source).filter(isCrawled)
    const pages = pagesBySource[SOURCES.indexOf(source)]
    return {
      pages,
      outDegree: share(sum(own), pages),
      withinServerShare: share(sum(own.filter(isWithinServer)), sum(own)),
      all: toPages(own),
      betweenServers: toPages(own.filter(isBetweenServers)),
      withinServer: toPages(own.filter(isWithinServer)),
    }
  }
  return {
    relevant: row('relevant'),
    irrelevantOnRelevantServer: row('irrelevantOnRelevantServer'),
    irrelevantElsewhere: row('irrelevantElsewhere'),
  }
}

export function linksByServer(
  cells: readonly LinkCell[],
  { servers }: PagePlaces,
): Record<'relevant' | 'irrelevant', ServerLinks> {
  const row = (count: number, isSource: Test): ServerLinks => {
    const own = cells.filter(isSource).filter(onFetchedServer)
    return { servers: count, all: toServers(own), betweenServers: toServers(own.filter(isBetweenServers)) }
  }
  return {
    relevant: row(servers.relevant, ({ source }) => source !== 'irrelevantElsewhere'),
    irrelevant: row(servers.fetched - servers.relevant, ({ source }) => source === 'irrelevantElsewhere'),
  }
}

export function linksByPlace(cells: readonly LinkCell[]): Record<'relevant' | 'irrelevant', PlaceLinks> {
  const row = (isSource: Test): PlaceLinks => {
    const own = cells.filter(isSource).filter(isCrawled)
    return {
      all: toPages(own),
      sameDomain: toPages(own.filter(({ within }) => within !== 'elsewhere')),
      differentDomain: toPages(own.filter(({ within }) => within === 'elsewhere')),
      sameServer: toPages(own.filter(isWithinServer)),
      differentServer: toPages(own.filter(isBetweenServers)),
    }
  }
  return { relevant: row(fromRelevant), irrelevant: row(fromIrrelevant) }
}

export function linksByAnchor(cells: readonly LinkCell[]): AnchorLinks {
  const row = (isSource: Test) => {
    const own = cells.filter(isSource).filter(isCrawled)
    return {
      anchorInTarget: toPages(own.filter(({ anchorInTarget }) => anchorInTarget)),
      otherAnchor: toPages(own.filter(({ anchorInTarget }) => !anchorInTarget)),
    }
  }
  const relevant = row(fromRelevant)
  const irrelevant = row(fromIrrelevant)
  const inTarget = ({ anchorInTarget, otherAnchor }: typeof relevant, to: 'toRelevant' | 'toIrrelevant') =>
    share(anchorInTarget[to], anchorInTarget[to] + otherAnchor[to])
  return {
    relevant,
    irrelevant,
    anchorInTargetShare: {
      relevantToRelevant: inTarget(relevant, 'toRelevant'),
      relevantToIrrelevant: inTarget(relevant, 'toIrrelevant'),
      irrelevantToRelevant: inTarget(irrelevant, 'toRelevant'),
      irrelevantToIrrelevant: inTarget(irrelevant, 'toIrrelevant'),
    },
  }
}

export function linksToUncrawled(cells: readonly LinkCell[]): UncrawledLinks[] {
  return SOURCES.map(source => {
    const own = cells.filter(cell => cell.source === source)
    const onFetchedServers = sum(own.filter(({ destination }) => destination === 'uncrawled'))
    const onNeverFetchedServers = sum(own.filter(({ destination }) => destination === 'neverFetched'))
    const links = onFetchedServers + onNeverFetchedServers
    return { source, links, onFetchedServers, onNeverFetchedServers, share: share(links, sum(own)) }
  })
}

function toPages(cells: readonly LinkCell[]): Destinations {
  return split(cells, ({ destination }) => destination === 'relevant')
}

function toServers(cells: readonly LinkCell[]): Destinations {
  return split(cells, ({ toRelevantServer }) => toRelevantServer)
}

function split(cells: readonly LinkCell[], isRelevant: Test): Destinations {
  const links = sum(cells)
  const toRelevant = sum(cells.filter(isRelevant))
  return { links, toRelevant, toIrrelevant: links - toRelevant, relevantShare: share(toRelevant, links) }
}

function sum(cells: readonly LinkCell[]): number {
  return cells.reduce((total, { links }) => total + links, 0)
}
