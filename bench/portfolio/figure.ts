import type { Chart } from '../../src/report/charts/chart.js'
import { comparisons } from './area-tables.js'
import { byFamily, isFirstOrLevel, type WebResults } from './results.js'

/** A dot for each web: our area less the best other's, families side by side, within one from the worst to the best. */
export function differenceChart(all: readonly WebResults[], spec: string): Chart {
  const found = comparisons(all, spec)
  let webs = 0
  const series = [...byFamily(found, ({ results }) => results.family)].map(([label, own], style) => ({
    label,
    style,
    note: `${own.filter(isFirstOrLevel).length} of ${own.length}`,
    points: own
      .map(({ points }) => points)
      .toSorted((a, b) => a - b)
      .map(points => [++webs, points] as const),
    halted: false,
  }))
  return {
    id: 'portfolio',
    title: `${spec} and the best other strategy on ${found.length} webs`,
    description: `Area under found-against-fetched: that of ${spec} less that of the best published strategy on the same web, for each web of ${series.length} families.`,
    x: { label: 'webs, by family', unit: 'count', wholeNumbers: true },
    y: { label: 'our area less the best other’s, points', unit: 'number' },
    series,
    kind: 'points',
    legend: true,
    noteHead: 'first or within 1 %',
  }
}
