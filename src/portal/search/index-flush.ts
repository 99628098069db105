/** Writes what is in memory as one segment, and the stems of its words. */
import { createStemmer, hasStemmer, type Stemmer } from '../../page/words/stem.js'
import type { Database } from '../../disk/sqlite.js'
import type { MemorySegment } from './index-segment.js'
import { encodeList } from './postings.js'
import { GRAM, nextGeneration } from './search-schema.js'

export function flushSegment(database: Database, memory: MemorySegment): void {
  if (memory.pages.length === 0) return
  const last = database.prepare('SELECT max(id) AS id FROM search_segments').get()
  const segment = (typeof last?.id === 'number' ? last.id : 0) + 1
  database.prepare('INSERT INTO search_segments VALUES (?, ?, ?)').run(segment, memory.pages.length, memory.size)
  const addPage = database.prepare('INSERT OR REPLACE INTO search_pages VALUES (?, ?, ?, ?)')
  for (const { id, words, prose } of memory.pages) addPage.run(id, segment, words, prose)
  const order = Uint32Array.from(memory.terms.keys())
  // in the order of the table each row lands beside the one before it
  const { terms } = memory
  order.sort((a, b) => (terms[a] < terms[b] ? -1 : 1))
  writeLists(database, memory, segment, order)
  writeStems(database, memory, order)
  writeSpellings(database, memory)
  nextGeneration(database)
}

function writeLists(database: Database, memory: MemorySegment, segment: number, order: Uint32Array): void {
  const { terms, size, logTerm, logPage, logByte } = memory
  const starts = new Uint32Array(terms.length + 1)
  for (let i = 0; i < size; i++) starts[logTerm[i] + 1]++
  for (let term = 0; term < terms.length; term++) starts[term + 1] += starts[term]
  const next = starts.slice()
  const pages = new Uint32Array(size)
  const bytes = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    const at = next[logTerm[i]]++
    pages[at] = logPage[i]
    bytes[at] = logByte[i]
  }
  const insert = database.prepare('INSERT INTO search_postings VALUES (?, ?, ?, ?)')
  for (const term of order) {
    const start = starts[term]
    const end = starts[term + 1]
    if (start === end) continue
    if (!memory.isSorted) sortByPage(pages.subarray(start, end), bytes.subarray(start, end))
    const isGram = terms[term].startsWith(GRAM)
    const list = encodeList(pages.subarray(start, end), isGram ? null : bytes.subarray(start, end))
    insert.run(terms[term], segment, end - start, list)
  }
}

/** In place, the bytes with their pages. */
export function sortByPage(pages: Uint32Array, bytes: Uint8Array): void {
  const pairs = Array.from(pages, (page, i) => page * 256 + bytes[i]).sort((a, b) => a - b)
  pairs.forEach((pair, i) => {
    pages[i] = Math.floor(pair / 256)
    bytes[i] = pair % 256
  })
}

function writeStems(database: Database, memory: MemorySegment, order: Uint32Array): void {
  const insert = database.prepare('INSERT OR IGNORE INTO search_stems VALUES (?, ?)')
  memory.languages.forEach((language, index) => {
    if (!hasStemmer(language)) return
    const stem = safeStemmer(language)
    const rows: [string, string][] = []
    for (const term of order) {
      if ((memory.languageBits[term] & (1 << index)) === 0) continue
      const word = memory.terms[term]
      if (word.startsWith(GRAM)) continue
      const stemmed = stem(word)
      if (stemmed !== word) rows.push([`${language} ${stemmed}`, word])
    }
    rows.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0))
    for (const [key, word] of rows) insert.run(key, word)
  })
}

/** Stems a folded word, and a word with digits not at all. */
export function safeStemmer(language: string): Stemmer {
  const stem = createStemmer([language])
  return word => (/\d/.test(word) ? word : stem(word))
}

function writeSpellings(database: Database, memory: MemorySegment): void {
  const insert = database.prepare(
    'INSERT INTO search_spellings VALUES (?, ?, ?) ON CONFLICT (term, spelling) DO UPDATE SET pages = pages + excluded.pages',
  )
  for (const { term, text, pages } of memory.spellings) insert.run(memory.terms[term], text.toWellFormed(), pages)
}
