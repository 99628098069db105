/**
 * Pages about anything, from the user's search engine: what a topic is told from where nobody gives other pages. It is asked for
 * single words of middling frequency; the searches are kept with the others, so that the sample is the same in every run.
 *
 * The words stand on the topic's own pages, in the language of those pages. Words drawn from a table of the whole Web would not
 * do: hundreds of them are words that no school wants to be seen searching for.
 */
import { LongtailError } from '../errors.js'
import type { TrainingPage } from '../judge/topic/index.js'
import { createRandom, loadBackground, shuffle, type BackgroundTable } from '../learn/index.js'
import { hostOf } from '../page/index.js'
import { identifyLanguage } from '../page/language/identify.js'
import { stopWordsOf } from '../page/words/stop.js'
import { wordsOf } from '../page/words/words.js'
import type { SearchEngine } from '../web/search.js'
import type { SavedSearches } from './saved-searches.js'

/** Of each search: the more searches, the more different the pages. */
const RESULTS = 5
/** No search engine is asked more often than this for each wanted page. */
const SEARCHES_PER_PAGE = 0.4
/** An engine that finds nothing for so many words in a row will not find anything for the next. */
const MAX_EMPTY = 8
/** A host gives this share of the pages, unless there are too few others. */
const HOST_SHARE = 0.05
/** Words by how common they are in the table: between these places. */
const FIRST_RANK = 1000
const LAST_RANK = 10_000
/** What stands on more of the topic's pages than this may be a word of the topic. */
const MAX_SHARE = 0.15
const MAX_READ = 200
const MAX_TEXT = 10_000

export interface BackgroundOptions {
  readonly searches: SavedSearches
  readonly engine: SearchEngine | null
  /** How many pages are wanted; 0 for none. */
  readonly pages: number
  readonly language?: string
}

export class BackgroundSample {
  constructor(private readonly options: BackgroundOptions) {}

  /** Addresses that the searches so far have found, in an order that does not change. */
  get urls(): string[] {
    const { pages, searches } = this.options
    if (pages === 0) return []
    const found = new Set(searches.backgroundSearches().flatMap(({ results }) => results.map(({ url }) => url)))
    const perHost = Math.max(1, Math.ceil(pages * HOST_SHARE))
    const hosts = new Map<string, number>()
    const first: string[] = []
    const more: string[] = []
    for (const url of found) {
      const before = hosts.get(hostOf(url)) ?? 0
      hosts.set(hostOf(url), before + 1)
      ;(before < perHost ? first : more).push(url)
    }
    return [...first, ...more].slice(0, pages)
  }

  /** Nothing more would come of asking. */
  get isComplete(): boolean {
    const { engine, pages, searches } = this.options
    if (engine === null || pages === 0) return true
    const made = searches.backgroundSearches()
    if (made.length >= Math.ceil(pages * SEARCHES_PER_PAGE)) return true
    if (made.length >= MAX_EMPTY && made.slice(-MAX_EMPTY).every(({ results }) => results.length === 0)) return true
    // more than are wanted, so that hosts can be chosen among
    return made.reduce((sum, { results }) => sum + results.length, 0) >= 2 * pages
  }

  /** Asks for words of these pages until there is enough. An engine that fails is no reason to stop: what is there is taken. */
  async ask(
    from: readonly TrainingPage[],
    topics: readonly string[],
    counts: BackgroundTable | undefined,
    { signal, warn, onSearch }: AskOptions,
  ): Promise<void> {
    const { engine, searches } = this.options
    if (engine === null || this.isComplete) return
    const languageFound = languageOf(from)
    const language = this.options.language ?? (languageFound === 'eng' ? 'en' : undefined)
    const asked = new Set(searches.backgroundSearches().map(({ query }) => query))
    const table = counts ?? (languageFound === 'eng' ? loadBackground() : null)
    for (const word of askableWords(from, languageFound, topics, table)) {
      if (this.isComplete) return
      if (asked.has(word)) continue
      signal.throwIfAborted()
      onSearch(word)
      try {
        await searches.searchBackground(engine, word, { results: RESULTS, language, isSafe: true, signal })
      } catch (error) {
        if (!(error instanceof LongtailError) || error.code !== 'E_SEARCH') throw error
        warn(`${error.message}; topics are trained against fewer pages`)
        return
      }
    }
  }
}

