/**
 * Counts the terms of a model on a page, in one pass and without making strings: each word is hashed where it stands and
 * looked up by hash; where words are stemmed, the stem is worked out when a word is met first. Phrases are followed word by word.
 *
 * Zones: the body; the title, whose terms begin with `^`; the opening (first words of the body), with `>`; the path of the
 * URL, with `/`.
 */
import { hashOfWord, hashWords, type WordSink } from '../../page/words/hash.js'
import { unstemmed, type Stemmer } from '../../page/words/stem.js'
import { foldWords } from '../../page/words/words.js'
import { BREAK, type TopicDocument, type WordList } from './documents.js'
import { MAX_PAGE_LETTERS, MAX_PAGE_WORDS, MAX_SHORT_WORDS, OPENING_LETTERS, urlText } from './page-parts.js'
import { ABSENT, WordPairTable } from './word-pair-table.js'
import type { TrainingPage } from './types.js'

export const TITLE_MARK = '^'
export const OPENING_MARK = '>'
export const URL_MARK = '/'
/** Phrases that may begin before the earlier ones end. */
const MAX_PHRASE = 8
/** Spellings whose stems are remembered: pages of made-up words must not fill the memory. */
const MAX_SPELLINGS = 1 << 17

/** Words with a zone's mark are single. */
export function zoneOf(term: string): string {
  const mark = term.charAt(0)
  return mark === TITLE_MARK || mark === OPENING_MARK || mark === URL_MARK ? mark : ''
}

export class TermReader implements WordSink {
  /** By term; only those in `touched[0] … touched[size - 1]` are not 0. */
  readonly counts: Uint32Array
  readonly touched: Uint32Array
  size = 0
  /** Words of the body. */
  words = 0

  private readonly ids = new Map<string, number>()
  private readonly bodyTerm: Int32Array
  private readonly titleTerm: Int32Array
  private readonly openingTerm: Int32Array
  private readonly urlTerm: Int32Array
  private readonly beginsPhrase: Uint8Array
  /** A node and the word after it → the next node. Nodes 0 … words - 1 are the first words of phrases. */
  private readonly phrases = new WordPairTable()
  private readonly nodeTerm: number[] = []
  private readonly open = new Int32Array(MAX_PHRASE)
  private pending = 0
  /** Which word a spelling is: two hashes → its place, or -1. */
  private readonly spellings: WordPairTable
  private readonly isStemming: boolean
  private readonly hasZones: boolean
  /** What is being read: its terms by word, and whether there are phrases. */
  private termOf: Int32Array
  private withPhrases = false

  constructor(
    terms: readonly string[],
    private readonly stem: Stemmer,
  ) {
    for (const term of terms)
      for (const word of bare(term).split(' ')) if (!this.ids.has(word)) this.ids.set(word, this.ids.size)
    const count = this.ids.size
    this.counts = new Uint32Array(terms.length)
    this.touched = new Uint32Array(terms.length)
    this.bodyTerm = new Int32Array(count).fill(-1)
    this.titleTerm = new Int32Array(count).fill(-1)
    this.openingTerm = new Int32Array(count).fill(-1)
    this.urlTerm = new Int32Array(count).fill(-1)
    this.beginsPhrase = new Uint8Array(count)
    this.termOf = this.bodyTerm
    terms.forEach((term, t) => this.enter(term, t))
    this.hasZones = terms.some(term => zoneOf(term) !== '')
    this.isStemming = stem !== unstemmed
    this.spellings = new WordPairTable(this.isStemming ? MAX_SPELLINGS : Infinity)
    if (!this.isStemming) for (const [word, id] of this.ids) this.know(word, id)
  }

  read(page: TrainingPage): void {
    this.clear()
    if (this.hasZones) {
      this.scan(page.title, this.titleTerm, Infinity, MAX_SHORT_WORDS)
      this.scan(page.text, this.openingTerm, OPENING_LETTERS, MAX_SHORT_WORDS)
      const url = urlText(page.url)
      if (url !== '') this.scan(url, this.urlTerm, Infinity, MAX_SHORT_WORDS)
    }
    this.words = this.scan(page.text, this.bodyTerm, MAX_PAGE_LETTERS, MAX_PAGE_WORDS)
  }

  /** A few words, as if they stood in a page and were its title. */
  readWords(text: string): void {
    this.clear()
    if (this.hasZones) this.scan(text, this.titleTerm, Infinity, MAX_SHORT_WORDS)
    this.words = this.scan(text, this.bodyTerm, Infinity, MAX_SHORT_WORDS)
  }

