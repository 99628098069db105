/** The papers' figures about the graph itself: what lies at which distance, degrees and sizes of servers. */
import type { Distribution, GraphStats } from '../../graph/stats/graph-stats.js'
import { seriesOf, type Chart } from '../charts/chart.js'
import { ALL, RELEVANT } from '../charts/style.js'
import { markup, type Markup } from '../../markup.js'
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
      'Degrees: share of pages with that number of links to them or on them, per link.',
    ),
    distributionFigure(
      'server-sizes',
      'crawled pages of a server',
      [
        ['servers with relevant pages', stats.serverSizes.crawledPages.relevant],
        ['servers without', stats.serverSizes.crawledPages.irrelevant],
      ],
      'Share of servers by size',
      'Sizes of servers: share of servers with that number of crawled pages, per page.',
    ),
  ]
}

function distanceFigures({ distanceFromSeeds }: GraphStats): readonly Figure[] {
  const { byDistance: rows, unreachable } = distanceFromSeeds
  const max = Math.max(1, rows.at(-1)?.distance ?? 1)
  const x = { label: 'links from the nearest seed', unit: 'number', wholeNumbers: true, max } as const
  const values = drawTable('Cumulative by distance from the seeds', 'distance', rows.slice(0, 60), distanceOf, [
    { head: 'crawled', cell: row => count(row.cumulativeCrawled) },
    { head: 'relevant', cell: row => count(row.cumulativeRelevant) },
    { head: 'ratio', cell: row => percent(row.cumulativeRelevantShare) },
  ])
  const rest =
    unreachable.crawled > 0
      ? ` ${count(unreachable.crawled)} crawled pages, ${count(unreachable.relevant)} of them relevant, cannot be reached from the seeds.`
      : ''
  return [
    figureOf(
      {
        id: 'distance-size',
        title: 'Pages within a distance of the seeds',
        description: 'Cumulative number of crawled and of relevant pages by distance from the seeds.',
        x,
        y: { label: 'Pages within the distance', unit: 'count' },
        series: [
          seriesOf('crawled pages', ALL, rows, row => [row.distance, row.cumulativeCrawled]),
          seriesOf('relevant pages', RELEVANT, rows, row => [row.distance, row.cumulativeRelevant]),
        ],
        kind: 'steps',
        legend: true,
      },
      `Cumulative number of pages by distance from the seeds.${rest}`,
      values,
    ),
    figureOf(
      {
        id: 'distance-ratio',
        title: 'Ratio of relevant pages within a distance of the seeds',
        description: 'Share of relevant pages among the crawled pages up to a distance from the seeds.',
        x,
        y: { label: 'Relevant pages within the distance', unit: 'share', max: 1 },
        series: [seriesOf('relevant pages', RELEVANT, rows, row => [row.distance, row.cumulativeRelevantShare])],
        kind: 'steps',
        legend: false,
      },
      'Relevant pages among all crawled pages up to a distance from the seeds.',
      null,
    ),
  ]
}

function nearestFigure({ nearestRelevant }: GraphStats): Figure {
  const { byDistance: rows, none } = nearestRelevant
  const caption = 'Relevant pages by distance from the nearest other one'
  const values = drawTable(caption, 'distance', rows.slice(0, 60), distanceOf, [
    { head: 'pages', cell: row => count(row.pages) },
    { head: 'share', cell: row => percent(row.share) },
  ])
  const alone = none > 0 ? ` ${count(none)} cannot be reached from any other relevant page.` : ''
  return figureOf(
    {
      id: 'nearest-relevant',
      title: 'Distances between nearest relevant pages',
      description:
        'Number of relevant pages by the distance from the nearest other relevant page, on a logarithmic scale.',
      x: { label: 'links from the nearest other relevant page', unit: 'number', wholeNumbers: true },
      y: { label: 'Relevant pages', unit: 'count', log: true, min: 1 },
      series: [seriesOf('relevant pages', RELEVANT, rows, row => [row.distance, row.pages])],
      kind: 'steps',
      legend: false,
    },
    `Relevant pages by the distance from the nearest other relevant page. Beyond 1, irrelevant pages lie between them.${alone}`,
    values,
  )
}

/** The bins double in width, so shares are divided by it: a straight line is a power law. */
function distributionFigure(id: string, x: string, all: readonly Named[], title: string, caption: string): Figure {
  const shown = all.filter(([, distribution]) => distribution.count > 0)
  const series = shown.map(([label, { histogram }], index) => {
    const bins = histogram.filter(({ from, count: pages }) => from > 0 && pages > 0)
    return seriesOf(label, index, bins, ({ from, to, share }) => [Math.sqrt(from * to), share / (to - from + 1)])
  })
  const values = drawTable(`Number of ${x}`, 'of', shown, ([label]) => label, [
    { head: 'count', cell: ([, one]) => count(one.count) },
    { head: 'none', cell: ([, one]) => percent(one.zeroShare) },
    { head: 'mean', cell: ([, { mean }]) => (Number.isFinite(mean) ? mean.toFixed(1) : '–') },
    { head: 'median', cell: ([, one]) => count(one.median) },
    { head: '90 % up to', cell: ([, one]) => count(one.p90) },
    { head: '99 % up to', cell: ([, one]) => count(one.p99) },
    { head: 'largest', cell: ([, one]) => count(one.max) },
  ])
  return figureOf(
    {
      id,
      title,
      description: caption,
      x: { label: x, unit: 'count', log: true },
      y: { label: title, unit: 'number', log: true },
      series,
      kind: 'steps',
      legend: true,
    },
    `${caption} Each point stands for a range twice as wide as the one before.`,
    values,
  )
}

function distanceOf({ distance }: { readonly distance: number }): number {
  return distance
}

function figureOf(chart: Chart, caption: string, values: Markup | null): Figure {
  return { views: [{ view: 'all', chart }], caption: markup`${caption}`, values }
}