export interface AskOptions {
  readonly signal: AbortSignal
  readonly warn: (message: string) => void
  readonly onSearch: (word: string) => void
}

/** Of most of the pages; '' when nobody can tell. */
function languageOf(pages: readonly TrainingPage[]): string {
  const counts = new Map<string, number>()
  for (const { text } of pages.slice(0, MAX_READ)) {
    const language = identifyLanguage(text.slice(0, 3000)).languages[0]?.language ?? ''
    counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

/** In the order in which they are asked for: by chance, and the same for the same pages. Those of several pages come first. */
export function askableWords(
  from: readonly TrainingPage[],
  language: string,
  topics: readonly string[],
  table: BackgroundTable | null,
): string[] {
  const pages = from.slice(0, MAX_READ)
  const stands = new Map<string, number>()
  for (const { text } of pages)
    for (const word of new Set(wordsOf(text.slice(0, MAX_TEXT)))) stands.set(word, (stands.get(word) ?? 0) + 1)
  const own = new Set([...topics.flatMap(topic => wordsOf(topic)), ...stopWordsOf(language)])
  const isMiddling = middling(table)
  const most = Math.max(2, MAX_SHARE * pages.length)
  const words = [...stands].filter(([word, on]) => on <= most && isWord(word) && !own.has(word) && isMiddling(word))
  // what is on one page only may be a name or a mistake
  const often = words.filter(([, on]) => on > 1).map(([word]) => word)
  const once = words.filter(([, on]) => on === 1).map(([word]) => word)
  return [...shuffled(often), ...shuffled(once)]
}

/** Short words of the Latin alphabet are mostly none. */
function isWord(word: string): boolean {
  return /^[\p{L}\p{M}]{2,30}$/u.test(word) && (word.length >= 4 || !/^[a-z]+$/.test(word))
}

function middling(table: BackgroundTable | null): (word: string) => boolean {
  if (table === null) return () => true
  const counts = Float64Array.from(table.counts).sort()
  const at = (rank: number): number => counts[Math.max(0, counts.length - 1 - rank)] ?? 0
  // a small table of the user's begins earlier
  const most = at(Math.min(FIRST_RANK, Math.floor(counts.length / 20)))
  const least = at(Math.min(LAST_RANK, Math.floor(counts.length / 2)))
  return word => {
    const count = table.count(word)
    return count >= least && count <= most && count > 0
  }
}

function shuffled(words: readonly string[]): string[] {
  const sorted = [...words].sort()
  const order = Uint32Array.from(sorted, (_, i) => i)
  shuffle(order, createRandom(1))
  return [...order].map(i => sorted[i])
}

/** A page as it is searched for phrases: words with one space around each. */
export interface SpacedPage {
  readonly page: TrainingPage
  readonly title: string
  readonly text: string
}

export function spacedPage(page: TrainingPage): SpacedPage {
  const spaced = (text: string): string => ` ${wordsOf(text).join(' ')} `
  return { page, title: spaced(page.title), text: spaced(page.text.slice(0, MAX_TEXT)) }
}

/** So often a page says what it is about. */
const STRONG_HITS = 3

/** The pages that are not about a topic of these phrases: none is in the title, and none is there again and again. */
export function aboutOtherThings(pages: readonly SpacedPage[], phrases: readonly string[]): TrainingPage[] {
  const wanted = phrases.map(phrase => wordsOf(phrase)).filter(words => words.length > 0)
  const sought = wanted.map(words => ` ${words.join(' ')} `)
  const isAbout = ({ title, text }: SpacedPage): boolean =>
    sought.some(phrase => title.includes(phrase) || hits(text, phrase) >= STRONG_HITS)
  return pages.filter(page => !isAbout(page)).map(({ page }) => page)
}

function hits(text: string, phrase: string): number {
  let count = 0
  // the space at the end of one is that at the beginning of the next
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + phrase.length - 1)) count++
  return count
}
