/** The captures of sources in a database: those of a portal (index.db), or a scratch file of an export. Docs: docs/formats.md. */
import type { Database } from '../disk/sqlite.js'

const TABLES = `
  -- what was given: a crawl directory or an archive file. state: how far it was read, and its topic (JSON)
  CREATE TABLE IF NOT EXISTS sources (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL);

  -- archive files. origin: where the source has it; path: where it is read, from the portal's directory if it lies below or beside
  -- that; member: the WARC inside a WACZ, '' otherwise
  CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY, source INTEGER NOT NULL, origin TEXT NOT NULL, member TEXT NOT NULL, path TEXT NOT NULL,
    UNIQUE (source, origin, member));

  -- every capture of every archived URL, images and styles included. location: where a redirect leads. kind: 'page', 'embed',
  -- 'document' (shown by itself; page-type.ts says which have a text), 'hop' (redirects) or 'other'; relevant, score, language, share: what a crawl of ours said, NULL elsewhere.
  -- A revisit names its original by refers and refers_at ('' and 0 where it does not) and has its body at payload_*; it answers for
  -- nothing as long as that is NULL
  CREATE TABLE IF NOT EXISTS captures (
    url TEXT NOT NULL, at INTEGER NOT NULL, source INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
    length INTEGER NOT NULL, status INTEGER NOT NULL, mime TEXT NOT NULL, digest TEXT NOT NULL, location TEXT NOT NULL,
    kind TEXT NOT NULL, relevant INTEGER, score REAL, language TEXT, share REAL, revisit INTEGER NOT NULL,
    refers TEXT NOT NULL, refers_at INTEGER NOT NULL,
    payload_file INTEGER, payload_offset INTEGER, payload_length INTEGER,
    PRIMARY KEY (url, at, source, file, offset)) WITHOUT ROWID;

  -- pages of our crawls that are not archived unless something good lies behind them
  CREATE TABLE IF NOT EXISTS waiting (
    source INTEGER NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (source, number)) WITHOUT ROWID;
`

export function createCaptureTables(database: Database): void {
  database.exec(TABLES)
}
