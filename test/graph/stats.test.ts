import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { measureGraph, statsText } from '../../src/graph/stats/index.js'
import type { Destinations, GraphStats } from '../../src/graph/stats/index.js'
import { tinyGraph } from './tiny-graph.js'

/** 9 crawled pages on 5 servers, 4 uncrawled ones, 22 links: every number below was counted by hand. */
const graph = tinyGraph(`
  www.a.co.th/     tha → +www.a.co.th/x/1 www.a.co.th/x/2 +www.b.com/ www.n.org/new www.a.co.th/gone +www.b.com/t/thai
  www.a.co.th/x/1  tha → www.a.co.th/ +web.a.co.th/
  www.a.co.th/x/2  eng → www.a.co.th/ www.b.com/ www.d.de/
  web.a.co.th/     und → +www.a.co.th/x/1
  www.b.com/       eng → www.d.de/ www.b.com/t/thai
  www.b.com/t/thai tha →
  www.d.de/        deu → www.d.de/2 www.b.com/ www.d.de/gone www.n.org/other
  www.d.de/2       und → www.d.de/ www.a.co.th/x/1 www.b.com/t/thai
  www.e.jp/        jpn → www.d.de/
`)
const stats = measureGraph(graph)

const to = (toRelevant: number, toIrrelevant: number): Destinations => ({
  links: toRelevant + toIrrelevant,
  toRelevant,
  toIrrelevant,
  relevantShare: toRelevant + toIrrelevant === 0 ? 0 : toRelevant / (toRelevant + toIrrelevant),
})

test('pages, links, servers, directories and domains are counted', () => {
  assert.deepEqual(stats.target, ['tha'])
  assert.deepEqual(stats.counts, {
    pages: { all: 13, crawled: 9, uncrawled: 4, relevant: 3, relevantShare: 3 / 9 },
    links: {
      all: 22,
      perCrawledPage: 22 / 9,
      toCrawled: 18,
      toUncrawled: 4,
      toUncrawledOnFetchedServers: 2,
      toNeverFetchedServers: 2,
      withinServerShare: 7 / 18,
      withinServerShareOnFetchedServers: 9 / 20,
    },
    servers: { all: 6, fetched: 5, relevant: 2, relevantShare: 2 / 5 },
    directories: { all: 8, fetched: 7, relevant: 3, relevantShare: 3 / 7 },
    domains: { all: 5, fetched: 4, relevant: 2, relevantShare: 2 / 4 },
  })
})

test('crawled pages are counted by top-level domain, largest first', () => {
  assert.deepEqual(
    stats.topLevelDomains.map(({ tld, pages, relevant }) => [tld, pages, relevant]),
    [
      ['th', 4, 2],
      ['com', 2, 1],
      ['de', 2, 0],
      ['jp', 1, 0],
    ],
  )
  const [th] = stats.topLevelDomains
  assert.deepEqual([th.share, th.relevantShare, th.shareOfRelevant], [4 / 9, 2 / 4, 2 / 3])
})

test('languages by top-level domain: relevant, English, other and unknown pages make up all', () => {
  const { columns, groups, total, relevantShare, languages } = stats.languagesByTld
  assert.deepEqual(columns, ['th', 'com', 'de', 'jp', '(other)'])
  assert.deepEqual(groups, [
    { language: 'target', pages: [2, 1, 0, 0, 0], total: 3, share: 3 / 9, relevant: 3 },
    { language: 'english', pages: [1, 1, 0, 0, 0], total: 2, share: 2 / 9, relevant: 0 },
    { language: 'other', pages: [0, 0, 1, 1, 0], total: 2, share: 2 / 9, relevant: 0 },
    { language: 'unknown', pages: [1, 0, 1, 0, 0], total: 2, share: 2 / 9, relevant: 0 },
  ])
  assert.deepEqual(total, { language: 'total', pages: [4, 2, 2, 1, 0], total: 9, share: 1, relevant: 3 })
  assert.deepEqual(relevantShare, [2 / 4, 1 / 2, 0, 0, 0])
  assert.deepEqual(
    languages.map(({ language, total: pages, relevant }) => [language, pages, relevant]),
    [
      ['tha', 3, 3],
      ['und', 2, 0],
      ['eng', 2, 0],
      ['deu', 1, 0],
      ['jpn', 1, 0],
    ],
  )
})

test('links by page tell relevant pages, irrelevant pages beside them, and irrelevant pages elsewhere', () => {
  assert.deepEqual(stats.linksByPage, {
    relevant: {
      pages: 3,
      outDegree: 6 / 3,
      withinServerShare: 3 / 6,
      all: to(3, 3),
      betweenServers: to(1, 2),
      withinServer: to(2, 1),
    },
    irrelevantOnRelevantServer: {
      pages: 2,
      outDegree: 5 / 2,
      withinServerShare: 2 / 5,
      all: to(2, 3),
      betweenServers: to(0, 3),
      withinServer: to(2, 0),
    },
    irrelevantElsewhere: {
      pages: 4,
      outDegree: 7 / 4,
      withinServerShare: 2 / 7,
      all: to(3, 4),
      betweenServers: to(3, 2),
      withinServer: to(0, 2),
    },
  })
})

