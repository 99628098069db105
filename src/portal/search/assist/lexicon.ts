/**
 * The words of the collection with the number of pages that have them, in columns: sorted by length, then by code points. Small enough
 * to be held by every thread (100,000 words: 2.5 MB), and a word that was misspelt is looked for by reading all of those
 * that are as long, give or take two letters: a signature of its letters tells nearly all others apart at a glance.
 */
import type { Database } from '../../store/sqlite.js'
import { bytesOf, numbersOf, readColumn, writeColumn } from './tables.js'

/** The most frequent ones; a reader's word is seldom among the rest. */
export const MAX_LEXICON = 300_000
/** In letters; longer ones are not looked for. */
export const MAX_LETTERS = 40

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

/** From the full-text index (search/tables.ts), which has counted them. */
export function writeLexicon(database: Database): void {
  const rows = byLength(countedWords(database))
  const starts = new Uint32Array(rows.length + 1)
  const firstOf = new Uint32Array(MAX_LETTERS + 3)
  const signatures = new Uint32Array(rows.length)
  const spellings = readSpellings(database)
  const shown: [number, string][] = []
  rows.forEach(({ word, letters }, i) => {
    starts[i + 1] = starts[i] + word.length
    firstOf[letters + 1] = i + 1
    signatures[i] = signatureOf(word)
    const spelling = spellings.get(word)
    if (spelling !== undefined) shown.push([i, spelling])
  })
  for (let n = 1; n < firstOf.length; n++) firstOf[n] = Math.max(firstOf[n], firstOf[n - 1])
  const units = new Uint16Array(starts[rows.length])
  rows.forEach(({ word }, i) => {
    for (let k = 0; k < word.length; k++) units[starts[i] + k] = word.charCodeAt(k)
  })
  writeColumn(database, 'units', bytesOf(units))
  writeColumn(database, 'starts', bytesOf(starts))
  writeColumn(database, 'pages', bytesOf(Uint32Array.from(rows, ({ pages }) => pages)))
  writeColumn(database, 'signatures', bytesOf(signatures))
  writeColumn(database, 'firstOf', bytesOf(firstOf))
  writeColumn(database, 'shown', new TextEncoder().encode(JSON.stringify(shown)))
}

interface CountedWord {
  readonly word: string
  readonly pages: number
  readonly letters: number
}

const VOCABULARY = `SELECT term, sum(pages) AS pages FROM search_postings WHERE term >= ' ' GROUP BY term ORDER BY term`

/** In the order of their letters. Where there are too many, the rarest are left out. */
function countedWords(database: Database): CountedWord[] {
  let words: CountedWord[] = []
  let least = 1
  for (const { term, pages } of database.prepare(VOCABULARY).iterate()) {
    const word = String(term)
    if (Number(pages) < least || !LETTER.test(word)) continue
    words.push({ word, pages: Number(pages), letters: Math.min(countLetters(word), MAX_LETTERS + 1) })
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
  const column = (name: string): Uint32Array | null => {
    const data = readColumn(database, name)
    return data === null ? null : numbersOf(data)
  }
  const unitBytes = readColumn(database, 'units')
  const [starts, pages, signatures, firstOf] = ['starts', 'pages', 'signatures', 'firstOf'].map(column)
  const shown = readColumn(database, 'shown')
  if (unitBytes === null || !starts || !pages || !signatures || !firstOf || shown === null) return null
  const copy = new Uint8Array(unitBytes)
  return {
    size: pages.length,
    units: new Uint16Array(copy.buffer, 0, copy.length >> 1),
    starts,
    pages,
    signatures,
    firstOf,
    shown: new Map<number, string>(JSON.parse(new TextDecoder().decode(shown))),
  }
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
  let low = lexicon.firstOf[letters]
  let high = lexicon.firstOf[letters + 1]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = compareAt(lexicon, middle, word)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle
  }
  return -1
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
