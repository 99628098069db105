/** The results as tables of the page. */
import type { RunResult, SimulationResult } from '../../simulate/result.js'
import { swatch } from '../charts/draw.js'
import { markup, type Markup } from '../../markup.js'
import { bytes, count, measured, percent, seconds, wholePercent } from '../numbers.js'
import { drawTable, type Cell, type Column, type Row } from '../page/table.js'
import { MILESTONES, milestone, type Milestone } from './milestones.js'
import { isOracle, runNames } from './run-names.js'
import { ending } from './summary.js'

export function resultsTable({ runs }: SimulationResult): Markup {
  const names = runNames(runs)
  const columns: Column[] = [
    { head: 'pages', hint: 'pages crawled' },
    { head: 'relevant', hint: 'relevant pages among them' },
    { head: 'coverage', hint: 'relevant pages found, of all relevant pages in the graph' },
    { head: 'harvest', hint: 'relevant pages, of the pages crawled' },
    { head: 'servers', hint: 'servers from which a page was fetched' },
    { head: 'max queue', hint: 'most URLs in the queue at any time' },
    { head: 'links', hint: 'links that the strategy looked at' },
    { head: 'seconds', hint: 'of computing' },
    { head: 'end', kind: 'text', hint: 'why the run ended' },
  ]
  const bestCoverage = best(runs, run => run.coverage)
  const bestHarvest = best(runs, run => run.harvest)
  const rows = runs.map((run, index): Row => ({
    head: runHead(index, names[index], isOracle(run)),
    cells: [
      count(run.pages),
      count(run.relevant),
      { text: percent(run.coverage), bar: run.coverage, strong: !isOracle(run) && run.coverage === bestCoverage },
      { text: percent(run.harvest), bar: run.harvest, strong: !isOracle(run) && run.harvest === bestHarvest },
      count(run.servers),
      count(run.maxQueue),
      count(run.links),
      seconds(run.seconds),
      ending(run),
    ],
  }))
  return drawTable('At the end of each run. Bold: the highest, oracles apart.', 'strategy', columns, rows)
}

export function milestonesTable({ runs, graph }: SimulationResult): Markup {
  const names = runNames(runs)
  const found = runs.map(run => MILESTONES.map(coverage => milestone(run, graph.relevant, coverage)))
  const fewest = MILESTONES.map((_, column) =>
    Math.min(...runs.map((run, row) => (isOracle(run) ? Infinity : (found[row][column]?.pages ?? Infinity)))),
  )
  const columns = MILESTONES.map(coverage => ({ head: `at ${wholePercent(coverage)}` }))
  const rows = runs.map((run, row) => ({
    head: runHead(row, names[row], isOracle(run)),
    cells: found[row].map((at, column) => milestoneCell(at, !isOracle(run) && at?.pages === fewest[column])),
  }))
  const caption =
    'Harvest when a coverage is first reached, and the pages it took. Bold: the fewest pages, oracles apart; a dash: never reached.'
  return drawTable(caption, 'strategy', columns, rows)
}

/** Only with a simulated network; otherwise null. */
export function networkTable({ runs, graph }: SimulationResult): Markup | null {
  if (!runs.some(run => run.network !== undefined)) return null
  const names = runNames(runs)
  const columns: Column[] = [
    { head: 'hours', hint: 'simulated hours from the first request to the end' },
    { head: 'pages per second' },
    { head: 'data' },
    { head: 'failures', hint: 'requests that failed' },
    { head: 'utilisation', hint: "share of the connections' time that was spent on downloads" },
    { head: 'hours to 50\u00a0%' },
    { head: 'hours to 90\u00a0%' },
  ]
  const rows = runs.map((run, index): Row => {
    const { network } = run
    const head = runHead(index, names[index], isOracle(run))
    if (network === undefined) return { head, cells: columns.map(() => '–') }
    const hoursTo = (coverage: number): string =>
      measured(milestone(run, graph.relevant, coverage)?.hours ?? Number.NaN)
    const rate = network.hours > 0 ? run.pages / (network.hours * 3600) : Number.NaN
    return {
      head,
      cells: [
        measured(network.hours),
        measured(rate),
        bytes(network.bytes),
        count(network.failures),
        { text: percent(network.utilisation), bar: network.utilisation },
        hoursTo(0.5),
        hoursTo(0.9),
      ],
    }
  })
  return drawTable('In the simulated network.', 'strategy', columns, rows)
}

function runHead(index: number, name: string, oracle: boolean): Markup {
  return markup`<span class="run">${swatch(index)}<span>${name}${oracle ? markup` <span class="muted">(oracle)</span>` : null}</span></span>`
}

function milestoneCell(at: Milestone | null, strong: boolean): Cell {
  if (at === null) return { text: '–', muted: true }
  return { text: markup`${percent(at.harvest)} <span class="muted">${measured(at.pages)}</span>`, strong }
}

function best(runs: readonly RunResult[], value: (run: RunResult) => number): number {
  const values = runs.filter(run => !isOracle(run) && run.pages > 0).map(value)
  const highest = Math.max(...values)
  return highest > 0 ? highest : Number.NaN
}
