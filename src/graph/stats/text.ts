/** A measured graph as tables to read; `--json` has more rows, and all of the numbers. */
import type { ByServerKind, Destinations, Distribution, GraphStats, GroupCounts, SourceClass } from './graph-stats.js'
import { count, decimal, name, percent, table } from './text-table.js'
import type { Cell } from './text-table.js'

const MOST_TLDS = 12
const MOST_LANGUAGES = 12

const SOURCE_NAMES: Readonly<Record<SourceClass, string>> = {
  relevant: 'relevant page',
  irrelevantOnRelevantServer: 'irrelevant page on a relevant server',
  irrelevantElsewhere: 'irrelevant page elsewhere',
}
const SOURCES: readonly SourceClass[] = ['relevant', 'irrelevantOnRelevantServer', 'irrelevantElsewhere']

export function statsText(stats: GraphStats): string {
  return [
    relevance(stats),
    counts(stats),
    topLevelDomains(stats),
    ...languages(stats),
    byPage(stats),
    byServer(stats),
    byPlace(stats),
    byAnchor(stats),
    toUncrawled(stats),
    fromSeeds(stats),
    nearest(stats),
    ...degrees(stats),
    ...servers(stats),
  ].join('\n')
}

function relevance({ target }: GraphStats): string {
  return target.length === 0
    ? 'Relevant pages are those that the graph says are.\n'
    : `Relevant pages are those in ${target.map(name).join(', ')}.\n`
}

function counts({ counts: { pages, links, servers, directories, domains } }: GraphStats): string {
  const groups = (what: string, { all, fetched, relevant, relevantShare }: GroupCounts): Cell[][] => [
    [what, all, ''],
    ['  with crawled pages', fetched, percent(fetched / all, all)],
    ['  with relevant pages', relevant, `${percent(relevantShare, fetched)} of these`],
  ]
  const ofLinks = (part: number) => percent(part / links.all, links.all)
  return table(
    'Counts',
    ['', 'number', 'share'],
    [
      ['pages', pages.all, ''],
      ['  crawled', pages.crawled, percent(pages.crawled / pages.all, pages.all)],
      ['    relevant', pages.relevant, `${percent(pages.relevantShare, pages.crawled)} of these`],
      ['  uncrawled', pages.uncrawled, percent(pages.uncrawled / pages.all, pages.all)],
      ['links', links.all, `${decimal(links.perCrawledPage)} per crawled page`],
      ['  to crawled pages', links.toCrawled, ofLinks(links.toCrawled)],
      ['    within a server', '', `${percent(links.withinServerShare, links.toCrawled)} of these`],
      [
        '  to uncrawled pages of fetched servers',
        links.toUncrawledOnFetchedServers,
        ofLinks(links.toUncrawledOnFetchedServers),
      ],
      ['  to servers never fetched', links.toNeverFetchedServers, ofLinks(links.toNeverFetchedServers)],
      ...groups('servers', servers),
      ...groups('directories', directories),
      ...groups('domains', domains),
    ],
  )
}

function topLevelDomains({ topLevelDomains: tlds, counts: { pages } }: GraphStats): string {
  const rows: Cell[][] = tlds
    .slice(0, MOST_TLDS)
    .map(one => [
      name(one.tld),
      one.pages,
      percent(one.share),
      one.relevant,
      percent(one.relevantShare),
      percent(one.shareOfRelevant, pages.relevant),
    ])
  const head = ['domain', 'pages', 'share', 'relevant', 'of its pages', 'of all relevant']
  return table('Crawled pages by top-level domain', head, [...rows, ...more(tlds.length - MOST_TLDS, head.length)])
}

