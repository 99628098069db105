/**
 * One model per topic: its own pages against a sample of the other topics'. Pages are read from the training crawl when they
 * are needed; only the sample stays in memory, whatever the number of topics.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LongtailError } from '../errors.js'
import {
  prepareCorpus,
  readTopicModel,
  trainTopic,
  writeTopicModel,
  type TopicReport,
  type TrainingPage,
} from '../judge/topic/index.js'
import { aboutOtherThings, spacedPage, type BackgroundSample } from '../train/background-sample.js'
import { readExamplePages } from '../train/example-pages.js'
import { openFetched, readFetched, type FetchedPages } from '../train/fetch-pages.js'
import type { TopicAddresses } from './addresses.js'
import type { TopicState } from '../collection/syllabus-file.js'
import type { Collection } from './collection.js'
import type { Syllabus, SyllabusTopic } from './syllabus.js'

/**
 * Pages in the sample. Every topic reads them all, so their number decides how long hundreds of topics take: 300 topics of ten
 * pages each took 146 s with 292 of them and 99 about anything. The number was chosen for that, not for the quality of the judges.
 */
const SAMPLE_PAGES = 400
const SAMPLE_PER_TOPIC = 60
/** Of a page in the sample: nobody needs a book to know what a topic is not. */
const SAMPLE_TEXT = 10_000

/** Pages whose words are searched for. */
const WORD_PAGES = 200

export interface AskParts extends Omit<LearnParts, 'background'> {
  readonly warn: (message: string) => void
  readonly onStep: (line: string) => void
}

export interface LearnParts {
  readonly syllabus: Syllabus
  readonly addresses: ReadonlyMap<string, TopicAddresses>
  readonly collection: Collection
  /** Addresses of pages about anything. */
  readonly background: readonly string[]
  readonly signal: AbortSignal
}

export interface LearnOptions extends LearnParts {
  readonly onTopic: (done: number, of: number, topic: SyllabusTopic) => void
  readonly onLearned: (topic: SyllabusTopic, report: TopicReport, against: Against) => void
}

/** Where the pages came from that a topic was told from. */
export type Against = TopicState['against']

/** Models that were learned from the same pages before are left as they are. */
export function topicsToLearn(options: LearnParts): SyllabusTopic[] {
  const { syllabus, addresses, collection } = options
  const isLearned = (topic: SyllabusTopic): boolean =>
    collection.stateOf(topic).learnedFrom === fingerprintOf(topic, examplesOf(topic, addresses), options) &&
    isModel(collection.modelOf(topic))
  return syllabus.topics.filter(topic => !isLearned(topic))
}

function examplesOf({ slug }: SyllabusTopic, addresses: LearnParts['addresses']): readonly string[] {
  return addresses.get(slug)?.examples ?? []
}

export async function learnTopics(options: LearnOptions): Promise<void> {
  const { syllabus, addresses, collection, background, signal } = options
  const missing = topicsToLearn(options)
  if (missing.length === 0) return
  const fetched = await openFetched(collection.paths.training)
  const sample = await sampleOf(syllabus, addresses, fetched, signal)
  const common = await negativesOf(syllabus.negatives, fetched, signal)
  const isSampled = new Set(sample.map(({ page }) => page.url))
  const anything = (await readFetched(background, fetched)).pages
    .filter(({ url }) => !isSampled.has(url))
    .map(page => spacedPage(shortened(page)))
  // read once for all topics
  const corpus = prepareCorpus([...common, ...sample.map(({ page }) => page), ...anything.map(({ page }) => page)])
  for (const [done, topic] of missing.entries()) {
    // Ctrl-C is heard between two topics
    await nextTurn()
    signal.throwIfAborted()
    options.onTopic(done, missing.length, topic)
    const urls = examplesOf(topic, addresses)
    const positives = await positivesOf(topic, urls, fetched, signal)
    const own = new Set([...urls, ...positives.map(({ url }) => url)])
    const given = await negativesOf(topic.negatives, fetched, signal)
    const others = sample.filter(({ slug, page }) => slug !== topic.slug && !own.has(page.url)).map(({ page }) => page)
    const phrases = [topic.name, topic.query, ...topic.phrases]
    const unrelated = aboutOtherThings(
      anything.filter(({ page }) => !own.has(page.url)),
      phrases,
    )
    const { model, report } = trainTopic({
      name: topic.name,
      query: topic.query,
      phrases: topic.phrases,
      positives,
      negatives: [...given, ...common, ...others, ...unrelated],
      corpus,
    })
    writeTopicModel(collection.modelOf(topic), { ...model, query: topic.query })
    const against = {
      topics: others.length,
      background: unrelated.length,
      given: given.length + common.length,
    }
    collection.update(topic, {
      against,
      learnedFrom: fingerprintOf(topic, urls, options),
      gMean: report.quality?.gMean.mean ?? null,
      isVague: report.vague,
      warnings: [...report.warnings],
    })
    options.onLearned(topic, report, against)
  }
}

