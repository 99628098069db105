/**
 * The report of simulations: one page that explains itself, and the files beside it.
 *
 *   SimulationResult ─▶ summary · tables · curves ─┐
 *   GraphStats ──────▶ graph-tables · graph-figures ┴─▶ page/ (shell, tables, figures) ─▶ report.html
 *                                          charts/ ─▶ figures/*.svg
 */
import type { GraphStats } from '../../graph/stats/graph-stats.js'
import type { SimulationResult } from '../../simulate/result.js'
import { SOFTWARE } from '../../version.js'
import { chartFile, swatch } from '../charts/draw.js'
import { STYLES } from '../charts/style.js'
import { tickLabel } from '../charts/ticks.js'
import type { ChartView } from '../charts/views.js'
import { markup, NOTHING, type Markup, type Piece } from '../../markup.js'
import { count, measured } from '../numbers.js'
import { drawFigure, type Figure } from '../page/figure.js'
import { drawPage, drawViewChoice, type Section } from '../page/shell.js'
import { drawFacts } from '../page/table.js'
import { curvesCsv, curvesTsv, missedCsv } from './curve-rows.js'
import { beginningInPages, curveFigures } from './curves.js'
import { graphFigures } from './graph-figures.js'
import { graphFacts, linkTables, originGroups } from './graph-tables.js'
import { runNames } from './run-names.js'
import { summary } from './summary.js'
import { milestonesTable, networkTable, resultsTable } from './result-tables.js'

const FIGURES = 'figures'
const PLAIN: ReportHeading = { title: 'Simulation of crawl strategies', notes: [] }
/** All that a report may have; what an earlier one left behind would be taken for this one's. */
/** Over the pages or hours of a crawl. */
const CURVES = ['coverage', 'harvest', 'queue', 'servers', 'missed', 'coverage-hours', 'pages-hours']
/** Of the graph itself. */
const OF_GRAPH = ['distance-size', 'distance-ratio', 'nearest-relevant', 'degrees', 'server-sizes']
export const FIGURE_IDS: readonly string[] = [...CURVES, ...OF_GRAPH]
export const POSSIBLE_FILES: readonly string[] = [
  'statistics.json',
  ...CURVES.flatMap(id => [id, `${id}-first`, `${id}-log`]).map(id => `${FIGURES}/${id}.svg`),
  ...OF_GRAPH.map(id => `${FIGURES}/${id}.svg`),
]

export interface ReportFile {
  /** Below the report's directory, with slashes. */
  readonly path: string
  readonly content: string
}

/** What a study is called, and what the paper shows that it follows. */
export interface ReportHeading {
  readonly title: string
  readonly notes: readonly string[]
}

/** Every text that a report consists of, the page last. */
export function simulationReport(
  result: SimulationResult,
  stats: GraphStats | null,
  heading: ReportHeading = PLAIN,
): readonly ReportFile[] {
  const curves = curveFigures(result)
  const ofGraph = stats === null ? [] : graphFigures(stats)
  const files: ReportFile[] = [...curves, ...ofGraph].flatMap(({ views }) =>
    views.map(({ chart }) => ({ path: `${FIGURES}/${chart.id}.svg`, content: chartFile(chart) })),
  )
  files.push({ path: 'results.json', content: `${JSON.stringify(result)}\n` })
  files.push({ path: 'curves.tsv', content: curvesTsv(result) })
  files.push({ path: 'curves.csv', content: curvesCsv(result) })
  files.push({ path: 'missed.csv', content: missedCsv(result) })
  if (stats !== null) files.push({ path: 'statistics.json', content: `${JSON.stringify(stats)}\n` })
  files.push({ path: 'report.html', content: page(result, stats, curves, ofGraph, heading) })
  return files
}

function page(
  result: SimulationResult,
  stats: GraphStats | null,
  curves: readonly Figure[],
  ofGraph: readonly Figure[],
  { title, notes }: ReportHeading,
): string {
  const sentences = [...notes, ...summary(result)].map(sentence => markup`<li>${sentence}</li>\n`)
  const network = networkTable(result)
  const sections: Section[] = [
    { id: 'summary', title: 'Summary', content: markup`<ul class="plain">\n${sentences}</ul>` },
    {
      id: 'results',
      title: 'Results',
      content: markup`${resultsTable(result)}${milestonesTable(result)}${network ?? NOTHING}`,
    },
    {
      id: 'figures',
      title: 'Figures',
      content: figures(curves, 1, figuresNote(result)),
      toolbar: toolbar(result, curves),
    },
    { id: 'graph', title: 'The graph', content: graphSection(result, stats, ofGraph, curves.length + 1) },
    { id: 'again', title: 'How it was run', content: runAgain(result, stats) },
  ]
  return drawPage({
    title,
    subtitle: result.graph.file,
    sections,
    footer: markup`Made by ${SOFTWARE}. This file needs no other files. The figures as SVG, and the data, are beside it.`,
  })
}

