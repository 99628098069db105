/**
 * A syllabus to collections, with one command:
 *
 *   syllabus ─ search ─▶ addresses ─ training crawl ─▶ pages ─ learn ─▶ one model per topic ─▶ one crawl per topic
 *
 * Every stage keeps what it has (collection.ts), so that the same command goes on where it was stopped. Topics are crawled one
 * after the other, each into a crawl directory of its own; what one of them has fetched the others read from its archive.
 */
import { createHash } from 'node:crypto'
import type { Campaign } from '../campaign/index.js'
import type { Status } from '../collection/index.js'
import { mergeUnfetched, runCrawl, type StopReason, type UnfetchedUrls } from '../crawl/index.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl, hostOf } from '../page/index.js'
import { BackgroundSample } from '../train/background-sample.js'
import { CrawledCaptures } from '../train/crawled-captures.js'
import { fetchPages } from '../train/fetch-pages.js'
import { SavedSearches } from '../train/saved-searches.js'
import { searchLanguage } from '../train/search-seeds.js'
import type { SearchEngine } from '../web/search.js'
import { addressesIn, findAddresses, type TopicAddresses } from './addresses.js'
import { Collection, knownSlugs } from './collection.js'
import { askForBackground, learnTopics, topicsToLearn } from './learn-topics.js'
import { summaryOf, type SyllabusSummary } from './summary.js'
import { loadSyllabus, type Syllabus, type SyllabusTopic } from './syllabus.js'
import { isDone, topicCampaign } from './topic-campaign.js'

export interface SyllabusOptions {
  /** With `target.syllabus`. */
  readonly campaign: Campaign
  readonly campaignPath: string | null
  readonly out: string
  readonly engine: SearchEngine | null
  /** Results per topic. */
  readonly results: number
  /** Pages about anything that topics are told from, where there is a search engine; 0 for none. */
  readonly backgroundPages: number
  /** Seeds that all topics share. */
  readonly seeds: readonly string[]
  readonly skipVague: boolean
  /** Stop when the models are made. */
  readonly learnOnly?: boolean
  /** Nobody said who asks, so that nothing may be fetched. */
  readonly isOffline?: boolean
  readonly warn: (message: string) => void
  readonly note: (message: string) => void
  /** `label` says which topic, of how many. */
  readonly onProgress: (progress: Status, label: string) => void
  readonly onStep: (line: string) => void
  /** Called at once, with the way to stop. */
  readonly onStart: (stop: () => void) => void
}

export async function runSyllabus(options: SyllabusOptions): Promise<SyllabusSummary> {
  const { campaign } = options
  const startedAt = Date.now()
  const abort = new AbortController()
  let stopCrawl = (): void => {}
  options.onStart(() => {
    abort.abort()
    stopCrawl()
  })
  const syllabus = loadSyllabus(campaign.target.syllabus ?? '', knownSlugs(options.out))
  for (const note of syllabus.notes) options.warn(`${syllabus.path}: ${note}`)
  const collection = new Collection(options.out, campaign.name, syllabus)
  collection.open()
  const run = new SyllabusRun({ ...options, syllabus, collection, startedAt, signal: abort.signal }, stop => {
    stopCrawl = stop
    if (abort.signal.aborted) stop()
  })
  try {
    return await run.run()
  } finally {
    collection.close()
  }
}

interface RunParts extends SyllabusOptions {
  readonly syllabus: Syllabus
  readonly collection: Collection
  readonly startedAt: number
  readonly signal: AbortSignal
}

class SyllabusRun {
  private readonly captures = new CrawledCaptures()
  private readonly hosts = new Set<string>()
  private readonly crawled = new Map<string, string>()
  private readonly unfetched: UnfetchedUrls[] = []

  constructor(
    private readonly parts: RunParts,
    private readonly onCrawl: (stop: () => void) => void,
  ) {}

  async run(): Promise<SyllabusSummary> {
    try {
      return this.summary(await this.stages())
    } catch (error) {
      // whatever was waiting when the user stopped says so in its own way
      if (this.parts.signal.aborted && !(error instanceof LongtailError && error.code === 'E_DISK'))
        return this.summary('interrupted')
      throw error
    }
  }

  private summary(stopped: StopReason): SyllabusSummary {
    return summaryOf(this.parts.syllabus, this.parts.collection, {
      crawled: this.crawled,
      hosts: this.hosts.size,
      seconds: (Date.now() - this.parts.startedAt) / 1000,
      stopped,
      unfetched: mergeUnfetched(this.unfetched),
    })
  }

  private async stages(): Promise<StopReason> {
    const { syllabus, collection, campaign, signal, onStep } = this.parts
    const count = syllabus.topics.length
    const searches = new SavedSearches(collection.paths.searches)
    const language = searchLanguage(campaign, syllabus.language === '' ? undefined : syllabus.language)
    const sample = new BackgroundSample({ ...this.parts, searches, pages: this.parts.backgroundPages, language })
    const addresses = await findAddresses({
      ...this.parts,
      mayBeNone: this.parts.learnOnly === true,
      searches,
      language,
      common: this.parts.seeds,
      onTopic: (done, { name }) => onStep(`searching for pages: ${done} of ${count} topics (${name})`),
    })
    const stopped = await this.learn(addresses, sample)
    if (stopped !== 'finished') return stopped
    if (this.parts.learnOnly === true) return 'finished'
    await this.rememberEarlier()
    for (const [index, topic] of syllabus.topics.entries()) {
      signal.throwIfAborted()
      const reason = await this.crawlTopic(topic, addresses.get(topic.slug), `${index + 1}/${count} ${topic.name}`)
      if (reason !== null) return reason
    }
    return 'finished'
  }

