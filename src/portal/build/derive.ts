/**
 * Which pages the library has, from the captures of all sources: a merge of two lists in order of URL, what should be there and
 * what is there. Nothing but the difference is worked on, so it does not matter how often, or in which order, sources came in.
 */
import { hostOf } from '../../page/url/parts.js'
import { capturesByUrl, chosen } from '../../collection/chosen-captures.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { rowReader } from '../../disk/sqlite-rows.js'

const PRESENT = rowReader({
  id: 'number',
  url: 'text',
  digest: 'text',
  at: 'number',
  source: 'number',
  relevant: 'number',
  score: 'number',
  said: 'text',
})
const SITES = rowReader({ id: 'number' })

export interface Differences {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}

/** Fills the temporary tables `jobs` (pages to be read) and removes and updates what needs no reading. */
export function derivePages(database: Database, all: boolean): Differences {
  database.exec(`
    DROP TABLE IF EXISTS temp.jobs;
    CREATE TEMP TABLE jobs (id INTEGER PRIMARY KEY, page INTEGER NOT NULL, url TEXT NOT NULL, capture TEXT NOT NULL,
      file INTEGER NOT NULL, offset INTEGER NOT NULL);
    DROP TABLE IF EXISTS temp.updates;
    CREATE TEMP TABLE updates (page INTEGER PRIMARY KEY, source INTEGER, at INTEGER, relevant INTEGER, score REAL,
      language TEXT, share REAL);
    DROP TABLE IF EXISTS temp.removals;
    CREATE TEMP TABLE removals (page INTEGER PRIMARY KEY)`)
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 }
  inTransaction(database, () => {
    const job = database.prepare('INSERT INTO jobs (page, url, capture, file, offset) VALUES (?, ?, ?, ?, ?)')
    const update = database.prepare('INSERT INTO updates VALUES (?, ?, ?, ?, ?, ?, ?)')
    const remove = database.prepare('INSERT INTO removals VALUES (?)')
    const pages = database.prepare(
      `SELECT p.id, p.url, p.digest, p.at, p.source, p.relevant, p.score, o.verdict AS said
       FROM pages p JOIN outlines o ON o.page = p.id WHERE p.id IN (SELECT page FROM texts) ORDER BY p.url`,
    )
    const present = PRESENT.each(pages.iterate())
    let there = present.next()
    const removeBefore = (url: string | null): void => {
      while (there.done !== true && (url === null || there.value.url < url)) {
        remove.run(there.value.id)
        counts.removed++
        there = present.next()
      }
    }
    for (const captures of capturesByUrl(database, 'text')) {
      const wanted = chosen(captures, all)
      if (wanted === null) continue
      const { capture } = wanted
      removeBefore(capture.url)
      const old = there.done !== true && there.value.url === capture.url ? there.value : null
      if (old !== null) there = present.next()
      if (old !== null && old.digest === capture.digest && old.said === wanted.language) {
        const isSame = old.relevant === wanted.relevant && old.score === wanted.score
        counts[isSame ? 'unchanged' : 'changed']++
        if (isSame && old.at === capture.at && old.source === capture.source) continue
        const { source, at } = capture
        update.run(old.id, source, at, wanted.relevant, wanted.score, wanted.language, wanted.share)
        continue
      }
      counts[old === null ? 'added' : 'changed']++
      job.run(old?.id ?? 0, capture.url, JSON.stringify(wanted), capture.file, capture.offset)
    }
    removeBefore(null)
    database.exec(`
      UPDATE pages SET source = u.source, at = u.at, relevant = u.relevant, score = u.score,
        share = CASE WHEN u.language = '' THEN pages.share ELSE u.share END
        FROM updates u WHERE u.page = pages.id`)
    removePages(database, 'SELECT page FROM removals')
    // of what was known by its links alone the text is read now
    removePages(
      database,
      'SELECT p.id FROM jobs j JOIN pages p ON p.url = j.url WHERE p.id NOT IN (SELECT page FROM texts)',
    )
  })
  return counts
}

/** `which`: a query of ours for numbers of pages. */
export function removePages(database: Database, which: string): void {
  database.exec(`
    INSERT OR IGNORE INTO gone SELECT id FROM pages WHERE indexed <> '' AND id IN (${which});
    DELETE FROM texts WHERE page IN (${which});
    DELETE FROM outlines WHERE page IN (${which});
    DELETE FROM page_topics WHERE page IN (${which});
    DELETE FROM pages WHERE id IN (${which})`)
}

/** Number of the site, made when it is new. */
export function siteNumbers(database: Database): (url: string) => number {
  const find = database.prepare('SELECT id FROM sites WHERE host = ?')
  const add = database.prepare('INSERT INTO sites (host) VALUES (?)')
  let lastHost = ''
  let lastId = 0
  return url => {
    const host = hostOf(url)
    if (host === lastHost) return lastId
    lastHost = host
    lastId = SITES.first(find.get(host))?.id ?? Number(add.run(host).lastInsertRowid)
    return lastId
  }
}
