/**
 * How good are topic judges? Four kinds of pages of WebKB and eight subjects of wikischools, 50 wanted pages each, several
 * random splits; the same with and without term selection, by both classifiers; and small topics in Thai and Russian.
 * Run alone it prints the tables of docs/topics.md: `node dist/test/evaluate/topics.js` with LONGTAIL_DATA set.
 */
import { pathToFileURL } from 'node:url'
import type { TopicTraining } from '../../src/judge/topic/index.js'
import { topicJudgeOf, trainingPageOf, trainTopic } from '../../src/judge/topic/index.js'
import { confusionOf, PAPER_SELECTION, qualityOf } from '../../src/learn/index.js'
import type { Measurement } from './measure.js'
import { evaluateTopicLanguages } from './topic-languages.js'
import type { TopicSet } from './topic-sets.js'
import { readWebKb, readWikischools, reportedHalf, splitTopic } from './topic-sets.js'

const SPLITS = 3
const SUBJECTS = 8

export interface TopicResult {
  readonly set: string
  readonly topic: string
  readonly gMeans: readonly number[]
  readonly precision: number
  readonly f1: number
  readonly recall: number
  readonly specificity: number
  /** Of the wanted pages' terms. */
  readonly kept: number
  readonly seen: number
  readonly trainSeconds: number
  readonly pagesPerSecond: number
}

type Options = Partial<TopicTraining>

/** G-mean is about the classifier: both sides weigh the same. */
const EVEN: Options = { prior: 0.5 }

/** The table of the paper, remade: SVM and naive Bayes, on all words, on those that the published rule keeps, and on ours. */
export const VARIANTS: Readonly<Record<string, Options>> = {
  'SVM, ours': {},
  'SVM, published rule, our features': { selection: PAPER_SELECTION },
  'SVM, all terms, our features': { selection: null },
  'naive Bayes, ours': { classifier: 'naive-bayes' },
  'naive Bayes, published rule, our features': { classifier: 'naive-bayes', selection: PAPER_SELECTION },
  'naive Bayes, all terms, our features': { classifier: 'naive-bayes', selection: null },
  "SVM, published rule, the paper's features": paperOptions('svm', true),
  "SVM, all terms, the paper's features": paperOptions('svm', false),
  "naive Bayes, published rule, the paper's features": paperOptions('naive-bayes', true),
  "naive Bayes, all terms, the paper's features": paperOptions('naive-bayes', false),
}

/** Single words of the text, as often as they stand there, chosen from the wanted pages alone. */
function paperOptions(classifier: 'svm' | 'naive-bayes', isSelected: boolean): Options {
  const selection = isSelected ? { ...PAPER_SELECTION, maxWords: 1 } : null
  return { classifier, selection, weighting: 'tf', zones: false, contrast: !isSelected }
}

export async function evaluateTopics(data: string): Promise<Measurement[]> {
  const sets = [reportedHalf(await readWebKb(data)), await readWikischools(data, SUBJECTS)]
  const results = sets.flatMap(set => set.topics.map(topic => measureTopic(set, topic, EVEN, SPLITS)))
  const asUsed = sets.flatMap(set => set.topics.map(topic => measureTopic(set, topic, {}, SPLITS)))
  const all = results.map(result => mean(result.gMeans))
  const bySplit = Array.from({ length: SPLITS }, (_, i) => mean(results.map(({ gMeans }) => gMeans[i])))
  const [webkb, wikischools] = ['webkb', 'wikischools'].map(name => results.filter(({ set }) => set === name))
  return [
    {
      id: 'topics.g-mean',
      value: mean(all),
      detail: `${results.length} topics × ${SPLITS} splits, by split ${bySplit.map(value => value.toFixed(3)).join(' ')}`,
    },
    { id: 'topics.webkb.g-mean', value: mean(webkb.map(({ gMeans }) => mean(gMeans))), detail: 'split by domain' },
    { id: 'topics.wikischools.g-mean', value: mean(wikischools.map(({ gMeans }) => mean(gMeans))), detail: 'by page' },
    {
      id: 'topics.f1',
      value: mean(asUsed.map(({ f1 }) => f1)),
      detail: 'at the usual border and the shares of the data',
    },
    ...results.map(describe),
    ...asUsed.map(one => ({ ...describe(one), id: `topics.${one.set}.${one.topic}.f1`, value: one.f1 })),
    ...(await evaluateTopicLanguages(data)),
  ]
}

