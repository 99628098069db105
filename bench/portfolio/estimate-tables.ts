/** What our strategy says about what is left, and how it ends, against the truth. */
import { coverageOf } from '../strategies/summary.js'
import { markdownTable } from '../strategies/tables.js'
import { ESTIMATED_AT, type EstimateAt, type Measured } from '../strategies/measure.js'
import { number, signed } from './area-tables.js'
import { byFamily, mean, median, type WebResults } from './results.js'

/** The width of ranges is told from this coverage on. */
const WIDTH_FROM = 0.5
/** Coverage mode is to end with at least this share of what can be reached. */
const COMPLETE = 0.97

export function estimateTable(all: readonly WebResults[], spec: string): string {
  const rows = families(all, spec).map(([family, own]) => {
    const cases = own.flatMap(({ run }) => casesOf(run))
    const said = cases.flatMap(({ coverage, truth, range }) => (range === null ? [] : { coverage, truth, ...range }))
    const errors = said.map(({ estimated, truth }) => 100 * (estimated - truth))
    const widths = said.filter(({ coverage }) => coverage >= WIDTH_FROM).map(({ low, high }) => 100 * (high - low))
    return [
      family,
      String(cases.length),
      share(said.filter(({ low, high, truth }) => low <= truth && truth <= high).length, said.length),
      number(median(widths), 0),
      share(cases.length - said.length, cases.length),
      signed(mean(errors) ?? 0, 1),
      number(mean(errors.map(Math.abs)), 1),
      number(median(errors.map(Math.abs)), 1),
    ]
  })
  const header = [
    'estimates at 25, 50, 80, 95 %, or at an end before',
    'cases',
    'range holds the truth, %',
    'median width from 50 % on, points',
    'unknown, %',
    'mean error of the point',
    'mean size of the error',
    'median size',
  ]
  return markdownTable(header, rows)
}

/** A crawl that ended below a mark is taken at its word there: what it said at its end. */
function casesOf({ estimates, atEnd }: Measured): readonly EstimateAt[] {
  return atEnd === null || estimates.length === ESTIMATED_AT.length ? estimates : [...estimates, atEnd]
}

export function endTable(all: readonly WebResults[], spec: string): string {
  const rows = families(all, spec).map(([family, own]) => {
    const short = own.filter(({ run }) => coverageOf(run) < COMPLETE)
    const least = Math.min(...own.map(({ run }) => coverageOf(run)))
    return [
      family,
      String(own.length),
      share(own.length - short.length, own.length),
      short.length === 0 ? '–' : `${short.filter(({ run }) => holdsAtEnd(run.atEnd)).length} of ${short.length}`,
      (100 * least).toFixed(1),
      number(median(own.map(({ run, pagesInReach }) => (100 * run.pages) / pagesInReach)), 0),
    ]
  })
  const header = [
    'at its own end',
    'webs',
    'with at least 97 % of what can be reached, %',
    'of the others, final range holds the truth',
    'least coverage, %',
    'pages fetched of those in reach, median %',
  ]
  return markdownTable(header, rows)
}

/** Webs on which a promise was not kept, one by one. */
export function missTable(all: readonly WebResults[], spec: string): string {
  const rows = all.flatMap(({ family, web, runs }) => {
    const run = runs.get(spec)
    if (run === undefined) return []
    const missed = run.estimates.filter(({ truth, range }) => range !== null && !holds(truth, range))
    const endsEarly = coverageOf(run) < COMPLETE
    if (missed.length === 0 && !endsEarly) return []
    const end = run.atEnd
    return [
      [
        `${family}: ${web}`,
        missed.map(described).join('; ') || '–',
        `${(100 * coverageOf(run)).toFixed(1)} % after ${run.pages}`,
        end === null ? '–' : rangeOf(end),
      ],
    ]
  })
  if (rows.length === 0) return 'Every range held the truth, and every crawl ended with at least 97 %.'
  return markdownTable(['web', 'ranges that do not hold: at, said', 'end', 'said at its end'], rows)
}

function families(all: readonly WebResults[], spec: string) {
  const own = all.flatMap(({ family, pagesInReach, runs }) => {
    const run = runs.get(spec)
    return run === undefined ? [] : [{ family, pagesInReach, run }]
  })
  return [...byFamily(own, ({ family }) => family), ['**all**', own] as const]
}

const described = (at: EstimateAt): string => `at ${(100 * at.truth).toFixed(0)}: ${rangeOf(at)}`

function rangeOf({ range }: EstimateAt): string {
  if (range === null) return 'unknown'
  const text = (value: number): string => (100 * value).toFixed(0)
  return `${text(range.estimated)} (${text(range.low)}–${text(range.high)})`
}

function holdsAtEnd(at: Measured['atEnd']): boolean {
  return at !== null && at.range !== null && holds(at.truth, at.range)
}

const holds = (truth: number, { low, high }: { low: number; high: number }): boolean => low <= truth && truth <= high

const share = (part: number, all: number): string => (all === 0 ? '–' : ((100 * part) / all).toFixed(0))
