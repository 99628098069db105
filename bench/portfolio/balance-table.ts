/**
 * How well a crawl ends that may spend so many downloads per wanted page. A find is worth `WORTH` downloads; its balance is what its finds
 * are worth, less its downloads. Areas do not measure this: whoever stops where downloads no longer pay leaves area behind.
 */
import { coverageOf } from '../strategies/summary.js'
import { markdownTable } from '../strategies/tables.js'
import { STEPS, type Measured } from '../strategies/measure.js'
import { number } from './area-tables.js'
import { byFamily, mean, median, type WebResults } from './results.js'

/** What `mode=harvest` spends per wanted page unless it is told. */
const WORTH = 20

/** `spec` beside the best end that a crawl in the order of `whole` could have. */
export function balanceTable(all: readonly WebResults[], spec: string, whole: string): string {
  const cases = all.flatMap(({ family, runs }) => {
    const run = runs.get(spec)
    const other = runs.get(whole)
    if (run === undefined || other === undefined) return []
    return { family, run, best: Math.max(1, bestBalance(other)) }
  })
  const families = [...byFamily(cases, ({ family }) => family), ['**all**', cases] as const]
  const rows = families.map(([family, own]) => [
    family,
    String(own.length),
    number(mean(own.map(({ run, best }) => (100 * balanceOf(run)) / best)), 0),
    number(median(own.map(({ run, best }) => (100 * balanceOf(run)) / best)), 0),
    number(mean(own.map(({ run }) => 100 * coverageOf(run))), 1),
  ])
  const header = ['at its own end', 'webs', 'balance, mean % of the best', 'median', 'mean coverage, %']
  return markdownTable(header, rows)
}

function balanceOf({ relevant, pages }: Measured): number {
  return WORTH * relevant - pages
}

function bestBalance({ pagesAt, relevantInReach }: Measured): number {
  // a crawl that reached a coverage had found the next whole number of pages
  return Math.max(...pagesAt.map((pages, i) => WORTH * Math.ceil((i * relevantInReach) / STEPS) - pages))
}
