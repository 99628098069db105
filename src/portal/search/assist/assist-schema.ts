/** Tables of index.db that assist/ makes. Docs: docs/portal-assist.md. */
import { getOrMake } from '../../../get-or-make.js'
import type { Database, Statement } from '../../../disk/sqlite.js'

const TABLES = `
  -- columns as blobs: the words of the collection (lexicon.ts), how far the last build came
  CREATE TABLE IF NOT EXISTS assist_columns (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;

  -- form: stems; shown: as most pages write it; pages: how many have it; chosen: how often as a title, heading or link
  CREATE TABLE IF NOT EXISTS assist_phrases (
    id INTEGER PRIMARY KEY, form TEXT NOT NULL UNIQUE, shown TEXT NOT NULL, words INTEGER NOT NULL,
    pages INTEGER NOT NULL, chosen INTEGER NOT NULL);

  -- phrases: ids, 32 bits each, the most telling first
  CREATE TABLE IF NOT EXISTS assist_pages (page INTEGER PRIMARY KEY, digest TEXT NOT NULL, phrases BLOB NOT NULL);

  -- what pages are called (names.ts)
  CREATE TABLE IF NOT EXISTS assist_names (name TEXT NOT NULL, page INTEGER NOT NULL, PRIMARY KEY (name, page)) WITHOUT ROWID;

  -- kind: query, title or topic; page: of a title, 0 otherwise; url: of a topic. Single words are suggested from the columns
  CREATE TABLE IF NOT EXISTS assist_suggestions (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, kind TEXT NOT NULL, page INTEGER NOT NULL, url TEXT NOT NULL, weight REAL NOT NULL);
  -- a suggestion from each of its words on
  CREATE TABLE IF NOT EXISTS assist_keys (key TEXT NOT NULL, suggestion INTEGER NOT NULL, PRIMARY KEY (key, suggestion)) WITHOUT ROWID;
  -- the best suggestions of beginnings that have too many of them to be read while somebody types
  CREATE TABLE IF NOT EXISTS assist_prefixes (prefix TEXT PRIMARY KEY, suggestions BLOB NOT NULL) WITHOUT ROWID;
`

export function createAssistTables(database: Database): void {
  database.exec(TABLES)
}

const statements = new WeakMap<Database, Map<string, Statement>>()

/** Prepared once per connection. `sql` is always one of ours. */
export function prepared(database: Database, sql: string): Statement {
  const known = getOrMake(statements, database, () => new Map<string, Statement>())
  return getOrMake(known, sql, () => database.prepare(sql))
}

export function readColumn(database: Database, name: string): Uint8Array | null {
  const data = prepared(database, 'SELECT data FROM assist_columns WHERE name = ?').get(name)?.data
  return data instanceof Uint8Array ? data : null
}

export function writeColumn(database: Database, name: string, data: Uint8Array): void {
  prepared(database, 'INSERT OR REPLACE INTO assist_columns (name, data) VALUES (?, ?)').run(name, data)
}

/** Of the collection, most pages first. */
export function languagesOf(database: Database): string[] {
  const query = 'SELECT language, count(*) AS pages FROM pages GROUP BY language ORDER BY pages DESC'
  const rows = prepared(database, query).all()
  return rows.map(({ language }) => String(language))
}

/** Blobs arrive at any offset of their buffer; columns of numbers want a multiple of their size. */
export function numbersOf(data: Uint8Array): Uint32Array {
  const copy = new Uint8Array(data.length & ~3)
  copy.set(data.subarray(0, copy.length))
  return new Uint32Array(copy.buffer)
}

export function bytesOf(numbers: Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}
