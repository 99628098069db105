/** The figures of a crawl's report. */
import type { Chart, Point, Series } from '../charts/chart.js'
import { chartFile, chartInPage } from '../charts/draw.js'
import { markup, NOTHING, type Markup } from '../../markup.js'
import { count, measured, percent } from '../numbers.js'
import { drawTable, type Column, type Row } from '../page/table.js'
import { barsFile, barsInPage, type BarChart } from './bars.js'
import { RECENT, type CourseSample } from './course.js'
import type { CrawlNumbers, NamedCount } from './crawl-numbers.js'
import { languageName } from '../../page/language/english-name.js'

/** A drawing that can stand in the page and as a file. */
export interface CrawlFigure {
  readonly id: string
  readonly inPage: Markup
  readonly file: string
  readonly caption: string
  readonly values: Markup | null
}

/** `folder`: where the SVG files lie, seen from the page; null when there are none. */
export function drawCrawlFigure(figure: CrawlFigure, number: number, folder: string | null): Markup {
  const file =
    folder === null ? NOTHING : markup` <span class="files"><a href="${folder}/${figure.id}.svg">SVG</a></span>`
  const table = figure.values === null ? NOTHING : markup`<details><summary>Values</summary>${figure.values}</details>`
  return markup`<figure id="${figure.id}">${figure.inPage}<figcaption><b>Figure ${number}.</b> ${figure.caption}${file}</figcaption>${table}</figure>\n`
}

const VALUES = 24
const BARS = 14
const RELEVANT = 0
const ALL = 1
/** Solid, and neither colour. */
const OTHER = 10

export function courseFigures(numbers: CrawlNumbers): readonly CrawlFigure[] {
  const { course } = numbers
  const x = { label: 'pages crawled', unit: 'count', wholeNumbers: true, max: Math.max(1, numbers.pages) } as const
  const along = (value: (sample: CourseSample) => number): Point[] =>
    course.map(sample => [sample.pages, value(sample)])
  const harvest = figureOf(
    {
      id: 'harvest',
      title: 'Harvest over the crawl',
      description: `Relevant pages among all pages so far, at the end ${percent(numbers.harvest)}, and among the last ${count(RECENT)}, at the end ${percent(numbers.recentHarvest)}.`,
      x,
      y: { label: 'Harvest', unit: 'share', max: 1 },
      series: [
        line(
          'all pages so far',
          ALL,
          along(({ pages, relevant }) => relevant / pages),
          percent(numbers.harvest),
        ),
        line(
          `last ${count(RECENT)} pages`,
          RELEVANT,
          along(({ recentHarvest }) => recentHarvest),
          percent(numbers.recentHarvest),
        ),
      ],
      kind: 'line',
      legend: true,
      noteHead: 'at the end',
    },
    `Relevant pages of all pages crawled so far, and of the last ${count(RECENT)}. Where the second line falls the crawl has left the good part of the Web behind, for a while or for good.`,
    samplesTable(course),
  )
  const queue = figureOf(
    {
      id: 'waiting',
      title: 'URLs known and not fetched',
      description: `URLs that were known and neither fetched nor given up; at the end ${count(numbers.waiting)}.`,
      x,
      y: { label: 'URLs known and not fetched', unit: 'count' },
      series: [
        line(
          'URLs',
          OTHER,
          along(({ waiting }) => waiting),
        ),
      ],
      kind: 'line',
      legend: false,
    },
    `URLs known by then and neither fetched nor given up. The queue is at most that long: what the strategy dropped or put aside is in it.`,
    null,
  )
  const hosts = figureOf(
    {
      id: 'hosts-reached',
      title: 'Hosts from which a page was fetched',
      description: `Hosts with at least one fetched page, ${count(numbers.hosts.fetched)} at the end, and with at least one relevant page, ${count(numbers.hosts.relevant)} at the end.`,
      x,
      y: { label: 'Hosts', unit: 'count' },
      series: [
        line(
          'all hosts',
          ALL,
          along(sample => sample.hosts),
          count(numbers.hosts.fetched),
        ),
        line(
          'with relevant pages',
          RELEVANT,
          along(sample => sample.relevantHosts),
          count(numbers.hosts.relevant),
        ),
      ],
      kind: 'line',
      legend: true,
      noteHead: 'at the end',
    },
    'Hosts from which at least one page was fetched, and hosts with at least one relevant page.',
    null,
  )
  return [harvest, ...timeFigures(numbers), queue, hosts]
}

