/**
 * Topic crawls of a real university as it is, with its templates, twins and mailing lists: how many different wanted pages are found
 * by 250, 500, 1,000, 1,500 and 3,000 fetches, and how good the judges are. Prints the tables of docs/topic-crawls.md
 * and docs/topics.md.
 *
 *   node dist/bench/topics/university.js [--strategy SPEC …] [--topic NAME …]    LONGTAIL_DATA names the folder with the archive
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Judge, Page } from '../../src/contracts.js'
import { CRAWLED, RELEVANT, urlOf, type WebGraph } from '../../src/graph/index.js'
import { importGraph } from '../../src/graph/import/index.js'
import { createTextReader } from '../../src/graph/import/text-reader.js'
import { createJudge, type JudgeSpec } from '../../src/judge/index.js'
import { trainingPageOf, trainTopic, writeTopicModel } from '../../src/judge/topic/index.js'
import { createRandom } from '../../src/learn/index.js'
import { NearDuplicates } from '../../src/page/index.js'
import { runStrategy } from '../../src/simulate/index.js'
import { markdownTable } from '../strategies/tables.js'
import { universityTopics, type UniversityTopic } from './university-topics.js'

const MARKS = [250, 500, 1000, 1500, 3000]
const DRAWS = 3
const SEEDS = 5
const LEAST_LINKS = 3

const { values } = parseArgs({
  options: {
    strategy: {
      type: 'string',
      multiple: true,
      default: ['longtail', 'best-first', 'shark:context=elements', 'breadth-first'],
    },
    topic: { type: 'string', multiple: true, default: [] },
  },
})
const archive = join(process.env.LONGTAIL_DATA ?? '', 'university-dev.warc.gz')
const directory = mkdtempSync(join(tmpdir(), 'longtail-university-'))
process.on('exit', () => rmSync(directory, { recursive: true }))

const pages = new Map<string, Page>()
const reader: Judge = {
  name: 'reader',
  judge(page) {
    pages.set(page.url, { ...page, bytes: new Uint8Array(0), links: [] })
    return { relevant: false, score: 0, language: 'und', share: 0, unknown: false, reasons: [] }
  },
}
await importGraph([archive], { judge: reader })
const topics = universityTopics(pages.values()).filter(
  ({ name }) => values.topic.length === 0 || values.topic.includes(name),
)

const rows: string[][] = []
const judges: string[][] = []
const percent = (share: number): string => (100 * share).toFixed(1)
const truths = topics.map(({ name, truth }) => [name, ...Object.values(truth).map(percent)])
console.log(
  `${markdownTable(['judge of all labels, on those held back', 'wanted, %', 'recall, %', 'unwanted taken, %', 'precision, %'], truths)}\n`,
)
for (const topic of topics) {
  const { wanted, others } = topic.examples
  const { model, report } = trainTopic({
    name: topic.name,
    positives: wanted.map(trainingPageOf),
    negatives: others.map(trainingPageOf),
  })
  const path = join(directory, `${topic.name}.model`)
  writeTopicModel(path, model)
  const spec: JudgeSpec = { kind: 'topic', model: path }
  const { graph } = await importGraph([archive], { judge: createJudge(spec), text: createTextReader(spec, 'elements') })
  const shown = differentPages(graph, topic)
  const isExample = new Set([...wanted, ...others].map(({ url }) => url))
  judges.push([topic.name, `${wanted.length} + ${others.length}`, ...qualityOf(graph, shown, isExample)])
  const starts = new Map([
    ['5 examples', Array.from({ length: DRAWS }, (_, draw) => someExamples(graph, wanted, draw + 1))],
    ['every host', [hostsOf(graph)]],
  ])
  for (const [start, draws] of starts)
    for (const strategy of values.strategy) {
      const found = draws.map(seeds => crawl(graph, strategy, shown, isExample, seeds, report.errors ?? undefined))
      const cells = MARKS.map((_, i) => (found.reduce((sum, one) => sum + one[i], 0) / draws.length).toFixed(0))
      rows.push([topic.name, String(new Set(shown.filter(one => one !== 0)).size), start, `\`${strategy}\``, ...cells])
    }
}
const marks = MARKS.map(mark => `after ${mark.toLocaleString('en')}`)
console.log(markdownTable(['topic', 'different wanted pages', 'from', 'strategy', ...marks], rows))
console.log(
  `\n${markdownTable(['judge of the crawls', 'examples, wanted + others', 'wanted, %', 'precision, %', 'recall, %'], judges)}`,
)

/** By page: 0, or 1 + the first page that says nearly the same, where it is wanted. */
function differentPages(graph: WebGraph, { isWanted }: UniversityTopic): Uint32Array {
  const texts = new NearDuplicates(1 << 16)
  const shown = new Uint32Array(graph.pages)
  for (let page = 0; page < graph.pages; page++) {
    const text = pages.get(urlOf(graph, page))
    if ((graph.flags[page] & CRAWLED) === 0 || text === undefined || !isWanted(text)) continue
    const near = texts.findOrAdd(text.simhash[0], text.simhash[1], page)
    shown[page] = 1 + (near === -1 ? page : near)
  }
  return shown
}

