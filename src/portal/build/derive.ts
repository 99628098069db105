/**
 * Which pages the library has, from the captures of all sources: a merge of two lists in order of URL, what should be there and
 * what is there. Nothing but the difference is worked on, so it does not matter how often, or in which order, sources came in.
 */
import { hostOf } from '../../page/url/parts.js'
import { inTransaction, type Database } from '../store/sqlite.js'

export interface CaptureOfUrl {
  readonly url: string
  readonly at: number
  readonly source: number
  readonly file: number
  readonly offset: number
  readonly length: number
  readonly mime: string
  readonly digest: string
  readonly kind: string
  readonly relevant: number | null
  readonly score: number | null
  readonly language: string | null
  readonly share: number | null
  readonly payload_file: number | null
  readonly payload_offset: number | null
  readonly payload_length: number | null
}

/** What the library is to say about a URL. */
export interface WantedPage {
  readonly capture: CaptureOfUrl
  readonly relevant: number
  readonly score: number
  /** '' when the text has to tell. */
  readonly language: string
  readonly share: number
}

interface PresentPage {
  readonly id: number
  readonly url: string
  readonly digest: string
  readonly at: number
  readonly source: number
  readonly relevant: number
  readonly score: number
  readonly said: string
}

export interface Differences {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}

/** Archives of other tools come without a verdict: what they hold was wanted by somebody. */
const UNJUDGED_SCORE = 0.5

/** The one of the captures of a URL that stands for it; null when the library does not want it. */
export function chosen(captures: readonly CaptureOfUrl[], all: boolean): WantedPage | null {
  let latest = captures[0]
  for (const capture of captures) if (isBetter(capture, latest)) latest = capture
  const judged = captures.filter(({ relevant }) => relevant !== null)
  const isForeign = judged.length < captures.length
  let verdict: CaptureOfUrl | null = null
  for (const capture of judged) if (verdict === null || isSurer(capture, verdict)) verdict = capture
  const isRelevant = verdict?.relevant === 1 || isForeign
  if (!isRelevant && !all) return null
  const language = verdict?.language ?? ''
  return {
    capture: latest,
    relevant: isRelevant ? 1 : 0,
    score: verdict?.score ?? UNJUDGED_SCORE,
    language: language === 'und' ? '' : language,
    share: verdict?.share ?? 0,
  }
}

/** The latest; of captures at one time the one whose content comes first, so that the order of sources does not matter. */
function isBetter(a: CaptureOfUrl, b: CaptureOfUrl): boolean {
  return a.at > b.at || (a.at === b.at && a.digest < b.digest)
}

function isSurer(a: CaptureOfUrl, b: CaptureOfUrl): boolean {
  if (a.relevant !== b.relevant) return a.relevant === 1
  if (a.score !== b.score) return (a.score ?? 0) > (b.score ?? 0)
  return isBetter(a, b)
}

const CAPTURES = `
  SELECT url, at, source, file, offset, length, mime, digest, kind, relevant, score, language, share,
    payload_file, payload_offset, payload_length
  FROM captures WHERE status = 200 AND kind = ? AND (revisit = 0 OR payload_file IS NOT NULL) ORDER BY url`

/** By URL. Captures of one URL come together; a URL captured a hundred thousand times is cut. */
export function* capturesByUrl(database: Database, kind: 'page' | 'document'): Generator<readonly CaptureOfUrl[]> {
  let group: CaptureOfUrl[] = []
  const rows: Iterable<CaptureOfUrl> = database.prepare(CAPTURES).iterate(kind)
  for (const row of rows) {
    if (group.length > 0 && group[0].url !== row.url) {
      yield group
      group = []
    }
    // in order of time: the last ones count
    if (group.length >= 1000) group.shift()
    group.push(row)
  }
  if (group.length > 0) yield group
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
    const present: Iterator<PresentPage> = database
      .prepare(
        `SELECT p.id, p.url, p.digest, p.at, p.source, p.relevant, p.score, o.verdict AS said
         FROM pages p JOIN outlines o ON o.page = p.id WHERE p.type = 'page' ORDER BY p.url`,
      )
      .iterate()
    let there = present.next()
    const removeBefore = (url: string | null): void => {
      while (there.done !== true && (url === null || there.value.url < url)) {
        remove.run(there.value.id)
        counts.removed++
        there = present.next()
      }
    }
    for (const captures of capturesByUrl(database, 'page')) {
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
    // what was a document and is a page now
    removePages(database, "SELECT p.id FROM jobs j JOIN pages p ON p.url = j.url WHERE p.type <> 'page'")
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
    const row: { id: number } | undefined = find.get(host)
    lastHost = host
    lastId = row?.id ?? Number(add.run(host).lastInsertRowid)
    return lastId
  }
}
