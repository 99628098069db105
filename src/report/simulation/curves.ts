/** The papers' figures about runs: coverage, harvest, queue and servers along the way, by pages and by hours; and what was missed. */
import type { CurvePoint, RunResult, SimulationResult } from '../../simulate/result.js'
import type { Axis, Chart, Point, Series } from '../charts/chart.js'
import { valueAt } from '../charts/decimate.js'
import { linearTicks, tickLabel, type Unit } from '../charts/ticks.js'
import { beginningOf, viewsOf } from '../charts/views.js'
import { markup, type Markup } from '../../markup.js'
import { measured, percent } from '../numbers.js'
import type { Figure } from '../page/figure.js'
import { drawTable } from '../page/table.js'
import { missedFigure } from './missed.js'
import { hasHalted, runNames } from './run-names.js'
import { endings } from './wording.js'

const PAGES: Axis = { label: 'pages crawled', unit: 'count', wholeNumbers: true }
const HOURS: Axis = { label: 'simulated hours', unit: 'hours' }

interface Measure {
  readonly id: string
  readonly title: string
  readonly axis: Axis
  readonly caption: string
  /** Undefined where there is nothing to say yet. */
  value(point: CurvePoint): number | undefined
}

/** A large mark stands where a run halted by itself. */
export function curveFigures(result: SimulationResult): readonly Figure[] {
  const { relevant } = result.graph
  const coverage: Measure = {
    id: 'coverage',
    title: 'Coverage of relevant pages',
    axis: { label: 'Coverage of relevant pages', unit: 'share', max: 1 },
    caption: 'Coverage: relevant pages found, of all relevant pages in the graph.',
    value: point => (relevant > 0 ? point.relevant / relevant : 0),
  }
  const byPages: readonly Measure[] = [
    coverage,
    {
      id: 'harvest',
      title: 'Cumulative harvest rate',
      axis: { label: 'Cumulative harvest rate', unit: 'share', max: 1 },
      caption: 'Harvest: relevant pages among all pages crawled so far.',
      value: point => (point.pages > 0 ? point.relevant / point.pages : undefined),
    },
    {
      id: 'queue',
      title: 'Queue size',
      axis: { label: 'URLs in the queue', unit: 'count', wholeNumbers: true },
      caption:
        'Queue: URLs offered, but not fetched yet. URLs that the graph knows only from links are never fetched and stay in the queue.',
      value: point => point.queue,
    },
    {
      id: 'servers',
      title: 'Servers accessed',
      axis: { label: 'Servers accessed', unit: 'count', wholeNumbers: true },
      caption: 'Servers from which at least one page was fetched.',
      value: point => point.servers,
    },
  ]
  const figures = byPages.map(measure => curveFigure(result, measure, PAGES, point => point.pages))
  figures.push(missedFigure(result))
  if (result.runs.some(run => run.curve.some(point => point.hours !== undefined))) {
    const hours = (point: CurvePoint): number | undefined => point.hours
    const coverageByHours = {
      ...coverage,
      id: 'coverage-hours',
      caption: 'Coverage over time in the simulated network.',
    }
    figures.push(curveFigure(result, coverageByHours, HOURS, hours))
    const pages: Measure = {
      id: 'pages-hours',
      title: 'Pages crawled over time',
      axis: { label: 'Pages crawled', unit: 'count', wholeNumbers: true },
      caption: 'Pages crawled over time in the simulated network.',
      value: point => point.pages,
    }
    figures.push(curveFigure(result, pages, HOURS, hours))
  }
  return figures
}

/** Where the closer view of the figures over pages ends, for its name. */
export function beginningInPages({ runs }: SimulationResult): number | null {
  return beginningOf(
    runs.map(({ pages }) => pages),
    runs.map(run => reached(run, point => point.pages)),
  )
}

function curveFigure(
  result: SimulationResult,
  measure: Measure,
  axis: Axis,
  place: (point: CurvePoint) => number | undefined,
): Figure {
  const names = runNames(result.runs)
  const series = result.runs.map((run, index): Series => {
    const points = pointsOf(run.curve, place, measure.value)
    const last = points.at(-1)
    const note = last === undefined ? '–' : valueText(last[1], measure.axis.unit)
    return { label: names[index], style: index, points, halted: hasHalted(run), note }
  })
  const chart: Chart = {
    id: measure.id,
    title: `${measure.title} by ${axis.label}`,
    description: `${measure.caption} At the end: ${endings(series)}.`,
    x: axis,
    y: measure.axis,
    series,
    kind: 'line',
    legend: true,
    noteHead: 'at the end',
  }
  const beginning = beginningOf(
    series.map(({ points }) => points.at(-1)?.[0] ?? 0),
    result.runs.map(run => reached(run, place)),
  )
  const views = viewsOf(chart, beginning)
  return { views, caption: markup`${measure.caption}`, values: valuesTable(chart, beginning) }
}

function pointsOf(
  curve: readonly CurvePoint[],
  place: (point: CurvePoint) => number | undefined,
  value: (point: CurvePoint) => number | undefined,
): readonly Point[] {
  const points: Point[] = []
  for (const point of curve) {
    const x = place(point)
    const y = value(point)
    if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)) continue
    const last = points.at(-1)
    // a short run repeats its end; a clock that stands still counts once, with what it stood for last
    if (last !== undefined && x <= last[0]) {
      if (x === last[0]) points[points.length - 1] = [x, y]
      continue
    }
    points.push([x, y])
  }
  return points
}

/** Where a run had found nine tenths of what it ever found. */
function reached(run: RunResult, place: (point: CurvePoint) => number | undefined): number {
  const point = run.curve.find(({ relevant }) => relevant > 0 && relevant >= run.relevant * 0.9)
  return (point === undefined ? undefined : place(point)) ?? Number.NaN
}

/** Closer together in the beginning, where most runs are. */
function valuesTable(chart: Chart, beginning: number | null): Markup {
  const last = Math.max(0, ...chart.series.map(({ points }) => points.at(-1)?.[0] ?? 0))
  const close = beginning ?? last
  const near = close > 0 ? linearTicks(0, close, 6).filter(tick => tick > 0 && tick <= close) : []
  const far = close < last ? linearTicks(0, last, 3).filter(tick => tick > close && tick <= last) : []
  const ticks = [...near, ...far]
  const columns = ticks.map(tick => ({
    head: tickLabel(tick, chart.x.unit),
    cell: ({ points }: Series) => {
      const value = valueAt(points, tick)
      return value === undefined ? '–' : valueText(value, chart.y.unit)
    },
  }))
  const end = { head: 'end', cell: ({ note }: Series) => note ?? '–' }
  const caption = `${chart.y.label} by ${chart.x.label}`
  return drawTable(caption, 'strategy', chart.series, ({ label }) => label, [...columns, end])
}

function valueText(value: number, unit: Unit): string {
  return unit === 'share' ? percent(value) : measured(value)
}
