/**
 * What differs between two libraries, row by row: an index of words is one tree of all words, and one page more touches most of its
 * blocks, but few of its rows. Written per table as rows removed (their key), changed (key, which columns, their values), added (all).
 */
import { openDatabase, type Database, type SqlRow } from '../../disk/sqlite.js'
import { countOf } from '../../disk/sqlite-rows.js'
import { LongtailError } from '../../errors.js'
import type { TableChange } from './manifest.js'
import type { RowDecoder, RowEncoder } from './row-codec.js'
import { schemaOf, sqlName, tablesOf, type TableColumns } from './table-columns.js'

const CACHE_KIB = 64 * 1024
const MASK = 'columns that changed'

/** Null: the tables are other ones, and rows cannot say what changed. */
export function writeRowChanges(base: string, now: string, encoder: RowEncoder): TableChange[] | null {
  const database = openDatabase(now, { readOnly: true, cacheKiB: CACHE_KIB })
  try {
    database.prepare('ATTACH ? AS base').run(base)
    if (schemaOf(database) !== schemaOf(database, 'base')) return null
    return tablesOf(database).map(table => writeTable(database, table, encoder))
  } finally {
    database.close()
  }
}

function writeTable(database: Database, table: TableColumns, encoder: RowEncoder): TableChange {
  const { columns, key, unique } = table
  const name = sqlName(table.table)
  const column = (side: string, index: number): string => `${side}.${sqlName(columns[index])}`
  const isSame = key.map(index => `${column('n', index)} = ${column('b', index)}`).join(' AND ')
  const rest = columns.flatMap((_, index) => (key.includes(index) ? [] : [index]))
  const differs = (index: number): string => `(${column('n', index)} IS NOT ${column('b', index)})`
  const mask = rest.map(index => `${differs(index)} * ${2 ** index}`).join(' + ') || '0'
  // what no two rows share may have gone from one row to another
  const isOther = unique.map(differs).join(' OR ') || 'FALSE'
  const both = `main.${name} n JOIN base.${name} b ON ${isSame}`
  const lost = `base.${name} b WHERE NOT EXISTS (SELECT 1 FROM main.${name} n WHERE ${isSame})`
  const fresh = `main.${name} n WHERE NOT EXISTS (SELECT 1 FROM base.${name} b WHERE ${isSame})`
  const keys = (side: string): string => key.map(index => column(side, index)).join(', ')
  const everything = columns.map((_, index) => column('n', index)).join(', ')
  const write = (query: string, writeRow: (row: SqlRow) => void): number => {
    let rows = 0
    for (const row of database.prepare(query).iterate()) {
      writeRow(row)
      rows++
    }
    return rows
  }
  const writeKey = (row: SqlRow): void => key.forEach(index => encoder.value(row[columns[index]]))
  const writeAll = (row: SqlRow): void => columns.forEach(one => encoder.value(row[one]))
  const count = (side: string): number => countOf(database, `SELECT count(*) AS count FROM ${side}.${name}`)
  return {
    table: table.table,
    columns: [...columns],
    before: count('base'),
    after: count('main'),
    removed:
      write(`SELECT ${keys('b')} FROM ${lost}`, writeKey) +
      write(`SELECT ${keys('b')} FROM ${both} WHERE ${isOther}`, writeKey),
    changed: write(
      `SELECT ${everything}, ${mask} AS ${sqlName(MASK)} FROM ${both} WHERE NOT (${isOther}) AND ${mask} <> 0`,
      row => {
        const changed = Number(row[MASK])
        writeKey(row)
        encoder.whole(changed)
        for (const index of rest) if (isSet(changed, index)) encoder.value(row[columns[index]])
      },
    ),
    added:
      write(`SELECT ${everything} FROM ${fresh}`, writeAll) +
      write(`SELECT ${everything} FROM ${both} WHERE ${isOther}`, writeAll),
  }
}

function isSet(mask: number, index: number): boolean {
  return Math.floor(mask / 2 ** index) % 2 === 1
}

/** Does to the main database what `writeRowChanges` wrote. Runs within a transaction of the caller: an error leaves it unfinished. */
export function applyRowChanges(database: Database, changes: readonly TableChange[], decoder: RowDecoder): void {
  const known = new Map(tablesOf(database).map(table => [table.table, table]))
  for (const change of changes) {
    const table = known.get(change.table)
    if (table === undefined || table.columns.join('\n') !== change.columns.join('\n'))
      throw unfit(`it has the table ${JSON.stringify(change.table)} in another form`)
    const { removed, changed, added, before, after } = change
    // every row that is removed, changed or added is one that was there or was not: no need to count again
    if (before - removed + added !== after) throw unfit(`the numbers of rows of ${change.table} do not add up`)
    if (removed + changed + added === 0) continue
    if (rowsIn(database, table) !== before) throw unfit(`${change.table} has another number of rows`)
    applyTable(database, table, change, decoder)
  }
  decoder.end()
}

function applyTable(database: Database, table: TableColumns, change: TableChange, decoder: RowDecoder): void {
  const { columns, key } = table
  const name = sqlName(table.table)
  const where = key.map(index => `${sqlName(columns[index])} = ?`).join(' AND ')
  const values = (count: number) => Array.from({ length: count }, () => decoder.value())
  const one = (changes: number | bigint): void => {
    if (Number(changes) !== 1) throw unfit(`a row of ${table.table} is missing`)
  }
  const remove = database.prepare(`DELETE FROM ${name} WHERE ${where}`)
  for (let i = 0; i < change.removed; i++) one(remove.run(...values(key.length)).changes)
  const updates = new Map<number, ReturnType<Database['prepare']>>()
  const rest = columns.flatMap((_, index) => (key.includes(index) ? [] : [index]))
  for (let i = 0; i < change.changed; i++) {
    const keyed = values(key.length)
    const mask = decoder.whole()
    const set = rest.filter(index => isSet(mask, index))
    let update = updates.get(mask)
    if (update === undefined) {
      if (set.length === 0) throw unfit('a change changes nothing')
      const assignments = set.map(index => `${sqlName(columns[index])} = ?`).join(', ')
      update = database.prepare(`UPDATE ${name} SET ${assignments} WHERE ${where}`)
      updates.set(mask, update)
    }
    one(update.run(...values(set.length), ...keyed).changes)
  }
  const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`)
  for (let i = 0; i < change.added; i++) one(insert.run(...values(columns.length)).changes)
}

function rowsIn(database: Database, { table }: TableColumns): number {
  return countOf(database, `SELECT count(*) AS count FROM main.${sqlName(table)}`)
}

function unfit(why: string): LongtailError {
  return new LongtailError(
    'E_UPDATE',
    `the update does not fit this portal (${why}), which another program may have changed: ask the sender for a whole portal`,
  )
}
