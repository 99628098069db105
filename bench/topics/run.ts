/**
 * Topic crawls of real webs: the strategies side by side, led by topic judges that were trained on other pages.
 *
 *   LONGTAIL_DATA=<folder> node dist/bench/topics/run.js [--web webkb-b]… [--starts 3] [--seed 101] [--strategy spec]…
 *     [--into docs/topic-crawls.md] [--figures]
 *
 * Prints markdown, or puts it into its place in a document; with --figures draws docs/figures/topics-<web>.svg.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chartFile } from '../../src/report/charts/draw.js'
import { commandOf, publish } from '../strategies/sections.js'
import { harvestChart } from './figure.js'
import { judgeWeb } from './judged.js'
import { crawlTopic, type TopicCrawl } from './measure.js'
import { judgeTable, overallTable, topicTable, type JudgeQuality } from './tables.js'
import { TOPIC_WEBS } from './topic-webs.js'
import { trainJudge } from './train.js'

const { values } = parseArgs({
  options: {
    web: { type: 'string', multiple: true, default: ['webkb-b', 'articles-b', 'wikischools-b'] },
    starts: { type: 'string', default: '3' },
    seed: { type: 'string', default: '101' },
    strategy: {
      type: 'string',
      multiple: true,
      default: ['longtail', 'shark', 'shark:d=10', 'best-first', 'breadth-first', 'longtail:scores=false'],
    },
    into: { type: 'string' },
    figures: { type: 'boolean', default: false },
  },
})
const data = process.env.LONGTAIL_DATA
if (data === undefined) throw new Error('LONGTAIL_DATA must name the folder with the development data')
const webs = new Map(Object.entries(TOPIC_WEBS))
const options = { specs: values.strategy, starts: Number(values.starts), seed: Number(values.seed) }

const parts = [`\`LONGTAIL_DATA=<folder> ${commandOf('topics/run', process.argv.slice(2))}\``]
for (const name of values.web) {
  const open = webs.get(name)
  if (open === undefined) throw new Error(`--web ${name}: choose one of ${[...webs.keys()].join(', ')}`)
  const web = await open(data)
  const crawls: TopicCrawl[] = []
  const qualities: JudgeQuality[] = []
  for (const topic of web.topics) {
    const graph = judgeWeb(web.web, trainJudge(topic.examples, topic.name))
    qualities.push({ topic, flags: graph.flags })
    crawls.push(...crawlTopic(graph, topic, options))
  }
  parts.push(
    `### ${name}: ${web.topics.length} topics, ${crawls.length / options.specs.length} crawls by each strategy`,
    overallTable(crawls, options.specs),
    topicTable(crawls, options.specs),
    judgeTable(qualities),
  )
  if (values.figures) draw(name, crawls)
}
publish(parts.join('\n\n'), values.into, 'topics')

function draw(name: string, crawls: readonly TopicCrawl[]): void {
  const directory = fileURLToPath(new URL('../../../docs/figures', import.meta.url))
  mkdirSync(directory, { recursive: true })
  const shown = ['longtail', 'shark', 'best-first', 'breadth-first']
  writeFileSync(join(directory, `topics-${name}.svg`), chartFile(harvestChart(name, crawls, shown)))
}
