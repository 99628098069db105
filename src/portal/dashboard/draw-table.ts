/** Tables of the dashboard: with a caption, heads of rows and columns, and room to scroll on a small screen. */
import { markup, type Markup } from '../../markup.js'

export interface DashboardColumn {
  readonly label: string
  /** Numbers stand at the right. */
  readonly isNumber?: boolean
}

export type DashboardCell = string | Markup

/** The first cell of a row is its head. `id` names the table for those who cannot see it. */
export function drawTable(
  id: string,
  caption: string,
  columns: readonly DashboardColumn[],
  rows: readonly (readonly DashboardCell[])[],
): Markup {
  const heads = columns.map(({ label, isNumber }) =>
    isNumber === true ? markup`<th scope="col" class="number">${label}</th>` : markup`<th scope="col">${label}</th>`,
  )
  const body = rows.map(cells => {
    const drawn = cells.map((cell, index) => {
      if (index === 0) return markup`<th scope="row">${cell}</th>`
      return columns[index].isNumber === true ? markup`<td class="number">${cell}</td>` : markup`<td>${cell}</td>`
    })
    return markup`<tr>${drawn}</tr>\n`
  })
  // reached with the keyboard, or what does not fit cannot be scrolled to
  return markup`<div class="scroll" role="region" aria-labelledby="${id}-caption" tabindex="0"><table class="crawl-table"><caption id="${id}-caption">${caption}</caption><thead><tr>${heads}</tr></thead>
<tbody>${body}</tbody></table></div>`
}
