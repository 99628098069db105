/**
 * How good is a judge that has seen few pages? Subjects of wikischools with 4 … 50 example pages each, against 400 others, tested on
 * all the rest; every second subject (constants were chosen on the others). Prints the table of docs/topics.md.
 *
 *   node dist/bench/topics/few-examples.js        LONGTAIL_DATA names the folder with wikischools-dev.warc.gz
 */
import { prepareCorpus, topicJudgeOf, trainingPageOf, trainTopic } from '../../src/judge/topic/index.js'
import { confusionOf, createRandom, qualityOf } from '../../src/learn/index.js'
import { readWikischools, shuffled } from '../../test/evaluate/topic-sets.js'

const EXAMPLES = [4, 8, 15, 30, 50]
const SEEDS = 3
const SUBJECTS = 12
const OTHERS = 400
const MIN_TESTED = 4

const { pages } = await readWikischools(process.env.LONGTAIL_DATA ?? '', 0)
const sizes = new Map<string, number>()
for (const { topics } of pages) for (const topic of topics) sizes.set(topic, (sizes.get(topic) ?? 0) + 1)
const subjects = [...sizes]
  .filter(([, size]) => size >= 8 && size <= 300)
  .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  .filter((_, i) => i % 2 === 1)
const trainingPages = new Map(pages.map(one => [one, trainingPageOf(one.page)]))

interface Run {
  readonly precision: number
  readonly recall: number
  readonly gMean: number
  readonly reported: number
  readonly isAsReported: boolean
}

function run(count: number, topic: string, seed: number, isBalanced: boolean): Run[] {
  const order = shuffled(pages, createRandom(seed * 31 + count))
  const others = order.slice(0, OTHERS)
  const isOther = new Set(others)
  const isWanted = (one: (typeof pages)[number]): boolean => one.topics.has(topic)
  const examples = new Set([...order.slice(OTHERS), ...others].filter(isWanted).slice(0, count))
  const text = (some: Iterable<(typeof pages)[number]>) => [...some].flatMap(one => trainingPages.get(one) ?? [])
  const negatives = text(others.filter(one => !isWanted(one)))
  const { model, report } = trainTopic({
    name: topic,
    positives: text(examples),
    negatives,
    corpus: prepareCorpus(negatives),
    ...(isBalanced ? { prior: 0.5 } : {}),
  })
  const judge = topicJudgeOf(model)
  const tested = pages.filter(one => !examples.has(one) && !isOther.has(one))
  const said = tested.map(({ page }) => Number(judge.judge(page).relevant))
  const { precision, recall, gMean } = qualityOf(
    confusionOf(
      tested.map(one => Number(isWanted(one))),
      said,
    ),
  )
  // all that is left of the subject is among the others
  if (!tested.some(isWanted)) return []
  const { quality } = report
  const isAsReported = quality !== null && gMean >= quality.range.low
  return [{ precision, recall, gMean, reported: quality?.gMean.mean ?? 0, isAsReported }]
}

for (const isBalanced of [false, true])
  for (const count of EXAMPLES) {
    const topics = subjects.filter(([, size]) => size >= count + MIN_TESTED).slice(0, SUBJECTS)
    const runs = Array.from({ length: SEEDS }, (_, i) =>
      topics.flatMap(([topic]) => run(count, topic, i + 1, isBalanced)),
    ).flat()
    const mean = (value: (one: Run) => number): string =>
      (runs.reduce((sum, one) => sum + value(one), 0) / Math.max(1, runs.length)).toFixed(3)
    console.log(
      `${isBalanced ? 'a prior of 0.5' : 'the usual prior'} ${count} examples, ${runs.length} runs: precision ${mean(one => one.precision)} ` +
        `recall ${mean(one => one.recall)} G-mean ${mean(one => one.gMean)} reported ${mean(one => one.reported)} ` +
        `at least the lower end ${mean(one => Number(one.isAsReported))}`,
    )
  }
