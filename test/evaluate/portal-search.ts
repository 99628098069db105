/**
 * How well does the portal's search find? Two questions, both on portals that `portal build` makes of the archives:
 *
 * Known items (wikischools-dev): somebody remembers the heading of a section and wants the page. A query is a heading (h1 to h3,
 * not the title) of two to eight words, at least two of them not stop words, that stands on one page of the collection and on no
 * other, and that begins with words that are no heading's of more than five pages: who types it can mean only that page. One heading per page, the one whose SHA-256 with the page's address is the
 * smallest; of these the 200 smallest. Pages whose address hashes to an even number were used to choose constants; the
 * numbers with a floor come from the odd ones. The peer is SQLite's FTS5 with bm25 over title and text.
 *
 * Thai (cc-dev): 30 words that stand on 1 to 10 of the Thai pages, drawn by their hash, ten of each kind: with a tone mark, without
 * one, and words that stand inside of a longer word somewhere. Every page whose title, headings, description or text has the
 * letters must be found.
 *
 * Five forms (portal-known-items.ts): title, three words, question, misspelt title, definition; the odd pages of wikischools-dev, and
 * of WebKB, which no constant was chosen on. The peer is FTS5 with the title counting ten times.
 *
 *   node dist/test/evaluate/portal-search.js      LONGTAIL_DATA names the folder with the archives
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stopWordsOf } from '../../src/page/words/stop.js'
import { buildPortal } from '../../src/portal/build/build.js'
import type { SearchRequest } from '../../src/portal/contracts.js'
import { openEngine, type IndexEngine } from '../../src/portal/search/engine.js'
import { fold } from '../../src/portal/search/fold.js'
import { StoredPages } from '../../src/portal/search/stored-pages.js'
import { segmentSigns } from '../../src/portal/search/words.js'
import { portalDirectory } from '../../src/collection/portal-directory.js'
import { openDatabase, type Database } from '../../src/disk/sqlite.js'
import { shaOf as sha } from './drawn.js'
import type { Measurement } from './measure.js'
import { FORMS, knownItems as itemsOf, shares } from './portal-known-items.js'

const QUERIES = 200
const THAI_WORDS = 30

export async function evaluatePortalSearch(data: string): Promise<Measurement[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'longtail-search-'))
  try {
    const known = await opened(join(data, 'wikischools-dev.warc.gz'), join(scratch, 'wikischools'))
    const thai = await opened(join(data, 'cc-dev.warc.gz'), join(scratch, 'cc-dev'))
    const webkb = await opened(join(data, 'webkb.warc.gz'), join(scratch, 'webkb'))
    return [...knownItems(known), ...forms('wikischools', known), ...forms('webkb', webkb), ...thaiWords(thai)]
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

export interface Opened {
  readonly database: Database
  readonly engine: IndexEngine
}

export async function opened(archive: string, out: string): Promise<Opened> {
  await buildPortal({ sources: [archive], out })
  return openPortal(out)
}

export function openPortal(out: string): Opened {
  const { index } = portalDirectory(out)
  return { database: openDatabase(index, { readOnly: true }), engine: openEngine(index) }
}

export function ask(engine: IndexEngine, text: string, limit: number, verbatim = true): readonly number[] {
  const request: SearchRequest = {
    text,
    limit,
    offset: 0,
    filters: {},
    perSite: 0,
    clusters: false,
    verbatim,
  }
  return engine.search(request).hits.map(({ page }) => page.id)
}

// ───────────────────────────────────────────────────────────── known items

/** Headings that begin with the same three words on more pages are the site's, not the page's. */
const MANY = 5

export interface KnownItem {
  readonly page: number
  readonly query: string
}

