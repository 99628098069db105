/** The papers' figures about runs: coverage, harvest, queue and servers along the way, by pages and by hours; and what was missed. */
import type { CurvePoint, RunResult, SimulationResult } from '../../simulate/result.js'
import type { Axis, Chart, Point, Series } from '../charts/chart.js'
import { valueAt } from '../charts/decimate.js'
import { clipMiddle } from '../charts/label.js'
import { linearTicks, tickLabel, type Unit } from '../charts/ticks.js'
import { beginningOf, viewsOf } from '../charts/views.js'
import { markup, NOTHING, type Markup } from '../markup.js'
import { measured, percent } from '../numbers.js'
import type { Figure } from '../page/figure.js'
import { drawTable } from '../page/table.js'
import { hasHalted, runNames } from './run-names.js'

const PAGES: Axis = { label: 'pages crawled', unit: 'count', wholeNumbers: true }
/** In units of a font's size: whole names stand in the table of results. */
export const SHORT_NAME = 20
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
      caption: 'Queue: URLs offered and not fetched. URLs that the graph knows from links alone stay in it for ever.',
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
  return { views, caption: markup`${measure.caption}`, values: valuesTable(chart) }
}

function missedFigure({ runs }: SimulationResult): Figure {
  const names = runNames(runs)
  const all = runs.map((run, index): Series => {
    const points = run.missed.map(({ distance, ratio }): Point => [distance, ratio])
    const last = points.at(-1)
    return {
      label: names[index],
      style: index,
      points,
      halted: false,
      note: last === undefined ? '–' : percent(last[1]),
    }
  })
  // lines that lie on the axis would only hide each other
  const missing = all.filter(({ points }) => points.some(([, ratio]) => ratio > 0))
  const none = all.filter(series => series.points.length > 0 && !missing.includes(series))
  const cut = names.filter((_, index) => runs[index].stopped !== 'finished')
  const caption =
    'Relevant pages up to a distance from the seeds that were never fetched, of all relevant pages up to there.'
  const chart: Chart = {
    id: 'missed',
    title: 'Cumulative miss ratio by distance from the seeds',
    description: `${caption} At the largest distance: ${endings(missing)}.`,
    x: { label: 'links from the nearest seed', unit: 'number', wholeNumbers: true },
    y: { label: 'Cumulative miss ratio', unit: 'share' },
    series: missing,
    kind: 'steps',
    legend: true,
    noteHead: 'at the end',
  }
  const notes: Markup[] = []
  if (none.length > 0)
    notes.push(markup` Nothing was missed by ${list(none.map(({ label }) => clipMiddle(label, SHORT_NAME)))}.`)
  if (cut.length > 0) {
    notes.push(
      markup` Cut off before their end, so that they miss what they had not come to: ${list(cut.map(name => clipMiddle(name, SHORT_NAME)))}.`,
    )
  }
  return { views: [{ view: 'all', chart }], caption: markup`${caption}${notes}`, values: missedTable(chart) }
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

function valuesTable(chart: Chart): Markup {
  const end = Math.max(0, ...chart.series.map(({ points }) => points.at(-1)?.[0] ?? 0))
  const ticks = end > 0 ? linearTicks(0, end, 8).filter(tick => tick > 0 && tick <= end) : []
  const rows = chart.series.map(({ label, points, note }) => {
    const cells = ticks.map(tick => {
      const value = valueAt(points, tick)
      return value === undefined ? '–' : valueText(value, chart.y.unit)
    })
    return { head: label, cells: [...cells, note ?? '–'] }
  })
  const columns = [...ticks.map(tick => ({ head: tickLabel(tick, chart.x.unit) })), { head: 'end' }]
  return drawTable(markup`${chart.y.label} by ${chart.x.label}`, 'strategy', columns, rows)
}

function missedTable(chart: Chart): Markup {
  const distances = [...new Set(chart.series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b)
  if (distances.length === 0) return NOTHING
  const shown = distances.slice(0, 40)
  const rows = chart.series.map(({ label, points }) => {
    const byDistance = new Map(points)
    return { head: label, cells: shown.map(distance => percent(byDistance.get(distance) ?? Number.NaN)) }
  })
  const columns = shown.map(distance => ({ head: String(distance) }))
  return drawTable(markup`${chart.y.label} by ${chart.x.label}`, 'strategy', columns, rows)
}

function valueText(value: number, unit: Unit): string {
  return unit === 'share' ? percent(value) : measured(value)
}

function endings(series: readonly Series[]): string {
  return series.map(({ label, note }) => `${label} ${note ?? ''}`.trim()).join('; ') || 'nothing'
}

export function list(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
}
