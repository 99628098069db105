/** One way to open the portal's databases. */
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { LongtailError } from '../../errors.js'

export type Database = DatabaseSyncInstance
export type Statement = StatementSyncInstance

/**
 * `cacheKiB`: what SQLite may keep of the file in memory; the system's own cache holds the rest. `singleFile`: no log beside the
 * file, which can then be copied and read on a medium that cannot be written, and every write is on the disk when it returns.
 */
export function openDatabase(path: string, { readOnly = false, cacheKiB = 8192, singleFile = false } = {}): Database {
  try {
    const database = new DatabaseSync(path, { readOnly })
    database.exec(`PRAGMA cache_size = -${cacheKiB}; PRAGMA busy_timeout = 5000`)
    if (singleFile) database.exec('PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL')
    else if (!readOnly) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    return database
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new LongtailError('E_PORTAL', `${path} cannot be opened (${reason}): build the portal again`)
  }
}

/** All or nothing. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
