/** Tables of local.db: what people make in a portal. No build touches it, so it outlives every index.db. Docs: docs/portal-people.md. */
import { inTransaction, type Database } from '../../disk/sqlite.js'

export const LOCAL_VERSION = 1

const TABLES = `
  -- the administrator's password (scrypt), the portal's title, the blacklist
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- a shelf is a browser that keeps something here. Its name is a hash: whoever reads this file cannot pose as a reader
  CREATE TABLE IF NOT EXISTS shelves (id TEXT PRIMARY KEY, used_at INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS bookmarks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, shelf TEXT NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL, at INTEGER NOT NULL,
    UNIQUE (shelf, url));

  -- id: whoever has it may read; key: whoever has it may write, beside the shelf that made it
  CREATE TABLE IF NOT EXISTS lessons (
    id TEXT PRIMARY KEY, shelf TEXT NOT NULL, key TEXT NOT NULL, title TEXT NOT NULL, notes TEXT NOT NULL,
    updated_at INTEGER NOT NULL, published INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS lessons_of_shelf ON lessons (shelf, updated_at);
  CREATE INDEX IF NOT EXISTS published_lessons ON lessons (updated_at) WHERE published = 1;

  CREATE TABLE IF NOT EXISTS lesson_items (
    id INTEGER PRIMARY KEY AUTOINCREMENT, lesson TEXT NOT NULL, position INTEGER NOT NULL, url TEXT NOT NULL,
    title TEXT NOT NULL, notes TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS items_of_lesson ON lesson_items (lesson, position);

  CREATE TABLE IF NOT EXISTS topic_names (slug TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS featured (
    slug TEXT NOT NULL, position INTEGER NOT NULL, url TEXT NOT NULL, PRIMARY KEY (slug, position)) WITHOUT ROWID;

  -- what was looked for and is not here. Nothing says who looked
  CREATE TABLE IF NOT EXISTS wishes (
    kind TEXT NOT NULL, folded TEXT NOT NULL, text TEXT NOT NULL, count INTEGER NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (kind, folded)) WITHOUT ROWID;

  -- on how many days a page was opened, where whoever serves the portal wants it counted. Nothing says by whom
  CREATE TABLE IF NOT EXISTS readings (url TEXT PRIMARY KEY, days INTEGER NOT NULL, last_day INTEGER NOT NULL) WITHOUT ROWID;

  -- classes, when the administrator has switched them on. code: whoever has it may join
  CREATE TABLE IF NOT EXISTS classes (
    id TEXT PRIMARY KEY, shelf TEXT NOT NULL, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, lesson TEXT NOT NULL,
    is_open INTEGER NOT NULL DEFAULT 1, used_at INTEGER NOT NULL) WITHOUT ROWID;
  -- key: a hash of the cookie; folded: of the nickname, so that two pupils do not look the same
  CREATE TABLE IF NOT EXISTS pupils (
    id INTEGER PRIMARY KEY AUTOINCREMENT, class TEXT NOT NULL, key TEXT NOT NULL UNIQUE, nickname TEXT NOT NULL,
    folded TEXT NOT NULL, UNIQUE (class, folded));
  CREATE TABLE IF NOT EXISTS pupil_pages (pupil INTEGER NOT NULL, url TEXT NOT NULL, PRIMARY KEY (pupil, url)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS pupil_answers (
    pupil INTEGER NOT NULL, item INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (pupil, item)) WITHOUT ROWID;
`

/** How much all of it may be: a full disk would stop the whole machine. */
const MAX_BYTES = 256 * 1024 * 1024

export function createLocalTables(database: Database): void {
  inTransaction(database, () => database.exec(`${TABLES} PRAGMA user_version = ${LOCAL_VERSION}`))
}

/** Whether there is room for something new. */
export function hasRoom(database: Database): boolean {
  const pages = numberOf(database, 'page_count') - numberOf(database, 'freelist_count')
  return pages * numberOf(database, 'page_size') < MAX_BYTES
}

export function numberOf(database: Database, pragma: 'page_count' | 'page_size' | 'freelist_count' | 'user_version') {
  const row: unknown = database.prepare(`PRAGMA ${pragma}`).get()
  const value: unknown = typeof row === 'object' && row !== null ? Object.values(row)[0] : 0
  return typeof value === 'number' ? value : 0
}
