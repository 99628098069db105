/**
 * What becomes of precision where wanted pages are rare: judges with the border half way between both sides (a prior of 0.5), with
 * the usual border, and with the share of wanted pages estimated from the pages judged (EM, Saerens et al. 2002). Tested on all
 * pages but the examples, at the share of wanted pages that the data have and with one in fifty. Prints the table of docs/topics.md.
 *
 *   node dist/bench/topics/rare-topics.js     LONGTAIL_DATA names the folder with webkb and wikischools-dev
 */
import { topicJudgeOf, trainingPageOf, trainTopic } from '../../src/judge/topic/index.js'
import { confusionOf, createRandom, logitOf, qualityOf, sigmoid } from '../../src/learn/index.js'
import {
  readWebKb,
  readWikischools,
  reportedHalf,
  shuffled,
  type TopicPage,
  type TopicSet,
} from '../../test/evaluate/topic-sets.js'
import { markdownTable } from '../strategies/tables.js'

const OTHERS = 200
const MOST_EXAMPLES = 50
const RARE = 0.02
const LEAST_TESTED = 3
const SEEDS = [1, 2]

/** Wanted or not, and the log-odds that a judge gives the page, for both borders. */
interface Tested {
  readonly isWanted: boolean
  readonly even: number
  readonly usual: number
}

const RULES: Readonly<Record<string, (tested: readonly Tested[]) => readonly number[]>> = {
  'a prior of 0.5': tested => tested.map(({ even }) => even),
  'the usual border': tested => tested.map(({ usual }) => usual),
  'EM over the pages judged': tested => {
    const prior = logitOf(shareByEm(tested.map(({ even }) => even)))
    return tested.map(({ even }) => even + prior)
  },
}

const data = process.env.LONGTAIL_DATA ?? ''
const webkb = reportedHalf(await readWebKb(data))
const wikischools = await readWikischools(data, 0)
const rows: string[][] = []
measure('WebKB, half of the domains', webkb, webkb.topics)
measure('wikischools', wikischools, subjectsOf(wikischools))
const header = [
  'pages',
  'others',
  'border',
  'precision',
  'recall',
  'F1',
  ...['precision', 'recall', 'F1'].map(name => `1 in 50: ${name}`),
]
console.log(markdownTable(header, rows))

function measure(name: string, set: TopicSet, topics: readonly string[]): void {
  for (const isEven of [false, true]) {
    const runs = topics.flatMap(topic => SEEDS.map(seed => test(set, topic, seed, isEven)))
    for (const [rule, scoresOf] of Object.entries(RULES)) {
      const cells = [runs, runs.map(thinned)].flatMap(some => {
        const qualities = some.map(tested =>
          qualityOf(
            confusionOf(
              tested.map(({ isWanted }) => Number(isWanted)),
              scoresOf(tested).map(score => Number(score >= 0)),
            ),
          ),
        )
        return (['precision', 'recall', 'f1'] as const).map(key =>
          (qualities.reduce((sum, quality) => sum + quality[key], 0) / qualities.length).toFixed(3),
        )
      })
      rows.push([name, isEven ? 'as many as wanted ones' : String(OTHERS), rule, ...cells])
    }
  }
}

/** WebKB is split by site; each page of wikischools is a site of its own, and a third of a subject are examples. */
function test({ pages }: TopicSet, topic: string, seed: number, isEven: boolean): Tested[] {
  const random = createRandom(seed * 101)
  const isWanted = ({ topics }: TopicPage): boolean => topics.has(topic)
  const pool = shuffled(pages, random)
  const sites = shuffled([...new Set(pages.map(({ site }) => site))], random)
  const isBySite = sites.length < pages.length
  const first = new Set(sites.slice(0, sites.length / 2))
  const side = isBySite ? pool.filter(({ site }) => first.has(site)) : pool
  const wanted = side.filter(isWanted)
  const examples = wanted.slice(0, Math.min(MOST_EXAMPLES, isBySite ? MOST_EXAMPLES : Math.floor(wanted.length / 3)))
  const others = side.filter(page => !isWanted(page)).slice(0, isEven ? examples.length : OTHERS)
  const isTrained = new Set([...examples, ...others])
  const training = {
    name: topic,
    positives: examples.map(({ page }) => trainingPageOf(page)),
    negatives: others.map(({ page }) => trainingPageOf(page)),
  }
  const even = topicJudgeOf(trainTopic({ ...training, prior: 0.5 }).model)
  const usual = topicJudgeOf(trainTopic(training).model)
  return pool
    .filter(page => (isBySite ? !first.has(page.site) : !isTrained.has(page)))
    .map(one => ({
      isWanted: isWanted(one),
      even: logitOf(even.judge(one.page).score),
      usual: logitOf(usual.judge(one.page).score),
    }))
}

/** Wanted pages are left out until one in fifty is wanted. */
function thinned(tested: readonly Tested[]): readonly Tested[] {
  const wanted = tested.filter(({ isWanted }) => isWanted)
  const others = tested.filter(({ isWanted }) => !isWanted)
  const kept = Math.max(LEAST_TESTED, Math.round((others.length * RARE) / (1 - RARE)))
  return [...others, ...wanted.slice(0, kept)]
}

function shareByEm(logOdds: readonly number[]): number {
  let share = 0.5
  for (let step = 0; step < 300; step++) {
    const prior = logitOf(share)
    const next = logOdds.reduce((sum, odds) => sum + sigmoid(odds + prior), 0) / logOdds.length
    if (Math.abs(next - share) < 1e-6) break
    share = Math.min(0.999, Math.max(0.001, next))
  }
  return share
}

function subjectsOf({ pages }: TopicSet): string[] {
  const sizes = new Map<string, number>()
  for (const { topics } of pages) for (const topic of topics) sizes.set(topic, (sizes.get(topic) ?? 0) + 1)
  return [...sizes].filter(([, size]) => size >= 30 && size <= 300).map(([topic]) => topic)
}
