/**
 * Replay looks a page up by the address that was asked for, and our lists have pages by their canonical address (docs/urls.md). Where
 * the two differ in archives of other tools, the address that was asked for is kept here, in a file: there may be millions.
 */
import { rowReader } from '../../disk/sqlite-rows.js'
import { openDatabase } from '../../disk/sqlite.js'

const ASKED = rowReader({ url: 'text' })

export type AskedAddresses = ReturnType<typeof createAskedAddresses>

export function createAskedAddresses(path: string) {
  const database = openDatabase(path)
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;' +
      'CREATE TABLE asked (archive TEXT, offset INTEGER, url TEXT, PRIMARY KEY (archive, offset)) WITHOUT ROWID; BEGIN',
  )
  const insert = database.prepare('INSERT OR REPLACE INTO asked VALUES (?, ?, ?)')
  const select = database.prepare('SELECT url FROM asked WHERE archive = ? AND offset = ?')
  let isEmpty = true
  return {
    /** `offset`: of the record, in the archive with this key. */
    add(key: string, offset: number, url: string): void {
      isEmpty = false
      insert.run(key, offset, url)
    },
    /** '' where it is the canonical one. */
    find: (key: string, offset: number): string => (isEmpty ? '' : (ASKED.first(select.get(key, offset))?.url ?? '')),
    close: () => database.close(),
  }
}
