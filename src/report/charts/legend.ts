/** The legend under a chart: rows of two, each a piece of the line with its marker, the name, and a note at the right. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import type { Chart, Series } from './chart.js'
import { clipMiddle, textWidth } from './label.js'
import { drawMarkers } from './marker.js'
import { tenths } from './layout.js'
import { INK, styleOf } from './style.js'

const ROW = 18
const FONT = 11
const SAMPLE = 32

export function legendHeight(chart: Chart): number {
  if (!chart.legend || chart.series.length === 0) return 0
  return Math.ceil(chart.series.length / columns(chart)) * ROW + (chart.noteHead === undefined ? 6 : 20)
}

export function drawLegend(chart: Chart, left: number, top: number, width: number): Markup {
  if (legendHeight(chart) === 0) return NOTHING
  const across = columns(chart)
  const gap = 18
  const column = (width - gap * (across - 1)) / across
  const rows = Math.ceil(chart.series.length / across)
  const head = chart.noteHead === undefined ? 0 : 14
  const heads = Array.from({ length: head === 0 ? 0 : across }, (_, index) => {
    const right = tenths(left + index * (column + gap) + column)
    return markup`<text class="mu" x="${right}" y="${tenths(top + 8)}" text-anchor="end" font-size="10" fill="${INK.muted}">${chart.noteHead ?? ''}</text>`
  })
  // down the columns, as one reads a list
  const entries = chart.series.map((series, index) => {
    const x = left + Math.floor(index / rows) * (column + gap)
    return entry(series, x, top + head + (index % rows) * ROW + ROW / 2, column)
  })
  return markup`<g class="legend" font-size="${FONT}">${heads}${entries}</g>`
}

function columns(chart: Chart): number {
  return chart.series.length > 1 ? 2 : 1
}

function entry(series: Series, x: number, y: number, width: number): Markup {
  const style = styleOf(series.style)
  const note = series.note ?? ''
  const room = (width - SAMPLE - 4) / FONT - textWidth(note) - (note === '' ? 0 : 0.7)
  const label = clipMiddle(series.label, room)
  const dash = style.dashes === '' ? NOTHING : markup` stroke-dasharray="${style.dashes}"`
  const full = label === series.label ? NOTHING : markup`<title>${series.label}</title>`
  const baseline = tenths(y + 4)
  return joined([
    markup`<g class="entry k${style.index}" data-k="${style.index}">${full}`,
    markup`<rect class="pp" x="${tenths(x)}" y="${tenths(y - ROW / 2)}" width="${tenths(width)}" height="${ROW}" fill="${INK.paper}"/>`,
    markup`<path class="ln" d="M${tenths(x)},${tenths(y)}h${SAMPLE - 6}" fill="none" stroke="${style.colour}" stroke-width="1.8"${dash}/>`,
    drawMarkers(style, [[x + (SAMPLE - 6) / 2, y]], 3.4),
    markup`<text class="tx" x="${tenths(x + SAMPLE)}" y="${baseline}" fill="${INK.text}">${label}</text>`,
    note === ''
      ? NOTHING
      : markup`<text class="mu" x="${tenths(x + width)}" y="${baseline}" text-anchor="end" fill="${INK.muted}">${note}</text>`,
    markup`</g>`,
  ])
}
