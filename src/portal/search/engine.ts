/**
 * Search over one connection, synchronous: what a worker thread does. Reads the index (search-schema.ts) and the tables of the store;
 * loads its columns again when a build has changed the index.
 *
 *   typed text ─ query ─▶ words ─ query-groups ─▶ lists ─ match ─▶ scores ─ filters ─▶ pages ─ ranking ─▶ order ─ snippet ─▶ hits
 */
import { LongtailError } from '../../errors.js'
import { forgetOldest } from '../../forget-oldest.js'
import { getOrMake, getOrMakeUpTo } from '../../get-or-make.js'
import type { Cluster, Facets, Hit, PageCard, SearchRequest, SearchResult, Suggestion } from '../contracts.js'
import { createCards, type Cards } from '../store/cards.js'
import { createHidden, type Hidden } from '../store/hidden.js'
import { pageAt } from '../../page/document/document-page.js'
import { openDatabase, type Database } from '../../disk/sqlite.js'
import { clusterPages, correctQuery, lexiconOf, nearest, phraseBookOf, subtopics, suggest } from './assist/index.js'
import { loadColumns, type Columns } from './columns.js'
import { applyFilters, Names, wantedOf, type Filtered } from './filters.js'
import { findPlaces, NeedleReader, PlaceFinder } from './highlight.js'
import { isUnspaced } from './assist/forms.js'
import { NameReader } from './assist/names.js'
import { fold } from './fold.js'
import { Matcher } from './match.js'
import { namedPages } from './named-pages.js'
import { GroupReader, type Group } from './query-groups.js'
import { MAX_TYPED, parseQuery, queryWords, type Query } from './query.js'
import { foldRanking, rank, type Folded, type Ranking } from './ranking.js'
import { markAll, snippetOf, startOfBest } from './snippet.js'
import { StoredPages } from './stored-pages.js'
import { generationReader } from './search-schema.js'

const NO_FACETS: Facets = { topics: [], languages: [], sites: [], types: [] }
/** Results that are asked for a page of ten: some are folded. */
const RANKED = 120
const MAX_RANKED = 20_000
/** Verified results beyond those that are shown: some are folded. */
const SPARE = 20
const CLUSTERED = 100
/** So few results make it likely that a word was misspelt. */
const FEW = 20
const MAX_REMEMBERED = 200
const MAX_HITS = 1000
/** Phrases of which it is known whether a page has them. */
const MAX_SAID = 10_000
const PLAIN = { filters: {}, offset: 0, perSite: 0, clusters: false, verbatim: true } as const

/** A query, as the index understands it. */
interface Asked {
  readonly query: Query
  readonly groups: readonly Group[]
  readonly unwanted: readonly Group[]
  readonly finder: PlaceFinder
  /** By page: the share of the query that its name is. */
  readonly named: ReadonlyMap<number, number>
}

interface Outcome extends Asked {
  readonly filtered: Filtered
  readonly ranking: Ranking
  readonly folded: readonly Folded[]
  readonly total: number
  readonly exact: boolean
  readonly relaxed: boolean
}

export class IndexEngine {
  readonly #database: Database
  readonly #stored: StoredPages
  readonly #needles: NeedleReader
  readonly #readGeneration: () => number
  readonly #remembered = new Map<string, SearchResult>()
  readonly #said = new Map<string, boolean>()
  readonly #hidden: Hidden
  readonly #cards: Cards
  #generation = -1
  #columns!: Columns
  #matcher!: Matcher
  #scores!: Float32Array
  #groups!: GroupReader
  #names!: Names
  #titles!: NameReader

  constructor(database: Database) {
    this.#database = database
    this.#hidden = createHidden(database)
    this.#cards = createCards(database, this.#hidden)
    this.#stored = new StoredPages(database)
    this.#needles = new NeedleReader(database)
    this.#readGeneration = generationReader(database)
    this.#load()
  }

  search(asked: SearchRequest): SearchResult {
    return this.#reading(() => {
      const request = bounded(asked)
      const key = JSON.stringify(request)
      const result = getOrMake(this.#remembered, key, () => this.#answer(request))
      forgetOldest(this.#remembered, MAX_REMEMBERED)
      return result
    })
  }

