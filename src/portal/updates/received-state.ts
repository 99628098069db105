/** Which state a portal has that came by updates: a fact of index.db, so that it changes in the same moment. A build removes it. */
import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { openDatabase, type Database } from '../../disk/sqlite.js'
import { writeAtomically } from '../../disk/write-atomically.js'
import { getFact, setFact } from '../build/shelves.js'
import type { UpdateManifest } from './manifest.js'

const schema = v.object({ id: v.string(), madeAt: v.number(), key: v.string() })

export type ReceivedState = v.InferOutput<typeof schema>

/** Null: there is no portal, or it was built here. */
export function receivedState({ index }: PortalDirectory): ReceivedState | null {
  if (!existsSync(index)) return null
  const database = openDatabase(index, { readOnly: true })
  try {
    return v.parse(schema, JSON.parse(getFact(database, 'state')))
  } catch {
    return null
  } finally {
    database.close()
  }
}

export function setReceivedState(database: Database, { state, madeAt, key }: UpdateManifest): void {
  setFact(database, 'state', JSON.stringify({ id: state, madeAt, key }))
}

export function clearReceivedState(database: Database): void {
  database.exec("DELETE FROM facts WHERE name = 'state'")
}

/** portal.json: what this directory is. Nothing reads more of it than that. */
export function writeIdentity({ identity }: PortalDirectory, { title, madeAt }: UpdateManifest): void {
  const content = { format: 'longtail-portal', version: 1, title, built: new Date(madeAt).toISOString() }
  const text = `${JSON.stringify(content, null, 2)}\n`
  if (!existsSync(identity) || readFileSync(identity, 'utf8') !== text) writeAtomically(identity, text)
}
