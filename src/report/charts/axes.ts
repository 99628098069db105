/** Grid, ticks and labels. What is measured stands above the plot, where it is read without turning one's head. */
import { joined, markup, type Markup } from '../../markup.js'
import type { Axis, Chart } from './chart.js'
import { LEFT, PLOT_HEIGHT, RIGHT, TOP, WIDTH, tenths } from './layout.js'
import type { Scale } from './scale.js'
import { INK } from './style.js'
import { tickLabel } from './ticks.js'

export function drawAxes(chart: Chart, x: Scale, y: Scale): Markup {
  const right = WIDTH - RIGHT
  const bottom = TOP + PLOT_HEIGHT
  const horizontal = y.ticks.map(tick => {
    const at = tenths(y.at(tick))
    return joined([
      markup`<path class="gr" d="M${LEFT},${at}H${right}" stroke="${INK.grid}" stroke-width="1"/>`,
      markup`<text class="mu" x="${LEFT - 7}" y="${tenths(at + 4)}" text-anchor="end" fill="${INK.muted}">${tickLabel(tick, chart.y.unit)}</text>`,
    ])
  })
  const vertical = x.ticks.map(tick => {
    const at = tenths(x.at(tick))
    return joined([
      markup`<path class="ax" d="M${at},${bottom}v5" stroke="${INK.axis}" stroke-width="1"/>`,
      markup`<text class="mu" x="${at}" y="${bottom + 18}" text-anchor="middle" fill="${INK.muted}">${tickLabel(tick, chart.x.unit)}</text>`,
    ])
  })
  return markup`<g class="axes">${horizontal}${vertical}<path class="ax" d="M${LEFT},${bottom}H${right}" stroke="${INK.axis}" stroke-width="1"/><text class="tx" x="14" y="17" font-size="12.5" font-weight="bold" fill="${INK.text}">${labelOf(chart.y)}</text><text class="mu" x="${right}" y="${bottom + 34}" text-anchor="end" fill="${INK.muted}">${labelOf(chart.x)}</text></g>`
}

function labelOf({ label, log }: Axis): string {
  return log === true ? `${label} (log scale)` : label
}
