/**
 * The words of the collection with the number of pages that have them, in columns: sorted by length, then by code points. Small enough
 * to be held by every thread (100,000 words: 2.5 MB), and a word that was misspelt is looked for by reading all of those
 * that are as long, give or take two letters: a signature of its letters tells nearly all others apart at a glance.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import type { Database } from '../../../disk/sqlite.js'
import { liveWords, type WordCount } from './live-words.js'
import { bytesOf, numbersOf, readColumn, writeColumn } from './assist-schema.js'

/** Words that are mostly written in another way than they are folded, by number. */
const SHOWN = v.array(v.tuple([v.number(), v.string()]))

/** The most frequent ones; a reader's word is seldom among the rest. */
export const MAX_LEXICON = 300_000
/** In letters; longer ones are not looked for. */
export const MAX_LETTERS = 40
/** Unpacked; the words of a full list take some 4 MB. */
const MAX_BYTES = 2 ** 28

export interface Lexicon {
  readonly size: number
  /** Code units of all words, one after the other. */
  readonly units: Uint16Array
  /** Word i is units[starts[i] … starts[i + 1] - 1]. */
  readonly starts: Uint32Array
  readonly pages: Uint32Array
  readonly signatures: Uint32Array
  /** Words of n letters are firstOf[n] … firstOf[n + 1] - 1. */
  readonly firstOf: Uint32Array
  /** Where it differs from the word itself. */
  readonly shown: ReadonlyMap<number, string>
}

const MARK = marks()
const LETTER = /^\D*\p{L}\D*$/u

/** A letter is a sign with the marks on it. */
export function isMark(code: number): boolean {
  return MARK[code] === 1
}

export function countLetters(word: string): number {
  let letters = 0
  for (let i = 0; i < word.length; i++) if (!isMark(word.charCodeAt(i))) letters++
  return letters
}

/** One bit for each letter that is in the word; marks do not count. */
export function signatureOf(word: string): number {
  let signature = 0
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (!isMark(code)) signature |= 1 << bitOf(code)
  }
  return signature >>> 0
}

/** a … z have bits of their own. */
function bitOf(code: number): number {
  return code >= 97 && code <= 122 ? code - 97 : (Math.imul(code, 0x9e3779b1) >>> 27) & 31
}

/** From the full-text index (search/search-schema.ts), which has counted them. Only what cannot be worked out again is written. */
export function writeLexicon(database: Database): void {
  const rows = byLength(countedWords(database))
  const spellings = readSpellings(database)
  const shown: [number, string][] = []
  rows.forEach(({ word }, i) => {
    const spelling = spellings.get(word)
    if (spelling !== undefined) shown.push([i, spelling])
  })
  const encoder = new TextEncoder()
  // neighbours are alike: packed they take a quarter of the room
  const write = (name: string, data: Uint8Array): void => writeColumn(database, name, deflateRawSync(data))
  write('words', encoder.encode(rows.map(({ word }) => word).join('\n')))
  write('word-pages', bytesOf(Uint32Array.from(rows, ({ pages }) => pages)))
  write('word-spellings', encoder.encode(JSON.stringify(shown)))
}

interface CountedWord extends WordCount {
  readonly letters: number
}

/** In the order of their letters. Where there are too many, the rarest are left out. */
function countedWords(database: Database): CountedWord[] {
  let words: CountedWord[] = []
  let least = 1
  for (const { word, pages } of liveWords(database)) {
    if (pages < least || !LETTER.test(word)) continue
    words.push({ word, pages, letters: Math.min(countLetters(word), MAX_LETTERS + 1) })
    while (words.length >= 2 * MAX_LEXICON) {
      least++
      words = words.filter(one => one.pages >= least)
    }
  }
  while (words.length > MAX_LEXICON) {
    least++
    words = words.filter(one => one.pages >= least)
  }
  return words
}

/** Words of each length keep their order. */
function byLength(words: readonly CountedWord[]): CountedWord[] {
  const lengths = Array.from({ length: MAX_LETTERS + 2 }, (): CountedWord[] => [])
  for (const one of words) lengths[one.letters].push(one)
  return lengths.slice(1).flat()
}

/** Words that most pages write otherwise than they are folded: crème. */
function readSpellings(database: Database): Map<string, string> {
  const rows = database.prepare(
    `SELECT s.term, s.spelling, max(s.pages) AS pages, (SELECT sum(pages) FROM search_postings p WHERE p.term = s.term) AS total
     FROM search_spellings s GROUP BY s.term HAVING 2 * max(s.pages) > total LIMIT ?`,
  )
  return new Map(Array.from(rows.iterate(MAX_LEXICON), ({ term, spelling }) => [String(term), String(spelling)]))
}

const opened = new WeakMap<Database, Lexicon>()

