/**
 * A word of a query becomes a group of lists: the word itself, its other forms in the languages of the collection, and for scripts
 * without spaces the pages that have its letters in a row. One of them is enough for a page to have the word.
 */
import { getOrMake, getOrMakeUpTo } from '../../get-or-make.js'
import { hasStemmer, type Stemmer } from '../../page/words/stem.js'
import { stopWordsOf } from '../../page/words/stop.js'
import type { Database, Statement } from '../../disk/sqlite.js'
import { gramsOf, isCertain, withoutParticle } from './grams.js'
import { safeStemmer } from './index-flush.js'
import { decodeList } from './postings.js'
import type { QueryWord } from './query.js'
import { GRAM } from './search-schema.js'
import { isHangul } from './words.js'

export interface List {
  readonly segment: number
  readonly pages: number
  readonly list: Uint8Array
}

export interface Variant {
  readonly term: string
  readonly lists: readonly List[]
  /** Of the score that the word itself has. */
  readonly share: number
}

export interface Group {
  readonly word: QueryWord
  readonly variants: readonly Variant[]
  /** Pages that have all grams of the word, with some that do not have the word unless `isCertain`. Ascending by segment. */
  readonly byGrams: readonly { readonly segment: number; readonly pages: Uint32Array }[]
  readonly isCertain: boolean
  /** In how many pages about. */
  readonly pages: number
  /** So frequent that pages need not have it. */
  readonly isStop: boolean
  /** On the list of the collection's main language: such words say little, also where they are rare. */
  readonly isListed: boolean
}

/** Another form of a word says less than the word as it was typed: 0.5 to 0.8 find the same on the even pages of wikischools-dev. */
const FORM_SHARE = 0.7
const MAX_FORMS = 32
/** Lists of two letters and what may follow them. */
const MAX_PREFIXES = 300
const MAX_STEMMERS = 6
// Who types a word that half of all pages have wants it in the order, not as a condition; the words on a language's list of stop words
// earlier, but not where they are rare: then they are words of another language ("war" in English).
const STOP_SHARE = 0.5
const MAX_STOP_LISTS = 3
const LISTED_SHARE = 0.1
const MANY_PAGES = 50
/** Bytes of lists that are kept, and words whose forms are: words come again from query to query, those with long lists most. */
const MAX_KEPT_BYTES = 16_000_000
const MAX_KEPT_FORMS = 5000

export class GroupReader {
  readonly #lists: Statement
  readonly #grams: Statement
  readonly #forms: Statement
  readonly #stemmers: readonly { readonly language: string; readonly stem: Stemmer }[]
  readonly #stopWords: readonly ReadonlySet<string>[]
  readonly #keptLists = new Map<string, readonly List[]>()
  #keptBytes = 0
  readonly #keptForms = new Map<string, ReadonlySet<string>>()

