/** The constants of the range, fitted with a family left out and reported on that family, for every family. */
import { CONSTANTS, estimateFrom, type RangeConstants, type Signs } from '../../src/strategy/longtail/estimate-range.js'
import { ESTIMATED_AT } from '../strategies/measure.js'
import { markdownTable } from '../strategies/tables.js'
import { number } from './area-tables.js'
import { fitRange, type RangeCase } from './fit-range.js'
import { byFamily, mean, median, type WebResults } from './results.js'

/** Widths are told from this coverage on. */
const WIDTH_FROM = 0.5

export function rangeChoice(all: readonly WebResults[], spec: string): string[] {
  const cases = casesOf(all, spec)
  const rows = [...byFamily(cases, ({ family }) => family)].map(([family, own]) => {
    const reported = own.filter(({ coverage }) => ESTIMATED_AT.some(moment => moment === coverage))
    const fitted = fitRange(cases.filter(one => one.family !== family))
    return { family, cases: reported.length, without: summary(reported, fitted), used: summary(reported, CONSTANTS) }
  })
  const cells = ({ held, width, unknown }: Summary): string[] => [number(held, 0), number(width, 0), number(unknown, 0)]
  const average = (of: (row: (typeof rows)[number]) => number | null): string =>
    number(mean(rows.flatMap(row => of(row) ?? [])), 0)
  const last = [
    '**mean of families**',
    String(rows.reduce((sum, row) => sum + row.cases, 0)),
    ...(['without', 'used'] as const).flatMap(which =>
      (['held', 'width', 'unknown'] as const).map(what => average(row => row[which][what])),
    ),
  ]
  const columns = ['range holds the truth, %', 'median width from 50 % on, points', 'unknown, %']
  const header = [
    'family left out',
    'cases',
    ...columns.map(text => `fitted without it: ${text}`),
    ...columns.map(text => `as it is: ${text}`),
  ]
  return [
    markdownTable(header, [
      ...rows.map(row => [row.family, String(row.cases), ...cells(row.without), ...cells(row.used)]),
      last,
    ]),
    `Fitted on all families: ${described(fitRange(cases))}.`,
  ]
}

function casesOf(all: readonly WebResults[], spec: string): RangeCase[] {
  return all.flatMap(({ family, runs }) =>
    (runs.get(spec)?.signs ?? []).map(({ coverage, truth, signs }) => ({
      ...{ family, coverage, truth },
      signs: named(signs),
    })),
  )
}

function named(signs: Readonly<Record<string, number>>): Signs {
  const { found, finds, asked, queue, young, worth, answers, outcomes, judge, burst, fading, missed } = signs
  return { found, finds, asked, queue, young, worth, answers, outcomes, judge, burst, fading, missed }
}

interface Summary {
  /** Of those that are not unknown, in per cent. */
  readonly held: number | null
  readonly width: number | null
  readonly unknown: number
}

function summary(cases: readonly RangeCase[], constants: RangeConstants): Summary {
  const said = cases.flatMap(({ coverage, truth, signs }) => {
    const estimate = estimateFrom(signs, constants)
    if (estimate === null) return []
    const { found, low, high } = estimate
    const [least, most] = [found / (found + high), found / (found + low)]
    return [{ coverage, width: 100 * (most - least), isHeld: least <= truth && truth <= most }]
  })
  const late = said.filter(({ coverage }) => coverage >= WIDTH_FROM)
  return {
    held: mean(said.map(({ isHeld }) => 100 * Number(isHeld))),
    width: median(late.map(({ width }) => width)),
    unknown: 100 * (1 - said.length / cases.length),
  }
}

function described({ above, below, most, ...line }: RangeConstants): string {
  const list = (numbers: object): string =>
    Object.entries(numbers)
      .map(([name, value]) => `${name} ${Number(value).toFixed(2)}`)
      .join(', ')
  return `${list(line)}; above: ${list(above)}; below: ${list(below)}; most: ${list(most)}`
}
