/**
 * What was found, for people: tables and plots.
 *
 *   charts/      values → SVG; knows nothing about crawls
 *   page/        the shell of one self-contained HTML file: style, script, tables, figures
 *   simulation/  a SimulationResult (and a graph's statistics) → report.html, figures/*.svg, curves.{tsv,csv,parquet}, results.json
 *   crawl/       the directory of a crawl → its numbers → report.html
 *
 * Everything that is shown goes through `markup`, which escapes it (markup.ts).
 */
import type { GraphStats } from '../graph/stats/graph-stats.js'
import type { SimulationResult } from '../simulate/result.js'
import { curvesParquet } from './simulation/curve-rows.js'
import { POSSIBLE_FILES, simulationReport, type ReportHeading } from './simulation/report.js'
import { removeFiles, writeFiles } from './write-files.js'

export { cumulativeShare, plotCurves, type Curve, type PlotOptions } from './terminal-plot.js'
export { FIGURE_IDS, type ReportHeading } from './simulation/report.js'
export { changesTable } from './simulation/changes-table.js'
export { simulationTable } from './simulation/terminal-table.js'
export { type CrawlNumbers } from './crawl/crawl-numbers.js'
export { readCrawl, type ReadCrawlOptions } from './crawl/read-crawl.js'
export { reportPath, writeCrawlReport, type CrawlReportPlaces } from './crawl/write-report.js'

/** Writes the report of a simulation into a directory and returns the paths of its files, `report.html` last. */
export function writeReport(
  result: SimulationResult,
  stats: GraphStats | null,
  outDir: string,
  heading?: ReportHeading,
): string[] {
  const parquet = { path: 'curves.parquet', content: curvesParquet(result) }
  const files = [parquet, ...simulationReport(result, stats, heading)]
  const written = writeFiles(outDir, files)
  removeFiles(
    outDir,
    POSSIBLE_FILES.filter(path => !files.some(file => file.path === path)),
  )
  return written
}
