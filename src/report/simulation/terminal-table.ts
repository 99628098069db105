/** The results as a table in a terminal. */
import type { SimulationResult } from '../../simulate/result.js'
import { clipMiddle } from '../charts/label.js'
import { count, percent, seconds } from '../numbers.js'
import { runNames } from './run-names.js'

const HEADS = ['strategy', 'pages', 'relevant', 'coverage', 'harvest', 'servers', 'max queue', 'seconds']
/** In units of a font's size; about 40 characters. */
const NAME_WIDTH = 23

export function simulationTable(result: SimulationResult): string {
  const names = runNames(result.runs)
  const isSplit = result.runs.some(run => run.partitions !== undefined)
  const heads = isSplit ? [...HEADS, 'links sent per page'] : HEADS
  const rows = result.runs.map((run, index) => [
    clipMiddle(names[index], NAME_WIDTH),
    count(run.pages),
    count(run.relevant),
    percent(run.coverage),
    percent(run.harvest),
    count(run.servers),
    count(run.maxQueue),
    seconds(run.seconds),
    ...(isSplit ? [(run.linksSentPerPage ?? 0).toFixed(2)] : []),
  ])
  return plainTable(heads, rows, 1)
}

/** Columns of a terminal under their heads; the first `words` of them hold words, the others numbers. */
export function plainTable(heads: readonly string[], rows: readonly (readonly string[])[], words: number): string {
  const plain = rows.map(row => row.map(cell => cell.replaceAll('\u00a0', ' ')))
  const all = [heads, ...plain]
  const widths = heads.map((_, column) => Math.max(...all.map(row => columnsOf(row[column]))))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat(widths[column] - columnsOf(cell))
        return column < words ? cell + padding : padding + cell
      })
      .join('  ')
      .trimEnd()
  const rule = widths.map(width => '─'.repeat(width)).join('  ')
  return [line(heads), rule, ...plain.map(line)].join('\n')
}

/** East Asian characters take two columns of a terminal. */
function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) columns += (character.codePointAt(0) ?? 0) >= 0x2e80 ? 2 : 1
  return columns
}
