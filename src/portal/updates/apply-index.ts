/** index.db of an update, beside the one that is served: the whole file, or a copy of the served one with the changes in it. */
import { closeSync, constants, copyFileSync, openSync } from 'node:fs'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { countOf, rowReader } from '../../disk/sqlite-rows.js'
import { inTransaction, openDatabase, removeDatabase, type Database } from '../../disk/sqlite.js'
import { writeAll } from '../../disk/write-all.js'
import { isDiskError } from '../../disk/disk-error.js'
import { LongtailError, quoted, systemReason } from '../../errors.js'
import type { UpdateManifest } from './manifest.js'
import { UPDATING } from './leftovers.js'
import { applyRowChanges } from './row-changes.js'
import { RowDecoder } from './row-codec.js'
import { clearReceivedState, setReceivedState } from './received-state.js'
import type { UpdateReader } from './update-reader.js'

const CACHE_KIB = 64 * 1024
const PATHS = rowReader({ path: 'text', origin: 'text' })

/** Returns its path. It is whole, but perhaps not on the disk yet. */
export function stageIndex({ index }: PortalDirectory, update: UpdateReader): string {
  const { manifest } = update
  const path = `${index}${UPDATING}`
  removeDatabase(path)
  const whole = manifest.parts.find(({ kind }) => kind === 'index')
  if (whole === undefined) copyFileSync(index, path, constants.COPYFILE_FICLONE)
  else {
    const file = openSync(path, 'wx')
    try {
      for (const block of update.blocksOf(whole)) writeAll(file, block)
    } finally {
      closeSync(file)
    }
  }
  try {
    changeIndex(path, update)
  } catch (error) {
    if (isDiskError(error) || (error instanceof LongtailError && error.code === 'E_UPDATE')) throw error
    throw new LongtailError(
      'E_UPDATE',
      `the index in the update cannot be used (${systemReason(error)}): ask the sender for a new file`,
      'abort',
      { cause: error },
    )
  }
  return path
}

function changeIndex(path: string, update: UpdateReader): void {
  const { manifest } = update
  const database = openDatabase(path, { singleFile: true, cacheKiB: CACHE_KIB })
  try {
    // nobody else sees this file; one that was not finished is thrown away
    database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF')
    inTransaction(database, () => {
      // the sender's tables have no such fact
      clearReceivedState(database)
      const rows = manifest.parts.find(({ kind }) => kind === 'rows')
      if (rows !== undefined) applyRowChanges(database, manifest.tables, new RowDecoder(update.blocksOf(rows)))
      checkPlaces(database, manifest)
      setReceivedState(database, manifest)
    })
  } finally {
    database.close()
  }
}

/** Whoever is trusted may say what the library holds, not which other files of this machine it shows or what SQLite does later. */
function checkPlaces(database: Database, { archives }: UpdateManifest): void {
  const places = new Set(archives.map(({ name }) => `archives/${name}`))
  const rows = PATHS.all(database.prepare('SELECT path, origin FROM files').all())
  const wrong = rows.find(({ path, origin }) => !places.has(path) || !places.has(origin))
  if (wrong !== undefined)
    throw new LongtailError(
      'E_UPDATE',
      `the update is refused: it contains ${quoted(wrong.path)}, a file outside the portal`,
    )
  const other = countOf(database, "SELECT count(*) AS count FROM sqlite_master WHERE type NOT IN ('table', 'index')")
  if (other > 0) throw new LongtailError('E_UPDATE', 'the update is refused: its index holds more than tables')
}