  private async learn(addresses: ReadonlyMap<string, TopicAddresses>, sample: BackgroundSample): Promise<StopReason> {
    const { syllabus, onStep, note, warn } = this.parts
    const parts = { ...this.parts, addresses }
    // hosts that did not answer are not asked again for the sake of models that are made
    if (sample.isComplete && topicsToLearn({ ...parts, background: sample.urls }).length === 0) return 'finished'
    const stopped = await this.fetchExamples(addresses, sample.urls)
    if (stopped !== 'finished') return stopped
    if (!sample.isComplete) {
      const before = sample.urls.length
      await askForBackground(sample, parts)
      const stoppedAgain = sample.urls.length === before ? stopped : await this.fetchExamples(addresses, sample.urls)
      if (stoppedAgain !== 'finished') return stoppedAgain
    }
    const count = syllabus.topics.length
    await learnTopics({
      ...parts,
      background: sample.urls,
      onTopic: (done, missing, { name }) =>
        onStep(`learning: ${done} of ${missing} topics (${count} in all), now ${name}`),
      onLearned: ({ name }, report, against) => {
        const quality = report.quality === null ? '' : `, G-mean ${report.quality.gMean.mean.toFixed(2)}`
        const others = `${against.topics} of other topics, ${against.background} about anything, ${against.given} given`
        note(`learned ${name}: ${report.positives.used} pages against ${others}; ${report.terms.kept} terms${quality}`)
        for (const warning of report.warnings) warn(`${name}: ${warning}`)
      },
    })
    return 'finished'
  }

  private async fetchExamples(
    addresses: ReadonlyMap<string, TopicAddresses>,
    background: readonly string[],
  ): Promise<StopReason> {
    const { campaign, collection, syllabus, signal, warn, onProgress } = this.parts
    const common = await addressesIn(syllabus.negatives, signal)
    const ofTopics = [...addresses.values()].flatMap(({ examples, negatives }) => [...examples, ...negatives])
    const urls = [...new Set([...ofTopics, ...common.flatMap(url => canonicalUrl(url) ?? []), ...background])]
    const timeMs = this.timeLeft()
    if (urls.length === 0) return 'finished'
    if (this.parts.isOffline === true)
      throw new LongtailError(
        'E_USAGE',
        `${urls.length} pages must be fetched (${urls[0]}…), which needs --campaign, whose contact tells the sites who you are`,
      )
    if (timeMs !== undefined && timeMs <= 0) return 'time'
    return fetchPages(urls, {
      campaign,
      out: collection.paths.training,
      timeMs,
      warn,
      onProgress: progress => onProgress(progress, `pages to learn from`),
      onStart: stop => this.onCrawl(stop),
    })
  }

  /** What was fetched before this run, by the training crawl and by all topics. */
  private async rememberEarlier(): Promise<void> {
    const { syllabus, collection } = this.parts
    await this.captures.add(collection.paths.training)
    for (const topic of syllabus.topics) await this.remember(topic)
  }

  private async remember(topic: SyllabusTopic): Promise<void> {
    await this.captures.add(this.parts.collection.directoryOf(topic), {
      answer: ({ t, url }) => t === 'page' && this.hosts.add(hostOf(url)),
    })
  }

  /** A reason to stop everything, or null. */
  private async crawlTopic(
    topic: SyllabusTopic,
    from: TopicAddresses | undefined,
    label: string,
  ): Promise<StopReason | null> {
    const { collection, warn, note } = this.parts
    const seeds = from?.seeds ?? []
    const state = collection.stateOf(topic)
    if (seeds.length === 0) {
      warn(`${topic.name}: no address to begin from; add seeds or examples to the syllabus`)
      this.crawled.set(topic.slug, 'no-seeds')
      return null
    }
    if (state.isVague && this.parts.skipVague) {
      note(`${label}: left out, too vague`)
      this.crawled.set(topic.slug, 'vague')
      return null
    }
    const campaign = topicCampaign(this.parts.campaign, topic, collection, this.timeLeft())
    const crawledFrom = createHash('sha1')
      .update(JSON.stringify([seeds, campaign.strategy]))
      .digest('hex')
      .slice(0, 16)
    if (state.crawledFrom === crawledFrom && isDone(state, campaign)) {
      this.crawled.set(topic.slug, state.stopped)
      return null
    }
    if (campaign.limits.time !== undefined && campaign.limits.time <= 0) return 'time'
    if (campaign.limits.bytes !== undefined && campaign.limits.bytes <= 0) return 'bytes'
    const summary = await runCrawl({
      campaign,
      campaignPath: this.parts.campaignPath,
      seeds,
      out: collection.directoryOf(topic),
      shared: { find: url => this.captures.find(url) },
      warn: message => warn(`${topic.name}: ${message}`),
      onProgress: progress => this.parts.onProgress(progress, label),
      onStart: stop => this.onCrawl(stop),
    })
    await this.remember(topic)
    const { pages, relevant, bytes, hosts, embeds, reused, texts, stopped } = summary
    collection.update(topic, { crawledFrom, pages, relevant, bytes, hosts, embeds, reused, texts, stopped })
    this.crawled.set(topic.slug, stopped)
    this.unfetched.push(...summary.unfetched)
    note(`${label}: ${pages} pages, ${relevant} relevant (${percent(relevant, pages)}), stopped: ${summary.why}`)
    return stopped === 'interrupted' || stopped === 'time' || stopped === 'failed' ? stopped : null
  }

  private timeLeft(): number | undefined {
    const { time } = this.parts.campaign.limits
    return time === undefined ? undefined : time - (Date.now() - this.parts.startedAt)
  }
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((100 * part) / whole)} %`
}
