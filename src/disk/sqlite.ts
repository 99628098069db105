/** One way to open databases. */
import { rmSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import { LongtailError, messageOf } from '../errors.js'

/** What a column of a row may be. */
export type SqlValue = null | number | bigint | string | Uint8Array
export type SqlRow = Readonly<Record<string, SqlValue>>

/** The driver's statement, but its rows are no `any`: sqlite-rows.ts reads them. */
export interface Statement extends Omit<StatementSyncInstance, 'get' | 'all' | 'iterate'> {
  get(...values: readonly SqlValue[]): SqlRow | undefined
  all(...values: readonly SqlValue[]): SqlRow[]
  iterate(...values: readonly SqlValue[]): IterableIterator<SqlRow>
}

export interface Database extends Omit<DatabaseSyncInstance, 'prepare'> {
  prepare(sql: string): Statement
}

/**
 * `cacheKiB`: what SQLite may keep of the file in memory; the system's own cache holds the rest. `singleFile`: no log beside the
 * file, which can then be copied and read on a medium that cannot be written, and every write is on the disk when it returns.
 */
export function openDatabase(path: string, { readOnly = false, cacheKiB = 8192, singleFile = false } = {}): Database {
  try {
    const database = heldWhileRead(new DatabaseSync(path, { readOnly }))
    database.exec(`PRAGMA cache_size = -${cacheKiB}; PRAGMA busy_timeout = 5000`)
    if (singleFile) database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL')
    else if (!readOnly) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    return database
  } catch (error) {
    throw new LongtailError('E_PORTAL', `${path} cannot be opened (${messageOf(error)}): build the portal again`)
  }
}

/**
 * The driver's iterators do not hold their statement. One that nobody else holds may be collected while its rows are read, which ends
 * the iteration with an error or the process with a segmentation fault (@photostructure/sqlite 2.6.0).
 */
function heldWhileRead(database: Database): Database {
  const prepare = database.prepare.bind(database)
  const held: Database['prepare'] = (...given) => {
    const statement = prepare(...given)
    const iterate = statement.iterate.bind(statement)
    // the properties of its prototype cannot be assigned to
    return Object.defineProperty(statement, 'iterate', {
      *value(...values: readonly SqlValue[]) {
        yield* iterate(...values)
      },
    })
  }
  return Object.defineProperty(database, 'prepare', { value: held })
}

/** `how`: all, or to a savepoint. When the disk is full SQLite has done so by itself, and it is the first error that tells. */
export function rollBack(database: Database, how: string): void {
  if (database.isTransaction) database.exec(how)
}

/** All or nothing. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(database, 'ROLLBACK')
    throw error
  }
}

/** The same for work that lets others have a turn, so that Ctrl-C is heard. Nobody else may use this database meanwhile. */
export async function inLongTransaction<T>(database: Database, work: () => Promise<T>): Promise<T> {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = await work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(database, 'ROLLBACK')
    throw error
  }
}

/** With what SQLite keeps beside it. */
export function removeDatabase(path: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
}
