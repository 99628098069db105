/** How far a source was read: kept in its row, so that the next build, or the same one after a kill, goes on from there. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { LOG_START, type LogMark } from './index.js'
import { rowReader } from '../disk/sqlite-rows.js'
import { inTransaction, type Database } from '../disk/sqlite.js'
import type { SourceSpec, SourceTopic } from './source-list.js'

export interface SourceState {
  /** Of a crawl: up to where its log was read. */
  readonly mark: LogMark
  /** Of an archive: the byte from which to read on. */
  readonly offset: number
  /** Fingerprint of the bytes before it: a file that was cut or replaced is read anew. */
  readonly tail: string
  /** Of the file when it was read to its end; -1 before. */
  readonly size: number
  readonly changedAt: number
  readonly topic: SourceTopic | null
}

export const UNREAD: SourceState = { mark: LOG_START, offset: 0, tail: '', size: -1, changedAt: 0, topic: null }

export interface Source {
  readonly id: number
  readonly spec: SourceSpec
  readonly state: SourceState
}

const PATHS = rowReader({ id: 'number', path: 'text' })
const STATES = rowReader({ id: 'number', state: 'text' })
const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const stateSchema = v.object({
  mark: v.object({ end: place, line: place, start: place, print: v.string() }),
  offset: place,
  tail: v.string(),
  size: v.number(),
  changedAt: v.number(),
})

/** Null: another program wrote it, and the source is read anew. Its topic is what the source says now. */
function stateIn(json: string): SourceState | null {
  try {
    return { ...v.parse(stateSchema, JSON.parse(json)), topic: null }
  } catch {
    return null
  }
}

/** Rows for these sources; those of others are removed with all that came from them. */
export function syncSources(database: Database, specs: readonly SourceSpec[]): Source[] {
  return inTransaction(database, () => {
    const wanted = new Set(specs.map(({ path }) => path))
    for (const { id, path } of PATHS.all(database.prepare('SELECT id, path FROM sources').all())) {
      if (wanted.has(path)) continue
      forget(database, id)
      database.prepare('DELETE FROM sources WHERE id = ?').run(id)
    }
    return specs.map(spec => {
      const row = STATES.first(database.prepare('SELECT id, state FROM sources WHERE path = ?').get(spec.path))
      const state = row === undefined ? UNREAD : stateIn(row.state)
      const now = { ...(state ?? UNREAD), topic: spec.topic }
      if (row !== undefined) {
        if (state === null) forget(database, row.id)
        database
          .prepare('UPDATE sources SET name = ?, state = ? WHERE id = ?')
          .run(spec.name, JSON.stringify(now), row.id)
        return { id: row.id, spec, state: now }
      }
      const { lastInsertRowid } = database
        .prepare('INSERT INTO sources (path, kind, name, state) VALUES (?, ?, ?, ?)')
        .run(spec.path, spec.kind, spec.name, JSON.stringify(now))
      return { id: Number(lastInsertRowid), spec, state: now }
    })
  })
}

/** Forgets what was read from a source. */
export function forget(database: Database, source: number): void {
  for (const table of ['captures', 'files', 'waiting'])
    database.prepare(`DELETE FROM ${table} WHERE source = ?`).run(source)
}

export function saveState(database: Database, source: number, state: SourceState): void {
  database.prepare('UPDATE sources SET state = ? WHERE id = ?').run(JSON.stringify(state), source)
}

const TAIL_BYTES = 256

export function tailOf(path: string, offset: number): string {
  const file = openSync(path, 'r')
  try {
    const start = Math.max(0, offset - TAIL_BYTES)
    const bytes = Buffer.alloc(offset - start)
    const read = readSync(file, bytes, 0, bytes.length, start)
    return createHash('sha1').update(bytes.subarray(0, read)).digest('base64').slice(0, 16)
  } finally {
    closeSync(file)
  }
}

/** Is what was read still the beginning of this archive? */
export function isContinuedFile(path: string, state: SourceState): boolean {
  return statSync(path).size >= state.offset && tailOf(path, state.offset) === state.tail
}
