/** The words that a search for phrases has met: a number for each stem, and on how many pages each word was. */
import { getOrMake } from '../../../get-or-make.js'
import { createStemmer, type Stemmer } from '../../../page/words/stem.js'
import { stopWordsOf } from '../../../page/words/stop.js'
import { detached, type Line } from './forms.js'

export interface WordEntry {
  readonly stem: number
  /** Is in a list of stop words of the language in which it was first met. */
  readonly isListed: boolean
  pages: number
  /** The page that it was last seen on, so that a page counts once. */
  last: number
  /** The language that is ahead among its pages, and by how many. */
  language: string
  lead: number
}

/** Forms that were met once are forgotten when there are more: a bound on memory that loses what nobody would look for. */
const MAX_FORMS = 500_000
/**
 * On more of the pages of its language than this a word says nothing: also in languages without a list of stop words. The lists
 * go far ("system", "world", "computer" are in that of English), so of their longer words only the frequent ones are taken.
 */
const COMMON_SHARE = 0.5
const LISTED_SHARE = 0.35
const SHORT = 4
const ENOUGH_PAGES = 40
const FROZEN_SLOTS = 2 ** 21

export class Vocabulary {
  /** By hash: of half a million words some fifty share theirs with another, and a wrong label is all that can come of it. */
  private readonly words = new Map<number, WordEntry>()
  private readonly stems = new Map<string, number>()
  private readonly stemTexts: string[] = []
  private readonly stem: Stemmer
  private readonly pagesIn = new Map<string, number>()
  private readonly stops = new Map<string, Set<number>>()
  private readonly listed = new Map<string, Set<number>>()
  private readonly common = new Set<number>()
  private pages = 0
  private isFrozen = false
  // once frozen: stems by hash, in columns, because every word of every page is looked up
  private hashes = new Int32Array(0)
  private stemsOfHashes = new Int32Array(0)
  private remembered = 0

  /** `languages`: of the collection, most pages first. */
  constructor(languages: readonly string[]) {
    this.stem = createStemmer(languages)
  }

  beginPage(language: string): void {
    this.pages++
    this.pagesIn.set(language, (this.pagesIn.get(language) ?? 0) + 1)
  }

  get pageCount(): number {
    return this.pages
  }

  /** Number of the stem of a line's word. */
  stemAt(line: Line, i: number): number {
    const hash = line.hash(i)
    if (!this.isFrozen) return (this.words.get(hash) ?? this.add(line, i, '')).stem
    const { hashes, stemsOfHashes } = this
    let slot = hash & (FROZEN_SLOTS - 1)
    while (hashes[slot] !== -1) {
      if (hashes[slot] === hash) return stemsOfHashes[slot]
      slot = (slot + 1) & (FROZEN_SLOTS - 1)
    }
    const stem = this.stemId(this.stem(line.word(i)))
    this.remember(hash, stem)
    return stem
  }

  /** The same for a word of a page that is counted; once per page. */
  meet(line: Line, i: number, page: number, language: string): number {
    const entry = this.words.get(line.hash(i)) ?? this.add(line, i, language)
    if (entry.last === page) return entry.stem
    entry.last = page
    entry.pages++
    if (entry.language === language) entry.lead++
    else if (entry.lead > 0) entry.lead--
    else {
      entry.language = language
      entry.lead = 1
    }
    return entry.stem
  }

  private add(line: Line, i: number, language: string): WordEntry {
    if (this.words.size >= MAX_FORMS) this.forgetRare()
    const word = detached(line.word(i))
    const stem = this.stemId(this.stem(word))
    const entry = { stem, isListed: stopWordsOf(language).has(word), pages: 0, last: -1, language: '', lead: 0 }
    this.words.set(line.hash(i), entry)
    return entry
  }

  /** From now on stems that are not known have no number (-1): no phrase has them, and there are very many. */
  freeze(): void {
    this.isFrozen = true
    this.hashes = new Int32Array(FROZEN_SLOTS).fill(-1)
    this.stemsOfHashes = new Int32Array(FROZEN_SLOTS)
    for (const [hash, { stem }] of this.words) this.remember(hash, stem)
  }

  private remember(hash: number, stem: number): void {
    // a full table is a slow one; what does not fit is stemmed each time
    if (this.remembered >= FROZEN_SLOTS / 2) return
    let slot = hash & (FROZEN_SLOTS - 1)
    while (this.hashes[slot] !== -1) slot = (slot + 1) & (FROZEN_SLOTS - 1)
    this.hashes[slot] = hash
    this.stemsOfHashes[slot] = stem
    this.remembered++
  }

  stemId(stem: string): number {
    let id = this.stems.get(stem)
    if (id === undefined) {
      if (this.isFrozen) return -1
      id = this.stemTexts.length
      this.stems.set(stem, id)
      this.stemTexts.push(stem)
    }
    return id
  }

  stemText(id: number): string {
    return this.stemTexts[id]
  }

  /** Finds the words that say nothing, by the pages met so far. */
  findCommonWords(): void {
    for (const { stem, isListed, pages, language } of this.words.values()) {
      const all = this.pagesIn.get(language) ?? 0
      const share = all < ENOUGH_PAGES ? 0 : pages / all
      if (share > COMMON_SHARE || (share > LISTED_SHARE && isListed)) this.common.add(stem)
    }
  }

  /** A word that no phrase begins or ends with. */
  isStop(stem: number, language: string): boolean {
    if (this.common.has(stem)) return true
    const stops = getOrMake(this.stops, language, () => {
      const isFew = (this.pagesIn.get(language) ?? 0) < ENOUGH_PAGES
      return this.stemsOf([...stopWordsOf(language)].filter(word => isFew || word.length <= SHORT))
    })
    return stops.has(stem)
  }

  /** Is in the list of stop words of a language, however rare. */
  isListed(stem: number, language: string): boolean {
    return getOrMake(this.listed, language, () => this.stemsOf([...stopWordsOf(language)])).has(stem)
  }

  private stemsOf(words: readonly string[]): Set<number> {
    return new Set(words.map(word => this.stemId(this.stem(word))))
  }

  private forgetRare(): void {
    for (let least = 1; this.words.size > MAX_FORMS / 2; least *= 2)
      for (const [hash, { pages }] of this.words) if (pages <= least) this.words.delete(hash)
  }
}
