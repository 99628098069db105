/** Which phrases each page has, in columns: some 20 bytes a page, read once, so that clusters are counted without asking the database. */
import { getOrMake, getOrMakeUpTo } from '../../../get-or-make.js'
import type { Database } from '../../../disk/sqlite.js'
import { numbersOf, prepared, readColumn } from './assist-schema.js'

export interface BookPhrase {
  readonly shown: string
  readonly stems: readonly string[]
  readonly isChosen: boolean
}

export type PhraseBook = ReturnType<typeof readBook>

/** Phrases that are kept when they were read. */
const MAX_KEPT = 20_000

const books = new WeakMap<Database, PhraseBook>()

/** Read once per connection. */
export function phraseBookOf(database: Database): PhraseBook {
  return getOrMake(books, database, readBook)
}

/** After a build over this connection. */
export function forgetPhraseBook(database: Database): void {
  books.delete(database)
}

function readBook(database: Database) {
  const { last, pages, bytes } = {
    ...database
      .prepare('SELECT max(page) AS last, count(*) AS pages, sum(length(phrases)) AS bytes FROM assist_pages')
      .get(),
  }
  const size = Number(last ?? 0) + 1
  const starts = new Uint32Array(size + 1)
  const isRead = new Uint8Array(size)
  const ids = new Uint32Array(Number(bytes ?? 0) >> 2)
  let page = 0
  let count = 0
  for (const row of database.prepare('SELECT page, phrases FROM assist_pages ORDER BY page').iterate()) {
    if (!(row.phrases instanceof Uint8Array)) continue
    const next = Number(row.page)
    while (page < next) starts[++page] = count
    isRead[next] = 1
    ids.set(numbersOf(row.phrases), count)
    count += row.phrases.length >> 2
  }
  while (page < size) starts[++page] = count
  const data = readColumn(database, 'phrase-pages')
  const kept = new Map<number, BookPhrase | null>()
  return {
    /** Pages that were read for phrases. */
    pages: Number(pages),
    /** Pages that have a phrase, by its id; ids count from 1. */
    frequencies: data === null ? new Uint32Array(1) : numbersOf(data),
    /** Null: the page was not read. */
    phrasesOf: (id: number) => (id < size && isRead[id] === 1 ? ids.subarray(starts[id], starts[id + 1]) : null),
    phrase: (id: number) => getOrMakeUpTo(MAX_KEPT, kept, id, () => readPhrase(database, id)),
  }
}

function readPhrase(database: Database, id: number): BookPhrase | null {
  const row = prepared(database, 'SELECT form, shown, chosen FROM assist_phrases WHERE id = ?').get(id)
  if (row === undefined) return null
  return { shown: String(row.shown), stems: String(row.form).split(' '), isChosen: Number(row.chosen) > 0 }
}
