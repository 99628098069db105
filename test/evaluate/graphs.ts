/** Real graphs on the way that a user sends them: import → file → statistics → simulation of every strategy that can run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseSeeds, distancesFromSeeds, readGraph, writeGraph, type WebGraph } from '../../src/graph/index.js'
import { importGraph, type ImportOptions } from '../../src/graph/import/index.js'
import { measureGraph } from '../../src/graph/stats/index.js'
import { createJudge } from '../../src/judge/index.js'
import { runStrategy } from '../../src/simulate/index.js'
import { STRATEGIES } from '../../src/strategy/index.js'
import type { EvaluationRow } from './archive.js'

interface Case {
  readonly name: string
  readonly files: readonly string[]
  readonly options?: ImportOptions
  /** Counted apart from our code (rows of the tables, records of the archives that are HTML pages). */
  readonly crawled: number
  readonly leastLinks: number
  readonly leastRelevant: number
}

const CASES: readonly Case[] = [
  {
    name: 'webkb tables',
    files: ['webkb.pages.tsv.gz', 'webkb.edges.tsv.gz'],
    options: { relevant: { column: 'source', values: ['webkb:student', 'webkb:faculty'] } },
    crawled: 8213,
    leastLinks: 15_900,
    leastRelevant: 2700,
  },
  {
    name: 'cnr-2000',
    files: ['graphs/cnr-2000.graph-txt.gz'],
    crawled: 325_557,
    leastLinks: 3_100_000,
    leastRelevant: 0,
  },
  {
    name: 'wikispeedia',
    files: ['articles', 'categories', 'links'].map(part => `graphs/wikispeedia-${part}.tsv.gz`),
    options: { relevant: { column: 'category', values: ['subject.Science'] } },
    crawled: 4598,
    leastLinks: 119_769,
    leastRelevant: 900,
  },
  {
    name: 'a WARC of a browser (books.toscrape)',
    files: ['warc/books.toscrape.warc.gz'],
    options: { target: ['eng'], judge: createJudge({ kind: 'language', languages: ['eng'], policy: 'modern' }) },
    crawled: 1,
    leastLinks: 1,
    leastRelevant: 1,
  },
  {
    name: 'a WARC of wget (IAH-urls)',
    files: ['warc/IAH-urls-wget.warc'],
    options: { target: ['eng'], judge: createJudge({ kind: 'language', languages: ['eng'], policy: 'modern' }) },
    crawled: 1,
    leastLinks: 1,
    leastRelevant: 1,
  },
]

export async function evaluateGraphs(dataDir: string): Promise<EvaluationRow[]> {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-graphs-'))
  const rows: EvaluationRow[] = []
  const add = (name: string, value: number, floor: number, ok = value >= floor): void => {
    rows.push({ name, value, floor, ok })
  }
  try {
    for (const { name, files, options, crawled, leastLinks, leastRelevant } of CASES) {
      const imported = await importGraph(
        files.map(file => join(dataDir, file)),
        options,
      )
      const path = join(directory, 'graph.ltg')
      writeGraph(imported.graph, path)
      const graph = readGraph(path)
      const { counts } = measureGraph(graph)
      add(`graph ${name}: crawled`, counts.pages.crawled, crawled, counts.pages.crawled >= crawled)
      add(`graph ${name}: links`, graph.links, leastLinks)
      add(`graph ${name}: relevant`, counts.pages.relevant, leastRelevant)
      const possible = strategiesFor(graph)
      add(`graph ${name}: strategies that reach what breadth-first can`, simulateAll(graph, possible), possible.length)
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
  return rows
}

/** All but the one that goes by the places of links, where the graph does not know them. */
function strategiesFor({ linkText }: WebGraph): readonly string[] {
  const hasPlaces = linkText !== undefined && linkText.places !== null
  return STRATEGIES.map(({ name }) => name).filter(name => name !== 'tag-bandit' || hasPlaces)
}

/** How many strategies run to their end without finding more than there is; breadth-first must find all that is in reach. */
function simulateAll(graph: WebGraph, strategies: readonly string[]): number {
  const seeds = chooseSeeds(graph)
  const distances = distancesFromSeeds(graph, seeds)
  const all = runStrategy(graph, { spec: 'breadth-first', seeds, distances })
  if (all.missed.some(({ missed }) => missed > 0)) return 0
  return strategies.filter(spec => {
    const { stopped, pages, relevant } = runStrategy(graph, { spec, seeds })
    return stopped === 'finished' && pages <= all.pages && relevant <= all.relevant && pages >= 1
  }).length
}
