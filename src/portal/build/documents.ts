/**
 * Sound, film, and documents whose words are not read, or that no crawl found relevant: found by what links to them say. They are in the
 * library when a page of it links to them; documents also when a crawl found them relevant, or another tool kept them. Documents that are
 * read are pages of the library like others (derive.ts).
 */
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { countOf, rowReader } from '../../disk/sqlite-rows.js'
import { capturesByUrl, chosen } from '../../collection/chosen-captures.js'
import { removePages, siteNumbers, type Differences } from './derive.js'
import { typeOf } from '../../collection/page-type.js'

const PRESENT = rowReader({ id: 'number', digest: 'text', at: 'number', source: 'number', score: 'number' })

/** What a document that only links speak for counts. */
const LINKED_SCORE = 0.5

const LOST = 'SELECT id FROM pages WHERE id NOT IN (SELECT page FROM texts) AND id NOT IN (SELECT page FROM documents)'

/**
 * Makes all documents pages of the library; `dropUnlinked` takes back those that nothing speaks for, once links are known. Those that
 * are in no archive any more go at once: no link leads to them. Answers how many.
 */
export function deriveDocuments(database: Database): number {
  database.exec(`
    DROP TABLE IF EXISTS temp.documents;
    CREATE TEMP TABLE documents (page INTEGER PRIMARY KEY, always INTEGER NOT NULL, news TEXT NOT NULL)`)
  const siteOf = siteNumbers(database)
  return inTransaction(database, () => {
    const find = database.prepare(
      'SELECT id, digest, at, source, score FROM pages WHERE url = ? AND id NOT IN (SELECT page FROM texts)',
    )
    const isPage = database.prepare('SELECT 1 FROM pages WHERE url = ? AND id IN (SELECT page FROM texts)')
    const insert = database.prepare(
      `INSERT INTO pages (url, source, site, type, title, language, share, relevant, score, at, words, image, digest, simhash)
       VALUES (?, ?, ?, ?, '', ?, ?, 1, ?, ?, 0, '', ?, '')`,
    )
    const outline = database.prepare("INSERT OR REPLACE INTO outlines VALUES (?, '', '', '', '', '', x'')")
    const update = database.prepare(
      'UPDATE pages SET source = ?, type = ?, language = ?, share = ?, relevant = 1, score = ?, at = ?, digest = ? WHERE id = ?',
    )
    const note = database.prepare('INSERT INTO documents VALUES (?, ?, ?)')
    for (const captures of capturesByUrl(database, 'document')) {
      const wanted = chosen(captures, true)
      if (wanted === null || isPage.get(wanted.capture.url) !== undefined) continue
      const { capture, share } = wanted
      const { url, source, at, digest } = capture
      const type = typeOf(url, capture.mime)
      const isWanted = wanted.relevant === 1
      const always = isWanted && (type === 'pdf' || type === 'document') ? 1 : 0
      const score = isWanted ? wanted.score : LINKED_SCORE
      const language = wanted.language === '' ? 'und' : wanted.language
      const old = PRESENT.first(find.get(url))
      if (old === undefined) {
        const row = insert.run(url, source, siteOf(url), type, language, share, score, at, digest)
        outline.run(Number(row.lastInsertRowid))
        note.run(Number(row.lastInsertRowid), always, 'added')
        continue
      }
      const isSame = old.digest === digest && old.score === score
      if (!isSame || old.at !== at || old.source !== source)
        update.run(source, type, language, share, score, at, digest, old.id)
      note.run(old.id, always, isSame ? 'unchanged' : 'changed')
    }
    const lost = countOf(database, `SELECT count(*) AS count FROM (${LOST})`)
    removePages(database, LOST)
    return lost
  })
}

/** After links were resolved. `lost`: as `deriveDocuments` said. */
export function dropUnlinked(database: Database, lost: number): Differences {
  const unlinked = 'SELECT d.page FROM documents d JOIN pages p ON p.id = d.page WHERE d.always = 0 AND p.inlinks = 0'
  return inTransaction(database, () => {
    const count = (query: string): number => countOf(database, `SELECT count(*) AS count FROM (${query})`)
    // one that came and went within this build was never there
    const removed = lost + count(`${unlinked} AND d.news <> 'added'`)
    removePages(database, unlinked)
    const left = (news: string): number =>
      count(`SELECT 1 FROM documents d JOIN pages p ON p.id = d.page WHERE d.news = '${news}'`)
    return { added: left('added'), changed: left('changed'), unchanged: left('unchanged'), removed }
  })
}
