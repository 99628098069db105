/** Topic crawls as markdown. */
import { RELEVANT } from '../../src/graph/index.js'
import { spread } from '../strategies/summary.js'
import { cell, markdownTable } from '../strategies/tables.js'
import { MILESTONES, type TopicCrawl } from './measure.js'
import type { Topic } from './topic-webs.js'

const BLIND = 'breadth-first'

const of = (crawls: readonly TopicCrawl[], spec: string): TopicCrawl[] => crawls.filter(crawl => crawl.spec === spec)

/** Against breadth-first, crawl by crawl: those with a larger area, and those with a smaller one. */
export function duels(crawls: readonly TopicCrawl[], spec: string): { wins: number; losses: number } {
  const blind = of(crawls, BLIND)
  const own = of(crawls, spec)
  return {
    wins: own.filter(({ area }, i) => area > blind[i].area).length,
    losses: own.filter(({ area }, i) => area < blind[i].area).length,
  }
}

export function overallTable(crawls: readonly TopicCrawl[], specs: readonly string[]): string {
  const header = [
    'all topics',
    'area, % of the best possible',
    ...MILESTONES.map(pages => `harvest after ${pages}, %`),
    `the same by the judge, ${MILESTONES.join(' / ')}`,
    'wins : losses against breadth-first',
  ]
  const rows = specs.map(spec => {
    const own = of(crawls, spec)
    const { wins, losses } = duels(crawls, spec)
    return [
      `\`${spec}\``,
      cell(spread(own.map(({ area }) => area)), own.length, 1, 100),
      ...MILESTONES.map((_, i) => mean(own.map(({ harvest }) => harvest[i]))),
      MILESTONES.map((_, i) => mean(own.map(({ judgedHarvest }) => judgedHarvest[i]))).join(' / '),
      spec === BLIND ? '' : `${wins} : ${losses}`,
    ]
  })
  return markdownTable(header, rows)
}

export function topicTable(crawls: readonly TopicCrawl[], specs: readonly string[]): string {
  const topics = [...new Set(crawls.map(({ topic }) => topic))]
  const rows = topics.map(topic => {
    const own = crawls.filter(crawl => crawl.topic === topic)
    const { length } = of(own, specs[0])
    return [
      topic.replaceAll('_', ' '),
      cell(spread(of(own, specs[0]).map(({ reach }) => reach)), length, 0),
      cell(spread(of(own, specs[0]).map(({ wanted }) => wanted)), length, 0),
      ...specs.map(spec => cell(spread(of(own, spec).map(({ area }) => area)), length, 1, 100)),
    ]
  })
  return markdownTable(['topic: area, %', 'pages in reach', 'wanted', ...specs.map(spec => `\`${spec}\``)], rows)
}

export interface JudgeQuality {
  readonly topic: Topic
  /** Of the graph as the judge sees it. */
  readonly flags: Uint8Array
}

/** Who led the crawls, on the pages that are counted. */
export function judgeTable(qualities: readonly JudgeQuality[]): string {
  const rows = qualities.map(({ topic: { name, wanted, counted, examples }, flags }) => {
    const cells = [0, 0, 0, 0]
    flags.forEach((flag, page) => {
      if (flag !== 0 && counted[page] === 1) cells[2 * wanted[page] + Number((flag & RELEVANT) !== 0)]++
    })
    const [trueOther, falseWanted, falseOther, trueWanted] = cells
    const recall = trueWanted / (trueWanted + falseOther)
    const share = (value: number): string => (100 * value).toFixed(1)
    return [
      name.replaceAll('_', ' '),
      `${examples.wanted.length} + ${examples.others.length}`,
      share(trueWanted / (trueWanted + falseWanted)),
      share(recall),
      share(Math.sqrt((recall * trueOther) / (trueOther + falseWanted))),
    ]
  })
  return markdownTable(['judge', 'examples, wanted + others', 'precision, %', 'recall, %', 'G-mean, %'], rows)
}

function mean(values: readonly number[]): string {
  return ((100 * values.reduce((sum, value) => sum + value, 0)) / values.length).toFixed(1)
}
