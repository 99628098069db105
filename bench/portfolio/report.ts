/** The portfolio as markdown: a summary, then each web, then estimates and ends. */
import { isCoverageMode } from '../strategies/specs.js'
import { familyTable, strategyTable, webTable } from './area-tables.js'
import { endTable, estimateTable, missTable } from './estimate-tables.js'
import { byFamily, type WebResults } from './results.js'

export function reportOf(all: readonly WebResults[], ours: readonly string[]): string[] {
  const families = byFamily(all, ({ family }) => family)
  const parts = [`${all.length} webs in ${families.size} families.`]
  for (const spec of ours.filter(one => all.some(({ runs }) => runs.has(one)))) {
    parts.push(`### \`${spec}\` and the best other on each web`, familyTable(all, spec), webTable(all, spec))
    if (all.some(({ runs }) => (runs.get(spec)?.estimates.length ?? 0) > 0)) {
      parts.push(`### What \`${spec}\` expects still to find`, estimateTable(all, spec))
    }
    if (isCoverageMode(spec)) parts.push(`### Where \`${spec}\` ends`, endTable(all, spec), missTable(all, spec))
  }
  return [...parts, '### All strategies', strategyTable(all)]
}
