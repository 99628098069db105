/** Tables of the full-text index inside index.db. Written by index-writer.ts, read by engine.ts and assist/. Docs: docs/formats.md. */
import type { Database } from '../../disk/sqlite.js'

/**
 * `search_postings.term` is a folded word (fold.ts), or GRAM and two or three letters of a script without spaces (grams.ts).
 * Assist reads the vocabulary with
 *   SELECT term, sum(pages) FROM search_postings WHERE term >= ' ' GROUP BY term
 * and the way a word is mostly written, where that is not its folded form (crème for creme), from `search_spellings`.
 */
const TABLES = `
  -- generation: counts up whenever readers have to load their columns again
  CREATE TABLE IF NOT EXISTS search_state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS search_segments (id INTEGER PRIMARY KEY, pages INTEGER NOT NULL, postings INTEGER NOT NULL);

  -- which segment speaks for a page (a list of any other segment that names it is out of date), its length in words, and how much of it is
  -- running text (prose-share.ts; NULL for pages of older libraries)
  CREATE TABLE IF NOT EXISTS search_pages (
    page INTEGER PRIMARY KEY, segment INTEGER NOT NULL, length INTEGER NOT NULL, prose INTEGER);

  -- pages: how many are in the list; list: postings.ts
  CREATE TABLE IF NOT EXISTS search_postings (
    term TEXT NOT NULL, segment INTEGER NOT NULL, pages INTEGER NOT NULL, list BLOB NOT NULL,
    PRIMARY KEY (term, segment)) WITHOUT ROWID;

  -- stem: language, space, stem; only for words that are not their own stem
  CREATE TABLE IF NOT EXISTS search_stems (
    stem TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY (stem, term)) WITHOUT ROWID;

  -- lower-cased spellings that are not the folded word itself, and on how many pages they were met
  CREATE TABLE IF NOT EXISTS search_spellings (
    term TEXT NOT NULL, spelling TEXT NOT NULL, pages INTEGER NOT NULL, PRIMARY KEY (term, spelling)) WITHOUT ROWID;
`

/** First character of terms that are letters in a row, not words: below every character that a word may begin with. */
export const GRAM = '\u0002'

export function createSearchTables(database: Database): void {
  database.exec(TABLES)
  if (!hasProse(database)) database.exec('ALTER TABLE search_pages ADD COLUMN prose INTEGER')
}

/** Libraries of older versions have not. */
export function hasProse(database: Database): boolean {
  return database.prepare("SELECT 1 FROM pragma_table_info('search_pages') WHERE name = 'prose'").get() !== undefined
}

/** Answers the present generation each time it is called. */
export function generationReader(database: Database): () => number {
  const read = database.prepare("SELECT value FROM search_state WHERE name = 'generation'")
  return () => {
    const row = read.get()
    return typeof row?.value === 'number' ? row.value : 0
  }
}

export function nextGeneration(database: Database): void {
  database.exec(`INSERT INTO search_state VALUES ('generation', 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1`)
}