function describe(result: TopicResult): Measurement {
  const { set, topic, gMeans, precision, recall, specificity, kept, seen, trainSeconds, pagesPerSecond } = result
  const parts = [
    `± ${spread(gMeans).toFixed(3)}`,
    `precision ${precision.toFixed(3)} recall ${recall.toFixed(3)} specificity ${specificity.toFixed(3)}`,
    `${kept.toFixed(0)} of ${seen.toFixed(0)} terms`,
    `trained in ${trainSeconds.toFixed(2)} CPU-s, ${pagesPerSecond.toFixed(0)} pages per CPU-s`,
  ]
  return { id: `topics.${set}.${topic}`, value: mean(gMeans), detail: parts.join(', ') }
}

export function measureTopic(set: TopicSet, topic: string, options: Options, splits: number): TopicResult {
  const measured = Array.from({ length: splits }, (_, i) => {
    const { positives, negatives, test } = splitTopic(set, topic, i + 1)
    const start = process.cpuUsage()
    const { model, report } = trainTopic({
      name: topic.replaceAll(/[._]/g, ' '),
      positives: positives.map(trainingPageOf),
      negatives: negatives.map(trainingPageOf),
      ...options,
    })
    const trainSeconds = secondsSince(start)
    const judge = topicJudgeOf(model)
    const judging = process.cpuUsage()
    const said = test.map(({ page }) => Number(judge.judge(page).relevant))
    const pagesPerSecond = test.length / secondsSince(judging)
    const labels = test.map(({ isWanted }) => Number(isWanted))
    return { quality: qualityOf(confusionOf(labels, said)), report, trainSeconds, pagesPerSecond }
  })
  return {
    set: set.name,
    topic,
    gMeans: measured.map(({ quality }) => quality.gMean),
    precision: mean(measured.map(({ quality }) => quality.precision)),
    f1: mean(measured.map(({ quality }) => quality.f1)),
    recall: mean(measured.map(({ quality }) => quality.recall)),
    specificity: mean(measured.map(({ quality }) => quality.specificity)),
    kept: mean(measured.map(({ report }) => report.terms.kept)),
    seen: mean(measured.map(({ report }) => report.terms.seen)),
    trainSeconds: mean(measured.map(one => one.trainSeconds)),
    pagesPerSecond: mean(measured.map(one => one.pagesPerSecond)),
  }
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function spread(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map(value => (value - middle) ** 2)))
}

async function printTables(data: string): Promise<void> {
  for (const { id, value, detail } of await evaluateTopics(data))
    console.log(`${id.padEnd(46)} ${value.toFixed(3)}  ${detail}`)
  const sets = [reportedHalf(await readWebKb(data)), await readWikischools(data, SUBJECTS)]
  console.log('\nG-mean, recall, specificity; terms kept; training (one split)')
  for (const [name, options] of Object.entries(VARIANTS))
    for (const set of sets) {
      const results = set.topics.map(topic => measureTopic(set, topic, { ...EVEN, ...options }, 1))
      const over = (value: (result: TopicResult) => number): number => mean(results.map(value))
      const share = over(({ kept, seen }) => kept / seen)
      console.log(
        `${name.padEnd(50)} ${set.name.padEnd(12)} ${over(({ gMeans }) => mean(gMeans)).toFixed(3)}  ` +
          `${over(({ recall }) => recall).toFixed(3)}  ${over(({ specificity }) => specificity).toFixed(3)}  ` +
          `${(100 * share).toFixed(1)} % of ${over(({ seen }) => seen).toFixed(0)}  ${over(result => result.trainSeconds).toFixed(2)} CPU-s`,
      )
    }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await printTables(process.env.LONGTAIL_DATA ?? '')
