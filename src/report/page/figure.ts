/** A figure of a page: its views, a caption, and the values as a table for those who want or need numbers. */
import { chartInPage } from '../charts/draw.js'
import { VIEW_NAMES, VIEWS, type ChartView, type ViewedChart } from '../charts/views.js'
import { markup, NOTHING, type Markup, type Piece } from '../../markup.js'

export interface Figure {
  readonly views: readonly ViewedChart[]
  readonly caption: Markup
  readonly values: Markup | null
}

/** `folder`: where the SVG files lie, seen from the page. */
export function drawFigure({ views, caption, values }: Figure, number: number, folder: string): Markup {
  const drawings = views.map(({ chart, view }) => chartInPage(chart, shownIn(view, views)))
  const files = views.map(
    ({ chart, view }, index) =>
      markup`${index > 0 ? ', ' : views.length > 1 ? 'SVG: ' : ''}<a href="${folder}/${chart.id}.svg">${views.length === 1 ? 'SVG' : VIEW_NAMES[view]}</a>`,
  )
  return drawCaptioned(views[0].chart.id, number, drawings, caption, files, values)
}

/** `files`: links to the drawings as files; null when there are none. */
export function drawCaptioned(
  id: string,
  number: number,
  drawings: Piece,
  caption: Piece,
  files: Piece,
  values: Markup | null,
): Markup {
  const links = files === null ? NOTHING : markup` <span class="files">${files}</span>`
  const table = values === null ? NOTHING : markup`<details><summary>Values</summary>${values}</details>`
  return markup`<figure id="${id}">${drawings}<figcaption><b>Figure ${number}.</b> ${caption}${links}</figcaption>${table}</figure>\n`
}

/** A figure that has no such view shows its first in its place. */
function shownIn(view: ChartView, views: readonly ViewedChart[]): string {
  const missing = VIEWS.filter(other => !views.some(viewed => viewed.view === other))
  const shown = view === views[0].view ? [view, ...missing] : [view]
  return shown.map(name => `view-${name}`).join(' ')
}
