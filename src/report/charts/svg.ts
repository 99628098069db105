/** What every drawing has around it: its size, and what it is called, in the page and as a file of its own. */
import { markup, type Markup } from '../../markup.js'
import { FONT, FONT_SIZE, WIDTH } from './layout.js'
import { INK } from './style.js'

export interface Titled {
  /** Also the file's name and the prefix of ids: letters, digits and hyphens. */
  readonly id: string
  readonly title: string
  /** For those who cannot see it, and for the file's description. */
  readonly description: string
}

/** A file of its own. */
export function svgFile({ id, title, description }: Titled, height: number, body: Markup): string {
  return markup`<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="${id}-title ${id}-desc"${size(height)}><title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>${body}</svg>\n`
    .text
}

/** Part of a page. Without a title element: browsers would show it over the chart, in the way of the values. */
export function svgInPage(
  { title, description }: Titled,
  classes: string,
  height: number,
  body: Markup,
  data: Markup | null = null,
): Markup {
  return markup`<svg class="${classes}" role="img" aria-label="${title}. ${description}"${size(height)}${data}>${body}</svg>`
}

export function nothingToDraw(x: number, y: number): Markup {
  return markup`<text class="mu" x="${x}" y="${y}" text-anchor="middle" fill="${INK.muted}">nothing to draw</text>`
}

export function background(height: number): Markup {
  return markup`<rect class="pp" width="${WIDTH}" height="${height}" fill="${INK.paper}"/>`
}

function size(height: number): Markup {
  return markup` viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="${FONT}" font-size="${FONT_SIZE}"`
}
