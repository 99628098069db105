/**
 * Counts the terms of a model on a page, in one pass and without making strings: each word is hashed where it stands and
 * looked up by hash; the stem of a word is worked out when it is met first. Phrases are followed word by word.
 *
 * Zones: the body; the title, whose terms begin with `^`; the opening (first words of the body), with `>`; the path of the
 * URL, with `/`.
 */
import type { Stemmer } from '../../page/words-stem.js'
import { foldWords, scanWords } from '../../page/words.js'
import type { TrainingPage } from './types.js'

export const TITLE_MARK = '^'
export const OPENING_MARK = '>'
export const URL_MARK = '/'
/** Chosen with the other constants on half of the domains of WebKB. */
const OPENING_LETTERS = 200
/** What is read of a page: the beginning of a long one says what it is about, and pages of any length take bounded time. */
const MAX_PAGE_LETTERS = 12_000
export const MAX_PAGE_WORDS = 1_500
const MAX_SHORT_WORDS = 100
/** Phrases that may begin before the earlier ones end. */
const MAX_PHRASE = 8
const CACHE_SLOTS = 1 << 18
const CACHE_LIMIT = CACHE_SLOTS / 2
const PRIME = 0x01000193

/** The path in words; only addresses of the Web speak of their pages, folders of the user do not. */
export function urlText(url: string): string {
  if (!url.startsWith('http')) return ''
  const path = url.indexOf('/', 8)
  if (path === -1) return ''
  const text = url.slice(path, path + 500)
  return unescaped(text)
    .replaceAll('~', ' tilde ')
    .replace(/[\d_]+/g, ' ')
}

export function bodyText(text: string): string {
  return text.length > MAX_PAGE_LETTERS ? text.slice(0, MAX_PAGE_LETTERS) : text
}

export function openingText(text: string): string {
  return text.slice(0, OPENING_LETTERS)
}

/** Words with a zone's mark are single. */
export function zoneOf(term: string): string {
  const mark = term.charAt(0)
  return mark === TITLE_MARK || mark === OPENING_MARK || mark === URL_MARK ? mark : ''
}

