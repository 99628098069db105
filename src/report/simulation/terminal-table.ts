/** The results as a table in a terminal. */
import type { SimulationResult } from '../../simulate/result.js'
import { clipMiddle } from '../charts/label.js'
import { count, percent, seconds } from '../numbers.js'
import { runNames } from './run-names.js'

const HEADS = ['strategy', 'pages', 'relevant', 'coverage', 'harvest', 'servers', 'max queue', 'seconds'] as const
/** In units of a font's size; about 40 characters. */
const NAME_WIDTH = 23

export function simulationTable(result: SimulationResult): string {
  const names = runNames(result.runs)
  const rows = result.runs.map((run, index) => [
    clipMiddle(names[index], NAME_WIDTH),
    count(run.pages),
    count(run.relevant),
    percent(run.coverage),
    percent(run.harvest),
    count(run.servers),
    count(run.maxQueue),
    seconds(run.seconds),
  ])
  const plain = rows.map(row => row.map(cell => cell.replaceAll('\u00a0', ' ')))
  const all = [[...HEADS], ...plain]
  const widths = HEADS.map((_, column) => Math.max(...all.map(row => columnsOf(row[column]))))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat(widths[column] - columnsOf(cell))
        return column === 0 ? cell + padding : padding + cell
      })
      .join('  ')
      .trimEnd()
  const rule = widths.map(width => '─'.repeat(width)).join('  ')
  return [line(HEADS), rule, ...plain.map(line)].join('\n')
}

/** East Asian characters take two columns of a terminal. */
function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) columns += (character.codePointAt(0) ?? 0) >= 0x2e80 ? 2 : 1
  return columns
}
