/**
 * A build works on a copy of index.db and puts it in the place of the old one at its end. So readers see the old library until the new
 * one is whole; a build that was killed goes on with its copy; and the file that readers open has no journal beside it, as a
 * read-only medium wants it.
 */
import { constants, copyFileSync, existsSync, renameSync } from 'node:fs'
import { LongtailError } from '../../errors.js'
import { putInPlace } from '../../disk/write-atomically.js'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { createTables, SCHEMA_VERSION } from '../store/schema.js'
import { openDatabase, removeDatabase, type Database } from '../../disk/sqlite.js'
import { getFact, setFact } from './shelves.js'

/** Counts up when pages are read in another way: then all of them are read again. */
const EXTRACT_VERSION = 1
const VERSION = `${SCHEMA_VERSION}.${EXTRACT_VERSION}`
const CACHE_KIB = 64 * 1024

export function openBuilding({ index, building }: PortalDirectory) {
  const before = versionOf(index)
  const started = versionOf(building)
  // a copy that was begun from an older library is worth nothing
  const isResumed = started !== null && (before === null || started.builtAt >= before.builtAt)
  if (!isResumed) {
    removeDatabase(building)
    if (before !== null) {
      copyFileSync(index, `${building}.tmp`, constants.COPYFILE_FICLONE)
      renameSync(`${building}.tmp`, building)
    }
  }
  const database = openDatabase(building, { cacheKiB: CACHE_KIB })
  createTables(database)
  setFact(database, 'version', VERSION)
  return {
    database,
    /** A build before this one was interrupted. */
    isResumed,
  }
}

/** Null: there is none, or none that this version goes on with. */
function versionOf(path: string): { readonly builtAt: number } | null {
  if (!existsSync(path)) return null
  try {
    const database = openDatabase(path, { readOnly: !existsSync(`${path}-wal`) })
    try {
      return getFact(database, 'version') === VERSION ? { builtAt: Number(getFact(database, 'builtAt')) } : null
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

/** One file, on the disk, in its place. */
export function publish(database: Database, { index, building }: PortalDirectory): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
  database.close()
  if (existsSync(`${building}-wal`))
    throw new LongtailError('E_PORTAL', `${building} is in use by another process: stop that process and build again`)
  putInPlace(building, index)
}
