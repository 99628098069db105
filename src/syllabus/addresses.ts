/**
 * Where the topics of a syllabus begin: addresses from the file, and from a search engine where there is one. A search engine
 * that fails stops nobody who has other addresses.
 */
import { canonicalUrl } from '../page/index.js'
import { LongtailError } from '../errors.js'
import { readExampleUrls } from '../train/example-pages.js'
import type { SavedSearches } from '../train/saved-searches.js'
import type { SearchEngine } from '../web/search.js'
import type { Syllabus, SyllabusTopic } from './syllabus.js'

export interface TopicAddresses {
  /** Pages to learn from. */
  readonly examples: readonly string[]
  /** Pages about something else. */
  readonly negatives: readonly string[]
  /** Where its crawl begins. */
  readonly seeds: readonly string[]
}

export interface AddressOptions {
  readonly syllabus: Syllabus
  readonly engine: SearchEngine | null
  readonly searches: SavedSearches
  readonly results: number
  readonly language: string | undefined
  /** Seeds that all topics share. */
  readonly common: readonly string[]
  /** Topics may also be learned from files alone. */
  readonly mayBeNone: boolean
  readonly signal: AbortSignal
  readonly warn: (message: string) => void
  readonly onTopic: (done: number, topic: SyllabusTopic) => void
}

/** By slug. Throws when not one topic has an address to begin with, and some must. */
export async function findAddresses(options: AddressOptions): Promise<Map<string, TopicAddresses>> {
  const { syllabus, engine, searches, signal } = options
  const found = new Map<string, TopicAddresses>()
  const failures: LongtailError[] = []
  const search = async (query: string): Promise<string[]> => {
    const asking = { results: options.results, language: options.language, signal }
    const kept = searches.find(query, asking)
    if (kept !== null) return kept.map(({ url }) => url)
    if (engine === null || failures.length > 0) return []
    try {
      return (await searches.search(engine, query, asking)).map(({ url }) => url)
    } catch (error) {
      if (!(error instanceof LongtailError) || error.code !== 'E_SEARCH') throw error
      failures.push(error)
      options.warn(error.message)
      return []
    }
  }
  for (const [done, topic] of syllabus.topics.entries()) {
    signal.throwIfAborted()
    options.onTopic(done, topic)
    const given = await addressesIn(topic.examples, signal)
    const results = await search(topic.query)
    const seeds = unique([...topic.seeds, ...given, ...results])
    // seeds were chosen by somebody who knows the topic: where there is nothing else, they are learned from
    const examples = unique([...given, ...results])
    found.set(topic.slug, {
      examples: examples.length === 0 && topic.examples.length === 0 ? unique(topic.seeds) : examples,
      negatives: unique(await addressesIn(topic.negatives, signal)),
      seeds: unique([...seeds, ...options.common]),
    })
  }
  if (options.mayBeNone || [...found.values()].some(({ seeds }) => seeds.length > 0)) return found
  for (const failure of failures) throw failure
  throw new LongtailError(
    'E_CAMPAIGN',
    `${syllabus.path}: no topic has an address to begin from: give a search engine in the campaign (seeds: {search: {searxng: …}}), ` +
      '"seeds" or "examples" of topics, or seeds in the campaign',
  )
}

/** Addresses among these sources, also those in lists and bookmarks. */
export async function addressesIn(sources: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const isAddress = (source: string): boolean => /^https?:\/\//i.test(source)
  const files = sources.filter(source => !isAddress(source))
  // pages in files are read when the topic is learned: those of hundreds of topics would not fit in memory
  const listed = files.length === 0 ? [] : await readExampleUrls(files, { signal })
  return [...sources.filter(isAddress), ...listed]
}

function unique(written: readonly string[]): string[] {
  return [...new Set(written.flatMap(one => canonicalUrl(one) ?? []))]
}
