/** Seeds and training pages from a search engine that a campaign or a user names. */
import { join } from 'node:path'
import type { Campaign } from '../campaign/index.js'
import { LongtailError } from '../errors.js'
import { makeDirectory } from '../disk/make-directory.js'
import { languagesOf } from '../crawl/target.js'
import type { WrittenLanguage } from '../judge/index.js'
import { modelsAmong, wantedLanguages } from '../page/language/wanted-languages.js'
import { readTopicModel } from '../judge/topic/index.js'
import { VERSION } from '../version.js'
import { formatUserAgent } from '../web/index.js'
import { createSearxng } from '../web/search-searxng.js'
import type { SearchEngine } from '../web/search.js'
import { SavedSearches } from './saved-searches.js'

/** The engine at this address, asked as the campaign asks any host. */
export function openSearchEngine(url: string, campaign: Campaign, warn: (message: string) => void): SearchEngine {
  const { network, politeness } = campaign
  return createSearxng({
    url,
    userAgent: formatUserAgent(VERSION, campaign.contact),
    delayMs: politeness.delay,
    proxy: network.proxy,
    hosts: network.hosts,
    timeoutMs: network.timeout,
    warn,
  })
}

export interface SearchSeedsOptions {
  /** Whose seeds are `{search: …}`. */
  readonly campaign: Campaign
  /** Directory of the crawl, where the results are kept. */
  readonly out: string
  readonly signal: AbortSignal
  readonly warn: (message: string) => void
}

/** Asks nothing that was asked for this crawl before. */
export async function searchSeeds(options: SearchSeedsOptions): Promise<string[]> {
  const { campaign, out, signal, warn } = options
  if (Array.isArray(campaign.seeds) || !('search' in campaign.seeds)) return []
  const { searxng, results, queries = defaultQueries(campaign) } = campaign.seeds.search
  makeDirectory(out)
  const searches = new SavedSearches(join(out, 'search.json'))
  const engine = openSearchEngine(searxng, campaign, warn)
  const seeds = new Set<string>()
  try {
    for (const query of queries) {
      const found = await searches.search(engine, query, { results, language: searchLanguage(campaign), signal })
      if (found.length === 0) warn(`the search for "${query}" found nothing`)
      for (const { url } of found) seeds.add(url)
    }
  } finally {
    await engine.close()
  }
  if (seeds.size > 0) return [...seeds]
  throw new LongtailError(
    'E_SEARCH',
    `${searxng} found nothing for ${queries.map(query => `"${query}"`).join(', ')}; try other queries (seeds.search.queries), or list seeds`,
  )
}

const LANGUAGE_QUERIES = 6
/** More, and engines find nothing; fewer, and they find pages in other languages that have one of the words. */
const WORDS_IN_QUERY = 3

/** Words that tell a learned language from its rivals, some to a query, the most telling ones in different queries. */
export function languageQueries(words: readonly string[]): string[] {
  const queries = Math.min(LANGUAGE_QUERIES, Math.ceil(words.length / WORDS_IN_QUERY))
  return Array.from({ length: queries }, (_, query) =>
    words
      .slice(0, queries * WORDS_IN_QUERY)
      .filter((_word, i) => i % queries === query)
      .join(' '),
  )
}

/** What the topic or the learned language itself would be searched by. */
function defaultQueries({ target }: Campaign): string[] {
  if (target.topic !== undefined) {
    const { name, query = name } = readTopicModel(target.topic.model)
    return [query]
  }
  if (target.keywords !== undefined) return [...target.keywords]
  const words = modelsAmong(wantedLanguages(languagesOf(target))).map(model => model.words)
  if (words.some(({ length }) => length > 0)) return words.flatMap(languageQueries)
  throw new LongtailError(
    'E_CAMPAIGN',
    'seeds.search: give queries (queries: […]); only topics and learned languages have queries of their own',
  )
}

/** As search engines want it: two letters, where there are two. They have no name for a language that was learned. */
export function searchLanguage(
  { target }: Pick<Campaign, 'target'>,
  written: WrittenLanguage | undefined = target.language?.[0],
): string | undefined {
  try {
    return typeof written !== 'string' || written === '' ? undefined : Intl.getCanonicalLocales(written)[0]
  } catch {
    return undefined
  }
}
