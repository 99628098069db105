/** Tables of index.db. Written by build/ alone; search/ adds its own tables (search/tables.ts). Docs: docs/formats.md. */
import type { Database } from './sqlite.js'

export const SCHEMA_VERSION = 1

const TABLES = `
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- what was given to "portal build": a crawl directory or an archive file
  CREATE TABLE IF NOT EXISTS sources (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL);

  -- archive files; member: the WARC inside a WACZ, '' otherwise
  CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY, source INTEGER NOT NULL, path TEXT NOT NULL, member TEXT NOT NULL, UNIQUE (path, member));

  -- every archived URL, images and styles included: the latest capture of each
  CREATE TABLE IF NOT EXISTS captures (
    url TEXT PRIMARY KEY, at INTEGER NOT NULL, status INTEGER NOT NULL, mime TEXT NOT NULL, digest TEXT NOT NULL,
    file INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL,
    payload_file INTEGER, payload_offset INTEGER, payload_length INTEGER) WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS sites (id INTEGER PRIMARY KEY, host TEXT NOT NULL UNIQUE, pages INTEGER NOT NULL DEFAULT 0);

  CREATE TABLE IF NOT EXISTS topics (
    id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, parent INTEGER NOT NULL DEFAULT 0,
    position INTEGER NOT NULL DEFAULT 0, pages INTEGER NOT NULL DEFAULT 0);

  -- what search finds. original: the page that this one repeats (near-duplicates), 0 for none
  CREATE TABLE IF NOT EXISTS pages (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, source INTEGER NOT NULL, site INTEGER NOT NULL, type TEXT NOT NULL,
    title TEXT NOT NULL, language TEXT NOT NULL, share REAL NOT NULL, relevant INTEGER NOT NULL, score REAL NOT NULL,
    at INTEGER NOT NULL, words INTEGER NOT NULL, image TEXT NOT NULL, digest TEXT NOT NULL, simhash TEXT NOT NULL,
    original INTEGER NOT NULL DEFAULT 0, inlinks INTEGER NOT NULL DEFAULT 0, authority REAL NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS pages_by_site ON pages (site, authority DESC);
  CREATE INDEX IF NOT EXISTS pages_by_authority ON pages (authority DESC);

  CREATE TABLE IF NOT EXISTS page_topics (
    topic INTEGER NOT NULL, page INTEGER NOT NULL, score REAL NOT NULL, PRIMARY KEY (topic, page)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS topics_of_page ON page_topics (page);

  -- main text, deflated
  CREATE TABLE IF NOT EXISTS texts (page INTEGER PRIMARY KEY, packed BLOB NOT NULL);

  -- links between pages; target is a URL's number in link_targets, so that a page that comes later finds its links waiting
  CREATE TABLE IF NOT EXISTS link_targets (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS links (
    source INTEGER NOT NULL, target INTEGER NOT NULL, anchor TEXT NOT NULL, PRIMARY KEY (source, target)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS links_to ON links (target);
`

export function createTables(database: Database): void {
  database.exec(TABLES)
}
