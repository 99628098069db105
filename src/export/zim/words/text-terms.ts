/**
 * All terms of a text: each word in the spellings and stems that readers ask for, neighbours joined where there are no spaces.
 * Without positions: they would make the database four times as large (1,031 encyclopaedia pages: 16.0 MB, not 4.1), newer readers do not ask
 * for phrases, and older ones take all of the words for the phrase when there are none.
 */
import { withoutParticle } from '../../../portal/search/grams.js'
import { isHangul } from '../../../portal/search/words.js'
import { WordCache } from './word-cache.js'
import { lowered, prepared, spellings, unmarked } from './spelling.js'
import type { ReaderStemmer } from './stems.js'
import type { TermBag } from './term-bag.js'
import { forEachStretch, scanTokens } from './tokens.js'
import { forEachGram, forEachJoined, type Divider } from './unspaced.js'

/** Distinct words whose forms are remembered. */
const MAX_KNOWN = 200_000
/** Letters of a word; Xapian takes no longer ones. */
const MAX_WORD = 245

export interface TextOptions {
  /** How much one occurrence counts. */
  readonly weight: number
  readonly maxTokens: number
  /** Stretches of a script without spaces as a whole, too: for titles and headings, which are copied and typed as they are. */
  readonly whole: boolean
}

export class TextTerms {
  readonly #stemmer: ReaderStemmer
  readonly #divider: Divider
  readonly #forms = new WordCache<readonly string[]>(MAX_KNOWN)

  constructor(stemmer: ReaderStemmer, divider: Divider) {
    this.#stemmer = stemmer
    this.#divider = divider
  }

  /** Adds the terms to the bag and returns how many words there were. */
  add(bag: TermBag, source: string, { weight, maxTokens, whole }: TextOptions): number {
    const text = prepared(source)
    // most words of a text stand there before
    const counts = new Map<string, number>()
    const count = (token: string): void => void counts.set(token, (counts.get(token) ?? 0) + 1)
    scanTokens(text, maxTokens, (token, end) => {
      count(token)
      const suffix = suffixAt(text, end)
      if (suffix !== '') bag.add(lowered(token) + suffix, weight)
      if (token.length === 1 && text[end] === '.') {
        const acronym = acronymAt(text, end - 1)
        if (acronym !== '') count(acronym)
      }
    })
    let words = 0
    for (const [token, times] of counts) words += times * this.#addToken(bag, token, weight * times, whole)
    return words
  }

  #addToken(bag: TermBag, token: string, weight: number, whole: boolean): number {
    let words = 0
    let stretches = 0
    forEachStretch(token, (stretch, isSigns) => {
      stretches++
      if (isSigns) {
        const [first, ...others] = spellings(stretch)
        words += this.#addSigns(bag, first, weight, whole)
        for (const other of others) this.#addSigns(bag, other, weight, whole)
      } else {
        this.#addWord(bag, stretch, weight)
        words++
      }
    })
    if (stretches > 1 && token.length <= MAX_WORD) this.#addWord(bag, token, weight)
    return words
  }

  #addWord(bag: TermBag, word: string, weight: number): void {
    for (const form of this.#forms.get(word, unknown => this.#formsOf(unknown))) bag.add(form, weight)
  }

  #formsOf(word: string): string[] {
    if (word.length > MAX_WORD) return []
    const forms = new Set<string>()
    const addForm = (form: string): void => {
      forms.add(form)
      for (const stem of this.#stemmer.stems(form)) forms.add(stem)
    }
    const add = (spelling: string): void => {
      addForm(spelling)
      const bare = unmarked(spelling)
      if (bare !== spelling) addForm(bare)
    }
    const lower = lowered(word)
    for (const spelling of spellings(lower)) add(spelling)
    // l'eau and beach_2019 are one term for Xapian, and nobody looks for water by its article
    if (/['_]/.test(lower)) for (const part of lower.split(/['_]/)) if (part.length > 1) add(part)
    if (isHangul(lower)) {
      forms.add(withoutParticle(lower))
      forEachGram(lower, gram => forms.add(gram))
    }
    forms.delete('')
    return [...forms]
  }

  #addSigns(bag: TermBag, stretch: string, weight: number, whole: boolean): number {
    const words = this.#divider.words(stretch)
    const bare = words.map(unmarked)
    const { length } = words
    for (let i = 0; i < length; i++) {
      addBoth(bag, words[i], bare[i], weight)
      for (const part of this.#divider.parts(words[i])) addBoth(bag, part, unmarked(part), weight)
      if (i === 0) continue
      for (const word of this.#divider.across(words[i - 1], words[i])) addBoth(bag, word, unmarked(word), weight)
    }
    forEachJoined(words, bare, (joined, joinedBare) => addBoth(bag, joined, joinedBare, weight))
    const all = bare.join('')
    if (whole && length > 2) addBoth(bag, stretch, all, weight)
    forEachGram(all, gram => bag.add(gram, weight))
    return length
  }
}

function addBoth(bag: TermBag, marked: string, bare: string, weight: number): void {
  bag.add(marked, weight)
  if (bare !== marked) bag.add(bare, weight)
}

/** U.S.A.: one term when it is typed so. */
function acronymAt(text: string, start: number): string {
  if (text[start - 1] === '.') return ''
  const found = /^(?:\p{Lu}\.){1,8}\p{Lu}(?![\p{L}\p{N}])/u.exec(text.slice(start, start + 20))
  return found === null ? '' : found[0].replaceAll('.', '')
}

/** C++, C#: at most three signs, with nothing of a word behind them. */
function suffixAt(text: string, end: number): string {
  const code = text.charCodeAt(end)
  if (code !== 0x2b && code !== 0x23) return ''
  return /^[+#]{1,3}(?![+#\p{L}\p{N}])/u.exec(text.slice(end, end + 5))?.[0] ?? ''
}
