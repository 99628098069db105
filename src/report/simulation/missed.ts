/** What runs never fetched, by distance from the seeds. */
import type { SimulationResult } from '../../simulate/result.js'
import { seriesOf, type Chart, type Series } from '../charts/chart.js'
import { clipMiddle } from '../charts/label.js'
import { markup, NOTHING, type Markup } from '../../markup.js'
import { percent } from '../numbers.js'
import type { Figure } from '../page/figure.js'
import { drawTable } from '../page/table.js'
import { runNames } from './run-names.js'
import { endings, list, SHORT_NAME } from './wording.js'

export function missedFigure({ runs }: SimulationResult): Figure {
  const names = runNames(runs)
  const all = runs.map(({ missed }, index) => {
    const note = percent(missed.at(-1)?.ratio ?? Number.NaN)
    return seriesOf(names[index], index, missed, ({ distance, ratio }) => [distance, ratio], note)
  })
  // lines that lie on the axis would only hide each other
  const missing = all.filter(({ points }) => points.some(([, ratio]) => ratio > 0))
  const none = all.filter(series => series.points.length > 0 && !missing.includes(series))
  const cut = names.filter((_, index) => runs[index].stopped !== 'finished')
  const caption = 'Share of the relevant pages within each distance from the seeds that were never fetched.'
  const farthest = Math.max(1, ...all.flatMap(({ points }) => points.map(([distance]) => distance)))
  const chart: Chart = {
    id: 'missed',
    title: 'Cumulative miss ratio by distance from the seeds',
    description: `${caption} At the largest distance: ${endings(missing)}.`,
    x: { label: 'links from the nearest seed', unit: 'number', wholeNumbers: true, max: farthest },
    y: { label: 'Cumulative miss ratio', unit: 'share' },
    series: missing,
    kind: 'steps',
    legend: true,
    noteHead: 'at the end',
  }
  const notes: Markup[] = []
  if (none.length > 0)
    notes.push(markup` Nothing was missed by ${list(none.map(({ label }) => clipMiddle(label, SHORT_NAME)))}.`)
  if (cut.length > 0) {
    notes.push(
      markup` Stopped before their end, so their misses include pages they had not reached yet: ${list(cut.map(name => clipMiddle(name, SHORT_NAME)))}.`,
    )
  }
  return { views: [{ view: 'all', chart }], caption: markup`${caption}${notes}`, values: missedTable(chart) }
}

function missedTable(chart: Chart): Markup {
  const distances = [...new Set(chart.series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b)
  if (distances.length === 0) return NOTHING
  const ratios = chart.series.map(({ points }) => new Map(points))
  const columns = distances.slice(0, 40).map(distance => ({
    head: String(distance),
    cell: (_: Series, row: number) => percent(ratios[row].get(distance) ?? Number.NaN),
  }))
  return drawTable(`${chart.y.label} by ${chart.x.label}`, 'strategy', chart.series, ({ label }) => label, columns)
}
