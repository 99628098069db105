/** How early everything is found: each web, then families. */
import { pagesTo } from '../strategies/summary.js'
import { markdownTable } from '../strategies/tables.js'
import type { Measured } from '../strategies/measure.js'
import { byFamily, compare, isFirstOrLevel, LEVEL, mean, type Comparison, type WebResults } from './results.js'

const MARKS = [0.5, 0.8, 0.95]

export function webTable(all: readonly WebResults[], spec: string): string {
  const rows = comparisons(all, spec).map(comparison => {
    const { results, ours, other, points, relative } = comparison
    return [
      `${results.family}: ${results.web}`,
      String(results.pagesInReach),
      String(results.wantedInReach),
      (100 * ours.area).toFixed(2),
      (100 * other.area).toFixed(2),
      `\`${other.spec}\``,
      `${signed(points, 2)}${relative < -LEVEL ? ' ✗' : ''}`,
      ...MARKS.flatMap(mark => [pages(ours, mark), fewest(results, mark, spec)]),
    ]
  })
  const marks = MARKS.flatMap(mark => [`pages to ${100 * mark} %`, 'fewest of others'])
  const header = ['web', 'pages in reach', 'wanted', 'our area, %', 'best other', '', 'points', ...marks]
  return markdownTable(header, rows)
}

export function familyTable(all: readonly WebResults[], spec: string): string {
  const found = comparisons(all, spec)
  const rows = [...byFamily(found, ({ results }) => results.family), ['**all**', found] as const].map(
    ([family, own]) => {
      const worst = own.reduce((least, one) => (one.relative < least.relative ? one : least))
      return [
        family,
        String(own.length),
        `${own.filter(isFirstOrLevel).length} (${((100 * own.filter(isFirstOrLevel).length) / own.length).toFixed(0)} %)`,
        number(mean(own.map(({ points }) => points)), 2),
        `${signed(100 * worst.relative, 1)} % (${worst.results.web}, \`${worst.other.spec}\`)`,
      ]
    },
  )
  const header = ['family', 'webs', 'first or within 1 %', 'mean difference, points', 'worst difference, relative']
  return markdownTable(header, rows)
}

/** Every strategy over all webs: who is the best other, and how far behind is the rest. */
export function strategyTable(all: readonly WebResults[]): string {
  const specs = [...new Set(all.flatMap(({ runs }) => [...runs.keys()]))]
  const rows = specs.map(spec => {
    const areas = all.flatMap(({ runs }) => runs.get(spec)?.area ?? [])
    const families = byFamily(
      all.filter(({ runs }) => runs.has(spec)),
      ({ family }) => family,
    )
    const best = all.filter(({ runs }) => runs.get(spec)?.area === bestArea(runs)).length
    const cells = [...new Set(all.map(({ family }) => family))].map(family =>
      number(mean((families.get(family) ?? []).flatMap(({ runs }) => 100 * (runs.get(spec)?.area ?? 0))), 1),
    )
    return [`\`${spec}\``, number(mean(areas.map(area => 100 * area)), 1), String(best), ...cells]
  })
  const header = ['mean area, %', 'all webs', 'largest on', ...new Set(all.map(({ family }) => family))]
  return markdownTable(header, rows)
}

export function comparisons(all: readonly WebResults[], spec: string): Comparison[] {
  return all.flatMap(results => compare(results, spec) ?? [])
}

/** `perfect` knows the web and is left out. */
function bestArea(runs: WebResults['runs']): number {
  return Math.max(...[...runs.values()].filter(run => run.spec !== 'perfect').map(({ area }) => area))
}

function pages(run: Measured, mark: number): string {
  return String(pagesTo(run, mark) ?? '–')
}

function fewest({ runs }: WebResults, mark: number, spec: string): string {
  const counts = [...runs.values()]
    .filter(run => run.spec !== spec && run.spec !== 'perfect' && !run.spec.startsWith('longtail'))
    .flatMap(run => pagesTo(run, mark) ?? [])
  return counts.length === 0 ? '–' : String(Math.min(...counts))
}

export const signed = (value: number, digits: number): string => `${value >= 0 ? '+' : ''}${value.toFixed(digits)}`

export const number = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits))
