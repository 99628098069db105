/**
 * What assist/ needs, made at the end of a build. A second build reads only the pages that are new or were changed, with the
 * phrases that it knows; when those add up to a fifth of the collection, all is read again and phrases are looked for anew.
 */
import * as v from 'valibot'
import { rollBack, type Database } from '../../../disk/sqlite.js'
import { rowReader } from '../../../disk/sqlite-rows.js'
import { findCandidates } from './candidates.js'
import { writeLexicon } from './lexicon.js'
import { writeNames } from './names.js'
import { textOf } from './page-texts.js'
import { forgetPhraseBook } from './phrase-book.js'
import { PhraseReader } from './phrase-reader.js'
import { labelOf } from './phrase-rules.js'
import { PhraseTrie } from './phrase-trie.js'
import { writeSuggestions } from './suggestions.js'
import {
  bytesOf,
  createAssistTables,
  languagesOf,
  numbersOf,
  prepared,
  readColumn,
  writeColumn,
} from './assist-schema.js'
import { Vocabulary } from './vocabulary.js'

/** `done` of `total` pages were read. */
export type AssistProgress = (done: number, total: number) => void

/** Pages changed since phrases were last looked for, as a share of all, before they are looked for anew. */
const STALE = 0.2
/** Of a page's phrases, the most telling; a cluster needs no more to be seen. */
const KEPT_OF_PAGE = 40
/** Between steps. */
const PAGES_AT_ONCE = 100

type ChangedPage = ReturnType<typeof CHANGED.only>
const CHANGED = rowReader({ id: 'number', digest: 'text', title: 'text', language: 'text' })

/**
 * To be run when pages, texts, links, topics, authority and the full-text index are in place. In steps of some tenths of a second, for
 * those who have to listen meanwhile. Who leaves before the end changes nothing.
 */
export function* assistSteps(database: Database, onProgress: AssistProgress): Generator<undefined> {
  createAssistTables(database)
  const before = readState(database)
  const changed = changedPages(database)
  const { gone, phrases } = forgetGone(database)
  const total = Number(prepared(database, 'SELECT count(*) AS count FROM pages WHERE original = 0').get()?.count)
  const topics = JSON.stringify(prepared(database, 'SELECT slug, name FROM topics ORDER BY id').all())
  if (changed.length + gone === 0 && before?.topics === topics) return

  const drifted = (before?.drifted ?? 0) + changed.length + gone
  const isFull = before === null || drifted > STALE * total
  yield* atomically(database, function* () {
    if (isFull) yield* findPhrases(database, total, onProgress)
    else {
      yield* readChanged(database, changed, phrases, onProgress)
      emptyPhrases(database, phrases)
    }
    writeColumn(database, 'phrase-pages', bytesOf(phraseFrequencies(database)))
    yield
    writeLexicon(database)
    yield
    writeNames(database)
    yield
    writeSuggestions(database)
    const state = { topics, drifted: isFull ? 0 : drifted }
    writeColumn(database, 'state', new TextEncoder().encode(JSON.stringify(state)))
  })
  forgetPhraseBook(database)
}

const STATE = v.object({ topics: v.string(), drifted: v.number() })

function readState(database: Database): { topics: string; drifted: number } | null {
  const data = readColumn(database, 'state')
  return data === null ? null : v.parse(STATE, JSON.parse(new TextDecoder().decode(data)))
}

function changedPages(database: Database): ChangedPage[] {
  const rows = prepared(
    database,
    `SELECT p.id, p.digest, p.title, p.language FROM pages p LEFT JOIN assist_pages a ON a.page = p.id
     WHERE p.original = 0 AND (a.page IS NULL OR a.digest <> p.digest) ORDER BY p.id`,
  )
  return CHANGED.all(rows.all())
}

/** Forgets pages that are no more, or that were found to repeat others. `phrases`: which they had. */
function forgetGone(database: Database): { readonly gone: number; readonly phrases: Set<number> } {
  const which = 'page NOT IN (SELECT id FROM pages WHERE original = 0)'
  const phrases = new Set<number>()
  for (const row of prepared(database, `SELECT phrases FROM assist_pages WHERE ${which}`).iterate())
    for (const id of phrasesOf(row)) phrases.add(id)
  const { changes } = prepared(database, `DELETE FROM assist_pages WHERE ${which}`).run()
  return { gone: Number(changes), phrases }
}

function phrasesOf(row: { readonly phrases?: unknown } | undefined): Uint32Array {
  return row?.phrases instanceof Uint8Array ? numbersOf(row.phrases) : new Uint32Array()
}

/** Of phrases that pages have lost, those that no other page has stay known, and are not offered to anybody. */
function emptyPhrases(database: Database, lost: Set<number>): void {
  if (lost.size === 0) return
  for (const row of prepared(database, 'SELECT phrases FROM assist_pages').iterate())
    for (const id of phrasesOf(row)) lost.delete(id)
  const empty = prepared(database, 'UPDATE assist_phrases SET pages = 0 WHERE id = ?')
  for (const id of lost) empty.run(id)
}

