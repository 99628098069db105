/** The figures of a crawl's report. */
import { seriesOf, type Axis, type Chart, type Point } from '../charts/chart.js'
import { chartFile, chartInPage } from '../charts/draw.js'
import { ALL, OTHER, RELEVANT } from '../charts/style.js'
import { markup, type Markup } from '../../markup.js'
import { count, measured, percent } from '../numbers.js'
import { drawCaptioned } from '../page/figure.js'
import { drawTable } from '../page/table.js'
import { barsFile, barsInPage, type BarChart } from './bars.js'
import { RECENT, type CourseSample, type CourseStretch } from './course.js'
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
  const { id, inPage, caption, values } = figure
  const file = folder === null ? null : markup`<a href="${folder}/${id}.svg">SVG</a>`
  return drawCaptioned(id, number, inPage, caption, file, values)
}

const VALUES = 24
const BARS = 14

export function courseFigures(numbers: CrawlNumbers): readonly CrawlFigure[] {
  const { course, harvest, recentHarvest, waiting, hosts } = numbers
  const x = { label: 'pages crawled', unit: 'count', wholeNumbers: true, max: Math.max(1, numbers.pages) } as const
  const along = (label: string, style: number, value: (sample: CourseSample) => number, note?: string) =>
    seriesOf(label, style, course, sample => [sample.pages, value(sample)], note)
  const harvestFigure = figureOf(
    {
      id: 'harvest',
      title: 'Harvest over the crawl',
      description: `Share of relevant pages among all pages so far (${percent(harvest)} at the end), and among the last ${count(RECENT)} (${percent(recentHarvest)} at the end).`,
      x,
      y: { label: 'Harvest', unit: 'share', max: 1 },
      series: [
        along('all pages so far', ALL, ({ pages, relevant }) => relevant / pages, percent(harvest)),
        along(`last ${count(RECENT)} pages`, RELEVANT, sample => sample.recentHarvest, percent(recentHarvest)),
      ],
      kind: 'line',
      legend: true,
      noteHead: 'at the end',
    },
    `Share of relevant pages among all pages crawled so far, and among the last ${count(RECENT)}. Where the second line falls, the crawl has left the relevant part of the Web, for a while or for good.`,
    samplesTable(course),
  )
  const queueFigure = figureOf(
    {
      id: 'waiting',
      title: 'URLs known and not fetched',
      description: `URLs that were known, but neither fetched nor given up: ${count(waiting)} at the end.`,
      x,
      y: { label: 'URLs known and not fetched', unit: 'count' },
      series: [along('URLs', OTHER, sample => sample.waiting)],
      kind: 'line',
      legend: false,
    },
    `URLs that were known, but neither fetched nor given up. This includes URLs that the strategy dropped or put aside, so the queue itself is shorter.`,
  )
  const hostsFigure = figureOf(
    {
      id: 'hosts-reached',
      title: 'Hosts from which a page was fetched',
      description: `Hosts with at least one fetched page (${count(hosts.fetched)} at the end), and hosts with at least one relevant page (${count(hosts.relevant)} at the end).`,
      x,
      y: { label: 'Hosts', unit: 'count' },
      series: [
        along('all hosts', ALL, sample => sample.hosts, count(hosts.fetched)),
        along('with relevant pages', RELEVANT, sample => sample.relevantHosts, count(hosts.relevant)),
      ],
      kind: 'line',
      legend: true,
      noteHead: 'at the end',
    },
    'Hosts from which at least one page was fetched, and hosts with at least one relevant page.',
  )
  return [harvestFigure, ...timeFigures(numbers), queueFigure, hostsFigure]
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
  const mean = (value: number): string => `${measured((value / seconds) * length)} per ${unit}`
  const rate = (label: string, style: number, of: 'pages' | 'relevant') => {
    const point = ({ fromSecond, toSecond, ...counts }: CourseStretch): Point => [
      (fromSecond + toSecond) / 2 / length,
      (counts[of] / (toSecond - fromSecond)) * length,
    ]
    return seriesOf(label, style, told, point, mean(numbers[of]))
  }
  const start = { seconds: 0, pages: 0, relevant: 0 }
  const growth = (label: string, style: number, of: 'pages' | 'relevant') =>
    seriesOf(label, style, [start, ...course], one => [one.seconds / length, one[of]], count(numbers[of]))
  return [
    figureOf(
      {
        id: 'pace',
        title: `Pages per ${unit}`,
        description: `Pages fetched per ${unit} of crawling: ${mean(pages)} on average, ${mean(relevant)} of them relevant.`,
        x,
        y: { label: `Pages per ${unit}`, unit: 'number' },
        series: [rate('all pages', ALL, 'pages'), rate('relevant pages', RELEVANT, 'relevant')],
        kind: told.length > 40 ? 'line' : 'steps',
        legend: true,
        noteHead: 'on average',
      },
      `Pages fetched per ${unit}, without the time between runs.`,
    ),
    figureOf(
      {
        id: 'found',
        title: 'Pages over time',
        description: `Pages fetched (${count(pages)} at the end) and relevant pages found (${count(relevant)} at the end).`,
        x,
        y: { label: 'Pages so far', unit: 'count' },
        series: [growth('all pages', ALL, 'pages'), growth('relevant pages', RELEVANT, 'relevant')],
        kind: 'line',
        legend: true,
        noteHead: 'at the end',
      },
      'Pages fetched and relevant pages found over the time of crawling, without the time between runs.',
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
  const rest = languages.length > BARS ? ` The table lists more languages.` : ''
  const caption = `Pages by their main language, and how many of them are relevant.${rest}`
  return { id: chart.id, inPage: barsInPage(chart), file: barsFile(chart), caption, values: null }
}

export function distanceFigures({ distances }: CrawlNumbers): readonly CrawlFigure[] {
  const farthest = distances.length - 1
  const x: Axis = { label: 'links from a seed', unit: 'number', wholeNumbers: true, max: Math.max(1, farthest) }
  const values = drawTable('Pages by distance from the seeds', 'links', distances, ({ hops }) => hops, [
    { head: 'pages', cell: ({ pages }) => count(pages) },
    { head: 'relevant', cell: ({ relevant }) => count(relevant) },
    { head: 'harvest', cell: ({ pages, relevant }) => percent(pages > 0 ? relevant / pages : Number.NaN) },
  ])
  const reached = distances.filter(({ pages }) => pages > 0)
  return [
    figureOf(
      {
        id: 'distance',
        title: 'Pages by distance from the seeds',
        description: `Pages fetched and relevant pages by number of links from a seed; the farthest page is ${count(Math.max(0, farthest))} links away.`,
        x,
        y: { label: 'Pages', unit: 'count' },
        series: [
          seriesOf('all pages', ALL, distances, ({ hops, pages }) => [hops, pages]),
          seriesOf('relevant pages', RELEVANT, distances, ({ hops, relevant }) => [hops, relevant]),
        ],
        kind: 'steps',
        legend: true,
      },
      'Pages by the number of links that the crawl followed from a seed to them. There may be shorter paths.',
      values,
    ),
    figureOf(
      {
        id: 'distance-harvest',
        title: 'Harvest by distance from the seeds',
        description: 'Share of relevant pages among the pages at each distance from the seeds.',
        x,
        y: { label: 'Harvest at the distance', unit: 'share', max: 1 },
        series: [seriesOf('harvest', RELEVANT, reached, ({ hops, pages, relevant }) => [hops, relevant / pages])],
        kind: 'steps',
        legend: false,
      },
      'Share of relevant pages among the pages at each distance.',
    ),
  ]
}

function samplesTable(course: readonly CourseSample[]): Markup {
  const every = Math.max(1, course.length / VALUES)
  const places = Array.from({ length: Math.min(VALUES, course.length) }, (_, i) => Math.ceil((i + 1) * every) - 1)
  const shown = [...new Set(places)].map(place => course[Math.min(place, course.length - 1)])
  return drawTable('Course of the crawl', 'pages', shown, ({ pages }) => count(pages), [
    { head: 'relevant', cell: one => count(one.relevant) },
    { head: 'harvest', cell: one => percent(one.relevant / one.pages) },
    { head: `of the last ${count(RECENT)}`, cell: one => percent(one.recentHarvest) },
    { head: 'not fetched', cell: one => count(one.waiting) },
    { head: 'hosts', cell: one => count(one.hosts) },
  ])
}

function figureOf(chart: Chart, caption: string, values: Markup | null = null): CrawlFigure {
  return { id: chart.id, inPage: chartInPage(chart, 'view-all'), file: chartFile(chart), caption, values }
}