/** One that somebody damaged is made again. */
function isModel(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    readTopicModel(path)
    return true
  } catch (error) {
    if (error instanceof LongtailError && error.code === 'E_MODEL') return false
    throw error
  }
}

async function positivesOf(
  topic: SyllabusTopic,
  urls: readonly string[],
  fetched: FetchedPages,
  signal: AbortSignal,
): Promise<TrainingPage[]> {
  const files = topic.examples.filter(example => !/^https?:\/\//i.test(example))
  const [online, local] = [await readFetched(urls, fetched), await readExamplePages(files, { signal })]
  return [...online.pages, ...local.pages]
}

async function negativesOf(
  given: readonly string[],
  fetched: FetchedPages,
  signal: AbortSignal,
): Promise<TrainingPage[]> {
  const { pages, urls } = await readExamplePages(given, { signal, maxPages: SAMPLE_PAGES })
  return [...pages, ...(await readFetched(urls, fetched)).pages]
}

/** The first pages of every topic: a search engine's best results say best what the topic is. */
async function sampleOf(
  { topics }: Syllabus,
  addresses: LearnParts['addresses'],
  fetched: FetchedPages,
  signal: AbortSignal,
): Promise<{ slug: string; page: TrainingPage }[]> {
  const each = Math.max(1, Math.min(SAMPLE_PER_TOPIC, Math.floor(SAMPLE_PAGES / topics.length)))
  const sample: { slug: string; page: TrainingPage }[] = []
  for (const topic of topics.slice(0, SAMPLE_PAGES)) {
    signal.throwIfAborted()
    // some of them will not be there
    const { pages } = await readFetched(examplesOf(topic, addresses).slice(0, each + 10), fetched)
    const local = pages.length > 0 ? [] : await positivesOf(topic, [], fetched, signal)
    for (const page of [...pages, ...local].slice(0, each)) sample.push({ slug: topic.slug, page: shortened(page) })
  }
  return sample
}

function shortened(page: TrainingPage): TrainingPage {
  return { ...page, text: page.text.slice(0, SAMPLE_TEXT) }
}

/** Searches for pages about anything, by words of the first pages of all topics. */
export async function askForBackground(sample: BackgroundSample, options: AskParts): Promise<void> {
  const { syllabus, addresses, collection, signal, warn, onStep } = options
  const fetched = await openFetched(collection.paths.training)
  const first = await sampleOf(syllabus, addresses, fetched, signal)
  const spread = spreadOver(
    first.map(({ page }) => page),
    WORD_PAGES,
  )
  const phrases = syllabus.topics.flatMap(({ name, query, phrases: more }) => [name, query, ...more])
  const onSearch = (word: string): void => onStep(`searching for random pages: ${word}`)
  await sample.ask(spread, phrases, undefined, { signal, warn, onSearch })
}

/** From the whole list, not its beginning. */
function spreadOver<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count)
  return Array.from({ length: Math.min(count, items.length) }, (_, i) => items[Math.floor(i * step)])
}

function fingerprintOf(
  topic: SyllabusTopic,
  urls: readonly string[],
  { syllabus: { negatives: common }, background }: LearnParts,
): string {
  const { name, query, phrases, examples, negatives } = topic
  const text = JSON.stringify([name, query, phrases, examples, negatives, urls, common, background])
  return createHash('sha1').update(text).digest('hex').slice(0, 16)
}
