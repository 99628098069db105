/**
 * Pages on their way into the index: the words of some tens of thousands of them in memory, as a log of (word, page, byte) that
 * is sorted by word when it is written (index-flush.ts). The log is typed arrays: 9 bytes for each word of a page.
 */
import { fold } from './fold.js'
import { forEachGram } from './grams.js'
import { packFrequency } from './postings.js'
import { RawWords, UNKNOWN } from './raw-words.js'
import { GRAM } from './search-schema.js'
import { isHangul, scanSearchWords, segmentSigns } from './words.js'

const MAX_LANGUAGES = 31
/** In a row, per field: longer texts are cut here, as MAX_TEXT cuts pages. */
const MAX_WORDS = 200_000

export class MemorySegment {
  readonly terms: string[] = []
  /** Bit i: the word stands on a page in languages[i]. */
  languageBits = new Uint32Array(1024)
  readonly languages: string[] = []
  /** Spellings that are not the folded word, on how many pages, and the last of these. */
  readonly spellings: { readonly term: number; readonly text: string; pages: number; last: number }[] = []
  readonly pages: { readonly id: number; readonly words: number; readonly prose: number }[] = []
  readonly pageIds = new Set<number>()
  isSorted = true
  size = 0
  logTerm = new Uint32Array(1 << 16)
  logPage = new Uint32Array(1 << 16)
  logByte = new Uint8Array(1 << 16)
  readonly #termOf = new Map<string, number>()
  readonly #gramOf = new Map<string, number>()
  /** Words as they stand in texts, so that each is folded once: the term, or −2 − number of its spelling. */
  readonly #rawOf = new RawWords()
  #times = new Uint16Array(1024)
  #weights = new Float32Array(1024)
  #touched: number[] = []
  #languageBit = 0
  #lastPage = -1

  /** What follows belongs to one page in this language. */
  begin(language: string): void {
    this.#touched = []
    let index = this.languages.indexOf(language)
    if (index === -1 && this.languages.length < MAX_LANGUAGES) index = this.languages.push(language) - 1
    this.#languageBit = index === -1 ? 0 : 1 << index
  }

  /** Counts the words of the text itself; `lead` is what each of the first hundred weighs more. Answers their number. */
  addText(text: string, lead: number): number {
    let words = 0
    this.#scan(text, true, term => {
      if (this.#times[term] < 0xffff) this.#times[term]++
      if (words++ < 100 && this.#weights[term] === 0) this.#weights[term] = lead
    })
    return words
  }

  /**
   * Words of titles, headings, anchors or addresses, each of which weighs like `weightOf(words in it)` words of the text; a word that
   * comes again and again weighs `max` at most, so that nothing is gained by repeating it.
   */
  addFields(texts: readonly string[], max: number, weightOf: (words: number) => number, withGrams: boolean): void {
    const sums = new Map<number, number>()
    for (const text of texts) {
      const found: number[] = []
      this.#scan(text, withGrams, term => found.push(term))
      const weight = weightOf(found.length)
      for (const term of found) {
        const before = sums.get(term) ?? 0
        const now = Math.min(max, before + weight)
        sums.set(term, now)
        this.#weights[term] += now - before
      }
    }
  }

  end(id: number, words: number, prose: number): void {
    for (const term of this.#touched) {
      const isGram = this.terms[term].startsWith(GRAM)
      this.#log(term, id, isGram ? 0 : packFrequency(this.#times[term], this.#weights[term]))
      this.#times[term] = 0
      this.#weights[term] = 0
      this.languageBits[term] = (this.languageBits[term] | this.#languageBit) & ~SEEN
    }
    this.pages.push({ id, words, prose })
    this.pageIds.add(id)
    if (id < this.#lastPage) this.isSorted = false
    this.#lastPage = id
  }

  #scan(text: string, withGrams: boolean, visit: (term: number) => void): void {
    scanSearchWords(text, MAX_WORDS, (start, end, isSigns) => {
      if (!isSigns) {
        const term = this.#wordOf(text, start, end)
        if (term < 0) return
        visit(this.#touch(term))
        if (withGrams && isHangul(text, start)) this.#addGrams(fold(text.slice(start, end)))
        return
      }
      const signs = fold(text.slice(start, end))
      segmentSigns(signs, word => {
        const term = this.#wordOf(word, 0, word.length)
        if (term >= 0) visit(this.#touch(term))
      })
      if (withGrams) this.#addGrams(signs)
    })
  }

  #addGrams(signs: string): void {
    forEachGram(signs, gram => {
      let term = this.#gramOf.get(gram)
      if (term === undefined) {
        term = this.#newTerm(GRAM + gram)
        this.#gramOf.set(ownCopy(gram), term)
      }
      this.#touch(term)
    })
  }

  #touch(term: number): number {
    if ((this.languageBits[term] & SEEN) === 0) {
      this.languageBits[term] |= SEEN
      this.#touched.push(term)
    }
    return term
  }

  /** −1: nothing is left of it when it is folded. */
  #wordOf(text: string, start: number, end: number): number {
    const known = this.#rawOf.find(text, start, end)
    if (known !== UNKNOWN) {
      if (known >= -1) return known
      const spelling = this.spellings[-2 - known]
      if (spelling.last !== this.pages.length) spelling.pages++
      spelling.last = this.pages.length
      return spelling.term
    }
    const own = ownCopy(text.slice(start, end))
    const folded = fold(own)
    let term = folded === '' ? -1 : this.#termOf.get(folded)
    if (term === undefined) {
      term = this.#newTerm(folded)
      this.#termOf.set(folded, term)
    }
    const lower = own.toLowerCase().normalize('NFC')
    if (term === -1 || lower === folded) this.#rawOf.add(own, term)
    else this.#rawOf.add(own, -1 - this.spellings.push({ term, text: lower, pages: 1, last: this.pages.length }))
    return term
  }

  #newTerm(text: string): number {
    const term = this.terms.push(text) - 1
    if (term >= this.languageBits.length) {
      this.languageBits = grown(this.languageBits, new Uint32Array(term * 2))
      this.#times = grown(this.#times, new Uint16Array(term * 2))
      this.#weights = grown(this.#weights, new Float32Array(term * 2))
    }
    return term
  }

  #log(term: number, page: number, byte: number): void {
    if (this.size === this.logTerm.length) {
      const room = this.size * 2
      this.logTerm = grown(this.logTerm, new Uint32Array(room))
      this.logPage = grown(this.logPage, new Uint32Array(room))
      this.logByte = grown(this.logByte, new Uint8Array(room))
    }
    this.logTerm[this.size] = term
    this.logPage[this.size] = page
    this.logByte[this.size++] = byte
  }
}

/** Set in `languageBits` while a page is read that has the word. */
const SEEN = 0x80000000

function grown<T extends Uint32Array | Uint16Array | Uint8Array | Float32Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}

/** A part of a string keeps the whole of it in memory; a key that stays must not. */
function ownCopy(part: string): string {
  return part.length < 13 ? part : Buffer.from(part, 'utf16le').toString('utf16le')
}