function languages({ languagesByTld, counts: { pages } }: GraphStats): string[] {
  const { columns, groups, total, relevantShare } = languagesByTld
  const head = ['', ...columns.map(name), 'total', 'share']
  const row = (one: GraphStats['languagesByTld']['total']) => [
    name(one.language),
    ...one.pages,
    one.total,
    percent(one.share, pages.crawled),
  ]
  const shares = relevantShare.map((part, i) => percent(part, total.pages[i]))
  return [
    table('Crawled pages by language and top-level domain', head, [
      ...groups.map(row),
      row(total),
      ['relevant', ...shares, percent(pages.relevantShare, pages.crawled), ''],
    ]),
    table('Languages', head, [
      ...languagesByTld.languages.slice(0, MOST_LANGUAGES).map(row),
      ...more(languagesByTld.languages.length - MOST_LANGUAGES, head.length),
    ]),
  ]
}

function more(rows: number, columns: number): Cell[][] {
  return rows > 0 ? [[`and ${count(rows)} more`, ...Array.from({ length: columns - 1 }, () => '')]] : []
}

function split({ toRelevant, toIrrelevant, relevantShare, links }: Destinations): Cell[] {
  return [toRelevant, percent(relevantShare, links), toIrrelevant, percent(1 - relevantShare, links)]
}

function byPage({ linksByPage }: GraphStats): string {
  return table(
    'Links to crawled pages, by page',
    ['from', 'to relevant', '', 'to irrelevant', '', 'within server', 'links per page'],
    SOURCES.flatMap(source => {
      const { all, betweenServers, withinServerShare, outDegree, pages } = linksByPage[source]
      return [
        [
          SOURCE_NAMES[source],
          ...split(all),
          percent(withinServerShare, all.links),
          pages === 0 ? '–' : decimal(outDegree),
        ],
        ['  between servers', ...split(betweenServers), '', ''],
      ]
    }),
  )
}

function byServer({ linksByServer: { relevant, irrelevant } }: GraphStats): string {
  return table(
    'Links to servers with crawled pages, by server',
    ['from', 'to relevant servers', '', 'to others', ''],
    [
      ['relevant server', ...split(relevant.all)],
      ['  between servers', ...split(relevant.betweenServers)],
      ['other server', ...split(irrelevant.all)],
      ['  between servers', ...split(irrelevant.betweenServers)],
    ],
  )
}

function byPlace({ linksByPlace }: GraphStats): string {
  return table(
    'Links to crawled pages, by nearness',
    ['from', 'links', 'to relevant', '', 'to irrelevant', ''],
    (['relevant', 'irrelevant'] as const).flatMap(source => {
      const { all, sameDomain, differentDomain, sameServer, differentServer } = linksByPlace[source]
      return [
        [`${source} page`, all.links, ...split(all)],
        ['  same domain', sameDomain.links, ...split(sameDomain)],
        ['  different domain', differentDomain.links, ...split(differentDomain)],
        ['  same server', sameServer.links, ...split(sameServer)],
        ['  different server', differentServer.links, ...split(differentServer)],
      ]
    }),
  )
}

function byAnchor({ linksByAnchor }: GraphStats): string {
  const title = 'Links to crawled pages, by language of the anchor'
  if (linksByAnchor === null)
    return `${title}\n\nThe graph does not say in which anchors the target language is written.\n`
  return table(
    title,
    ['from', 'links', 'to relevant', '', 'to irrelevant', ''],
    (['relevant', 'irrelevant'] as const).flatMap(source => {
      const { anchorInTarget, otherAnchor } = linksByAnchor[source]
      return [
        [`${source} page, anchor in the target language`, anchorInTarget.links, ...split(anchorInTarget)],
        [`${source} page, other anchor`, otherAnchor.links, ...split(otherAnchor)],
      ]
    }),
  )
}

function toUncrawled({ linksToUncrawled }: GraphStats): string {
  return table(
    'Links to uncrawled pages',
    ['from', 'links', 'of its links', 'on fetched servers', 'on servers never fetched'],
    linksToUncrawled.map(one => [
      SOURCE_NAMES[one.source],
      one.links,
      percent(one.share, one.links),
      one.onFetchedServers,
      one.onNeverFetchedServers,
    ]),
  )
}

