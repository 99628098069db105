/**
 * What is in the ZIM, what is still to be put there, and which titles are there more than once: in a database of its own, since a
 * collection may have millions of pages. Gone with the scratch directory.
 */
import { join } from 'node:path'
import { COUNT, rowReader } from '../../disk/sqlite-rows.js'
import { openDatabase } from '../../disk/sqlite.js'

export type EntryTable = ReturnType<typeof openEntryTable>

const TABLES = `
  CREATE TABLE wanted (url TEXT PRIMARY KEY, taken INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX waiting ON wanted (url) WHERE taken = 0;
  CREATE TABLE paths (path TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE redirects (path TEXT PRIMARY KEY, target TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE titles (title TEXT NOT NULL, site TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (title, site)) WITHOUT ROWID;
`
const URLS = rowReader({ url: 'text' })
const TARGETS = rowReader({ target: 'text' })
const REDIRECTS = rowReader({ path: 'text', target: 'text' })
const TITLES = rowReader({ all: 'number', ofSite: 'number' })
const MAX_HOPS = 20
const BATCH = 5_000
/** What is wanted again and again, a logo or a style sheet, is asked of the database once. */
const MAX_RECENT = 20_000

export function openEntryTable(scratch: string) {
  const database = openDatabase(join(scratch, 'entries.db'))
  // nothing here outlives the process
  database.exec(`PRAGMA synchronous = OFF; ${TABLES}`)
  const want = database.prepare('INSERT OR IGNORE INTO wanted VALUES (?, 0)')
  const took = database.prepare('INSERT INTO wanted VALUES (?, 1) ON CONFLICT DO UPDATE SET taken = 1')
  const take = database.prepare('SELECT url FROM wanted WHERE taken = 0 ORDER BY url LIMIT ?')
  const waiting = database.prepare('SELECT count(*) AS count FROM wanted WHERE taken = 0')
  const addPath = database.prepare('INSERT OR IGNORE INTO paths VALUES (?)')
  const hasPath = database.prepare('SELECT 1 FROM paths WHERE path = ?')
  const addRedirect = database.prepare('INSERT INTO redirects VALUES (?, ?)')
  const redirect = database.prepare('SELECT target FROM redirects WHERE path = ?')
  const redirects = database.prepare('SELECT path, target FROM redirects ORDER BY path')
  const countTitle = database.prepare('INSERT INTO titles VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1')
  const titles = database.prepare(
    'SELECT coalesce(sum(count), 0) AS "all", coalesce(sum(count) FILTER (WHERE site = ?), 0) AS ofSite FROM titles WHERE title = ?',
  )
  const recent = new Set<string>()
  let writes = 0
  database.exec('BEGIN')
  /** One transaction for many: a thousand small ones would take longer than the export. */
  const written = (): void => {
    if (++writes % BATCH === 0) database.exec('COMMIT; BEGIN')
  }
  const follow = (path: string): { readonly end: string; readonly isEnd: boolean } => {
    let end = path
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const found = TARGETS.first(redirect.get(end))
      if (found === undefined) return { end, isEnd: true }
      end = found.target
    }
    return { end, isEnd: false }
  }
  return {
    /** An address that some page shows or leads to; `url` as the archive has it. Those that are known already stay as they are. */
    want(url: string): void {
      if (recent.has(url)) return
      if (recent.size >= MAX_RECENT) recent.clear()
      recent.add(url)
      want.run(url)
      written()
    },
    /** Some that were wanted and not taken yet, in order; they count as taken from now on. */
    take(limit: number): string[] {
      const urls = URLS.all(take.all(limit)).map(({ url }) => url)
      for (const url of urls) took.run(url)
      return urls
    },
    /** It need not be wanted any more. */
    took(url: string): void {
      took.run(url)
      written()
    },
    /** How many are waiting. */
    waiting: (): number => COUNT.only(waiting.get()).count,
    /** False: the path is taken. */
    addPath(path: string): boolean {
      const { changes } = addPath.run(path)
      written()
      return Number(changes) > 0
    },
    hasPath: (path: string): boolean => hasPath.get(path) !== undefined,
    /** A page that leads on to another; false: it would lead round in a circle, or on and on. */
    addRedirect(path: string, target: string): boolean {
      const { end, isEnd } = follow(target)
      if (end === path || !isEnd) return false
      addRedirect.run(path, target)
      return true
    },
    /** Those of `addRedirect`, with the end of their way. */
    *redirects(): Generator<{ readonly path: string; readonly target: string }> {
      for (const { path, target } of REDIRECTS.each(redirects.iterate())) yield { path, target: follow(target).end }
    },
    countTitle(title: string, site: string): void {
      countTitle.run(title, site)
      written()
    },
    /** How many pages have this title, and how many of them on this site. */
    titleCounts: (title: string, site: string): { readonly all: number; readonly ofSite: number } =>
      TITLES.only(titles.get(site, title)),
    close: () => database.close(),
  }
}
