/** Makes the tables that `suggest` reads: topics, titles of the best pages, phrases of the collection, from each word on. */
import type { Suggestion } from '../../contracts.js'
import type { Database } from '../../../disk/sqlite.js'
import { fold } from '../fold.js'
import { Line } from './forms.js'
import { bytesOf, prepared } from './assist-schema.js'
import { titledPages } from './titles.js'

const MAX_TITLES = 50_000
const MAX_PHRASES = 50_000
/** A title is reached from so many of its words, each key cut to so many letters. */
const KEYS_EACH = 6
export const KEY_LETTERS = 24
const TITLE_LETTERS = 90
/** Beginnings with more suggestions have their best ones kept apart: so many rows are read and sorted in under a millisecond. */
export const READ_AT_ONCE = 300
const KEPT_OF_PREFIX = 40
const PREFIX_LETTERS = 24

interface Candidate extends Suggestion {
  readonly page: number
  readonly weight: number
}

export function writeSuggestions(database: Database): void {
  database.exec('DELETE FROM assist_suggestions; DELETE FROM assist_keys; DELETE FROM assist_prefixes')
  const add = prepared(database, 'INSERT INTO assist_suggestions VALUES (?, ?, ?, ?, ?, ?)')
  const addKey = prepared(database, 'INSERT OR IGNORE INTO assist_keys VALUES (?, ?)')
  const seen = new Set<string>()
  const weights: number[] = [0]
  const line = new Line()
  for (const { text, url, kind, page, weight } of candidates(database)) {
    const folded = fold(text).replace(/\s+/g, ' ').trim()
    // the same title on many pages is no way to one of them
    const name = kind === 'query' ? folded : `${kind} ${folded}`
    if (folded === '' || seen.has(name)) continue
    seen.add(name)
    const id = weights.length
    weights.push(weight)
    add.run(id, text, kind, page, url, weight)
    line.read(folded, KEYS_EACH)
    addKey.run(folded.slice(0, KEY_LETTERS), id)
    for (let i = 1; i < line.count; i++) addKey.run(folded.slice(line.starts[i]).slice(0, KEY_LETTERS), id)
  }
  writePrefixes(database, weights)
}

function* candidates(database: Database): Generator<Candidate> {
  for (const { slug, name, pages } of prepared(database, 'SELECT slug, name, pages FROM topics').all())
    yield {
      text: String(name),
      url: `/topics/${String(slug)}`,
      kind: 'topic',
      page: 0,
      weight: 4 + Math.log1p(Number(pages)),
    }
  const phrases = prepared(
    database,
    'SELECT shown, pages, chosen, words FROM assist_phrases WHERE pages > 0 ORDER BY pages * (1 + chosen) DESC LIMIT ?',
  ).all(MAX_PHRASES)
  for (const { shown, pages, chosen, words } of phrases) {
    const isChosen = Number(chosen) > 0 ? 1 : 0
    const weight = Math.log1p(Number(pages)) + isChosen - (Number(words) > 3 ? 1 : 0)
    yield { text: String(shown), url: '', kind: 'query', page: 0, weight }
  }
  for (const { title, page, rank } of bestTitles(database))
    yield { text: title, url: '', kind: 'title', page, weight: 6 * (1 - rank) }
}

/** By authority; `rank` 0 is the best, 1 the last. */
function bestTitles(database: Database): { title: string; page: number; rank: number }[] {
  const times = new Map<string, number>()
  const all = [...titledPages(database)]
    .sort((a, b) => b.authority - a.authority || a.id - b.id)
    .filter(({ title }) => title.length > 1 && title.length <= TITLE_LETTERS)
    .slice(0, MAX_TITLES)
  for (const { title } of all) times.set(title, (times.get(title) ?? 0) + 1)
  // a title that is an address, or that many pages have, leads nowhere in particular
  return all
    .map(({ title, id }, i) => ({ title, page: id, rank: i / all.length }))
    .filter(({ title }) => (times.get(title) ?? 0) <= 3 && !/^\w+:\/\//.test(title))
}

/** Reads all keys in their order once; of each beginning that too many share, the best are kept. */
function writePrefixes(database: Database, weights: readonly number[]): void {
  const add = prepared(database, 'INSERT OR IGNORE INTO assist_prefixes VALUES (?, ?)')
  const open: { prefix: string; ids: number[] }[] = []
  const close = (length: number): void => {
    while (open.length > length) {
      const { prefix, ids } = open.pop() ?? { prefix: '', ids: [] }
      if (ids.length <= READ_AT_ONCE) continue
      const best = [...new Set(ids)].sort((a, b) => weights[b] - weights[a]).slice(0, KEPT_OF_PREFIX)
      add.run(prefix, bytesOf(Uint32Array.from(best)))
    }
  }
  // read whole: rows are written while keys are read
  for (const row of prepared(database, 'SELECT key, suggestion FROM assist_keys ORDER BY key').all()) {
    const key = String(row.key)
    let shared = 0
    while (shared < open.length && shared < key.length && open[shared].prefix === key.slice(0, shared + 1)) shared++
    close(shared)
    for (let length = shared + 1; length <= Math.min(key.length, PREFIX_LETTERS); length++)
      open.push({ prefix: key.slice(0, length), ids: [] })
    for (const { ids } of open) ids.push(Number(row.suggestion))
  }
  close(0)
}
