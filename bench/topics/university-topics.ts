/**
 * Topics of university-dev.warc.gz. 373 pages were read one by one and labelled for four topics (university-labels.tsv); a judge
 * that learned from all of them stands for the truth about the others. It takes as large a share of all different pages as was found
 * wanted among the pages drawn at random. Half of the labelled pages train the judge of a crawl: it
 * errs, and errs elsewhere than the truth does.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '../../src/contracts.js'
import { topicJudgeOf, trainingPageOf, trainTopic } from '../../src/judge/topic/index.js'
import { NearDuplicates } from '../../src/page/index.js'

export interface UniversityTopic {
  readonly name: string
  isWanted(page: Page): boolean
  /** What the judge of a crawl learns from; not to be counted. */
  readonly examples: { readonly wanted: readonly Page[]; readonly others: readonly Page[] }
  readonly truth: TruthErrors
}

/** Of the judge that stands for the truth, on labelled pages that were held back. */
export interface TruthErrors {
  /** Wanted pages among those drawn at random. */
  readonly share: number
  /** Of all labelled wanted pages. */
  readonly recall: number
  /** Unwanted pages that it takes, of those drawn at random. */
  readonly falsePositive: number
  /** What that comes to at the share. */
  readonly precision: number
}

const FOLDS = 5
/** A border is drawn by the scores of every so manieth page. */
const STEP = 4

interface LabelledUrl {
  readonly url: string
  /** Drawn from all pages, or from those that a first judge found likely. */
  readonly isRandom: boolean
  /** By topic. */
  readonly labels: readonly boolean[]
}

export function readUniversityLabels(): { topics: readonly string[]; pages: readonly LabelledUrl[] } {
  const path = new URL('../../../bench/topics/university-labels.tsv', import.meta.url)
  const [head, ...rows] = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .filter(row => !row.startsWith('#'))
    .map(row => row.split('\t'))
  return {
    topics: head.slice(2),
    pages: rows.map(([url, sample, ...labels]) => ({
      url,
      isRandom: sample === 'random',
      labels: labels.map(label => label === '1'),
    })),
  }
}

/** `pages`: all of the archive. */
export function universityTopics(pages: Iterable<Page>): UniversityTopic[] {
  const byUrl = new Map([...pages].map(page => [page.url, page]))
  const texts = new NearDuplicates(1 << 16)
  const different = [...byUrl.values()].filter(({ simhash }, i) => texts.findOrAdd(simhash[0], simhash[1], i) === -1)
  const sample = different.filter((_, i) => i % STEP === 0)
  const { topics, pages: labelled } = readUniversityLabels()
  return topics.map((name, topic) => {
    const pagesOf = (isWanted: boolean): Page[] =>
      labelled.filter(({ labels }) => labels[topic] === isWanted).flatMap(({ url }) => byUrl.get(url) ?? [])
    const [wanted, others] = [pagesOf(true), pagesOf(false)]
    const isRandom = new Set(labelled.filter(one => one.isRandom).map(({ url }) => url))
    const share = wanted.filter(({ url }) => isRandom.has(url)).length / isRandom.size
    const judge: TruthJudge = (some, rest) => judgeOf({ name, wanted: some, others: rest, sample, share })
    const isTrue = judge(wanted, others)
    const [isLabelled, isLabelledWanted] = [new Set([...wanted, ...others]), new Set(wanted)]
    const everySecond = (some: readonly Page[]): Page[] => some.filter((_, i) => i % 2 === 0)
    return {
      name,
      isWanted: page => (isLabelled.has(page) ? isLabelledWanted.has(page) : isTrue(page)),
      examples: { wanted: everySecond(wanted), others: everySecond(others) },
      truth: truthErrors(judge, wanted, others, isRandom, share),
    }
  })
}

type TruthJudge = (wanted: readonly Page[], others: readonly Page[]) => (page: Page) => boolean

interface TruthOptions {
  readonly name: string
  readonly wanted: readonly Page[]
  readonly others: readonly Page[]
  readonly sample: readonly Page[]
  readonly share: number
}

function judgeOf({ name, wanted, others, sample, share }: TruthOptions): (page: Page) => boolean {
  const positives = wanted.map(trainingPageOf)
  const judge = topicJudgeOf(trainTopic({ name, positives, negatives: others.map(trainingPageOf) }).model)
  const scores = sample.map(page => judge.judge(page).score).sort((a, b) => b - a)
  const least = scores[Math.round(share * scores.length)]
  return page => judge.judge(page).score > least
}

function truthErrors(
  judge: TruthJudge,
  wanted: readonly Page[],
  others: readonly Page[],
  isRandom: ReadonlySet<string>,
  share: number,
): TruthErrors {
  let [found, taken] = [0, 0]
  for (let fold = 0; fold < FOLDS; fold++) {
    const [inFold, outside] = [true, false].map(
      isIn => (some: readonly Page[]) => some.filter((_, i) => (i % FOLDS === fold) === isIn),
    )
    const isWanted = judge(outside(wanted), outside(others))
    found += inFold(wanted).filter(isWanted).length
    taken += inFold(others).filter(page => isRandom.has(page.url) && isWanted(page)).length
  }
  const recall = found / wanted.length
  const falsePositive = taken / others.filter(({ url }) => isRandom.has(url)).length
  return { share, recall, falsePositive, precision: (share * recall) / (share * recall + (1 - share) * falsePositive) }
}
