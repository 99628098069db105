/** Tables of index.db. Written by build/ alone; search/ adds its own tables (search/search-schema.ts). Docs: docs/formats.md. */
import { createCaptureTables } from '../../collection/capture-tables.js'
import type { Database } from '../../disk/sqlite.js'

/** A portal of another version is built again from its sources. */
export const SCHEMA_VERSION = 2

const TABLES = `
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- pages that were removed, until the text index has forgotten them
  CREATE TABLE IF NOT EXISTS gone (page INTEGER PRIMARY KEY);

  CREATE TABLE IF NOT EXISTS sites (id INTEGER PRIMARY KEY, host TEXT NOT NULL UNIQUE, pages INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS sites_by_pages ON sites (pages DESC, host);

  CREATE TABLE IF NOT EXISTS topics (
    id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, parent INTEGER NOT NULL DEFAULT 0,
    position INTEGER NOT NULL DEFAULT 0, pages INTEGER NOT NULL DEFAULT 0);

  -- what search finds. original: the page that this one repeats (near-duplicates), 0 for none; indexed: fingerprint of what the
  -- text index was given, '' as long as it has nothing
  CREATE TABLE IF NOT EXISTS pages (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, source INTEGER NOT NULL, site INTEGER NOT NULL, type TEXT NOT NULL,
    title TEXT NOT NULL, language TEXT NOT NULL, share REAL NOT NULL, relevant INTEGER NOT NULL, score REAL NOT NULL,
    at INTEGER NOT NULL, words INTEGER NOT NULL, image TEXT NOT NULL, digest TEXT NOT NULL, simhash TEXT NOT NULL,
    original INTEGER NOT NULL DEFAULT 0, inlinks INTEGER NOT NULL DEFAULT 0, authority REAL NOT NULL DEFAULT 0,
    indexed TEXT NOT NULL DEFAULT '');
  CREATE INDEX IF NOT EXISTS pages_by_site ON pages (site, authority DESC, url);
  CREATE INDEX IF NOT EXISTS pages_by_authority ON pages (authority DESC, url);
  CREATE INDEX IF NOT EXISTS pages_by_time ON pages (at DESC, authority DESC, url);

  -- score: verdict and authority together
  CREATE TABLE IF NOT EXISTS page_topics (
    topic INTEGER NOT NULL, page INTEGER NOT NULL, score REAL NOT NULL, PRIMARY KEY (topic, page)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS topics_of_page ON page_topics (page);
  CREATE INDEX IF NOT EXISTS best_of_topic ON page_topics (topic, score DESC, page);

  -- main text, deflated (raw)
  CREATE TABLE IF NOT EXISTS texts (page INTEGER PRIMARY KEY, packed BLOB NOT NULL);

  -- the rest of what was read from a page, for later passes: its own title, headings (h1 to h3) and image candidates by line,
  -- the language that a crawl said it has ('': none did), and all its links (build/packed-links.ts), also those to pages that are not here yet
  CREATE TABLE IF NOT EXISTS outlines (
    page INTEGER PRIMARY KEY, title TEXT NOT NULL, description TEXT NOT NULL, headings TEXT NOT NULL, images TEXT NOT NULL,
    verdict TEXT NOT NULL, links BLOB NOT NULL);

  -- how large an archived picture is, by its digest; 0 where nobody can tell
  CREATE TABLE IF NOT EXISTS pictures (digest TEXT PRIMARY KEY, width INTEGER NOT NULL, height INTEGER NOT NULL) WITHOUT ROWID;

  -- links between pages of the collection, redirects followed
  CREATE TABLE IF NOT EXISTS links (
    source INTEGER NOT NULL, target INTEGER NOT NULL, anchor TEXT NOT NULL, PRIMARY KEY (source, target)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS links_to ON links (target);
`

export function createTables(database: Database): void {
  createCaptureTables(database)
  database.exec(TABLES)
}
