/** A measured graph as tables to read; `--json` has more rows, and all of the numbers. */
import type { Destinations, GraphStats, GroupCounts, SourceClass } from './graph-stats.js'
import { SOURCES } from './link-survey.js'
import { degrees, servers } from './text-distributions.js'
import { count, decimal, name, percent, table, type TextCell } from './text-table.js'

const MOST_TLDS = 12
const MOST_LANGUAGES = 12

const SOURCE_NAMES: Readonly<Record<SourceClass, string>> = {
  relevant: 'relevant page',
  irrelevantOnRelevantServer: 'irrelevant page on a relevant server',
  irrelevantElsewhere: 'irrelevant page elsewhere',
}

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
    ...linkText(stats),
    toUncrawled(stats),
    fromSeeds(stats),
    nearest(stats),
    ...degrees(stats),
    ...servers(stats),
  ].join('\n')
}

/** Nothing for graphs without text, which most are. */
function linkText({ text, counts: { links, servers } }: GraphStats): string[] {
  if (text === null) return []
  const { scores, names, words, places, countries } = text
  const rows: TextCell[][] = []
  if (scores !== null) {
    rows.push(['anchors that promise a relevant page', percent(scores.anchorsPromising, links.all)])
    rows.push([`anchors with ${scores.context} beside them that do`, percent(scores.contextsPromising, links.all)])
  }
  if (names !== null) rows.push(['links with names', percent(names.linksWithNames, links.all)])
  if (words !== null) rows.push(['words per link', decimal(words.perLink)])
  if (places !== null) rows.push(['links whose place in the page is known', percent(places.linksPlaced, links.all)])
  if (countries !== null) rows.push(['servers with a country', percent(countries.serversShare, servers.all)])
  return [table('Text of links', ['', 'value'], rows)]
}

function relevance({ target }: GraphStats): string {
  return target.length === 0
    ? 'Relevant pages are those that the graph says are.\n'
    : `Relevant pages are those in ${target.map(name).join(', ')}.\n`
}

function counts({ counts: { pages, links, servers, directories, domains } }: GraphStats): string {
  const groups = (what: string, { all, fetched, relevant, relevantShare }: GroupCounts): TextCell[][] => [
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
  const rows: TextCell[][] = tlds
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

function more(rows: number, columns: number): TextCell[][] {
  return rows > 0 ? [[`and ${count(rows)} more`, ...Array.from({ length: columns - 1 }, () => '')]] : []
}

function split({ toRelevant, toIrrelevant, relevantShare, links }: Destinations): TextCell[] {
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
  const rows: TextCell[][] = byDistance.map(one => [
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
