/** Bars from left to right, one per name, the part that matters in full colour: for shares of languages and the like. */
import { clipMiddle, textWidth } from '../charts/label.js'
import { FONT, WIDTH } from '../charts/layout.js'
import { INK, styleOf } from '../charts/style.js'
import { joined, markup, NOTHING, type Markup } from '../../markup.js'

export interface Bar {
  readonly label: string
  readonly whole: number
  /** Of the whole. */
  readonly part: number
  /** Behind the bar, in words. */
  readonly note: string
}

export interface BarChart {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly wholeName: string
  readonly partName: string
  readonly bars: readonly Bar[]
}

const NAMES = 132
const SIDE = 14
const TOP = 34
const ROW = 23
const THICK = 14
const FONT_SIZE = 11.5
const PART = styleOf(0)
const WHOLE = styleOf(1)
/** Of the whole's colour: the part, drawn over it, stands out on paper and on a dark screen. */
const FAINT = 0.38

export function barsFile(chart: BarChart): string {
  const names = markup`aria-labelledby="${chart.id}-title ${chart.id}-desc"`
  const title = markup`<title id="${chart.id}-title">${chart.title}</title><desc id="${chart.id}-desc">${chart.description}</desc>`
  return markup`<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" role="img" ${names}${size(chart)}>${title}${body(chart)}</svg>\n`
    .text
}

export function barsInPage(chart: BarChart): Markup {
  return markup`<svg class="chart" role="img" aria-label="${chart.title}. ${chart.description}"${size(chart)}>${body(chart)}</svg>`
}

function heightOf({ bars }: BarChart): number {
  return TOP + Math.max(1, bars.length) * ROW + 34
}

function size(chart: BarChart): Markup {
  const height = heightOf(chart)
  return markup` viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="${FONT}" font-size="${FONT_SIZE}"`
}

function body(chart: BarChart): Markup {
  const { bars } = chart
  const longest = Math.max(0, ...bars.map(({ whole }) => whole).filter(Number.isFinite))
  const noteRoom = Math.max(0, ...bars.map(({ note }) => textWidth(note))) * FONT_SIZE + 10
  const room = Math.max(60, WIDTH - 2 * SIDE - NAMES - noteRoom)
  const across = (value: number): number =>
    longest > 0 && Number.isFinite(value) ? tenths((Math.min(longest, Math.max(0, value)) / longest) * room) : 0
  const rows = bars.map((bar, index) => {
    const y = TOP + index * ROW
    return joined([
      name(bar.label, y),
      rect(WHOLE.index, WHOLE.colour, SIDE + NAMES, y + (ROW - THICK) / 2, across(bar.whole), FAINT),
      rect(PART.index, PART.colour, SIDE + NAMES, y + (ROW - THICK) / 2, across(bar.part), 1),
      markup`<text class="mu" x="${SIDE + NAMES + across(bar.whole) + 7}" y="${y + ROW / 2 + 4}" fill="${INK.muted}">${bar.note}</text>`,
    ])
  })
  const empty = markup`<text class="mu" x="${WIDTH / 2}" y="${TOP + ROW / 2 + 4}" text-anchor="middle" fill="${INK.muted}">nothing to draw</text>`
  return joined([
    markup`<rect class="pp" width="${WIDTH}" height="${heightOf(chart)}" fill="${INK.paper}"/>`,
    markup`<text class="tx" x="${SIDE}" y="17" font-size="12.5" font-weight="bold" fill="${INK.text}">${chart.title}</text>`,
    ...(bars.length === 0 ? [empty] : rows),
    legend(chart),
  ])
}

function name(label: string, y: number): Markup {
  const shown = clipMiddle(label, (NAMES - 10) / FONT_SIZE)
  const full = shown === label ? NOTHING : markup`<title>${label}</title>`
  return markup`<text class="tx" x="${SIDE + NAMES - 8}" y="${y + ROW / 2 + 4}" text-anchor="end" fill="${INK.text}">${full}${shown}</text>`
}

function legend(chart: BarChart): Markup {
  const y = heightOf(chart) - 22
  const second = SIDE + NAMES + 26 + textWidth(chart.partName) * FONT_SIZE + 14
  const text = (x: number, words: string): Markup =>
    markup`<text class="mu" x="${tenths(x)}" y="${y + 10}" fill="${INK.muted}">${words}</text>`
  return joined([
    rect(PART.index, PART.colour, SIDE + NAMES, y, 14, 1),
    text(SIDE + NAMES + 20, chart.partName),
    rect(WHOLE.index, WHOLE.colour, tenths(second), y, 14, FAINT),
    text(second + 20, chart.wholeName),
  ])
}

function rect(style: number, colour: string, x: number, y: number, width: number, opacity: number): Markup {
  const faint = opacity === 1 ? NOTHING : markup` opacity="${opacity}"`
  return markup`<g class="k${style}"><rect class="mk" x="${x}" y="${y}" width="${width}" height="${THICK}" fill="${colour}"${faint}/></g>`
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
