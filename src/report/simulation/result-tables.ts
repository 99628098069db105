/** The results as tables of the page. */
import type { NetworkResult, RunResult, SimulationResult } from '../../simulate/result.js'
import { swatch } from '../charts/draw.js'
import { markup, type Markup } from '../../markup.js'
import { bytes, count, measured, percent, seconds, wholePercent } from '../numbers.js'
import { drawTable, shareCell, type Cell, type Column } from '../page/table.js'
import { MILESTONES, milestone, type Milestone } from './milestones.js'
import { isOracle, runNames } from './run-names.js'
import { ending } from './summary.js'

export function resultsTable({ runs }: SimulationResult): Markup {
  const strongest = (value: (run: RunResult) => number): ((run: RunResult) => Cell) => {
    const highest = best(runs, value)
    return run => ({ ...shareCell(value(run)), strong: !isOracle(run) && value(run) === highest })
  }
  return drawTable(
    'At the end of each run. Bold: the highest, not counting oracles.',
    'strategy',
    runs,
    runHeads(runs),
    [
      { head: 'pages', hint: 'pages crawled', cell: run => count(run.pages) },
      { head: 'relevant', hint: 'relevant pages among them', cell: run => count(run.relevant) },
      {
        head: 'coverage',
        hint: 'relevant pages found, of all relevant pages in the graph',
        cell: strongest(run => run.coverage),
      },
      { head: 'harvest', hint: 'relevant pages, of the pages crawled', cell: strongest(run => run.harvest) },
      { head: 'servers', hint: 'servers from which a page was fetched', cell: run => count(run.servers) },
      { head: 'max queue', hint: 'most URLs in the queue at any time', cell: run => count(run.maxQueue) },
      { head: 'links', hint: 'links that the strategy looked at', cell: run => count(run.links) },
      { head: 'seconds', hint: 'of computing', cell: run => seconds(run.seconds) },
      { head: 'end', kind: 'text', hint: 'why the run ended', cell: ending },
    ],
  )
}

export function milestonesTable({ runs, graph }: SimulationResult): Markup {
  const columns = MILESTONES.map((coverage): Column<RunResult> => {
    const found = runs.map(run => milestone(run, graph.relevant, coverage))
    const fewest = Math.min(...runs.map((run, row) => (isOracle(run) ? Infinity : (found[row]?.pages ?? Infinity))))
    return {
      head: `at ${wholePercent(coverage)}`,
      cell: (run, row) => milestoneCell(found[row], !isOracle(run) && found[row]?.pages === fewest),
    }
  })
  const caption =
    'Harvest when each coverage is first reached, and the pages it took. Bold: the fewest pages, not counting oracles. A dash: never reached.'
  return drawTable(caption, 'strategy', runs, runHeads(runs), columns)
}

/** Only with a simulated network; otherwise null. */
export function networkTable({ runs, graph }: SimulationResult): Markup | null {
  if (!runs.some(run => run.network !== undefined)) return null
  const of =
    (value: (network: NetworkResult, run: RunResult) => Cell | string) =>
    (run: RunResult): Cell | string =>
      run.network === undefined ? '–' : value(run.network, run)
  const hoursTo = (coverage: number) =>
    of((_, run) => measured(milestone(run, graph.relevant, coverage)?.hours ?? Number.NaN))
  const rate = ({ hours }: NetworkResult, { pages }: RunResult): string =>
    measured(hours > 0 ? pages / (hours * 3600) : Number.NaN)
  return drawTable('In the simulated network.', 'strategy', runs, runHeads(runs), [
    {
      head: 'hours',
      hint: 'simulated hours from the first request to the end',
      cell: of(({ hours }) => measured(hours)),
    },
    { head: 'pages per second', cell: of(rate) },
    { head: 'data', cell: of(network => bytes(network.bytes)) },
    { head: 'failures', hint: 'requests that failed', cell: of(({ failures }) => count(failures)) },
    {
      head: 'utilisation',
      hint: 'share of the time of connections that was spent on downloads',
      cell: of(({ utilisation }) => shareCell(utilisation)),
    },
    { head: 'hours to 50\u00a0%', cell: hoursTo(0.5) },
    { head: 'hours to 90\u00a0%', cell: hoursTo(0.9) },
  ])
}

function runHeads(runs: readonly RunResult[]): (run: RunResult, index: number) => Markup {
  const names = runNames(runs)
  return (run, index) =>
    markup`<span class="run">${swatch(index)}<span>${names[index]}${isOracle(run) ? markup` <span class="muted">(oracle)</span>` : null}</span></span>`
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
