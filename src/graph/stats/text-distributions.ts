import type { ByServerKind, Distribution, GraphStats } from './graph-stats.js'
import { count, decimal, percent, table, type TextCell } from './text-table.js'

function summary(what: string, of: Distribution): TextCell[] {
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

export function degrees({ degrees: { out, outToCrawled, in: into } }: GraphStats): string[] {
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

export function servers({ serverSizes: { crawledPages, directories, relevantPages, ...rest } }: GraphStats): string[] {
  const kinds = (what: string, of: ByServerKind): TextCell[][] => [
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
