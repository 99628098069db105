/** The words of the full-text index with the number of pages that have them. Lists may name pages that are no more: those do not count. */
import type { Database } from '../../../disk/sqlite.js'
import { decodeList } from '../postings.js'

export interface WordCount {
  readonly word: string
  readonly pages: number
}

// grams (search/search-schema.ts) begin with a sign below the space
const COUNTED = `SELECT term, sum(pages) AS pages FROM search_postings WHERE term >= ' ' GROUP BY term ORDER BY term`
const LISTS = `SELECT term, segment, pages, list FROM search_postings WHERE term >= ' ' ORDER BY term`
const DEAD = `SELECT (SELECT sum(pages) FROM search_segments) - (SELECT count(*) FROM search_pages) AS dead`

/** In the order of SQLite: by code points. */
export function* liveWords(database: Database): Generator<WordCount> {
  if (Number(database.prepare(DEAD).get()?.dead ?? 0) > 0) {
    yield* countedAnew(database)
    return
  }
  for (const { term, pages } of database.prepare(COUNTED).iterate()) yield { word: String(term), pages: Number(pages) }
}

function* countedAnew(database: Database): Generator<WordCount> {
  const segmentOf = liveSegments(database)
  let listed = new Uint32Array(1024)
  let weights = new Uint8Array(1024)
  let word = ''
  let live = 0
  for (const { term, segment, pages, list } of database.prepare(LISTS).iterate()) {
    if (term !== word) {
      if (live > 0) yield { word, pages: live }
      word = String(term)
      live = 0
    }
    if (!(list instanceof Uint8Array)) continue
    const length = Number(pages)
    if (length > listed.length) {
      listed = new Uint32Array(2 * length)
      weights = new Uint8Array(2 * length)
    }
    const count = decodeList(list, listed, weights, length)
    for (let i = 0; i < count; i++) if (segmentOf[listed[i]] === segment) live++
  }
  if (live > 0) yield { word, pages: live }
}

/** By page: the segment that speaks for it, 0 for none. */
function liveSegments(database: Database): Uint32Array {
  const top = Number(database.prepare('SELECT max(page) AS page FROM search_pages').get()?.page ?? 0)
  const segmentOf = new Uint32Array(top + 1)
  for (const { page, segment } of database.prepare('SELECT page, segment FROM search_pages').iterate())
    segmentOf[Number(page)] = Number(segment)
  return segmentOf
}