function unescaped(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export class TermReader {
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
  private readonly phraseNode = new Map<number, number>()
  private readonly nodeTerm: number[] = []
  private readonly open = new Int32Array(MAX_PHRASE)
  /** Which word a spelling is: two hashes → its place, or -1. */
  private readonly keys = new Uint32Array(CACHE_SLOTS)
  private readonly checks = new Uint32Array(CACHE_SLOTS)
  private readonly values = new Int32Array(CACHE_SLOTS)
  private cached = 0
  private readonly hasZones: boolean

  constructor(
    terms: readonly string[],
    private readonly stem: Stemmer,
  ) {
    for (const term of terms) for (const word of bare(term).split(' ')) this.ids.set(word, this.ids.size)
    let next = 0
    for (const word of this.ids.keys()) this.ids.set(word, next++)
    this.counts = new Uint32Array(terms.length)
    this.touched = new Uint32Array(terms.length)
    this.bodyTerm = new Int32Array(next).fill(-1)
    this.titleTerm = new Int32Array(next).fill(-1)
    this.openingTerm = new Int32Array(next).fill(-1)
    this.urlTerm = new Int32Array(next).fill(-1)
    this.beginsPhrase = new Uint8Array(next)
    terms.forEach((term, t) => this.enter(term, t))
    this.hasZones = terms.some(term => zoneOf(term) !== '')
  }

  read(page: TrainingPage): void {
    this.clear()
    if (this.hasZones) {
      this.scan(page.title, this.titleTerm, false, MAX_SHORT_WORDS)
      this.scan(openingText(page.text), this.openingTerm, false, MAX_SHORT_WORDS)
      const url = urlText(page.url)
      if (url !== '') this.scan(url, this.urlTerm, false, MAX_SHORT_WORDS)
    }
    this.words = this.scan(bodyText(page.text), this.bodyTerm, true, MAX_PAGE_WORDS)
  }

  /** A few words, as if they stood in a page and were its title. */
  readWords(text: string): void {
    this.clear()
    if (this.hasZones) this.scan(text, this.titleTerm, false, MAX_SHORT_WORDS)
    this.words = this.scan(text, this.bodyTerm, true, MAX_SHORT_WORDS)
  }

  private clear(): void {
    const { counts, touched, size } = this
    for (let i = 0; i < size; i++) counts[touched[i]] = 0
    this.size = 0
  }

  private scan(text: string, termOf: Int32Array, withPhrases: boolean, maxWords: number): number {
    const folded = foldWords(text)
    const { beginsPhrase, phraseNode, nodeTerm, open } = this
    const known = termOf.length
    let pending = 0
    let words = 0
    scanWords(folded, maxWords, (start, end, follows) => {
      words++
      const word = this.place(folded, start, end)
      if (word === -1) {
        pending = 0
        return
      }
      if (termOf[word] !== -1) this.add(termOf[word])
      if (!withPhrases) return
      let kept = 0
      if (follows) {
        for (let i = 0; i < pending; i++) {
          const node = phraseNode.get(open[i] * known + word)
          if (node === undefined) continue
          if (nodeTerm[node] !== -1) this.add(nodeTerm[node])
          open[kept++] = node
        }
      }
      if (beginsPhrase[word] === 1 && kept < MAX_PHRASE) open[kept++] = word
      pending = kept
    })
    return words
  }

  private add(term: number): void {
    if (this.counts[term]++ === 0) this.touched[this.size++] = term
  }

  /** Nodes 0 … words - 1 are the first words of phrases. */
  private enter(term: string, t: number): void {
    const words = bare(term)
      .split(' ')
      .map(word => this.ids.get(word) ?? 0)
    const zone = zoneOf(term)
    if (zone !== '') this.zoneTerms(zone)[words[0]] = t
    else if (words.length === 1) this.bodyTerm[words[0]] = t
    else {
      const known = this.ids.size
      while (this.nodeTerm.length < known) this.nodeTerm.push(-1)
      this.beginsPhrase[words[0]] = 1
      let node = words[0]
      for (let i = 1; i < words.length; i++) {
        const key = node * known + words[i]
        let next = this.phraseNode.get(key)
        if (next === undefined) {
          next = this.nodeTerm.push(-1) - 1
          this.phraseNode.set(key, next)
        }
        node = next
      }
      this.nodeTerm[node] = t
    }
  }

  private zoneTerms(zone: string): Int32Array {
    return zone === TITLE_MARK ? this.titleTerm : zone === OPENING_MARK ? this.openingTerm : this.urlTerm
  }

  private place(text: string, start: number, end: number): number {
    let hash = 0x811c9dc5
    let check = end - start
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i)
      hash = Math.imul(hash ^ code, PRIME)
      check = Math.imul(check, 31) + code
    }
    hash ^= hash >>> 15
    check = (check ^ Math.imul(hash, 0x9e3779b1)) >>> 0
    const key = (hash | 1) >>> 0 // 0 is a free slot
    const { keys, checks, values } = this
    let slot = (hash >>> 1) & (CACHE_SLOTS - 1)
    while (keys[slot] !== 0) {
      if (keys[slot] === key && checks[slot] === check) return values[slot]
      slot = (slot + 1) & (CACHE_SLOTS - 1)
    }
    const word = this.ids.get(this.stem(text.slice(start, end))) ?? -1
    if (this.cached++ >= CACHE_LIMIT) {
      // pages of made-up words must not fill the memory
      keys.fill(0)
      this.cached = 1
      slot = (hash >>> 1) & (CACHE_SLOTS - 1)
    }
    keys[slot] = key
    checks[slot] = check
    values[slot] = word
    return word
  }
}

function bare(term: string): string {
  return zoneOf(term) === '' ? term : term.slice(1)
}