  suggest(typed: string, limit: number): readonly Suggestion[] {
    const shown = { isHidden: this.#hidden.isUrl, isSaid: (phrase: string) => this.#isSaid(phrase) }
    return this.#reading(() => suggest(this.#database, typed, limit, shown))
  }

  nearest(url: string, words: string, limit: number): readonly PageCard[] {
    return this.#reading(() => {
      const find = (text: string, most: number): number[] => this.#find(text, most)
      return this.#cards.byIds(nearest(this.#database, { url, words, limit, isHidden: this.#hidden.isUrl, find }))
    })
  }

  subtopics(slug: string, limit: number): readonly Cluster[] {
    return this.#reading(() => subtopics(this.#database, slug, limit, this.#hidden.isUrl))
  }

  hide(patterns: readonly string[]): void {
    if (patterns.length === 0 && this.#hidden.isEmpty()) return
    this.#hidden.set(patterns)
    this.#load()
  }

  /** Reads what the first search would have to wait for, half a second in a large library. */
  prepare(): void {
    this.#reading(() => {
      lexiconOf(this.#database)
      phraseBookOf(this.#database)
    })
  }

  close(): void {
    this.#database.close()
  }

  /** One lock for all that is read: with one for each of some hundred small reads, those take four times as long. */
  #reading<T>(work: () => T): T {
    this.#database.exec('SAVEPOINT reading')
    try {
      if (this.#readGeneration() !== this.#generation) this.#load()
      return work()
    } finally {
      this.#database.exec('RELEASE reading')
    }
  }

  #load(): void {
    this.#generation = this.#readGeneration()
    this.#columns = loadColumns(this.#database, this.#hidden.isUrl)
    this.#matcher = new Matcher(this.#columns)
    this.#scores = new Float32Array(this.#columns.size)
    this.#groups = new GroupReader(this.#database, this.#columns.mainLanguages, this.#columns.pages)
    this.#names = new Names(this.#database)
    this.#titles = new NameReader(this.#database)
    this.#stored.forget()
    this.#needles.forget()
    this.#remembered.clear()
    this.#said.clear()
  }

  #answer(request: SearchRequest): SearchResult {
    const start = performance.now()
    let outcome = this.#run(request.text, request)
    let correction: SearchResult['correction'] = null
    const isTorn = !request.verbatim && this.#isTorn(request.text)
    // no page has the word itself, only forms of what it was taken for
    const isUnseen = outcome.groups.some(({ word, variants }) => variants.length > 0 && variants[0].term !== word.text)
    const isDoubtful = outcome.relaxed || isTorn || isUnseen || outcome.total < FEW
    if (!request.verbatim && outcome.query.words.length > 0 && isDoubtful) {
      const together = outcome.relaxed ? 0 : outcome.total
      // of a word that was torn to pieces the pieces are no find
      const found = isTorn ? 0 : together
      const text = correctQuery(this.#database, request.text, {
        found: together,
        inRow: letters => this.#inRow(letters),
        together: words => this.#together(words),
        isForm: word => queryWords(word).every(one => this.#groups.read(one).variants.length > 0),
        named: words => this.#nameShare(words),
      })
      if (text !== null && text !== request.text) {
        const corrected = this.#run(text, request)
        const isBetter = !corrected.relaxed && (corrected.total > found || (isUnseen && corrected.total === found))
        const asked = isBetter && found === 0
        if (isBetter) correction = { text, asked }
        if (asked) outcome = corrected
      }
    }
    const { query, ranking, folded, total, exact, relaxed, filtered } = outcome
    const shown = folded.slice(request.offset, request.offset + request.limit)
    const hits = this.#hits(shown, outcome)
    const best = ranking.ranked.slice(0, CLUSTERED).map(({ page }) => page)
    const asText = correction?.asked === true ? correction.text : request.text
    return {
      hits,
      total,
      exact,
      correction,
      relaxed,
      facets: query.words.length === 0 ? NO_FACETS : filtered.facets(),
      clusters: request.clusters && best.length > 0 ? clusterPages(this.#database, best, asText) : [],
      ms: performance.now() - start,
    }
  }

  #run(text: string, request: SearchRequest): Outcome {
    const query = parseQuery(text)
    const inPhrases = new Set(query.phrases.flatMap(({ words }) => words.map(word => word.text)))
    const groups = query.words.map(word => this.#groups.read(word, inPhrases.has(word.text)))
    const without = query.without.filter(({ words }) => words.length === 1)
    const unwanted = without.map(({ words }) => this.#groups.read(words[0], true))
    const finder = new PlaceFinder(this.#needles.needlesOf(groups), page => this.#stored.beginning(page))
    const named = namedPages(groups, this.#columns.pages, this.#titles)
    const asked = { query, groups, finder, unwanted, named }
    const outcome = this.#ranked(asked, request, false)
    // no page has the phrase, or the letters in a row: then the words, or most of them
    const isRefused = outcome.total === 0 && outcome.ranking.refused > 0
    return isRefused ? this.#ranked(asked, request, true) : outcome
  }

  #ranked(asked: Asked, request: SearchRequest, relax: boolean): Outcome {
    const { query, groups, finder, unwanted, named } = asked
    const wantedHits = request.offset + request.limit
    const enough = wantedHits + SPARE
    const columns = this.#columns
    const stored = this.#stored
    const scores = this.#scores
    const matches = this.#matcher.match(groups, unwanted, relax, mostlyNamed(named))
    const wanted = wantedOf(this.#database, columns, request.filters, query.site)
    const filtered = applyFilters(columns, matches.pages, wanted, this.#names)
    const { pages } = filtered
    const perSite = wanted.sites === null ? request.perSite : 0
    let limit = RANKED
    for (;;) {
      const ranking = rank({ columns, stored, query, groups, finder, matches, named, pages, scores, limit, enough })
      // what is left to verify waits, however many are ordered
      const isAll =
        limit >= pages.length || limit >= MAX_RANKED || ranking.ranked.length < Math.min(limit, pages.length)
      const folds = { perSite, ofSite: filtered.perSite, wanted: wantedHits, isAll }
      const folded = foldRanking(ranking.ranked, columns, folds)
      if (folded.length >= wantedHits || isAll) {
        const { doubtful, refused, verified } = ranking
        const unseen = doubtful - verified
        const refusedUnseen = verified === 0 ? 0 : Math.round((unseen * refused) / verified)
        const total = pages.length - refused - refusedUnseen
        const relaxed = matches.relaxed && pages.length > 0
        return { ...asked, filtered, ranking, folded, total, exact: unseen <= 0, relaxed }
      }
      limit *= 4
    }
  }

  #hits(shown: readonly Folded[], { finder, groups }: Outcome): Hit[] {
    const pages = shown.map(({ page }) => page)
    this.#stored.prefetch(pages)
    const cards = new Map(this.#cards.byIds(pages).map(card => [card.id, card]))
    const weights = groups.map(({ pages: having }) => Math.log(1 + this.#columns.pages / (having + 1)))
    return shown.flatMap(({ page, score, duplicates, moreFromSite }) => {
      const card = cards.get(page)
      if (card === undefined) return []
      const text = this.#stored.text(page)
      const title = markAll(card.title, findPlaces(card.title, finder.needles))
      const places = finder.inText(page)
      const snippet = snippetOf(text, places, weights)
      const pageNumber = card.type === 'pdf' && places.length > 0 ? pageAt(text, startOfBest(places, weights)) : 0
      return [{ page: card, title, snippet, score, moreFromSite, duplicates, pageNumber }]
    })
  }

  /** Letters of a script without spaces that stand on no page in a row: only the words that they happen to fall into were looked for. */
  #isTorn(text: string): boolean {
    if (!isUnspaced(text)) return false
    const parts = text.match(/[\p{L}\p{M}]+/gu) ?? []
    return parts.some(part => isUnspaced(part) && this.#inRow(part) === 0)
  }

  #inRow(letters: string): number {
    const { byGrams } = this.#groups.read({ text: fold(letters), isSigns: true }, true)
    return byGrams.reduce((sum, { pages }) => sum + pages.length, 0)
  }

  /** The largest share of these words that is a page's name. */
  #nameShare(words: readonly string[]): number {
    const groups = words.flatMap(word => queryWords(word)).map(word => this.#groups.read(word))
    return Math.max(0, ...namedPages(groups, this.#columns.pages, this.#titles).values())
  }

  /** Pages that have all these words, frequent ones too. */
  #together(words: readonly string[]): number {
    const all = words.flatMap(word => queryWords(word))
    const groups = all.map(word => ({ ...this.#groups.read(word, true), isStop: false }))
    if (groups.length === 0) return 0
    const { pages, relaxed } = this.#matcher.match(groups, [], false)
    return relaxed ? 0 : pages.length
  }

  /**
   * A phrase that only hidden pages have must not be offered. Looked for in the texts, and remembered; where nothing is hidden, the build
   * has seen to it.
   */
  #isSaid(phrase: string): boolean {
    if (this.#hidden.isEmpty()) return true
    return getOrMakeUpTo(MAX_SAID, this.#said, phrase, () => {
      const text = `"${phrase.replaceAll('"', ' ')}"`
      const { folded, relaxed } = this.#run(text, { ...PLAIN, text, limit: 1 })
      return folded.length > 0 && !relaxed
    })
  }

  /** Ids of pages that have most of these words. */
  #find(text: string, limit: number): number[] {
    return this.#run(text, { ...PLAIN, text, limit })
      .folded.slice(0, limit)
      .map(({ page }) => page)
  }
}

/** A name that is the larger part of a query stands for it, also where other words are missing. */
function mostlyNamed(named: ReadonlyMap<number, number>): Map<number, number> {
  return new Map([...named].filter(([, share]) => share >= 0.5))
}

/** Whatever is asked, the work is bounded. */
function bounded(request: SearchRequest): SearchRequest {
  const whole = (value: number, most: number): number => Math.min(most, Math.max(0, Math.trunc(value) || 0))
  return {
    ...request,
    text: request.text.slice(0, MAX_TYPED),
    offset: whole(request.offset, MAX_RANKED),
    limit: whole(request.limit, MAX_HITS),
    perSite: whole(request.perSite, MAX_HITS),
  }
}

/** Fails with a plain message on a file that no build has finished. */
export function openEngine(path: string): IndexEngine {
  const database: Database = openDatabase(path, { readOnly: true, cacheKiB: 16_384 })
  const row = database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'search_postings'").get()
  if (Number(row?.n) > 0) return new IndexEngine(database)
  database.close()
  throw new LongtailError('E_PORTAL', `${path} has no search index: run "longtail portal build" again`)
}