function timeFigures(numbers: CrawlNumbers): readonly CrawlFigure[] {
  const { course, pace, seconds, pages, relevant } = numbers
  if (!numbers.timed || !(seconds > 0) || pages === 0) return []
  const [unit, length] =
    seconds < 300 ? (['second', 1] as const) : seconds < 7200 ? (['minute', 60] as const) : (['hour', 3600] as const)
  const x = { label: `${unit}s of crawling`, unit: 'number', max: seconds / length } as const
  const stretches = pace.filter(({ fromSecond, toSecond }) => toSecond > fromSecond)
  // a last stretch of a moment says nothing, and may say a million pages per hour
  const whole = (stretches[0]?.toSecond ?? 0) - (stretches[0]?.fromSecond ?? 0)
  const told = stretches.filter((one, index) => index === 0 || one.toSecond - one.fromSecond >= whole / 2)
  const rate = (value: (one: (typeof told)[number]) => number): Point[] =>
    told.map(one => [
      (one.fromSecond + one.toSecond) / 2 / length,
      (value(one) / (one.toSecond - one.fromSecond)) * length,
    ])
  const mean = (value: number): string => `${measured((value / seconds) * length)} per ${unit}`
  return [
    figureOf(
      {
        id: 'pace',
        title: `Pages per ${unit}`,
        description: `Pages fetched per ${unit} of crawling; on average ${mean(pages)}, ${mean(relevant)} of them relevant.`,
        x,
        y: { label: `Pages per ${unit}`, unit: 'number' },
        series: [
          line(
            'all pages',
            ALL,
            rate(one => one.pages),
            mean(pages),
          ),
          line(
            'relevant pages',
            RELEVANT,
            rate(one => one.relevant),
            mean(relevant),
          ),
        ],
        kind: told.length > 40 ? 'line' : 'steps',
        legend: true,
        noteHead: 'on average',
      },
      `Pages fetched per ${unit} of wall-clock time, time between runs left out.`,
      null,
    ),
    figureOf(
      {
        id: 'found',
        title: 'Pages over time',
        description: `Pages fetched, ${count(pages)} at the end, and relevant pages found, ${count(relevant)} at the end.`,
        x,
        y: { label: 'Pages so far', unit: 'count' },
        series: [
          line(
            'all pages',
            ALL,
            [[0, 0], ...course.map((one): Point => [one.seconds / length, one.pages])],
            count(pages),
          ),
          line(
            'relevant pages',
            RELEVANT,
            [[0, 0], ...course.map((one): Point => [one.seconds / length, one.relevant])],
            count(relevant),
          ),
        ],
        kind: 'line',
        legend: true,
        noteHead: 'at the end',
      },
      'Pages fetched and relevant pages found over the time of crawling, time between runs left out.',
      null,
    ),
  ]
}

export function languageFigure({ languages, pages }: CrawlNumbers): CrawlFigure {
  const shown = languages.slice(0, BARS)
  const chart: BarChart = {
    id: 'languages',
    title: 'Pages by language',
    description:
      shown.map(({ name, pages: of }) => `${languageName(name)} ${percent(of / pages)}`).join(', ') || 'None.',
    wholeName: 'pages',
    partName: 'relevant pages',
    bars: shown.map((one: NamedCount) => ({
      label: languageName(one.name),
      whole: one.pages,
      part: one.relevant,
      note: `${count(one.pages)} (${percent(one.pages / pages)})`,
    })),
  }
  const rest = languages.length > BARS ? ` The table has more languages.` : ''
  const caption = `Pages by the language that was identified in them, and those of them that count as relevant.${rest}`
  return { id: chart.id, inPage: barsInPage(chart), file: barsFile(chart), caption, values: null }
}

export function distanceFigures({ distances }: CrawlNumbers): readonly CrawlFigure[] {
  const x = {
    label: 'links from a seed',
    unit: 'number',
    wholeNumbers: true,
    max: Math.max(1, distances.length - 1),
  } as const
  const values = drawTable(
    'Pages by distance from the seeds',
    'links',
    [{ head: 'pages' }, { head: 'relevant' }, { head: 'harvest' }],
    distances.map(({ hops, pages, relevant }) => ({
      head: hops,
      cells: [count(pages), count(relevant), percent(pages > 0 ? relevant / pages : Number.NaN)],
    })),
  )
  return [
    figureOf(
      {
        id: 'distance',
        title: 'Pages by distance from the seeds',
        description: `Pages fetched and relevant pages by number of links from a seed; the farthest is ${count(Math.max(0, distances.length - 1))} away.`,
        x,
        y: { label: 'Pages', unit: 'count' },
        series: [
          line(
            'all pages',
            ALL,
            distances.map(({ hops, pages }) => [hops, pages]),
          ),
          line(
            'relevant pages',
            RELEVANT,
            distances.map(({ hops, relevant }) => [hops, relevant]),
          ),
        ],
        kind: 'steps',
        legend: true,
      },
      'Pages by the number of links that led from a seed to them: the way that the crawl took, which need not be the shortest.',
      values,
    ),
    figureOf(
      {
        id: 'distance-harvest',
        title: 'Harvest by distance from the seeds',
        description: 'Share of relevant pages among the pages at a distance from the seeds.',
        x,
        y: { label: 'Harvest at the distance', unit: 'share', max: 1 },
        series: [
          line(
            'harvest',
            RELEVANT,
            distances.filter(({ pages }) => pages > 0).map(({ hops, pages, relevant }) => [hops, relevant / pages]),
          ),
        ],
        kind: 'steps',
        legend: false,
      },
      'Relevant pages of all pages at a distance.',
      null,
    ),
  ]
}

function samplesTable(course: readonly CourseSample[]): Markup {
  const every = Math.max(1, course.length / VALUES)
  const places = new Set(
    Array.from({ length: Math.min(VALUES, course.length) }, (_, i) => Math.ceil((i + 1) * every) - 1),
  )
  const columns: Column[] = ['relevant', 'harvest', `of the last ${count(RECENT)}`, 'not fetched', 'hosts'].map(
    head => ({ head }),
  )
  const rows = [...places].flatMap((place): Row[] => {
    const one = course[Math.min(place, course.length - 1)]
    const cells = [count(one.relevant), percent(one.relevant / one.pages), percent(one.recentHarvest)]
    return [{ head: count(one.pages), cells: [...cells, count(one.waiting), count(one.hosts)] }]
  })
  return drawTable('Along the crawl', 'pages', columns, rows)
}

function figureOf(chart: Chart, caption: string, values: Markup | null): CrawlFigure {
  return { id: chart.id, inPage: chartInPage(chart, 'view-all'), file: chartFile(chart), caption, values }
}

function line(label: string, style: number, points: readonly Point[], note?: string): Series {
  return { label, style, points, halted: false, ...(note === undefined ? {} : { note }) }
}
