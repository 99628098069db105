/** What the rounds of one site come to, tool by tool. */
import type { Tool } from './peers.js'

export interface Round {
  readonly pages: number
  readonly cpuSeconds: number
  readonly wallSeconds: number
  readonly pagesPerCpuSecond: number
  readonly load: number
  readonly served: string
  /** What the tool itself says it did. */
  readonly counts: Readonly<Record<string, number>>
  /** Why the round does not count; null when it does. */
  readonly fault: string | null
}

export interface Row {
  readonly tool: string
  readonly does: string
  /** Pages per CPU-second. */
  readonly best: number | null
  readonly worst: number | null
  /** Of each round, divided by what the tool that all are compared with did in the same round; null where one of them does not count. */
  readonly ratios: readonly (number | null)[]
  readonly wallSeconds: number | null
  readonly pages: number
  readonly rounds: readonly Round[]
}

/** Column titles as wide as their cells. */
const TITLES = [
  'tool'.padEnd(14),
  'pages/CPU-s',
  'worst',
  'ms CPU/page',
  'wall s',
  ' pages',
  '× wget: median',
  ' least',
  '  most',
]

export function summarise(results: ReadonlyMap<Tool, readonly Round[]>, measure: Tool): Row[] {
  const measured = results.get(measure) ?? []
  return [...results].map(([tool, rounds]) => {
    const good = rounds.filter(round => round.fault === null)
    const rates = good.map(round => round.pagesPerCpuSecond)
    return {
      tool: tool.name,
      does: tool.does,
      best: rates.length === 0 ? null : Math.max(...rates),
      worst: rates.length === 0 ? null : Math.min(...rates),
      ratios: rounds.map((round, i) => ratio(round, measured[i])),
      wallSeconds: rates.length === 0 ? null : Math.min(...good.map(round => round.wallSeconds)),
      pages: good[0]?.pages ?? 0,
      rounds,
    }
  })
}

function ratio(round: Round, measured: Round | undefined): number | null {
  if (measured === undefined || round.fault !== null || measured.fault !== null) return null
  return round.pagesPerCpuSecond / measured.pagesPerCpuSecond
}

export function describe(round: Round): string {
  const { pages, cpuSeconds, wallSeconds, pagesPerCpuSecond, load, served, counts, fault } = round
  const numbers = `${pages} pages, ${cpuSeconds.toFixed(2)} s CPU, ${wallSeconds.toFixed(2)} s wall, ${pagesPerCpuSecond.toFixed(0)} pages per CPU-second`
  return `${numbers} (served ${served}, load ${load.toFixed(1)}${counts.relevant === undefined ? '' : `, ${counts.relevant} judged relevant`})${fault === null ? '' : `  DOES NOT COUNT: ${fault}`}`
}

export function printTable(rows: readonly Row[]): void {
  console.log(`\n${TITLES.join('  ')}`)
  for (const { tool, best, worst, wallSeconds, pages, ratios } of rows) {
    if (best === null || worst === null || wallSeconds === null) {
      console.log(`${tool.padEnd(14)}  no round counts`)
      continue
    }
    const sorted = ratios.filter(value => value !== null).sort((a, b) => a - b)
    const spread = sorted.length === 0 ? [] : [sorted[sorted.length >> 1], sorted[0], sorted[sorted.length - 1]]
    const cells = [
      tool,
      best.toFixed(0),
      worst.toFixed(0),
      (1000 / best).toFixed(2),
      wallSeconds.toFixed(2),
      String(pages),
      ...spread.map(value => value.toFixed(2)),
    ]
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(14) : cell.padStart(TITLES[i].length))).join('  '))
  }
}
