/** What runs are called in the report: their strategies, told apart when one was run twice. */
import { presentable } from '../../markup.js'
import type { RunResult } from '../../simulate/result.js'

const LONGEST = 120

export function runNames(runs: readonly RunResult[]): readonly string[] {
  const seen = new Map<string, number>()
  return runs.map(({ strategy }) => {
    const clean = presentable(strategy).replace(/\s+/g, ' ').trim() || '(no name)'
    const name =
      clean.length > LONGEST ? `${clean.slice(0, LONGEST / 2)}…${clean.slice(-LONGEST / 2)}`.toWellFormed() : clean
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** It knows the graph beforehand: a bound for the others, not a competitor. */
export function isOracle({ strategy }: RunResult): boolean {
  return strategy === 'perfect' || strategy.startsWith('perfect:')
}

/** It came to its own end: no limit cut it off. */
export function hasHalted({ stopped, pages }: RunResult): boolean {
  return stopped === 'finished' && pages > 0
}
