/**
 * The identifier that needs nothing but this package: naive Bayes over parts of words, learned from the Universal Declaration of
 * Human Rights and from stop words (scripts/build-tables.mjs). docs/languages.md compares it with `cld`.
 *
 *   text ─▶ windows of some 80 letters ─▶ a score per window and language ─▶ the few languages that explain the windows best
 *
 * A language is found beside the first one only when it explains some windows much better, because close languages, names and
 * foreign words win single windows by chance.
 */
import { LongtailError } from '../../errors.js'
import { readShipped } from '../../shipped-tables.js'
import { eachGram, wordsIn } from './grams.js'
import type { FoundLanguage, Identifier } from './identifier.js'

const TABLE = 'language-grams.bin.br'
const MAGIC = 'LTLG\x01'
const MAX_FOUND = 3
const WINDOW_LETTERS = 80
/** In units of the table, 16 to a nat: how much better a further language must explain the windows that it gets. */
const FURTHER_GAIN = 16 * 60
/**
 * How many of the parts of words the language has in its table, against what it has of text like that which it was learned
 * from. On passages of 500 characters in 30 languages that it knows, 5 % are below 0.59, half of them above 0.8; in 27 that it
 * does not know, half are below 0.54.
 */
const KNOWN_COVER = 0.28
const TYPICAL_COVER = 0.6

interface Table {
  readonly languages: readonly string[]
  /** Share of its parts of words that are in the table, of 255. */
  readonly usualCover: Uint8Array
  /** Open addressing: a gram, and the place of its first entry plus 1; 0 where there is none. */
  readonly grams: Int32Array
  readonly places: Uint32Array
  /** For each place how many entries follow. */
  readonly counts: Uint8Array
  readonly entryLanguages: Uint8Array
  readonly entryWeights: Uint8Array
}

interface Window {
  readonly letters: number
  readonly scores: Int32Array
  /** How many parts of words it has, and where those are that the table has. */
  readonly grams: number
  readonly slots: readonly number[]
}

export function openNgrams(): Identifier {
  const table = readTable()
  return {
    name: 'ngrams',
    languages: new Set(table.languages),
    find: text => explain(table, windowsOf(table, text)),
  }
}

function windowsOf(table: Table, text: string): Window[] {
  const windows: Window[] = []
  let words: string[] = []
  let letters = 0
  const close = (): void => {
    if (letters > 0) windows.push(read(table, words, letters))
    words = []
    letters = 0
  }
  for (const word of wordsIn(text)) {
    words.push(word)
    letters += word.length
    if (letters >= WINDOW_LETTERS) close()
  }
  close()
  return windows
}

function read(table: Table, words: readonly string[], letters: number): Window {
  const { grams, places, counts, entryLanguages, entryWeights } = table
  const mask = grams.length - 1
  const scores = new Int32Array(table.languages.length)
  const slots: number[] = []
  let all = 0
  const see = (gram: number): void => {
    all++
    let slot = gram & mask
    while (places[slot] !== 0 && grams[slot] !== gram) slot = (slot + 1) & mask
    if (places[slot] === 0) return
    slots.push(slot)
    const first = places[slot] - 1
    const end = first + counts[slot]
    for (let entry = first; entry < end; entry++) scores[entryLanguages[entry]] += entryWeights[entry]
  }
  for (const word of words) eachGram(word, see)
  return { letters, scores, grams: all, slots }
}

/** The language that explains most, then those that explain what is left much better, one after the other. */
function explain(table: Table, windows: readonly Window[]): FoundLanguage[] {
  const { languages, usualCover } = table
  const best = new Float64Array(windows.length)
  const chosen: number[] = []
  for (let needed = 0; chosen.length < MAX_FOUND; needed = FURTHER_GAIN) {
    let winner = -1
    let gain = needed
    for (let language = 0; language < languages.length; language++) {
      let sum = 0
      for (let i = 0; i < windows.length; i++) sum += Math.max(0, windows[i].scores[language] - best[i])
      if (sum > gain) [winner, gain] = [language, sum]
    }
    if (winner < 0) break
    chosen.push(winner)
    windows.forEach(({ scores }, i) => (best[i] = Math.max(best[i], scores[winner])))
  }
  const letters = windows.reduce((sum, window) => sum + window.letters, 0)
  const found = chosen.map(language => {
    const own = windows.filter(({ scores }, i) => scores[language] === best[i])
    const sum = (count: (window: Window) => number): number => own.reduce((total, window) => total + count(window), 0)
    const share = sum(({ slots }) => countOf(table, slots, language)) / sum(({ grams }) => grams)
    const cover = (share * 255) / usualCover[language]
    return {
      language: languages[language],
      percent: (100 * sum(window => window.letters)) / letters,
      isKnown: cover >= KNOWN_COVER,
      isTypical: cover >= TYPICAL_COVER,
    }
  })
  return found.sort((a, b) => b.percent - a.percent)
}

/** How many of these parts of words the language has. */
function countOf({ places, counts, entryLanguages }: Table, slots: readonly number[], language: number): number {
  let count = 0
  for (const slot of slots) {
    const first = places[slot] - 1
    const end = first + counts[slot]
    for (let entry = first; entry < end; entry++) if (entryLanguages[entry] === language) count++
  }
  return count
}

/** docs/formats.md has the layout. */
function readTable(): Table {
  const bytes = readShipped(TABLE)
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new LongtailError('E_MODEL', `${TABLE} is of another version; install Longtail again`)
  let at = MAGIC.length
  const take = (length: number): Buffer => bytes.subarray(at, (at += length))
  const [known] = take(1)
  const languages = Array.from({ length: known }, () => take(3).toString('latin1'))
  const usualCover = take(known)
  const count = take(4).readUInt32LE()
  const entries = take(4).readUInt32LE()
  const perGram = take(count)
  const entryLanguages = take(entries)
  const entryWeights = take(entries)
  const size = 2 ** Math.ceil(Math.log2(count * 2))
  const table = {
    languages,
    usualCover,
    grams: new Int32Array(size),
    places: new Uint32Array(size),
    counts: new Uint8Array(size),
    entryLanguages,
    entryWeights,
  }
  for (let i = 0, gram = 0, place = 0; i < count; i++) {
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++]
      gram += (byte & 127) * shift
      if (byte < 128) break
    }
    let slot = gram & (size - 1)
    while (table.places[slot] !== 0) slot = (slot + 1) & (size - 1)
    table.grams[slot] = gram
    table.places[slot] = place + 1
    table.counts[slot] = perGram[i]
    place += perGram[i]
  }
  return table
}
