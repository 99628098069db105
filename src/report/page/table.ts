/** Tables of a page: the first column names the row, the others are numbers unless told otherwise. */
import { markup, NOTHING, type Markup, type Piece } from '../../markup.js'

export interface Column {
  readonly head: string
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

export interface Row {
  readonly head: Piece
  readonly cells: readonly (Cell | string)[]
}

export function drawTable(caption: Piece, first: string, columns: readonly Column[], rows: readonly Row[]): Markup {
  const heads = columns.map(({ head, hint, kind }) => {
    const title = hint === undefined ? NOTHING : markup` title="${hint}"`
    return markup`<th scope="col" class="${kind === 'text' ? 'text' : 'number'}"${title}>${head}</th>`
  })
  const body = rows.map(({ head, cells }) => {
    const drawn = cells.map((cell, index) => drawCell(typeof cell === 'string' ? { text: cell } : cell, columns[index]))
    return markup`<tr><th scope="row">${head}</th>${drawn}</tr>\n`
  })
  return markup`<div class="scroll"><table><caption>${caption}</caption><thead><tr><th scope="col">${first}</th>${heads}</tr></thead><tbody>\n${body}</tbody></table></div>`
}

/** Names and values. */
export function drawFacts(facts: readonly (readonly [name: string, value: Piece])[]): Markup {
  const rows = facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)
  return markup`<dl class="facts">\n${rows}</dl>`
}

function drawCell(cell: Cell, column: Column): Markup {
  const classes = [column.kind === 'text' ? 'text' : 'number']
  if (cell.strong === true) classes.push('strong')
  if (cell.muted === true) classes.push('muted')
  const share = cell.bar
  if (share === undefined || !Number.isFinite(share)) return markup`<td class="${classes.join(' ')}">${cell.text}</td>`
  const width = Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10
  return markup`<td class="${classes.join(' ')} bar" style="--bar:${width}%">${cell.text}</td>`
}
