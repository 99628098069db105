/** Means over seeds as a markdown table, one line for each budget and policy. The best of the policies in each column is bold. */
import { ORACLE, type RoundsResult } from '../../src/simulate/changes/index.js'

interface Column {
  readonly head: string
  /** Larger is better. */
  readonly of: (run: RoundsResult) => number
  readonly show: (value: number) => string
}

const percent = (value: number): string => (100 * value).toFixed(1)

const COLUMNS: readonly Column[] = [
  { head: 'fresh %', of: run => run.freshness, show: percent },
  { head: 'wanted fresh %', of: run => run.wantedFreshness, show: percent },
  { head: 'web current %', of: run => run.current, show: percent },
  { head: 'age, days', of: run => -run.age, show: value => (-value).toFixed(1) },
  { head: 'new found %', of: run => run.newWanted / run.bornWanted, show: percent },
  { head: 'new per 100 downloads', of: run => 100 * run.newWantedPerDownload, show: value => value.toFixed(2) },
]

/** A set of runs under the same conditions. */
export interface MeasuredRuns {
  readonly graph: string
  readonly changes: string
  readonly runs: readonly RoundsResult[]
}

const SUMMARY: readonly Pick<Column, 'head' | 'of'>[] = [
  { head: 'wanted fresh', of: run => run.wantedFreshness },
  { head: 'web current', of: run => run.current },
  { head: 'new found', of: run => run.newWanted / run.bornWanted },
]

/** One line for each graph, model and budget: ours, and the best of the others with its name, in percent. */
export function summaryTable(measured: readonly MeasuredRuns[], ours: string): string {
  const heads = SUMMARY.flatMap(({ head }) => [`${head}: ours`, 'best other', 'which'])
  const lines = [`| graph | changes | budget | ${heads.join(' | ')} |`, `|---|---|---|${'---|'.repeat(heads.length)}`]
  for (const { graph, changes, runs } of measured) {
    for (const budget of new Set(runs.map(run => run.budget))) {
      const cells = SUMMARY.flatMap(({ of }) => {
        const means = new Map<string, number>()
        for (const { policy } of runs) {
          const own = runs.filter(run => run.policy === policy && run.budget === budget)
          if (policy !== ORACLE) means.set(policy, own.reduce((sum, run) => sum + of(run), 0) / own.length)
        }
        const mine = means.get(ours) ?? NaN
        means.delete(ours)
        const [name, best] = [...means].reduce((a, b) => (b[1] > a[1] ? b : a))
        const [left, right] = [percent(mine), percent(best)]
        return [mine >= best ? `**${left}**` : left, mine >= best ? right : `**${right}**`, name]
      })
      lines.push(`| ${graph} | ${changes} | ${Number((100 * budget).toPrecision(4))} % | ${cells.join(' | ')} |`)
    }
  }
  return lines.join('\n')
}

export function policiesTable(runs: readonly RoundsResult[]): string {
  const lines = [
    `| budget | policy | ${COLUMNS.map(({ head }) => head).join(' | ')} |`,
    `|---|---|${'---|'.repeat(COLUMNS.length)}`,
  ]
  for (const budget of new Set(runs.map(run => run.budget))) {
    const atBudget = runs.filter(run => run.budget === budget)
    const policies = [...new Set(atBudget.map(run => run.policy))]
    const shown = policies.map(policy => {
      const own = atBudget.filter(run => run.policy === policy)
      return COLUMNS.map(({ of, show }) => show(own.reduce((sum, run) => sum + of(run), 0) / own.length))
    })
    const best = COLUMNS.map(({ of }) => {
      const means = policies.map(policy => {
        if (policy === ORACLE) return -Infinity
        const own = atBudget.filter(run => run.policy === policy)
        return own.reduce((sum, run) => sum + of(run), 0) / own.length
      })
      return means.indexOf(Math.max(...means))
    })
    policies.forEach((policy, row) => {
      // what reads the same is as good
      const cells = shown[row].map((cell, column) =>
        cell === shown[best[column]][column] && policy !== ORACLE ? `**${cell}**` : cell,
      )
      lines.push(`| ${Number((100 * budget).toPrecision(4))} % | ${policy} | ${cells.join(' | ')} |`)
    })
  }
  return lines.join('\n')
}