test('links by server take in uncrawled pages of servers that were fetched from', () => {
  assert.deepEqual(stats.linksByServer, {
    relevant: { servers: 2, all: to(9, 3), betweenServers: to(3, 3) },
    irrelevant: { servers: 3, all: to(4, 4), betweenServers: to(4, 1) },
  })
})

test('links by nearness tell domains from servers', () => {
  assert.deepEqual(stats.linksByPlace, {
    relevant: {
      all: to(3, 3),
      sameDomain: to(2, 2),
      differentDomain: to(1, 1),
      sameServer: to(2, 1),
      differentServer: to(1, 2),
    },
    irrelevant: {
      all: to(5, 7),
      sameDomain: to(3, 2),
      differentDomain: to(2, 5),
      sameServer: to(2, 2),
      differentServer: to(3, 5),
    },
  })
})

test('links by the language of their anchors', () => {
  assert.deepEqual(stats.linksByAnchor, {
    relevant: { anchorInTarget: to(2, 2), otherAnchor: to(1, 1) },
    irrelevant: { anchorInTarget: to(1, 0), otherAnchor: to(4, 7) },
    anchorInTargetShare: {
      relevantToRelevant: 2 / 3,
      relevantToIrrelevant: 2 / 3,
      irrelevantToRelevant: 1 / 5,
      irrelevantToIrrelevant: 0,
    },
  })
})

test('links to uncrawled pages', () => {
  assert.deepEqual(stats.linksToUncrawled, [
    { source: 'relevant', links: 2, onFetchedServers: 1, onNeverFetchedServers: 1, share: 2 / 8 },
    { source: 'irrelevantOnRelevantServer', links: 0, onFetchedServers: 0, onNeverFetchedServers: 0, share: 0 },
    { source: 'irrelevantElsewhere', links: 2, onFetchedServers: 1, onNeverFetchedServers: 1, share: 2 / 9 },
  ])
})

test('pages by distance from the seeds, with relevant pages among those crawled so far', () => {
  const { seeds, byDistance, unreachable } = stats.distanceFromSeeds
  assert.deepEqual(seeds, [0])
  assert.deepEqual(
    byDistance.map(row => [row.distance, row.pages, row.crawled, row.relevant]),
    [
      [0, 1, 1, 1],
      [1, 6, 4, 2],
      [2, 2, 2, 0],
      [3, 3, 1, 0],
    ],
  )
  assert.deepEqual(
    byDistance.map(row => [row.cumulativePages, row.cumulativeCrawled, row.cumulativeRelevant]),
    [
      [1, 1, 1],
      [7, 5, 3],
      [9, 7, 3],
      [12, 8, 3],
    ],
  )
  assert.deepEqual(
    byDistance.map(row => row.cumulativeRelevantShare),
    [1, 3 / 5, 3 / 7, 3 / 8],
  )
  assert.deepEqual(unreachable, { pages: 1, crawled: 1, relevant: 0 })
  assert.equal(measureGraph(graph, { seeds: Uint32Array.of(8) }).distanceFromSeeds.unreachable.pages, 0)
})

test('relevant pages by distance from the nearest other one, distances that nobody has included', () => {
  const { nearestRelevant } = measureGraph(
    tinyGraph(`
      a/1 tha → a/2 a/x
      a/2 tha → a/1
      a/x eng → a/y
      a/y eng → a/3
      a/3 tha →
      a/4 tha →
    `),
  )
  assert.deepEqual(nearestRelevant, {
    byDistance: [
      { distance: 1, pages: 2, share: 2 / 4 },
      { distance: 2, pages: 0, share: 0 },
      { distance: 3, pages: 1, share: 1 / 4 },
    ],
    none: 1,
    noneShare: 1 / 4,
  })
})

test('links on pages and to pages', () => {
  const { out, outToCrawled, in: into } = stats.degrees
  assert.deepEqual(out.crawled, {
    // 0 1 1 2 2 3 3 4 6
    count: 9,
    mean: 22 / 9,
    median: 2,
    p90: 6,
    p99: 6,
    max: 6,
    zeros: 1,
    zeroShare: 1 / 9,
    histogram: [
      { from: 0, to: 0, count: 1, share: 1 / 9 },
      { from: 1, to: 1, count: 2, share: 2 / 9 },
      { from: 2, to: 3, count: 4, share: 4 / 9 },
      { from: 4, to: 7, count: 2, share: 2 / 9 },
    ],
  })
  const brief = ({ count, mean, median, max, zeros }: GraphStats['degrees']['out']['crawled']) => [
    count,
    mean * count,
    median,
    max,
    zeros,
  ]
  assert.deepEqual(brief(out.relevant), [3, 8, 2, 6, 1])
  assert.deepEqual(brief(outToCrawled.crawled), [9, 18, 2, 4, 1])
  assert.deepEqual(brief(outToCrawled.relevant), [3, 6, 2, 4, 1])
  assert.deepEqual(brief(into.all), [13, 22, 1, 4, 1])
  assert.deepEqual(brief(into.crawled), [9, 18, 2, 4, 1])
  assert.deepEqual(brief(into.relevant), [3, 8, 3, 3, 0])
})