export function knownItems(portal: Opened): Measurement[] {
  const measurements: Measurement[] = []
  for (const half of ['odd', 'even'] as const) {
    const items = headingQueries(portal.database, half)
    const ours = ranksOf(items, query => ask(portal.engine, query, 10))
    const theirs = ranksOf(items, plainBm25(portal.database))
    const suffix = half === 'odd' ? '' : '.even'
    for (const [name, limit] of [
      ['first-10', 10],
      ['first', 1],
    ] as const) {
      const value = shareWithin(ours, limit)
      const peer = shareWithin(theirs, limit)
      const detail = `${items.length} headings of ${half} pages; plain BM25 (FTS5, title and text): ${peer.toFixed(3)}`
      measurements.push({ id: `portal-search.known-item.${name}${suffix}`, value, detail })
    }
  }
  return measurements
}

export function headingQueries(database: Database, half: 'even' | 'odd'): KnownItem[] {
  const stopWords = stopWordsOf('eng')
  const pagesWith = new Map<string, Set<number>>()
  const beginnings = new Map<string, Set<number>>()
  const candidates: { page: number; heading: string; key: string; isEven: boolean }[] = []
  const rows = database.prepare('SELECT p.id, p.url, p.title, o.headings FROM pages p JOIN outlines o ON o.page = p.id')
  for (const row of rows.iterate()) {
    const page = Number(row.id)
    const title = fold(String(row.title))
    const isEven = Number.parseInt(sha(String(row.url)).slice(0, 2), 16) % 2 === 0
    for (const heading of new Set(String(row.headings).split('\n'))) {
      const folded = fold(heading)
      if (folded === '' || folded === title) continue
      const beginning = beginningOf(folded)
      beginnings.set(beginning, (beginnings.get(beginning) ?? new Set()).add(page))
      const known = pagesWith.get(folded)
      if (known === undefined) pagesWith.set(folded, new Set([page]))
      else known.add(page)
      candidates.push({ page, heading, key: sha(`${String(row.url)} ${heading}`), isEven })
    }
  }
  const chosen = new Map<number, { page: number; query: string; key: string }>()
  for (const { page, heading, key, isEven } of candidates) {
    const words = fold(heading).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    const telling = words.filter(word => word.length > 1 && !stopWords.has(word))
    const isClear = words.length >= 2 && words.length <= 8 && telling.length >= 2
    if (!isClear || pagesWith.get(fold(heading))?.size !== 1 || isEven !== (half === 'even')) continue
    // the site's own line, with a name in it: nobody looks for a page by it
    if ((beginnings.get(beginningOf(fold(heading)))?.size ?? 0) > MANY) continue
    const known = chosen.get(page)
    if (known === undefined || key < known.key) chosen.set(page, { page, query: heading, key })
  }
  return [...chosen.values()].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, QUERIES)
}

function beginningOf(heading: string): string {
  return heading.split(/\s+/).slice(0, 3).join(' ')
}

/** Of each item: 1 for the first place, Infinity when it is not among the results. */
export function ranksOf(items: readonly KnownItem[], search: (query: string) => readonly number[]): number[] {
  return items.map(({ page, query }) => {
    const at = search(query).indexOf(page)
    return at === -1 ? Infinity : at + 1
  })
}

function shareWithin(ranks: readonly number[], limit: number): number {
  return ranks.filter(rank => rank <= limit).length / Math.max(1, ranks.length)
}

