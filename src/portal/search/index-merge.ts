/** Few segments instead of many: lists are read in the order of their words, what is out of date is left out. */
import type { Database } from '../../disk/sqlite.js'
import { sortByPage } from './index-flush.js'
import { decodeList, encodeList } from './postings.js'
import { GRAM, nextGeneration } from './search-schema.js'

/** More segments make queries slower, each by one small read per word. */
const MAX_SEGMENTS = 6
/** A segment is written again when this share of its pages is out of date: until then they cost only space. */
const MAX_DEAD_SHARE = 0.3
/** Lists in memory at one time. */
const BATCH = 2000

interface Row {
  readonly term: string
  readonly segment: number
  readonly pages: number
  readonly list: Uint8Array
}

/** Merges what should be merged; answers whether anything was. Runs inside of one savepoint: all or nothing. */
export function mergeSegments(database: Database): boolean {
  const chosen = segmentsToMerge(database)
  if (chosen.length === 0) return false
  const last = database.prepare('SELECT max(id) AS id FROM search_segments').get()
  const target = Number(last?.id) + 1
  const liveIn = livePages(database, chosen)
  // numbers of our own, not input
  const among = chosen.join(', ')
  const read = database.prepare(
    `SELECT term, segment, pages, list FROM search_postings WHERE term > ? AND segment IN (${among}) ORDER BY term LIMIT ${BATCH}`,
  )
  const remove = database.prepare('DELETE FROM search_postings WHERE term = ? AND segment = ?')
  const insert = database.prepare('INSERT INTO search_postings VALUES (?, ?, ?, ?)')
  let after = ''
  let postings = 0
  for (;;) {
    const rows = read.all(after).map(rowOf)
    if (rows.length === 0) break
    const isLast = rows.length < BATCH
    // a word whose lists may go on after the batch waits for the next one
    const end = isLast ? rows.length : rows.findIndex(row => row.term === rows[rows.length - 1].term)
    for (let i = 0; i < end;) {
      let j = i + 1
      while (j < end && rows[j].term === rows[i].term) j++
      const merged = mergeLists(rows.slice(i, j), liveIn)
      for (let k = i; k < j; k++) remove.run(rows[k].term, rows[k].segment)
      if (merged !== null) insert.run(rows[i].term, target, merged.pages, merged.list)
      postings += merged?.pages ?? 0
      i = j
    }
    after = rows[end - 1].term
    if (isLast) break
  }
  const moved = database.prepare(`UPDATE search_pages SET segment = ${target} WHERE segment IN (${among})`).run()
  database.exec(`DELETE FROM search_segments WHERE id IN (${among})`)
  database.prepare('INSERT INTO search_segments VALUES (?, ?, ?)').run(target, Number(moved.changes), postings)
  nextGeneration(database)
  return true
}

/** Those with much that is out of date; and, when there are too many, the smallest ones until half of them are left. */
function segmentsToMerge(database: Database): number[] {
  const segments = database
    .prepare(
      `SELECT id, pages, (SELECT count(*) FROM search_pages WHERE segment = search_segments.id) AS live
       FROM search_segments ORDER BY pages`,
    )
    .all()
    .map(row => ({ id: Number(row.id), pages: Number(row.pages), live: Number(row.live) }))
  const stale = segments.filter(({ pages, live }) => pages - live > pages * MAX_DEAD_SHARE)
  const rest = segments.filter(segment => !stale.includes(segment))
  const tooMany = rest.length > MAX_SEGMENTS ? rest.slice(0, rest.length - MAX_SEGMENTS / 2) : []
  return [...stale, ...tooMany].map(({ id }) => id)
}

/** By page: the segment among these that speaks for it. */
function livePages(database: Database, segments: readonly number[]): Map<number, number> {
  const rows = database
    .prepare(`SELECT page, segment FROM search_pages WHERE segment IN (${segments.join(', ')})`)
    .iterate()
  const live = new Map<number, number>()
  for (const row of rows) live.set(Number(row.page), Number(row.segment))
  return live
}

function rowOf(row: Readonly<Record<string, unknown>>): Row {
  const { list } = row
  if (!(list instanceof Uint8Array)) throw new TypeError('search_postings.list is no blob')
  return { term: String(row.term), segment: Number(row.segment), pages: Number(row.pages), list }
}

function mergeLists(
  rows: readonly Row[],
  liveIn: ReadonlyMap<number, number>,
): { readonly pages: number; readonly list: Uint8Array } | null {
  const isGram = rows[0].term.startsWith(GRAM)
  const room = rows.reduce((sum, row) => sum + row.pages, 0)
  const pages = new Uint32Array(room)
  const bytes = new Uint8Array(room)
  let count = 0
  for (const row of rows) {
    const from = count
    const n = decodeList(row.list, pages.subarray(from), isGram ? null : bytes.subarray(from), row.pages)
    for (let i = from; i < from + n; i++) {
      if (liveIn.get(pages[i]) !== row.segment) continue
      pages[count] = pages[i]
      bytes[count++] = bytes[i]
    }
  }
  if (count === 0) return null
  let isSorted = true
  for (let i = 1; i < count; i++) if (pages[i] < pages[i - 1]) isSorted = false
  if (!isSorted) sortByPage(pages.subarray(0, count), bytes.subarray(0, count))
  return { pages: count, list: encodeList(pages.subarray(0, count), isGram ? null : bytes.subarray(0, count)) }
}
