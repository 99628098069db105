/** Tables of the dashboard: with a caption, heads of rows and columns, and room to scroll on a small screen. */
import { markup, type Markup } from '../../markup.js'

export interface DashboardColumn<Item> {
  readonly label: string
  readonly cell: (item: Item, index: number) => string | Markup
  /** Numbers stand at the right. */
  readonly isNumber?: boolean
}

/** A row per item, whose first cell is its head. `id` names the table for those who cannot see it. */
export function drawTable<Item>(
  id: string,
  caption: string,
  items: readonly Item[],
  columns: readonly DashboardColumn<Item>[],
): Markup {
  const heads = columns.map(({ label, isNumber }) =>
    isNumber === true ? markup`<th scope="col" class="number">${label}</th>` : markup`<th scope="col">${label}</th>`,
  )
  const body = items.map((item, row) => {
    const drawn = columns.map(({ cell, isNumber }, column) => {
      const content = cell(item, row)
      if (column === 0) return markup`<th scope="row">${content}</th>`
      return isNumber === true ? markup`<td class="number">${content}</td>` : markup`<td>${content}</td>`
    })
    return markup`<tr>${drawn}</tr>\n`
  })
  // reached with the keyboard, or what does not fit cannot be scrolled to
  return markup`<div class="scroll" role="region" aria-labelledby="${id}-caption" tabindex="0"><table class="crawl-table"><caption id="${id}-caption">${caption}</caption><thead><tr>${heads}</tr></thead>
<tbody>${body}</tbody></table></div>`
}