/** All words, and where no page has them, any of them: what FTS5 gives without further work. */
export function plainBm25(database: Database, titleWeight = 1): (query: string) => number[] {
  const memory = openDatabase(':memory:')
  memory.exec("CREATE VIRTUAL TABLE plain USING fts5 (title, text, content='', tokenize='porter unicode61')")
  const insert = memory.prepare('INSERT INTO plain (rowid, title, text) VALUES (?, ?, ?)')
  const stored = new StoredPages(database)
  for (const row of database.prepare('SELECT id, title FROM pages').iterate())
    insert.run(Number(row.id), String(row.title), stored.text(Number(row.id)))
  const find = memory.prepare('SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY bm25(plain, ?, 1) LIMIT 10')
  return query => {
    const words = (query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(word => `"${word}"`)
    const all = find.all(words.join(' AND '), titleWeight).map(row => Number(row.rowid))
    return all.length > 0 ? all : find.all(words.join(' OR '), titleWeight).map(row => Number(row.rowid))
  }
}

export const ITEMS = 300

/** As readers ask: spelling is put right. */
function forms(collection: string, { database, engine }: Opened): Measurement[] {
  const items = itemsOf(database, 'odd', ITEMS)
  const ours = shares(items, query => ask(engine, query, 10, false))
  const theirs = shares(items, plainBm25(database, 10))
  return FORMS.flatMap(form => {
    const [one, other] = [ours.get(form), theirs.get(form)]
    if (one === undefined || other === undefined) return []
    const detail = `${one.items} odd pages, in the first ten ${one.ten.toFixed(3)}; FTS5: ${other.first.toFixed(3)}, ${other.ten.toFixed(3)}`
    return [{ id: `portal-search.${collection}.${form.replaceAll(' ', '-')}`, value: one.first, detail }]
  })
}

// ───────────────────────────────────────────────────────────── Thai

const TONES = /[\u0e47-\u0e4e]/

export function thaiQueriesOf(portal: Opened): string[] {
  return thaiQueries([...thaiTexts(portal).values()])
}

export function thaiWords(portal: Opened): Measurement[] {
  const stored = new StoredPages(portal.database)
  const texts = thaiTexts(portal)
  const words = thaiQueries([...texts.values()])
  let wanted = 0
  let found = 0
  let right = 0
  let shown = 0
  const missed: string[] = []
  for (const word of words) {
    const having = [...texts].filter(([, text]) => text.includes(word)).map(([page]) => page)
    const answer = ask(portal.engine, word, 1000)
    const hits = having.filter(page => answer.includes(page)).length
    if (hits < having.length) missed.push(`${word} ${hits}/${having.length}`)
    wanted += having.length
    found += hits
    for (const page of answer.slice(0, 10)) {
      shown++
      if ((texts.get(page) ?? fold(`${stored.outlineOf(page)}\n${stored.text(page)}`)).includes(word)) right++
    }
  }
  const detail = `${words.length} words, ${wanted} pages with them${missed.length > 0 ? `; missed: ${missed.join(', ')}` : ''}`
  return [
    { id: 'portal-search.thai.recall', value: found / Math.max(1, wanted), detail },
    { id: 'portal-search.thai.precision-10', value: right / Math.max(1, shown), detail: `${shown} results` },
  ]
}

/** What each Thai page says, folded. */
function thaiTexts({ database }: Opened): Map<number, string> {
  const stored = new StoredPages(database)
  const texts = new Map<number, string>()
  for (const row of database.prepare("SELECT id FROM pages WHERE language = 'tha'").iterate())
    texts.set(Number(row.id), fold(`${stored.outlineOf(Number(row.id))}\n${stored.text(Number(row.id))}`))
  return texts
}

function thaiQueries(texts: readonly string[]): string[] {
  const pagesWith = new Map<string, number>()
  for (const text of texts) {
    const words = new Set<string>()
    for (const [signs] of text.matchAll(/[\u0e00-\u0e7f]{1,500}/g)) segmentSigns(signs, word => words.add(word))
    for (const word of words) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1)
  }
  const stopWords = stopWordsOf('tha')
  const candidates = [...pagesWith]
    .filter(([word, pages]) => word.length >= 2 && pages <= 10 && !stopWords.has(word))
    .map(([word]) => word)
    .sort((a, b) => (sha(a) < sha(b) ? -1 : 1))
  const vocabulary = [...pagesWith.keys()]
  const isInside = (word: string): boolean => vocabulary.some(other => other !== word && other.includes(word))
  const kinds = [
    candidates.filter(word => TONES.test(word)),
    candidates.filter(word => !TONES.test(word)),
    candidates.filter(isInside),
  ]
  const chosen = new Set<string>()
  kinds.forEach((kind, i) => {
    for (const word of kind) if (chosen.size < ((i + 1) * THAI_WORDS) / kinds.length) chosen.add(word)
  })
  return [...chosen]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const data = process.env.LONGTAIL_DATA ?? ''
  for (const { id, value, detail } of await evaluatePortalSearch(data))
    console.log(id.padEnd(44), value.toFixed(4), detail)
}
