/** Which tables a library has, as SQLite says it: what changes are found and put in place by. */
import type { Database } from '../../disk/sqlite.js'
import { rowReader } from '../../disk/sqlite-rows.js'

export interface TableColumns {
  readonly table: string
  /** In the order of the table. */
  readonly columns: readonly string[]
  /** Indexes into `columns`: the primary key. */
  readonly key: readonly number[]
  /** Indexes of the columns, beside the key, whose values no two rows share: a change of one is a removal and an addition. */
  readonly unique: readonly number[]
}

const NAMES = rowReader({ name: 'text' })
const COLUMNS = rowReader({ name: 'text', pk: 'number' })
const SCHEMAS = rowReader({ sql: 'text' })

/** Of the main database, by name. */
export function tablesOf(database: Database): TableColumns[] {
  const names = database.prepare(
    "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  )
  const columnsOf = database.prepare("SELECT name, pk FROM pragma_table_info(?, 'main') ORDER BY cid")
  const uniqueOf = database.prepare(
    `SELECT DISTINCT c.name FROM pragma_index_list(?, 'main') i JOIN pragma_index_info(i.name, 'main') c
     WHERE i."unique" = 1 AND i.origin <> 'pk'`,
  )
  return NAMES.all(names.all()).map(({ name: table }) => {
    const rows = COLUMNS.all(columnsOf.all(table))
    const columns = rows.map(({ name }) => name)
    const key = rows.flatMap(({ pk }, index) => (pk > 0 ? [{ pk, index }] : []))
    return {
      table,
      columns,
      key: key.sort((a, b) => a.pk - b.pk).map(({ index }) => index),
      unique: NAMES.all(uniqueOf.all(table)).map(({ name }) => columns.indexOf(name)),
    }
  })
}

/** Tables and indexes as they were made: rows travel only between libraries that have the same. */
export function schemaOf(database: Database, schema: 'main' | 'base' = 'main'): string {
  const rows = SCHEMAS.all(
    database.prepare(`SELECT sql FROM ${schema}.sqlite_master WHERE sql IS NOT NULL ORDER BY name`).all(),
  )
  // an index that was made again without IF NOT EXISTS is the same index
  return rows.map(({ sql }) => sql.replace(/\s+/g, ' ').replace('IF NOT EXISTS ', '')).join('\n')
}

/** A name of ours in a statement. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