  /** The same of a training page whose words are known: `wordOf` is of `wordsIn`. */
  readDocument({ body, title, opening, url, words }: TopicDocument, wordOf: Int32Array): void {
    this.clear()
    if (this.hasZones) {
      this.step(title, this.titleTerm, wordOf)
      this.step(opening, this.openingTerm, wordOf)
      this.step(url, this.urlTerm, wordOf)
    }
    this.step(body, this.bodyTerm, wordOf)
    this.words = words
  }

  /** `readWords` of words that are known. */
  readPlaces(places: Int32Array, wordOf: Int32Array): void {
    this.clear()
    if (this.hasZones) this.step(places, this.titleTerm, wordOf)
    this.step(places, this.bodyTerm, wordOf)
    this.words = places.reduce((count, place) => (place === BREAK ? count : count + 1), 0)
  }

  /** By place in a list: the word of a term that it is, or -1. */
  wordsIn(list: WordList): Int32Array {
    const wordOf = new Int32Array(list.size).fill(-1)
    for (const [stem, word] of this.ids) {
      const place = list.placeOf(stem)
      if (place !== -1) wordOf[place] = word
    }
    return wordOf
  }

  word(hash: number, check: number, source: string, start: number, end: number, follows: boolean): void {
    let word = this.spellings.get(hash, check)
    if (word === ABSENT) {
      if (this.isStemming) {
        word = this.ids.get(this.stem(foldWords(source.slice(start, end)))) ?? -1
        this.spellings.add(hash, check, word)
      } else word = -1
    }
    this.meet(word, follows)
  }

  private meet(word: number, follows: boolean): void {
    if (word === -1) {
      this.pending = 0
      return
    }
    const term = this.termOf[word]
    if (term !== -1) this.add(term)
    if (!this.withPhrases) return
    const { open } = this
    let kept = 0
    if (follows)
      for (let i = 0; i < this.pending; i++) {
        const node = this.phrases.get(open[i], word)
        if (node === ABSENT) continue
        if (this.nodeTerm[node] !== -1) this.add(this.nodeTerm[node])
        open[kept++] = node
      }
    if (this.beginsPhrase[word] === 1 && kept < MAX_PHRASE) open[kept++] = word
    this.pending = kept
  }

  private clear(): void {
    const { counts, touched, size } = this
    for (let i = 0; i < size; i++) counts[touched[i]] = 0
    this.size = 0
  }

  private scan(text: string, termOf: Int32Array, letters: number, maxWords: number): number {
    this.begin(termOf)
    return hashWords(text, letters, maxWords, this)
  }

  private step(places: Int32Array, termOf: Int32Array, wordOf: Int32Array): void {
    this.begin(termOf)
    let follows = false
    for (let i = 0; i < places.length; i++) {
      const place = places[i]
      if (place !== BREAK) this.meet(wordOf[place], follows)
      follows = place !== BREAK
    }
  }

  private begin(termOf: Int32Array): void {
    this.termOf = termOf
    this.withPhrases = termOf === this.bodyTerm
    this.pending = 0
  }

  private add(term: number): void {
    if (this.counts[term]++ === 0) this.touched[this.size++] = term
  }

  private know(word: string, id: number): void {
    const { hash, check } = hashOfWord(word)
    if (this.spellings.get(hash, check) === ABSENT) this.spellings.add(hash, check, id)
  }

  private enter(term: string, t: number): void {
    const words = bare(term)
      .split(' ')
      .map(word => this.ids.get(word) ?? 0)
    const zone = zoneOf(term)
    if (zone !== '') this.zoneTerms(zone)[words[0]] = t
    else if (words.length === 1) this.bodyTerm[words[0]] = t
    else {
      while (this.nodeTerm.length < this.ids.size) this.nodeTerm.push(-1)
      this.beginsPhrase[words[0]] = 1
      let node = words[0]
      for (let i = 1; i < words.length; i++) {
        let next = this.phrases.get(node, words[i])
        if (next === ABSENT) {
          next = this.nodeTerm.push(-1) - 1
          this.phrases.add(node, words[i], next)
        }
        node = next
      }
      this.nodeTerm[node] = t
    }
  }

  private zoneTerms(zone: string): Int32Array {
    return zone === TITLE_MARK ? this.titleTerm : zone === OPENING_MARK ? this.openingTerm : this.urlTerm
  }
}

function bare(term: string): string {
  return zoneOf(term) === '' ? term : term.slice(1)
}