  /** `languages` of the collection, most pages first. */
  constructor(
    database: Database,
    languages: readonly string[],
    readonly totalPages: number,
  ) {
    this.#lists = database.prepare('SELECT segment, pages, list FROM search_postings WHERE term = ?')
    this.#grams = database.prepare(
      `SELECT segment, pages, list FROM search_postings WHERE term >= ? AND term < ? LIMIT ${MAX_PREFIXES}`,
    )
    this.#forms = database.prepare(`SELECT term FROM search_stems WHERE stem = ? LIMIT ${MAX_FORMS}`)
    this.#stemmers = languages
      .filter(hasStemmer)
      .slice(0, MAX_STEMMERS)
      .map(language => ({ language, stem: safeStemmer(language) }))
    this.#stopWords = languages.slice(0, MAX_STOP_LISTS).map(stopWordsOf)
  }

  /** `exactly`: no other forms, for words of a phrase. */
  read(word: QueryWord, exactly = false): Group {
    const own = this.#variant(word.text, 1)
    const variants = own === null ? [] : [own]
    if (!exactly && !word.isSigns) {
      for (const term of this.#formsOf(word.text)) {
        const form = this.#variant(term, FORM_SHARE)
        if (form !== null) variants.push(form)
      }
    }
    const byGrams = this.#byGrams(word, exactly)
    const certain = !byGrams.some(({ isCertain }) => !isCertain)
    const gramPages = byGrams.reduce((sum, { pages }) => sum + pages.length, 0)
    const listed = variants.reduce((sum, { lists }) => sum + pagesIn(lists), 0)
    const pages = Math.min(this.totalPages, Math.max(listed, gramPages))
    const isListed = this.#stopWords.some(words => words.has(word.text))
    const isStop =
      (pages > this.totalPages * STOP_SHARE && this.totalPages > MANY_PAGES) ||
      (isListed && pages > this.totalPages * LISTED_SHARE)
    const isOfMain = this.#stopWords.length > 0 && this.#stopWords[0].has(word.text)
    return { word, variants, byGrams, isCertain: certain, pages, isStop, isListed: isOfMain }
  }

  #variant(term: string, share: number): Variant | null {
    const lists = this.#listsOf(term)
    return lists.length === 0 ? null : { term, lists, share }
  }

  #listsOf(term: string): readonly List[] {
    const known = this.#keptLists.get(term)
    if (known !== undefined) {
      this.#keptLists.delete(term)
      this.#keptLists.set(term, known)
      return known
    }
    const lists = this.#lists.all(term).map(listOf)
    this.#keptLists.set(term, lists)
    this.#keptBytes += bytesIn(lists)
    for (const [old, least] of this.#keptLists) {
      if (this.#keptBytes <= MAX_KEPT_BYTES || old === term) break
      this.#keptBytes -= bytesIn(least)
      this.#keptLists.delete(old)
    }
    return lists
  }

  #formsOf(word: string): ReadonlySet<string> {
    return getOrMakeUpTo(MAX_KEPT_FORMS, this.#keptForms, word, () => this.#readForms(word))
  }

  #readForms(word: string): Set<string> {
    const forms = new Set<string>()
    for (const { language, stem } of this.#stemmers) {
      const stemmed = stem(word)
      forms.add(stemmed)
      for (const row of this.#forms.all(`${language} ${stemmed}`))
        if (forms.size < MAX_FORMS) forms.add(String(row.term))
    }
    forms.delete(word)
    return forms
  }

  #byGrams(word: QueryWord, exactly: boolean): { segment: number; pages: Uint32Array; isCertain: boolean }[] {
    const { text } = word
    if (!word.isSigns && !isHangul(text)) return []
    const stripped = exactly ? '' : withoutParticle(text)
    const searched = stripped === '' ? text : stripped
    const grams = gramsOf(searched)
    const bySegment =
      'prefix' in grams ? this.#prefixed(grams.prefix) : this.#intersected(grams.all.map(gram => GRAM + gram))
    return [...bySegment].map(([segment, pages]) => ({ segment, pages, isCertain: isCertain(searched) }))
  }

  #prefixed(prefix: string): Map<number, Uint32Array> {
    const union = new Map<number, Set<number>>()
    const rows = this.#grams.all(GRAM + prefix, `${GRAM}${prefix}\uffff`)
    for (const { segment, pages, list } of rows.map(listOf)) {
      const set = getOrMake(union, segment, () => new Set<number>())
      for (const page of pagesOf(list, pages)) set.add(page)
    }
    return new Map([...union].map(([segment, set]) => [segment, Uint32Array.from(set).sort()]))
  }

  #intersected(terms: readonly string[]): Map<number, Uint32Array> {
    const perTerm = terms.map(term => [...this.#listsOf(term)])
    // the rarest first: what is left is never more than it
    perTerm.sort((a, b) => pagesIn(a) - pagesIn(b))
    let left: Map<number, Uint32Array> | null = null
    for (const lists of perTerm) {
      const next = new Map<number, Uint32Array>()
      for (const { segment, pages, list } of lists) {
        const decoded = pagesOf(list, pages)
        const before = left?.get(segment)
        if (left === null) next.set(segment, decoded)
        else if (before !== undefined) next.set(segment, intersection(before, decoded))
      }
      left = next
    }
    return left ?? new Map<number, Uint32Array>()
  }
}

/** With something for the entry itself, so that words which are nowhere count as well. */
function bytesIn(lists: readonly List[]): number {
  return lists.reduce((sum, { list }) => sum + list.length + 100, 100)
}

function pagesIn(lists: readonly List[]): number {
  return lists.reduce((sum, { pages }) => sum + pages, 0)
}

function listOf(row: Readonly<Record<string, unknown>>): List {
  const { list } = row
  return {
    segment: Number(row.segment),
    pages: Number(row.pages),
    list: list instanceof Uint8Array ? list : new Uint8Array(0),
  }
}

function pagesOf(list: Uint8Array, count: number): Uint32Array {
  const pages = new Uint32Array(count)
  return pages.subarray(0, decodeList(list, pages, null, count))
}

/** Both ascend. */
function intersection(a: Uint32Array, b: Uint32Array): Uint32Array {
  const both = new Uint32Array(Math.min(a.length, b.length))
  let n = 0
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      both[n++] = a[i]
      i++
      j++
    } else if (a[i] < b[j]) i++
    else j++
  }
  return both.subarray(0, n)
}
