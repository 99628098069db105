/**
 * Charts as SVG. One drawing serves twice: as a file it carries its colours as attributes and looks the same in every
 * program; inside a page the classes let the page's CSS recolour it (style.ts), and data attributes let the script read
 * values off the lines.
 */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import { drawable, type Axis, type Chart, type Point, type Series } from './chart.js'
import { decimate, simplify, valueAt } from './decimate.js'
import { drawLegend, legendHeight } from './legend.js'
import { drawAxes } from './axes.js'
import { BELOW, LEFT, PLOT_HEIGHT, RIGHT, TOP, WIDTH } from './layout.js'
import { drawHalt, drawMarkers } from './marker.js'
import { scaleOf, type Scale } from './scale.js'
import { styleOf } from './style.js'
import { background, nothingToDraw, svgFile, svgInPage } from './svg.js'

const POINTS = 600
/** Of a pixel: less cannot be seen, and costs a third of the file. */
const TOLERANCE = 0.06

export function chartFile(chart: Chart): string {
  const { height, body } = drawingOf(chart)
  return svgFile(chart, height, body)
}

export function chartInPage(chart: Chart, classes: string): Markup {
  const { height, scales, body } = drawingOf(chart)
  return svgInPage(chart, `chart ${classes}`, height, body, scales)
}

interface Drawing {
  readonly height: number
  /** How values map to places, for the page's script. */
  readonly scales: Markup
  readonly body: Markup
}

/** Charts never change, so each is drawn once for the page and its file. */
const drawings = new WeakMap<Chart, Drawing>()

function drawingOf(chart: Chart): Drawing {
  const known = drawings.get(chart)
  if (known !== undefined) return known
  const drawing = draw(chart)
  drawings.set(chart, drawing)
  return drawing
}

function draw(chart: Chart): Drawing {
  const height = TOP + PLOT_HEIGHT + BELOW + legendHeight(chart)
  const series = drawable(chart)
  const x = scaleOf(chart.x, extent(series, 0), LEFT, WIDTH - RIGHT, 7)
  const y = scaleOf(chart.y, extent(series, 1), TOP + PLOT_HEIGHT, TOP, 5)
  const empty = series.every(({ points }) => points.length === 0)
  const body = joined([
    background(height),
    drawAxes(chart, x, y),
    empty ? nothingToDraw((LEFT + WIDTH - RIGHT) / 2, TOP + PLOT_HEIGHT / 2) : drawSeries(chart, series, x, y),
    drawLegend(chart, LEFT - 40, TOP + PLOT_HEIGHT + BELOW, WIDTH - LEFT - RIGHT + 40),
  ])
  return {
    height,
    scales: markup` data-x="${scaleData(x, chart.x)}" data-y="${scaleData(y, chart.y)}" data-label="${chart.x.label}"`,
    body,
  }
}

function drawSeries(chart: Chart, series: readonly Series[], x: Scale, y: Scale): Markup {
  const shown = series.map((one, index) => {
    const places = one.points.map(([a, b]): Point => [x.at(a), y.at(b)])
    return drawOne(chart, one, simplified(chart, places), index / Math.max(1, series.length))
  })
  // the first series is drawn last, on top; halts above all lines
  const lines = shown.map(({ line }) => line).reverse()
  const halts = shown.map(({ halt }) => halt).reverse()
  return markup`<g class="data">${lines}</g><g class="halts">${halts}</g>`
}

function simplified(chart: Chart, places: readonly Point[]): readonly Point[] {
  return chart.kind === 'line' ? simplify(decimate(places, POINTS), TOLERANCE) : decimate(places, POINTS)
}

function drawOne(
  chart: Chart,
  series: Series,
  places: readonly Point[],
  phase: number,
): { line: Markup; halt: Markup } {
  const style = styleOf(series.style)
  const last = places.at(-1)
  if (last === undefined) return { line: NOTHING, halt: NOTHING }
  const dash = style.dashes === '' ? NOTHING : markup` stroke-dasharray="${style.dashes}"`
  const path =
    chart.kind === 'points'
      ? NOTHING
      : markup`<path class="ln" d="${pathOf(places)}" fill="none" stroke="${style.colour}" stroke-width="1.8" stroke-linejoin="round"${dash}/>`
  const marks = drawMarkers(style, markPlaces(chart, series, places, phase), 3.2)
  const group = markup`<g class="series k${style.index}" data-k="${style.index}" data-name="${series.label}">${path}${marks}</g>`
  if (!series.halted) return { line: group, halt: NOTHING }
  return {
    line: group,
    halt: markup`<g class="series k${style.index}" data-k="${style.index}">${drawHalt(style, last)}</g>`,
  }
}

/** On a line a handful, each series' a little further on, so that they do not meet where lines run together. */
function markPlaces(chart: Chart, series: Series, places: readonly Point[], phase: number): readonly Point[] {
  if (chart.kind !== 'line') return series.halted ? places.slice(0, -1) : places
  if (chart.series.length < 2) return []
  const end = places[places.length - 1][0]
  const spacing = (WIDTH - LEFT - RIGHT) / 5
  const found: Point[] = []
  for (let at = LEFT + spacing * (0.12 + phase * 0.88); at < end - 12; at += spacing) {
    const y = valueAt(places, at)
    if (y !== undefined) found.push([at, y])
  }
  // a line too short for that has one in its middle, or at its only point
  if (found.length > 0 || series.halted) return found
  const middle = (places[0][0] + end) / 2
  return [[middle, valueAt(places, middle) ?? places[0][1]]]
}

/** Steps from point to point in tenths, which take half the room of places; rounded places are what is subtracted, so nothing drifts. */
function pathOf(places: readonly Point[]): string {
  let x = Math.round(places[0][0] * 10)
  let y = Math.round(places[0][1] * 10)
  let path = `M${x / 10},${y / 10}`
  // a single point would draw nothing
  if (places.length === 1) return `${path}h0.1`
  path += 'l'
  for (let i = 1; i < places.length; i++) {
    const nextX = Math.round(places[i][0] * 10)
    const nextY = Math.round(places[i][1] * 10)
    path += `${i === 1 ? '' : ' '}${step(nextX - x)},${step(nextY - y)}`
    x = nextX
    y = nextY
  }
  return path.replaceAll(',-', '-').replaceAll(' -', '-')
}

function step(inTenths: number): string {
  return String(inTenths / 10).replace(/^(-?)0\./, '$1.')
}

function extent(series: readonly Series[], axis: 0 | 1): readonly [low: number, high: number] {
  let low = Infinity
  let high = -Infinity
  for (const { points } of series) {
    for (const point of points) {
      const value = point[axis]
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return [low, high]
}

function scaleData(scale: Scale, axis: Axis): string {
  return [axis.unit, scale.log ? 'log' : 'linear', scale.min, scale.max, scale.from, scale.to].join(' ')
}

/** A piece of a series' line with its marker, to stand beside its name in tables and buttons. */
export function swatch(series: number): Markup {
  const style = styleOf(series)
  const dash = style.dashes === '' ? NOTHING : markup` stroke-dasharray="${style.dashes}"`
  return markup`<svg class="chart swatch" viewBox="0 0 30 12" width="30" height="12" aria-hidden="true"><g class="k${style.index}"><path class="ln" d="M0,6h30" fill="none" stroke="${style.colour}" stroke-width="1.8"${dash}/>${drawMarkers(style, [[15, 6]], 3.6)}</g></svg>`
}
