/** What a reader may be about to type: topics, titles and phrases that begin, or have a word that begins, with what was typed. */
import { getOrMake } from '../../../get-or-make.js'
import type { Suggestion } from '../../contracts.js'
import type { Database } from '../../../disk/sqlite.js'
import { fold } from '../fold.js'
import { lexiconOf, shownAt, wordsFrom } from './lexicon.js'
import { KEY_LETTERS, READ_AT_ONCE } from './suggestions.js'
import { numbersOf, prepared } from './assist-schema.js'

const MAX_TYPED = 100
/** A suggestion that begins with what was typed comes before one that has it as a later word. */
const BEGINS = 2

interface Row extends Suggestion {
  readonly folded: string
  readonly weight: number
}

export interface SuggestionFilter {
  /** By URL of a page. */
  readonly isHidden: (url: string) => boolean
  /** Does a page that is not hidden have this phrase? */
  readonly isSaid: (phrase: string) => boolean
}

export function suggest(
  database: Database,
  typed: string,
  limit: number,
  { isHidden, isSaid }: SuggestionFilter,
): Suggestion[] {
  const text = fold(typed.slice(0, MAX_TYPED)).replace(/\s+/g, ' ').trimStart()
  if (text.trim() === '' || limit <= 0) return []
  const rows = new Map<number, Row>()
  collect(database, text, row => row.folded.includes(text), rows)
  const last = text.lastIndexOf(' ') + 1
  if (rows.size < limit && last > 0 && last < text.length) {
    // the words in another order
    const others = text.slice(0, last).trim().split(' ')
    collect(database, text.slice(last), row => others.every(word => hasWord(row.folded, word)), rows)
  }
  const ranked = [...rows.values(), ...wordRows(database, text, limit)]
    .filter(({ kind, url }) => kind !== 'title' || !isHidden(url.slice('/web/'.length)))
    .map(row => ({ row, weight: row.weight + (row.folded.startsWith(text) ? BEGINS : 0) }))
    .sort((a, b) => b.weight - a.weight || (a.row.folded < b.row.folded ? -1 : 1))
    .map(({ row }) => row)
  return mixed(ranked, limit, isSaid)
}

function collect(database: Database, prefix: string, fits: (row: Row) => boolean, rows: Map<number, Row>): void {
  const get = prepared(
    database,
    `SELECT text, kind, s.url, weight, p.url AS page FROM assist_suggestions s LEFT JOIN pages p ON p.id = s.page WHERE s.id = ?`,
  )
  for (const id of idsOf(database, prefix.slice(0, KEY_LETTERS))) {
    if (rows.has(id)) continue
    const found = get.get(id)
    if (found === undefined) continue
    const kind = found.kind === 'topic' || found.kind === 'title' ? found.kind : 'query'
    const text = String(found.text)
    const row = {
      text,
      folded: fold(text).replace(/\s+/g, ' ').trim(),
      url: kind === 'title' ? `/web/${String(found.page ?? '')}` : String(found.url),
      kind,
      weight: Number(found.weight),
    } as const
    if (fits(row)) rows.set(id, row)
  }
}

/** Letters; shorter words are typed sooner than chosen. */
const MIN_WORD = 4
const MIN_WORD_PAGES = 3
const MAX_WORD_SHARE = 0.2

/** Single words that end what was begun: amazon for "amaz". They come after phrases that as many pages have. */
function wordRows(database: Database, text: string, limit: number): Row[] {
  const lexicon = text.length < 2 || text.includes(' ') ? null : lexiconOf(database)
  if (lexicon === null) return []
  const most = MAX_WORD_SHARE * totalPages(database)
  return wordsFrom(lexicon, text, limit, pages => pages >= MIN_WORD_PAGES && pages < most)
    .map(i => ({ word: shownAt(lexicon, i), pages: lexicon.pages[i] }))
    .filter(({ word }) => word.length >= MIN_WORD)
    .map(({ word, pages }) => {
      return { text: word, folded: fold(word), url: '', kind: 'query', weight: Math.log1p(pages) - 2 }
    })
}

const totals = new WeakMap<Database, number>()

function totalPages(database: Database): number {
  const count = 'SELECT count(*) AS count FROM pages'
  return getOrMake(totals, database, () => Number(prepared(database, count).get()?.count))
}

function idsOf(database: Database, prefix: string): Iterable<number> {
  const best = prepared(database, 'SELECT suggestions FROM assist_prefixes WHERE prefix = ?').get(prefix)?.suggestions
  if (best instanceof Uint8Array) return numbersOf(best)
  return prepared(database, 'SELECT suggestion FROM assist_keys WHERE key >= ? AND key < ? LIMIT ?')
    .all(prefix, `${prefix}\u{10ffff}`, READ_AT_ONCE)
    .map(({ suggestion }) => Number(suggestion))
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word)
  return at === 0 || (at > 0 && !/[\p{L}\p{N}]/u.test(text[at - 1]))
}

/** Titles, and topics, take half of the room at most while there is anything else. */
function mixed(ranked: readonly Row[], limit: number, isSaid: (phrase: string) => boolean): Suggestion[] {
  const chosen: Row[] = []
  const left: Row[] = []
  const seen = new Set<string>()
  const counts = { topic: 0, title: 0, query: 0 }
  for (const row of ranked) {
    // a phrase that is also a title or topic is offered once, as the better of the two
    if (seen.has(row.folded)) continue
    seen.add(row.folded)
    if (chosen.length === limit) break
    if (row.kind === 'query' && !isSaid(row.text)) continue
    if (row.kind !== 'query' && counts[row.kind] >= limit / 2) left.push(row)
    else {
      counts[row.kind]++
      chosen.push(row)
    }
  }
  return [...chosen, ...left].slice(0, limit).map(({ text, url, kind }) => ({ text, url, kind }))
}