test('servers by size and by their share of relevant pages', () => {
  const { crawledPages, directories, relevantPages, relevantShare, whollyRelevant } = stats.serverSizes
  const brief = ({ count, mean, max }: GraphStats['serverSizes']['relevantPages']) => [count, mean * count, max]
  assert.deepEqual(brief(crawledPages.all), [5, 9, 3])
  assert.deepEqual(brief(crawledPages.relevant), [2, 5, 3])
  assert.deepEqual(brief(crawledPages.irrelevant), [3, 4, 2])
  assert.deepEqual(brief(directories.all), [5, 7, 2])
  assert.deepEqual(brief(directories.relevant), [2, 4, 2])
  assert.deepEqual(brief(directories.irrelevant), [3, 3, 1])
  assert.deepEqual(brief(relevantPages), [2, 3, 2])
  assert.deepEqual(
    relevantShare.filter(({ servers }) => servers > 0),
    [
      { from: 0.5, to: 0.6, servers: 1, share: 1 / 2 },
      { from: 0.6, to: 0.7, servers: 1, share: 1 / 2 },
    ],
  )
  assert.equal(relevantShare.length, 10)
  assert.equal(whollyRelevant, 0)
})

test('another target language is another set of relevant pages, without anchors that were judged for the first', () => {
  const english = measureGraph(graph, { target: 'en' })
  assert.deepEqual(english.target, ['eng'])
  assert.equal(english.counts.pages.relevant, 2)
  assert.deepEqual(
    english.languagesByTld.groups.map(({ language, total }) => [language, total]),
    [
      ['target', 2],
      ['english', 0],
      ['other', 5],
      ['unknown', 2],
    ],
  )
  // from www.a.co.th/x/2 and www.b.com/
  assert.deepEqual(english.linksByPage.relevant.all, to(1, 4))
  assert.equal(english.linksByAnchor, null)
  assert.throws(
    () => measureGraph(graph, { target: 'lao' }),
    (error: unknown) =>
      error instanceof LongtailError && error.code === 'E_USAGE' && /deu, eng, jpn, tha/.test(error.message),
  )
})

test('relevance need not be a language', () => {
  const topic = measureGraph(tinyGraph('a.com/1 eng* → a.com/2\n a.com/2 eng → a.com/3\n a.com/3 deu* →', { seeds: 0 }))
  assert.deepEqual(topic.target, [])
  assert.equal(topic.counts.pages.relevant, 2)
  assert.deepEqual(
    topic.languagesByTld.groups.map(({ total }) => total),
    [2, 1, 0, 0],
  )
  assert.deepEqual(
    topic.languagesByTld.languages.map(({ language, total, relevant }) => [language, total, relevant]),
    [
      ['eng', 2, 1],
      ['deu', 1, 1],
    ],
  )
  assert.deepEqual(topic.distanceFromSeeds.seeds, [0])
  assert.match(statsText(topic), /^Relevant pages are those that the graph says are/)
})

test('the domains with the most relevant pages have a column even when they are small', () => {
  const large = 'abcdefghi'.split('').flatMap(tld => [`x.${tld}${tld}/1 eng →`, `x.${tld}${tld}/2 eng →`])
  const { columns, groups, total } = measureGraph(
    tinyGraph(['x.la/ lao →', ...large].join('\n'), { target: 'lao' }),
  ).languagesByTld
  assert.deepEqual(columns, ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'la', '(other)'])
  assert.deepEqual(groups[0].pages, [0, 0, 0, 0, 0, 0, 0, 1, 0])
  assert.deepEqual(total.pages, [2, 2, 2, 2, 2, 2, 2, 1, 4])
})

test('a graph without relevant or without crawled pages has tables, too', () => {
  const none = measureGraph(tinyGraph('a.com/1 eng → a.com/2'))
  assert.equal(none.counts.pages.relevantShare, 0)
  assert.deepEqual(none.nearestRelevant, { byDistance: [], none: 0, noneShare: 0 })
  const nothing = measureGraph({ ...tinyGraph('a.com/1 eng →'), flags: new Uint8Array(1) })
  assert.equal(nothing.counts.servers.relevantShare, 0)
  for (const one of [none, nothing]) {
    assert.doesNotMatch(statsText(one), /NaN|undefined|Infinity/)
    // a number that JSON cannot write would come back as null
    assert.deepEqual(JSON.parse(JSON.stringify(one)), one)
  }
})

test('progress never falls and names what is being done', () => {
  const steps: string[] = []
  let last = 0
  measureGraph(graph, {}, (step, share) => {
    assert.ok(share >= last && share <= 1)
    last = share
    steps.push(step)
  })
  assert.deepEqual(steps, ['pages', 'links', 'distances from the seeds', 'distances between relevant pages'])
})