/** Read once per connection; null where no build has written one. */
export function lexiconOf(database: Database): Lexicon | null {
  const known = opened.get(database)
  if (known !== undefined) return known
  const lexicon = readLexicon(database)
  if (lexicon !== null) opened.set(database, lexicon)
  return lexicon
}

export function readLexicon(database: Database): Lexicon | null {
  const columns: Buffer[] = []
  // the large one last: without the others nothing is unpacked
  for (const name of ['word-spellings', 'word-pages', 'words']) {
    const data = readColumn(database, name)
    if (data === null) return null
    columns.push(inflateRawSync(data, { maxOutputLength: MAX_BYTES }))
  }
  const [shown, pageBytes, words] = columns
  const text = words.toString('utf8')
  const pages = numbersOf(pageBytes)
  const starts = new Uint32Array(pages.length + 1)
  const firstOf = new Uint32Array(MAX_LETTERS + 3)
  const signatures = new Uint32Array(pages.length)
  const units = new Uint16Array(text.length)
  let at = 0
  let size = 0
  for (let i = 0; i < pages.length; i++) {
    const end = text.indexOf('\n', at)
    const word = text.slice(at, end === -1 ? text.length : end)
    at += word.length + 1
    for (let k = 0; k < word.length; k++) units[size++] = word.charCodeAt(k)
    starts[i + 1] = size
    signatures[i] = signatureOf(word)
    firstOf[Math.min(countLetters(word), MAX_LETTERS + 1) + 1] = i + 1
  }
  for (let n = 1; n < firstOf.length; n++) firstOf[n] = Math.max(firstOf[n], firstOf[n - 1])
  return {
    size: pages.length,
    units: units.slice(0, size),
    starts,
    pages,
    signatures,
    firstOf,
    shown: new Map(v.parse(SHOWN, JSON.parse(shown.toString('utf8')))),
  }
}

/** The most frequent words that begin so and go on; `isWanted` by the number of pages that have it. */
export function wordsFrom(
  lexicon: Lexicon,
  beginning: string,
  limit: number,
  isWanted: (pages: number) => boolean,
): number[] {
  const found: number[] = []
  for (let letters = countLetters(beginning); letters <= MAX_LETTERS; letters++) {
    const end = lexicon.firstOf[letters + 1]
    for (let i = firstFrom(lexicon, beginning, lexicon.firstOf[letters], end); i < end; i++) {
      if (!beginsWith(lexicon, i, beginning)) break
      if (lexicon.starts[i + 1] - lexicon.starts[i] > beginning.length && isWanted(lexicon.pages[i])) found.push(i)
    }
  }
  return found.sort((a, b) => lexicon.pages[b] - lexicon.pages[a] || a - b).slice(0, limit)
}

/** The first word of this length that does not come before the beginning. */
function firstFrom(lexicon: Lexicon, beginning: string, first: number, end: number): number {
  let low = first
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareAt(lexicon, middle, beginning) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function beginsWith({ units, starts }: Lexicon, i: number, beginning: string): boolean {
  if (starts[i + 1] - starts[i] < beginning.length) return false
  for (let k = 0; k < beginning.length; k++) if (units[starts[i] + k] !== beginning.charCodeAt(k)) return false
  return true
}

export function wordAt({ units, starts }: Lexicon, i: number): string {
  return String.fromCharCode(...units.subarray(starts[i], starts[i + 1]))
}

export function shownAt(lexicon: Lexicon, i: number): string {
  return lexicon.shown.get(i) ?? wordAt(lexicon, i)
}

/** Its place; -1 when the collection does not have it. `word` is folded. */
export function findWord(lexicon: Lexicon, word: string): number {
  const letters = Math.min(countLetters(word), MAX_LETTERS + 1)
  const end = lexicon.firstOf[letters + 1]
  const found = firstFrom(lexicon, word, lexicon.firstOf[letters], end)
  return found < end && compareAt(lexicon, found, word) === 0 ? found : -1
}

/** How many pages have the word. */
export function pagesWith(lexicon: Lexicon, word: string): number {
  const i = findWord(lexicon, word)
  return i === -1 ? 0 : lexicon.pages[i]
}

function compareAt({ units, starts }: Lexicon, i: number, word: string): number {
  const start = starts[i]
  const length = starts[i + 1] - start
  const shorter = Math.min(length, word.length)
  for (let k = 0; k < shorter; k++) {
    const order = rankOf(units[start + k]) - rankOf(word.charCodeAt(k))
    if (order !== 0) return order
  }
  return length - word.length
}

/** SQLite sorts by code point: halves of letters beyond the first plane come after all others. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit
}

function marks(): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (let code = 0x300; code < 0x10000; code++)
    if ((code < 0xd800 || code >= 0xe000) && /[\p{M}\u200c\u200d]/u.test(String.fromCharCode(code))) table[code] = 1
  // the second half of a letter beyond the first plane
  return table.fill(1, 0xdc00, 0xe000)
}
