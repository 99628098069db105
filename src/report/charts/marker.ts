/** Markers: small ones along a line tell lines apart in print, a large one says where a run halted. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { Point } from './chart.js'
import { tenths } from './layout.js'
import { INK, type SeriesStyle } from './style.js'

/** All markers of a series as one path: sixteen series with a handful each would fill half the file otherwise. */
export function drawMarkers(style: SeriesStyle, places: readonly Point[], size: number): Markup {
  if (places.length === 0) return NOTHING
  const path = places.map(place => outline(style.corners, place, size)).join('')
  return style.open
    ? markup`<path class="op" d="${path}" fill="${INK.paper}" stroke="${style.colour}" stroke-width="1.2"/>`
    : markup`<path class="mk" d="${path}" fill="${style.colour}"/>`
}

/** Larger, and with a rim of paper so that it stands out from the lines that pass under it. */
export function drawHalt(style: SeriesStyle, place: Point): Markup {
  const path = outline(style.corners, place, 6)
  return style.open
    ? markup`<path class="ho" d="${path}" fill="${INK.paper}" stroke="${style.colour}" stroke-width="2"/>`
    : markup`<path class="hm" d="${path}" fill="${style.colour}" stroke="${INK.paper}" stroke-width="1.2" paint-order="stroke"/>`
}

function outline(corners: readonly Point[], [x, y]: Point, size: number): string {
  if (corners.length === 0) {
    const r = tenths(size)
    return `M${tenths(x - size)},${tenths(y)}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`
  }
  return `M${corners.map(([dx, dy]) => `${tenths(x + dx * size)},${tenths(y + dy * size)}`).join('L')}z`
}
