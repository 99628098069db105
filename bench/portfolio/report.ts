/** The portfolio as markdown: how early everything is found, on each web and by every strategy; then estimates and ends of ours. */
import { isCoverageMode } from '../strategies/specs.js'
import { comparisons, familyTable, strategyTable, webTable } from './area-tables.js'
import { balanceTable } from './balance-table.js'
import { endTable, estimateTable, missTable } from './estimate-tables.js'
import { byFamily, type WebResults } from './results.js'

export function reportOf(all: readonly WebResults[], ours: readonly string[]): string[] {
  const parts = [countsOf(all)]
  for (const spec of ours.filter(one => comparisons(all, one).length > 0)) {
    parts.push(`### \`${spec}\` and the best other on each web`, familyTable(all, spec), webTable(all, spec))
  }
  return [...parts, '### All strategies', strategyTable(all)]
}

/** Needs no other strategy. */
export function outlookReportOf(all: readonly WebResults[], ours: readonly string[]): string[] {
  const parts = [countsOf(all)]
  const whole = ours.find(isCoverageMode)
  for (const spec of ours.filter(one => all.some(({ runs }) => runs.has(one)))) {
    if (all.some(({ runs }) => (runs.get(spec)?.estimates.length ?? 0) > 0)) {
      parts.push(`### What \`${spec}\` expects still to find`, estimateTable(all, spec))
    }
    if (isCoverageMode(spec)) parts.push(`### Where \`${spec}\` ends`, endTable(all, spec), missTable(all, spec))
    else if (whole !== undefined) parts.push(`### What \`${spec}\` earns`, balanceTable(all, spec, whole))
  }
  return parts
}

const countsOf = (all: readonly WebResults[]): string =>
  `${all.length} webs in ${byFamily(all, ({ family }) => family).size} families.`
