/** Tables of a page: the first column names the row, the others are numbers unless told otherwise. */
import { markup, NOTHING, type Markup, type Piece } from '../../markup.js'
import { percent } from '../numbers.js'

export interface Column<Item> {
  readonly head: string
  readonly cell: (item: Item, index: number) => Cell | string
  /** Said of the column when the pointer rests on its head. */
  readonly hint?: string
  readonly kind?: 'number' | 'text'
}

export interface Cell {
  readonly text: Piece
  /** 0…1: drawn as a bar behind the number. */
  readonly bar?: number
  readonly strong?: boolean
  readonly muted?: boolean
}

/** A row per item; `first` is the head of the column of their names. */
export function drawTable<Item>(
  caption: Piece,
  first: string,
  items: readonly Item[],
  name: (item: Item, index: number) => Piece,
  columns: readonly Column<Item>[],
): Markup {
  const heads = columns.map(({ head, hint, kind = 'number' }) => {
    const title = hint === undefined ? NOTHING : markup` title="${hint}"`
    return markup`<th scope="col" class="${kind}"${title}>${head}</th>`
  })
  const body = items.map((item, index) => {
    const cells = columns.map(({ cell, kind = 'number' }) => drawCell(cell(item, index), kind))
    return markup`<tr><th scope="row">${name(item, index)}</th>${cells}</tr>\n`
  })
  return markup`<div class="scroll"><table><caption>${caption}</caption><thead><tr><th scope="col">${first}</th>${heads}</tr></thead><tbody>\n${body}</tbody></table></div>`
}

/** A share, with its bar. */
export function shareCell(value: number): Cell {
  return { text: percent(value), bar: value }
}

/** Names and values. */
export function drawFacts(facts: readonly (readonly [name: string, value: Piece])[]): Markup {
  const rows = facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)
  return markup`<dl class="facts">\n${rows}</dl>`
}

function drawCell(cell: Cell | string, kind: string): Markup {
  const { text, bar, strong, muted }: Cell = typeof cell === 'string' ? { text: cell } : cell
  const classes = [kind, ...(strong === true ? ['strong'] : []), ...(muted === true ? ['muted'] : [])].join(' ')
  if (bar === undefined || !Number.isFinite(bar)) return markup`<td class="${classes}">${text}</td>`
  const width = Math.round(Math.min(1, Math.max(0, bar)) * 1000) / 10
  return markup`<td class="${classes} bar" style="--bar:${width}%">${text}</td>`
}
