/** What the graphs of the variants are like, so that "weak locality" is a number. */
import { generateGraph } from '../../src/graph/generate/index.js'
import { measureGraph, type GraphStats } from '../../src/graph/stats/index.js'
import { graphOptions, type Variant } from './cases.js'
import { spread } from './summary.js'
import { cell, markdownTable } from './tables.js'

const COLUMNS: readonly (readonly [name: string, value: (stats: GraphStats) => number])[] = [
  ['relevant, %', stats => (100 * stats.counts.pages.relevant) / stats.counts.pages.crawled],
  ['relevant → relevant, %', stats => 100 * stats.linksByPage.relevant.all.relevantShare],
  ['— on other servers, %', stats => 100 * stats.linksByPage.relevant.betweenServers.relevantShare],
  [
    'irrelevant on a server with relevant → relevant, %',
    stats => 100 * stats.linksByPage.irrelevantOnRelevantServer.all.relevantShare,
  ],
  ['elsewhere → relevant, %', stats => 100 * stats.linksByPage.irrelevantElsewhere.all.relevantShare],
]

export async function describeVariants(variants: readonly Variant[]): Promise<string> {
  const rows: string[][] = []
  for (const variant of variants) {
    const all: GraphStats[] = []
    for (const seed of variant.seeds) all.push(measureGraph(await generateGraph(graphOptions(variant, seed))))
    rows.push([variant.name, ...COLUMNS.map(([, value]) => cell(spread(all.map(value)), all.length, 1))])
  }
  return markdownTable(['graphs', ...COLUMNS.map(([name]) => name)], rows)
}
