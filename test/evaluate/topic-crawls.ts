/** Topic crawls of real webs, led by judges that learned from other pages: the focused strategies must find more, earlier. */
import { judgeWeb } from '../../bench/topics/judged.js'
import { crawlTopic, type TopicCrawl } from '../../bench/topics/measure.js'
import { duels } from '../../bench/topics/tables.js'
import { TOPIC_WEBS } from '../../bench/topics/topic-webs.js'
import { trainJudge } from '../../bench/topics/train.js'
import type { Measurement } from './measure.js'

const FOCUSED = ['longtail', 'shark', 'best-first']
const BLIND = 'breadth-first'
const OPTIONS = { specs: [...FOCUSED, BLIND], starts: 3, seed: 101 }

/** Area under found-against-fetched by the true labels, mean over topics and start pages, as a multiple of breadth-first's. */
export async function evaluateTopicCrawls(dataDir: string): Promise<Measurement[]> {
  const measured: Measurement[] = []
  for (const name of ['webkb-b', 'articles-b'] as const) {
    const web = await TOPIC_WEBS[name](dataDir)
    const crawls = web.topics.flatMap(topic =>
      crawlTopic(judgeWeb(web.web, trainJudge(topic.examples, topic.name)), topic, OPTIONS),
    )
    const blind = areaOf(crawls, BLIND)
    for (const spec of FOCUSED) {
      const area = areaOf(crawls, spec)
      const { wins, losses } = duels(crawls, spec)
      const detail = `${web.topics.length} topics × ${OPTIONS.starts} start pages: area ${area.toFixed(4)}, ${BLIND} ${blind.toFixed(4)}, ${wins} won, ${losses} lost`
      measured.push({ id: `topic-crawls.${name}.${spec}.over-breadth-first`, value: area / blind, detail })
    }
  }
  return measured
}

function areaOf(crawls: readonly TopicCrawl[], spec: string): number {
  const areas = crawls.filter(crawl => crawl.spec === spec).map(({ area }) => area)
  return areas.reduce((sum, area) => sum + area, 0) / areas.length
}
