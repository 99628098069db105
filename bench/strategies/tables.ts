/** Results as markdown. */
import type { Variant } from './cases.js'
import { ESTIMATED_AT, MILESTONES, type Measured } from './measure.js'
import { isOurs } from './specs.js'
import type { StudyResults } from './study.js'
import { coverageOf, duel, harvestAt, pagesTo, reached, spread, type Spread } from './summary.js'

export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** `mean (low…high)`, and on how many graphs when not on all of `all`. */
export function cell(summary: Spread | null, all: number, digits: number, factor = 1): string {
  if (summary === null) return '–'
  const text = (value: number): string => (value * factor).toFixed(digits)
  const range = summary.count > 1 ? ` (${text(summary.low)}…${text(summary.high)})` : ''
  const part = summary.count < all ? ` on ${summary.count} of ${all}` : ''
  return text(summary.mean) + range + part
}

export const percent = (coverage: number): string => `${coverage * 100} %`
const named = (spec: string): string => (isOurs(spec) ? `**\`${spec}\`**` : `\`${spec}\``)

export function harvestTable(results: StudyResults): string {
  const header = [
    'harvest in % at coverage',
    ...MILESTONES.map(percent),
    'final coverage in %',
    'pages in all, thousands',
  ]
  return markdownTable(
    header,
    [...results].map(([spec, runs]) => [
      named(spec),
      ...MILESTONES.map(coverage => milestone(runs, run => harvestAt(run, coverage), 1, 100)),
      cell(spread(runs.map(coverageOf)), runs.length, 2, 100),
      cell(spread(runs.map(run => run.pages)), runs.length, 0, 1e-3),
    ]),
  )
}

export function pagesTable(results: StudyResults): string {
  const header = ['thousands of pages to coverage', ...MILESTONES.map(percent), 'servers in all', 'CPU seconds']
  return markdownTable(
    header,
    [...results].map(([spec, runs]) => [
      named(spec),
      ...MILESTONES.map(coverage => milestone(runs, run => pagesTo(run, coverage), 0, 1e-3)),
      cell(spread(runs.map(run => run.servers)), runs.length, 0),
      cell(spread(runs.map(run => run.cpuSeconds)), runs.length, 1),
    ]),
  )
}

function milestone(
  runs: readonly Measured[],
  value: (run: Measured) => number | null,
  digits: number,
  factor: number,
): string {
  return cell(spread(reached(runs.map(value))), runs.length, digits, factor)
}

/** Wins and losses, seed by seed, against the best of all others on that seed. */
export function duelTable(results: StudyResults): string {
  const rows = [...results.keys()].filter(isOurs).flatMap(spec =>
    MILESTONES.map(coverage => {
      const { wins, losses, unreached, lead, rivals } = duel(results, spec, coverage)
      const who = [...rivals].sort((a, b) => b[1] - a[1]).map(([rival, count]) => `\`${rival}\` ${count}×`)
      return [
        named(spec),
        percent(coverage),
        String(wins),
        unreached === 0 ? String(losses) : `${losses} (not reached ${unreached})`,
        cell(lead, lead?.count ?? 0, 1),
        who.join(', '),
      ]
    }),
  )
  return markdownTable(['ours', 'coverage', 'wins', 'losses', 'lead in points', 'best other'], rows)
}

export function estimateTable(results: StudyResults): string | null {
  const rows = [...results].flatMap(([spec, runs]) =>
    ESTIMATED_AT.flatMap(coverage => {
      const all = runs.flatMap(run => run.estimates.filter(estimate => estimate.coverage === coverage))
      const at = all.flatMap(({ range }) => range ?? [])
      if (all.length === 0) return []
      const errors = at.map(({ estimated }) => 100 * (estimated - coverage))
      const within = errors.filter(error => Math.abs(error) <= 10).length
      const held = at.filter(({ low, high }) => low <= coverage && coverage <= high).length
      return [
        [
          named(spec),
          percent(coverage),
          cell(spread(at.map(({ estimated }) => estimated)), all.length, 1, 100),
          cell(spread(errors), all.length, 1),
          `${within} of ${at.length}`,
          `${held} of ${at.length}`,
        ],
      ]
    }),
  )
  if (rows.length === 0) return null
  const header = [
    'strategy',
    'true coverage',
    'estimated in %',
    'error in points',
    'within 10 points',
    'range holds it',
  ]
  return markdownTable(header, rows)
}

export function variantTitle({ name, summary, scale, seeds }: Variant): string {
  const list = seeds.length > 3 ? `${seeds[0]}…${seeds[seeds.length - 1]}` : seeds.join(', ')
  return `### ${name}\n\n${summary}; scale ${scale}, seeds ${list}.`
}
