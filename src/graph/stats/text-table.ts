/** Columns of text for a terminal: the first to the left, numbers to the right, thousands set apart. */

export type TextCell = string | number

export function table(title: string, head: readonly string[], rows: readonly (readonly TextCell[])[]): string {
  const written = [head, ...rows].map(row => row.map(cell => (typeof cell === 'number' ? count(cell) : cell)))
  const widths = head.map((_, column) => Math.max(...written.map(row => [...row[column]].length)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd()
  const [first, ...others] = written.map(line)
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2))
  return [title, '', first, rule, ...others, ''].join('\n')
}

export function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 })
}

export function decimal(value: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** A dash where there is nothing to take a share of; a share that is not 0 is never written as 0. */
export function percent(share: number, whole = 1): string {
  if (whole === 0) return '–'
  return share > 0 && share < 0.0005 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`
}

/** A name out of a file, made harmless for a terminal. */
export function name(text: string): string {
  const printable = text.replace(/[^\x20-\x7e]/g, '?')
  return printable.length > 20 ? `${printable.slice(0, 19)}…` : printable
}