function* findPhrases(database: Database, total: number, onProgress: AssistProgress): Generator<undefined> {
  database.exec('DELETE FROM assist_pages; DELETE FROM assist_phrases')
  const languages = languagesOf(database)
  const [mainLanguage = 'und'] = languages
  const vocabulary = new Vocabulary(languages)
  const { trie, chosen, isSingle, isFurniture } = findCandidates(database, vocabulary)
  vocabulary.freeze()
  const reader = new PhraseReader(vocabulary, trie, node => chosen.has(node), isSingle, isFurniture)
  yield
  yield* readPages(database, reader, changedPages(database), node => node, onProgress)

  const add = prepared(database, 'INSERT OR IGNORE INTO assist_phrases VALUES (?, ?, ?, ?, ?, ?)')
  const ids = new Map<number, number>()
  for (const [node, use] of reader.uses) {
    const stems = trie.sequence(node)
    const times = chosen.get(node) ?? 0
    const hasStop =
      vocabulary.isListed(stems[0], mainLanguage) || stems.some(stem => vocabulary.isStop(stem, mainLanguage))
    const label = labelOf({ use, words: stems.length, hasStop, chosen: times, total })
    if (label === null) continue
    const id = ids.size + 1
    ids.set(node, id)
    const form = stems.map(stem => vocabulary.stemText(stem)).join(' ')
    add.run(id, form, label, stems.length, use.pages, Math.max(times, 0))
  }
  const update = prepared(database, 'UPDATE assist_pages SET phrases = ? WHERE page = ?')
  for (const { page, phrases } of prepared(database, 'SELECT page, phrases FROM assist_pages').all()) {
    const kept = [...phrasesOf({ phrases })].map(node => ids.get(node) ?? 0).filter(id => id > 0)
    update.run(bytesOf(Uint32Array.from(kept.slice(0, KEPT_OF_PAGE))), Number(page))
  }
}

/** By id, which count from 1. */
function phraseFrequencies(database: Database): Uint32Array {
  const rows = prepared(database, 'SELECT pages FROM assist_phrases ORDER BY id').all()
  return Uint32Array.from([0, ...rows.map(({ pages }) => Number(pages))])
}

/** Adds to `lost` the phrases that these pages had before. */
function* readChanged(
  database: Database,
  changed: readonly ChangedPage[],
  lost: Set<number>,
  onProgress: AssistProgress,
): Generator<undefined> {
  const before = prepared(database, 'SELECT phrases FROM assist_pages WHERE page = ?')
  for (const page of changed) for (const id of phrasesOf(before.get(page.id))) lost.add(id)
  const vocabulary = new Vocabulary(languagesOf(database))
  const rows = prepared(database, 'SELECT id, form FROM assist_phrases').all()
  const trie = new PhraseTrie(rows.length * 5 + 1)
  const ids = new Map<number, number>()
  for (const { id, form } of rows) {
    const stems = String(form).split(' ')
    ids.set(trie.add(stems.map(stem => vocabulary.stemId(stem))), Number(id))
  }
  vocabulary.freeze()
  const reader = new PhraseReader(
    vocabulary,
    trie,
    node => ids.has(node),
    () => true,
    () => false,
  )
  yield* readPages(database, reader, changed, node => ids.get(node) ?? 0, onProgress)
  const count = prepared(database, 'UPDATE assist_phrases SET pages = pages + ? WHERE id = ?')
  for (const [node, { pages }] of reader.uses) count.run(pages, ids.get(node) ?? 0)
}

function* readPages(
  database: Database,
  reader: PhraseReader,
  pages: readonly ChangedPage[],
  idOf: (node: number) => number,
  onProgress: AssistProgress,
): Generator<undefined> {
  const write = prepared(database, 'INSERT OR REPLACE INTO assist_pages VALUES (?, ?, ?)')
  for (const [i, { id, digest, title, language }] of pages.entries()) {
    const phrases = reader.read(title, textOf(database, id), language).map(idOf)
    write.run(id, digest, bytesOf(Uint32Array.from(phrases)))
    if (i % PAGES_AT_ONCE !== 0) continue
    onProgress(i, pages.length)
    yield
  }
  onProgress(pages.length, pages.length)
}

/** All or nothing, also inside of somebody else's transaction. */
function* atomically(database: Database, work: () => Generator<undefined>): Generator<undefined> {
  database.exec('SAVEPOINT assist')
  let isDone = false
  try {
    yield* work()
    isDone = true
  } finally {
    if (isDone) database.exec('RELEASE assist')
    else rollBack(database, 'ROLLBACK TO assist; RELEASE assist')
  }
}
