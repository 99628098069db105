/** Statistics of a graph that was never measured. */
import type { Destinations, Distribution, GraphStats, PageLinks } from '../../src/graph/stats/graph-stats.js'

export function madeUpStatistics(pages: number): GraphStats {
  const counts = { all: pages, fetched: pages, relevant: pages, relevantShare: pages > 0 ? 1 : 0 }
  const byKind = { all: distribution(pages), relevant: distribution(pages), irrelevant: distribution(0) }
  const place = {
    all: destinations(pages),
    sameDomain: destinations(pages),
    differentDomain: destinations(0),
    sameServer: destinations(pages),
    differentServer: destinations(0),
  }
  const serverLinks = { servers: pages, all: destinations(pages), betweenServers: destinations(0) }
  const row = { language: 'tha', pages: [pages], total: pages, share: 1, relevant: pages }
  const distances = pages === 0 ? [] : [0, 1, 2, 3]
  return {
    target: ['tha'],
    counts: {
      pages: { all: pages, crawled: pages, uncrawled: 0, relevant: pages, relevantShare: pages > 0 ? 1 : 0 },
      links: {
        all: 0,
        perCrawledPage: 0,
        toCrawled: 0,
        toUncrawled: 0,
        toUncrawledOnFetchedServers: 0,
        toNeverFetchedServers: 0,
        withinServerShare: 0,
        withinServerShareOnFetchedServers: 0,
      },
      servers: counts,
      directories: counts,
      domains: counts,
    },
    topLevelDomains:
      pages === 0 ? [] : [{ tld: 'th<b>', pages, share: 1, relevant: pages, relevantShare: 1, shareOfRelevant: 1 }],
    languagesByTld: { columns: ['th'], groups: [row], total: row, relevantShare: [1], languages: [row] },
    linksByPage: {
      relevant: pageLinks(pages),
      irrelevantOnRelevantServer: pageLinks(0),
      irrelevantElsewhere: pageLinks(0),
    },
    linksByServer: { relevant: serverLinks, irrelevant: serverLinks },
    linksByPlace: { relevant: place, irrelevant: place },
    linksByAnchor: null,
    text: null,
    linksToUncrawled: [],
    distanceFromSeeds: {
      seeds: [0],
      byDistance: distances.map(distance => ({
        distance,
        pages,
        crawled: pages,
        relevant: pages,
        cumulativePages: pages * (distance + 1),
        cumulativeCrawled: pages * (distance + 1),
        cumulativeRelevant: pages,
        cumulativeRelevantShare: 1 / (distance + 1),
      })),
      unreachable: { pages: 3, crawled: 2, relevant: 1 },
    },
    nearestRelevant: {
      byDistance: distances.map(distance => ({
        distance: distance + 1,
        pages: distance === 1 ? 0 : pages,
        share: 0.5,
      })),
      none: 4321,
      noneShare: 0.1,
    },
    degrees: {
      out: { crawled: distribution(pages), relevant: distribution(pages) },
      outToCrawled: { crawled: distribution(pages), relevant: distribution(pages) },
      in: { all: distribution(pages), crawled: distribution(pages), relevant: distribution(0) },
    },
    serverSizes: {
      crawledPages: byKind,
      directories: byKind,
      relevantPages: distribution(pages),
      relevantShare: [],
      whollyRelevant: 0,
    },
  }
}

function destinations(links: number): Destinations {
  return { links, toRelevant: links, toIrrelevant: 0, relevantShare: links > 0 ? 1 : 0 }
}

function pageLinks(pages: number): PageLinks {
  return {
    pages,
    outDegree: 1,
    withinServerShare: 1,
    all: destinations(pages),
    betweenServers: destinations(0),
    withinServer: destinations(pages),
  }
}

function distribution(count: number): Distribution {
  const histogram = [
    { from: 0, to: 0, count: count / 2, share: 0.5 },
    { from: 1, to: 1, count: count / 4, share: 0.25 },
    { from: 2, to: 3, count: 0, share: 0 },
    { from: 4, to: 7, count: count / 4, share: 0.25 },
  ]
  const zero = count === 0
  return {
    count,
    mean: zero ? 0 : 1.5,
    median: zero ? 0 : 1,
    p90: zero ? 0 : 4,
    p99: zero ? 0 : 5,
    max: zero ? 0 : 6,
    zeros: count / 2,
    zeroShare: zero ? 0 : 0.5,
    histogram: zero ? [] : histogram,
  }
}
