/**
 * One model per topic: its own pages against a sample of the other topics'. Pages are read from the training crawl when they
 * are needed; only the sample stays in memory, whatever the number of topics.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { trainTopic, writeTopicModel, type TopicReport, type TrainingPage } from '../judge/topic/index.js'
import { readExamplePages } from '../train/example-pages.js'
import { openFetched, readFetched, type FetchedPages } from '../train/fetch-pages.js'
import type { TopicAddresses } from './addresses.js'
import type { Collection } from './collection.js'
import type { Syllabus, SyllabusTopic } from './syllabus.js'

/**
 * Pages in the sample. Every topic reads them all, so their number decides how long hundreds of topics take: 60 topics of three
 * pages each took 16 s of computing with 360 of them. The number was chosen for that, not for the quality of the judges.
 */
const SAMPLE_PAGES = 400
const SAMPLE_PER_TOPIC = 60
/** Of a page in the sample: nobody needs a book to know what a topic is not. */
const SAMPLE_TEXT = 10_000

export interface LearnOptions {
  readonly syllabus: Syllabus
  readonly addresses: ReadonlyMap<string, TopicAddresses>
  readonly collection: Collection
  readonly signal: AbortSignal
  readonly onTopic: (done: number, topic: SyllabusTopic) => void
  readonly onLearned: (topic: SyllabusTopic, report: TopicReport) => void
}

/** Models that were learned from the same pages before are left as they are. */
export async function learnTopics(options: LearnOptions): Promise<void> {
  const { syllabus, addresses, collection, signal } = options
  const examplesOf = (topic: SyllabusTopic): readonly string[] => addresses.get(topic.slug)?.examples ?? []
  const isLearned = (topic: SyllabusTopic): boolean =>
    existsSync(collection.modelOf(topic)) &&
    collection.stateOf(topic).learnedFrom === fingerprintOf(topic, examplesOf(topic), syllabus)
  const missing = syllabus.topics.filter(topic => !isLearned(topic))
  if (missing.length === 0) return
  const fetched = await openFetched(collection.paths.training)
  const sample = await sampleOf(syllabus, examplesOf, fetched, signal)
  const common = await negativesOf(syllabus.negatives, fetched, signal)
  for (const [done, topic] of missing.entries()) {
    // Ctrl-C is heard between two topics
    await nextTurn()
    signal.throwIfAborted()
    options.onTopic(done, topic)
    const urls = examplesOf(topic)
    const positives = await positivesOf(topic, urls, fetched, signal)
    const own = new Set([...urls, ...positives.map(({ url }) => url)])
    const given = await negativesOf(topic.negatives, fetched, signal)
    const others = sample.filter(({ slug, page }) => slug !== topic.slug && !own.has(page.url)).map(({ page }) => page)
    const { model, report } = trainTopic({
      name: topic.name,
      query: topic.query,
      phrases: topic.phrases,
      positives,
      negatives: [...given, ...common, ...others],
    })
    writeTopicModel(collection.modelOf(topic), { ...model, query: topic.query })
    collection.update(topic, {
      learnedFrom: fingerprintOf(topic, urls, syllabus),
      gMean: report.quality?.gMean.mean ?? null,
      isVague: report.vague,
      warnings: [...report.warnings],
    })
    options.onLearned(topic, report)
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
  examplesOf: (topic: SyllabusTopic) => readonly string[],
  fetched: FetchedPages,
  signal: AbortSignal,
): Promise<{ slug: string; page: TrainingPage }[]> {
  const each = Math.max(1, Math.min(SAMPLE_PER_TOPIC, Math.floor(SAMPLE_PAGES / topics.length)))
  const sample: { slug: string; page: TrainingPage }[] = []
  for (const topic of topics.slice(0, SAMPLE_PAGES)) {
    signal.throwIfAborted()
    // some of them will not be there
    const { pages } = await readFetched(examplesOf(topic).slice(0, each + 10), fetched)
    const local = pages.length > 0 ? [] : await positivesOf(topic, [], fetched, signal)
    for (const page of [...pages, ...local].slice(0, each))
      sample.push({ slug: topic.slug, page: { ...page, text: page.text.slice(0, SAMPLE_TEXT) } })
  }
  return sample
}

function fingerprintOf(topic: SyllabusTopic, urls: readonly string[], { negatives: common }: Syllabus): string {
  const { name, query, phrases, examples, negatives } = topic
  const text = JSON.stringify([name, query, phrases, examples, negatives, urls, common])
  return createHash('sha1').update(text).digest('hex').slice(0, 16)
}
