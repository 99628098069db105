/** Bars from left to right, one per name, the part that matters in full colour: for shares of languages and the like. */
import { clipMiddle, textWidth } from '../charts/label.js'
import { FONT_SIZE, WIDTH, tenths } from '../charts/layout.js'
import { INK, styleOf } from '../charts/style.js'
import { background, nothingToDraw, svgFile, svgInPage, type Titled } from '../charts/svg.js'
import { joined, markup, NOTHING, type Markup } from '../../markup.js'

export interface Bar {
  readonly label: string
  readonly whole: number
  /** Of the whole. */
  readonly part: number
  /** Behind the bar, in words. */
  readonly note: string
}

export interface BarChart extends Titled {
  readonly wholeName: string
  readonly partName: string
  readonly bars: readonly Bar[]
}

const NAMES = 132
const SIDE = 14
const TOP = 34
const ROW = 23
const THICK = 14
const PART = styleOf(0)
const WHOLE = styleOf(1)
/** Of the whole's colour: the part, drawn over it, stands out on paper and on a dark screen. */
const FAINT = 0.38

export function barsFile(chart: BarChart): string {
  return svgFile(chart, heightOf(chart), body(chart))
}

export function barsInPage(chart: BarChart): Markup {
  return svgInPage(chart, 'chart', heightOf(chart), body(chart))
}

function heightOf({ bars }: BarChart): number {
  return TOP + Math.max(1, bars.length) * ROW + 34
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
  return joined([
    background(heightOf(chart)),
    markup`<text class="tx" x="${SIDE}" y="17" font-size="12.5" font-weight="bold" fill="${INK.text}">${chart.title}</text>`,
    ...(bars.length === 0 ? [nothingToDraw(WIDTH / 2, TOP + ROW / 2 + 4)] : rows),
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
