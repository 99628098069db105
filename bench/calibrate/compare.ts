/** One table: what was measured on a real web, the mean over generated ones, their range, and how far the mean is off. */
import type { WebGraph } from '../../src/graph/index.js'

/** `%`: a percentage, compared in points. `count`: grows with the scale. Others are compared as they are. */
export interface Row {
  readonly name: string
  /** Rows with columns get a table of their own, with a line for the real web and one for the mean. */
  readonly column?: string
  readonly unit: '%' | 'count' | ''
  readonly value: number
}

export function compare(
  measure: (graph: WebGraph) => readonly Row[],
  real: WebGraph,
  made: readonly WebGraph[],
  scale: number,
): string[] {
  const rows = measure(real)
  const values = made
    .map(measure)
    .map(others => others.map(row => (row.unit === 'count' ? row.value / scale : row.value)))
  const compared = rows.map((row, i) => ({ ...row, made: values.map(column => column[i]) }))
  return [...oneByOne(compared.filter(row => row.column === undefined)), '', ...inColumns(compared)]
}

interface Compared extends Row {
  readonly made: readonly number[]
}

function oneByOne(rows: readonly Compared[]): string[] {
  const lines = ['| | real | mean | smallest … largest | off by |', '|---|---:|---:|---:|---:|']
  for (const { name, unit, value, made } of rows) {
    const mean = meanOf(made)
    const range = `${format(Math.min(...made))} … ${format(Math.max(...made))}`
    const off = unit === '%' ? `${signed(mean - value, 1)} points` : `${signed(100 * (mean / value - 1), 0)} %`
    lines.push(`| ${label(name, unit)} | ${format(value)} | ${format(mean)} | ${range} | ${off} |`)
  }
  return lines
}

function inColumns(rows: readonly Compared[]): string[] {
  const columns = [...new Set(rows.map(row => row.column).filter(column => column !== undefined))]
  if (columns.length === 0) return []
  const lines = [`| | | ${columns.join(' | ')} |`, `|---|---|${columns.map(() => '---:|').join('')}`]
  const first = rows.filter(row => row.column === columns[0])
  for (const { name, unit } of first) {
    const cells = columns.flatMap(column => rows.filter(row => row.column === column && row.name === name))
    lines.push(`| ${label(name, unit)} | real | ${cells.map(row => format(row.value)).join(' | ')} |`)
    lines.push(`| | generated | ${cells.map(row => format(meanOf(row.made))).join(' | ')} |`)
  }
  return lines
}

function label(name: string, unit: Row['unit']): string {
  return unit === '%' ? `${name}, %` : name
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}

function signed(value: number, digits: number): string {
  const text = value.toFixed(digits)
  return value > 0 ? `+${text}` : text.replace('-', '−')
}

function format(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
