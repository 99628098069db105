/** Recrawl policies as a table in a terminal. */
import type { RoundsResult } from '../../simulate/changes/result.js'
import { count, percent, seconds } from '../numbers.js'
import { plainTable } from './terminal-table.js'

const HEADS = [
  'budget per day',
  'policy',
  'fresh',
  'fresh, wanted',
  'web current',
  'age in days',
  'new wanted',
  'per 100 downloads',
  'planning s',
]

/** One line for each policy and budget. */
export function changesTable(runs: readonly RoundsResult[]): string {
  const rows = runs.map(run => [
    `${Number((run.budget * 100).toPrecision(6))} %`,
    run.policy,
    percent(run.freshness),
    percent(run.wantedFreshness),
    percent(run.current),
    run.age.toFixed(1),
    count(run.newWanted),
    (100 * run.newWantedPerDownload).toFixed(2),
    seconds(run.planSeconds),
  ])
  return plainTable(HEADS, rows, 2)
}