function crawl(
  graph: WebGraph,
  spec: string,
  shown: Uint32Array,
  isExample: ReadonlySet<string>,
  seeds: Uint32Array,
  judgeErrors: Parameters<typeof runStrategy>[1]['judgeErrors'],
): number[] {
  const seen = new Set<number>()
  const found: number[] = []
  runStrategy(graph, {
    spec,
    seeds,
    judgeErrors,
    maxPages: MARKS[MARKS.length - 1],
    onVisit(page) {
      if (shown[page] !== 0 && !isExample.has(urlOf(graph, page))) seen.add(shown[page])
      found.push(seen.size)
    },
  })
  return MARKS.map(mark => found[Math.min(mark, found.length) - 1] ?? 0)
}

/** Examples that lead on, as a user would name them. */
function someExamples(graph: WebGraph, wanted: readonly Page[], seed: number): Uint32Array {
  const urls = new Set(wanted.map(({ url }) => url))
  const candidates = Array.from({ length: graph.pages }, (_, page) => page).filter(page => {
    if (!urls.has(urlOf(graph, page))) return false
    const links = graph.to.subarray(graph.offsets[page], graph.offsets[page + 1])
    return links.filter(to => (graph.flags[to] & CRAWLED) !== 0).length >= LEAST_LINKS
  })
  const random = createRandom(seed)
  const chosen = new Set<number>()
  while (chosen.size < Math.min(SEEDS, candidates.length))
    chosen.add(candidates[Math.floor(random() * candidates.length)])
  return Uint32Array.from(chosen)
}

/** The shortest URL of each. */
function hostsOf(graph: WebGraph): Uint32Array {
  const shortest = new Map<number, number>()
  for (let page = 0; page < graph.pages; page++) {
    if ((graph.flags[page] & CRAWLED) === 0) continue
    const known = shortest.get(graph.server[page])
    if (known === undefined || urlOf(graph, page).length < urlOf(graph, known).length)
      shortest.set(graph.server[page], page)
  }
  return Uint32Array.from(shortest.values())
}

/** Against what stands for the truth, on all pages but the examples. */
function qualityOf(graph: WebGraph, shown: Uint32Array, isExample: ReadonlySet<string>): string[] {
  let [all, wanted, taken, right] = [0, 0, 0, 0]
  for (let page = 0; page < graph.pages; page++) {
    if ((graph.flags[page] & CRAWLED) === 0 || isExample.has(urlOf(graph, page))) continue
    const isTaken = (graph.flags[page] & RELEVANT) !== 0
    all++
    if (shown[page] !== 0) wanted++
    if (isTaken) taken++
    if (isTaken && shown[page] !== 0) right++
  }
  return [wanted / all, right / taken, right / wanted].map(percent)
}