function fromSeeds({ distanceFromSeeds: { seeds, byDistance, unreachable } }: GraphStats): string {
  const rows: Cell[][] = byDistance.map(one => [
    count(one.distance),
    one.pages,
    one.crawled,
    one.relevant,
    one.cumulativePages,
    one.cumulativeRelevant,
    percent(one.cumulativeRelevantShare, one.cumulativeCrawled),
  ])
  return table(
    `Distance from ${seeds.length === 1 ? 'the seed' : `the ${count(seeds.length)} seeds`}`,
    ['links', 'pages', 'crawled', 'relevant', 'pages so far', 'relevant so far', 'of crawled so far'],
    [...rows, ['never', unreachable.pages, unreachable.crawled, unreachable.relevant, '', '', '']],
  )
}

function nearest({ nearestRelevant: { byDistance, none, noneShare }, counts: { pages } }: GraphStats): string {
  return table(
    'Relevant pages by their distance from the nearest other relevant page',
    ['links', 'pages', 'share'],
    [
      ...byDistance.map(one => [count(one.distance), one.pages, percent(one.share, pages.relevant)]),
      ['never', none, percent(noneShare, pages.relevant)],
    ],
  )
}

function summary(what: string, of: Distribution): Cell[] {
  return [what, of.count, decimal(of.mean), of.median, of.p90, of.p99, of.max, percent(of.zeroShare, of.count)]
}

/** Histograms side by side; a short one is continued with zeros. */
function histogram(title: string, what: string, columns: Readonly<Record<string, Distribution>>): string {
  const all = Object.values(columns)
  const longest = all.reduce((most, one) => (one.histogram.length > most.histogram.length ? one : most)).histogram
  return table(
    title,
    [what, ...Object.keys(columns).flatMap(column => [column, ''])],
    longest.map(({ from, to }, bin) => [
      from === to ? count(from) : `${count(from)}–${count(to)}`,
      ...all.flatMap(one => [one.histogram[bin]?.count ?? 0, percent(one.histogram[bin]?.share ?? 0, one.count)]),
    ]),
  )
}

const SUMMARY = ['number', 'mean', 'median', '90 %', '99 %', 'most', 'none']

function degrees({ degrees: { out, outToCrawled, in: into } }: GraphStats): string[] {
  return [
    table(
      'Links on a page and to a page',
      ['', ...SUMMARY],
      [
        summary('on crawled pages', out.crawled),
        summary('  to crawled pages', outToCrawled.crawled),
        summary('on relevant pages', out.relevant),
        summary('  to crawled pages', outToCrawled.relevant),
        summary('to any page', into.all),
        summary('to crawled pages', into.crawled),
        summary('to relevant pages', into.relevant),
      ],
    ),
    histogram('Pages by links on them', 'links', {
      crawled: out.crawled,
      'to crawled pages': outToCrawled.crawled,
      relevant: out.relevant,
    }),
    histogram('Pages by links to them', 'links', {
      all: into.all,
      crawled: into.crawled,
      relevant: into.relevant,
    }),
  ]
}

function servers({ serverSizes: { crawledPages, directories, relevantPages, ...rest } }: GraphStats): string[] {
  const kinds = (what: string, of: ByServerKind): Cell[][] => [
    summary(`${what}, all servers`, of.all),
    summary('  relevant servers', of.relevant),
    summary('  other servers', of.irrelevant),
  ]
  return [
    table(
      'Size of servers',
      ['', ...SUMMARY],
      [
        ...kinds('crawled pages', crawledPages),
        summary('relevant pages, relevant servers', relevantPages),
        ...kinds('directories', directories),
      ],
    ),
    histogram('Servers by crawled pages', 'pages', {
      all: crawledPages.all,
      relevant: crawledPages.relevant,
      others: crawledPages.irrelevant,
    }),
    table(
      'Relevant servers by their share of relevant pages',
      ['share', 'servers', ''],
      [
        ...rest.relevantShare.map(one => [
          `${count(one.from * 100)}–${count(one.to * 100)} %`,
          one.servers,
          percent(one.share, relevantPages.count),
        ]),
        ['all of them', rest.whollyRelevant, percent(rest.whollyRelevant / relevantPages.count, relevantPages.count)],
      ],
    ),
  ]
}