function figuresNote(result: SimulationResult): string {
  const end = beginningInPages(result)
  const longest = Math.max(0, ...result.runs.map(({ pages }) => pages))
  const shown =
    end === null
      ? ''
      : ` By default the figures show the first ${tickLabel(end, 'count')} pages; the longest run has ${measured(longest)}.`
  return `A large mark shows where a run ended by itself. A line without one continues beyond the figure, or was stopped by a limit. Small marks only distinguish lines in print.${shown}`
}

function figures(all: readonly Figure[], first: number, note: string): Markup {
  const drawn = all.map((figure, index) => drawFigure(figure, first + index, FIGURES))
  return markup`<p class="muted">${note}</p><div class="figures">\n${drawn}</div>`
}

function toolbar(result: SimulationResult, curves: readonly Figure[]): Markup {
  const views = [...new Set(curves.flatMap(figure => figure.views.map(({ view }) => view)))]
  const end = beginningInPages(result)
  const names: Partial<Record<ChartView, string>> =
    end === null ? {} : { first: `first ${tickLabel(end, 'count')} pages` }
  const chips = runNames(result.runs)
    .slice(0, STYLES)
    .map(
      (name, index) =>
        markup`<button type="button" aria-pressed="true" data-k="${index}" title="${name}">${swatch(index)}<span>${name}</span></button>`,
    )
  return markup`<div class="toolbar">${drawViewChoice(views, end === null ? 'all' : 'first', names)}<fieldset class="chips" hidden><legend>Strategies</legend>${chips}</fieldset></div>\n`
}

function graphSection(
  result: SimulationResult,
  stats: GraphStats | null,
  ofGraph: readonly Figure[],
  first: number,
): Markup {
  const facts = drawFacts(graphFacts(result, stats))
  const groups = originGroups(result.graph.origin).map(group =>
    group.name === ''
      ? drawFacts(group.facts)
      : markup`<details><summary>${group.name} (${group.facts.length})</summary>${drawFacts(group.facts)}</details>`,
  )
  const madeFrom = groups.length === 0 ? NOTHING : markup`<h3>Where it comes from</h3>${groups}`
  if (stats === null) return markup`${facts}${madeFrom}`
  return markup`${facts}${madeFrom}<h3>Statistics</h3>${linkTables(stats)}${figures(ofGraph, first, 'Measured over the whole graph, independent of the strategies.')}`
}

function runAgain({ options }: SimulationResult, stats: GraphStats | null): Markup {
  const command =
    options.command === '' ? NOTHING : markup`<p>Run it again:</p><pre><code>${options.command}</code></pre>`
  const facts: (readonly [string, Piece])[] = [
    ['software', SOFTWARE],
    ['most pages per run', options.maxPages === null ? 'no limit' : count(options.maxPages)],
    ['target', options.target ?? 'as the graph says'],
    ['pages of unknown language', options.inheritUnknown ? "inherit their parent's" : 'are not relevant'],
    ['partitions', options.partitions === undefined ? 'none' : partitionsText(options.partitions, options.delay ?? 0)],
    ...Object.entries(options.network ?? { 'network simulated': 'no' }).map(
      ([name, value]) => [options.network === null ? name : `network: ${name}`, String(value)] as const,
    ),
  ]
  const data =
    stats === null ? NOTHING : markup`, <a href="statistics.json">statistics.json</a> (the graph's statistics)`
  return markup`${command}${drawFacts(facts)}<p>Data beside this file: <a href="curves.tsv">curves.tsv</a> (every point of every curve; the same as <a href="curves.csv">CSV</a> and <a href="curves.parquet">Parquet</a>), <a href="missed.csv">missed.csv</a>, <a href="results.json">results.json</a> (everything the simulator said)${data}, and the figures as SVG in <a href="figures/">figures/</a>.</p>`
}

function partitionsText(partitions: number, delay: number): string {
  return `${count(partitions)}, which receive each other's messages ${delay === 0 ? 'at once' : `${count(delay)} pages later`}`
}
