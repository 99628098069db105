/** The papers' figures about the graph itself: what lies at which distance, degrees and sizes of servers. */
import type { Distribution, GraphStats } from '../../graph/stats/graph-stats.js'
import type { Chart, Point, Series } from '../charts/chart.js'
import { markup } from '../../markup.js'
import { count, percent } from '../numbers.js'
import type { Figure } from '../page/figure.js'
import { drawTable } from '../page/table.js'

type Named = readonly [label: string, distribution: Distribution]

export function graphFigures(stats: GraphStats): readonly Figure[] {
  return [
    ...distanceFigures(stats),
    nearestFigure(stats),
    distributionFigure(
      'degrees',
      'links of a page',
      [
        ['links to a crawled page', stats.degrees.in.crawled],
        ['links to a relevant page', stats.degrees.in.relevant],
        ['links on a crawled page', stats.degrees.out.crawled],
        ['links on a relevant page', stats.degrees.out.relevant],
      ],
      'Share of pages by number of links',
      'Degrees: share of pages with so many links to them or on them, per link.',
    ),
    distributionFigure(
      'server-sizes',
      'crawled pages of a server',
      [
        ['servers with relevant pages', stats.serverSizes.crawledPages.relevant],
        ['servers without', stats.serverSizes.crawledPages.irrelevant],
      ],
      'Share of servers by size',
      'Sizes of servers: share of servers with so many crawled pages, per page.',
    ),
  ]
}

function distanceFigures({ distanceFromSeeds }: GraphStats): readonly Figure[] {
  const rows = distanceFromSeeds.byDistance
  const max = Math.max(1, rows.at(-1)?.distance ?? 1)
  const x = { label: 'links from the nearest seed', unit: 'number', wholeNumbers: true, max } as const
  const sizes: Chart = {
    id: 'distance-size',
    title: 'Pages within a distance of the seeds',
    description: 'Cumulative number of crawled and of relevant pages by distance from the seeds.',
    x,
    y: { label: 'Pages within the distance', unit: 'count' },
    series: [
      single(
        'crawled pages',
        1,
        rows.map(row => [row.distance, row.cumulativeCrawled]),
      ),
      single(
        'relevant pages',
        0,
        rows.map(row => [row.distance, row.cumulativeRelevant]),
      ),
    ],
    kind: 'steps',
    legend: true,
  }
  const ratio: Chart = {
    id: 'distance-ratio',
    title: 'Ratio of relevant pages within a distance of the seeds',
    description: 'Share of relevant pages among the crawled pages up to a distance from the seeds.',
    x,
    y: { label: 'Relevant pages within the distance', unit: 'share', max: 1 },
    series: [
      single(
        'relevant pages',
        0,
        rows.map(row => [row.distance, row.cumulativeRelevantShare]),
      ),
    ],
    kind: 'steps',
    legend: false,
  }
  const values = drawTable(
    'Cumulative by distance from the seeds',
    'distance',
    [{ head: 'crawled' }, { head: 'relevant' }, { head: 'ratio' }],
    rows.slice(0, 60).map(row => ({
      head: row.distance,
      cells: [count(row.cumulativeCrawled), count(row.cumulativeRelevant), percent(row.cumulativeRelevantShare)],
    })),
  )
  const { unreachable } = distanceFromSeeds
  const rest =
    unreachable.crawled > 0
      ? ` ${count(unreachable.crawled)} crawled pages, ${count(unreachable.relevant)} of them relevant, cannot be reached from the seeds.`
      : ''
  return [
    {
      views: [{ view: 'all', chart: sizes }],
      caption: markup`Cumulative number of pages by distance from the seeds.${rest}`,
      values,
    },
    {
      views: [{ view: 'all', chart: ratio }],
      caption: markup`Relevant pages among all crawled pages up to a distance from the seeds.`,
      values: null,
    },
  ]
}

function nearestFigure({ nearestRelevant }: GraphStats): Figure {
  const rows = nearestRelevant.byDistance
  const chart: Chart = {
    id: 'nearest-relevant',
    title: 'Distances between nearest relevant pages',
    description:
      'Number of relevant pages by the distance from the nearest other relevant page, on a logarithmic scale.',
    x: { label: 'links from the nearest other relevant page', unit: 'number', wholeNumbers: true },
    y: { label: 'Relevant pages', unit: 'count', log: true, min: 1 },
    series: [
      single(
        'relevant pages',
        0,
        rows.map(row => [row.distance, row.pages]),
      ),
    ],
    kind: 'steps',
    legend: false,
  }
  const none =
    nearestRelevant.none > 0 ? ` To ${count(nearestRelevant.none)} no path leads from another relevant page.` : ''
  const values = drawTable(
    'Relevant pages by distance from the nearest other one',
    'distance',
    [{ head: 'pages' }, { head: 'share' }],
    rows.slice(0, 60).map(row => ({ head: row.distance, cells: [count(row.pages), percent(row.share)] })),
  )
  return {
    views: [{ view: 'all', chart }],
    caption: markup`Relevant pages by the distance at which they follow the nearest other relevant page: beyond 1, irrelevant pages lie between.${none}`,
    values,
  }
}

/** The bins double in width, so shares are divided by it: a straight line is a power law. */
function distributionFigure(id: string, x: string, all: readonly Named[], title: string, caption: string): Figure {
  const shown = all.filter(([, distribution]) => distribution.count > 0)
  const series = shown.map(([label, { histogram }], index): Series => {
    const bins = histogram.filter(({ from, count: pages }) => from > 0 && pages > 0)
    return single(
      label,
      index,
      bins.map(({ from, to, share }) => [Math.sqrt(from * to), share / (to - from + 1)]),
    )
  })
  const chart: Chart = {
    id,
    title,
    description: caption,
    x: { label: x, unit: 'count', log: true },
    y: { label: title, unit: 'number', log: true },
    series,
    kind: 'steps',
    legend: true,
  }
  const values = drawTable(
    `Number of ${x}`,
    'of',
    ['count', 'none', 'mean', 'median', '90 % up to', '99 % up to', 'largest'].map(head => ({ head })),
    shown.map(([label, one]) => ({
      head: label,
      cells: [
        count(one.count),
        percent(one.zeroShare),
        ...[one.mean].map(mean => (Number.isFinite(mean) ? mean.toFixed(1) : '–')),
        ...[one.median, one.p90, one.p99, one.max].map(count),
      ],
    })),
  )
  return { views: [{ view: 'all', chart }], caption: markup`${caption} Points stand for ranges that double.`, values }
}

function single(label: string, style: number, points: readonly Point[]): Series {
  return { label, style, points, halted: false }
}
