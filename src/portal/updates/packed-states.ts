/**
 * States of a portal that were packed: `states/` in the directory of the sender. STATE.db is index.db as it was sent, STATE.json says
 * when, and what the archives were. An update is the difference to one of them. They take as much room as index.db each, so only the last
 * ones are kept.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { putInPlace, writeAtomically } from '../../disk/write-atomically.js'
import { makeDirectory } from '../../disk/make-directory.js'
import { hash } from 'node:crypto'
import { LongtailError, quoted } from '../../errors.js'
import { digestFile } from './digest-file.js'
import { makeTravellingIndex, type SentArchive } from './travelling-index.js'

export interface KeptState {
  readonly id: string
  /** When it was packed first. */
  readonly madeAt: number
  readonly archives: readonly SentArchive[]
  /** index.db of then. */
  readonly index: string
}

/** Schools that are further behind are sent a whole portal. */
const MOST_KEPT = 4

const stateSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  madeAt: v.number(),
  archives: v.array(
    v.object({
      name: v.string(),
      path: v.string(),
      bytes: v.number(),
      digest: v.string(),
      changedAt: v.number(),
      ranges: v.optional(v.array(v.tuple([v.number(), v.number()]))),
    }),
  ),
})

function folderOf({ path }: PortalDirectory): string {
  return join(path, 'states')
}

/** The last first. What cannot be read is not kept. */
export function keptStates(portal: PortalDirectory): KeptState[] {
  const folder = folderOf(portal)
  if (!existsSync(folder)) return []
  const states = readdirSync(folder).flatMap(name => {
    const index = join(folder, name.replace(/\.json$/, '.db'))
    if (!name.endsWith('.json') || !existsSync(index)) return []
    try {
      return [{ ...v.parse(stateSchema, JSON.parse(readFileSync(join(folder, name), 'utf8'))), index }]
    } catch {
      return []
    }
  })
  return states.sort((a, b) => b.madeAt - a.madeAt)
}

/** The state that the portal has now, kept from now on. The caller holds the portal's lock. */
export function keepState(portal: PortalDirectory, now: number): KeptState {
  const folder = folderOf(portal)
  makeDirectory(folder)
  const states = keptStates(portal)
  const last = states.at(0)
  const temporary = join(folder, 'new.db')
  rmSync(temporary, { force: true })
  const archives = makeTravellingIndex(portal, temporary, last?.archives ?? [])
  const files = archives.map(({ name, bytes, digest }) => [name, bytes, digest])
  const id = hash('sha256', JSON.stringify([digestFile(temporary).digest, files]), 'hex').slice(0, 16)
  const known = states.find(state => state.id === id)
  if (known !== undefined) {
    rmSync(temporary)
    return known
  }
  const index = join(folder, `${id}.db`)
  const state = { id, madeAt: now, archives }
  putInPlace(temporary, index)
  writeAtomically(join(folder, `${id}.json`), `${JSON.stringify(state, null, 1)}\n`)
  return { ...state, index }
}

/** Removes the oldest; `used` stays, it is somebody's. */
export function forgetStates(portal: PortalDirectory, used: readonly string[]): void {
  const folder = folderOf(portal)
  const states = keptStates(portal)
  const kept = new Set([...states.slice(0, MOST_KEPT).map(({ id }) => id), ...used])
  for (const name of readdirSync(folder)) {
    const id = /^([0-9a-f]{16})\.(?:json|db)$/.exec(name)?.[1]
    if (id !== undefined && !kept.has(id)) rmSync(join(folder, name), { force: true })
  }
}

/** By the beginning of its name, or a date: the last state that was packed until then. */
export function stateSince(states: readonly KeptState[], since: string, portal: string): KeptState {
  const named = states.filter(({ id }) => since.length >= 4 && id.startsWith(since.toLowerCase()))
  if (named.length === 1) return named[0]
  const kept = states.map(({ id, madeAt }) => `${id} (${new Date(madeAt).toISOString().slice(0, 16)}Z)`).join(', ')
  const list = kept === '' ? 'no state is kept yet' : `it has kept ${kept}`
  const at = dateIn(since)
  if (at === null)
    throw new LongtailError(
      'E_UPDATE',
      `--since ${quoted(since)}: ${portal} has no such state; ${list}. Without --since the whole portal is packed`,
    )
  const before = states.find(({ madeAt }) => madeAt < at)
  if (before !== undefined) return before
  throw new LongtailError(
    'E_UPDATE',
    `--since ${since}: nothing was packed before that; ${list}. Without --since the whole portal is packed`,
  )
}

/** A day means its end. */
function dateIn(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return null
  const at = Date.parse(text)
  if (Number.isNaN(at)) return null
  return text.length === 10 ? at + 24 * 3600 * 1000 : at
}
