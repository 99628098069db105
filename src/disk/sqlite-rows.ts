/** Rows of a database as what their columns should be. A column of another type was written by another program. */
import { LongtailError } from '../errors.js'
import type { Database, SqlRow, SqlValue } from './sqlite.js'

interface ColumnKinds {
  readonly text: string
  readonly number: number
  readonly bytes: Uint8Array
  readonly 'text or null': string | null
  readonly 'number or null': number | null
  readonly 'bytes or null': Uint8Array | null
}
type Kind = keyof ColumnKinds

const IS: Readonly<Record<Kind, (value: SqlValue | undefined) => boolean>> = {
  text: value => typeof value === 'string',
  number: value => typeof value === 'number',
  bytes: value => value instanceof Uint8Array,
  'text or null': value => value === null || typeof value === 'string',
  'number or null': value => value === null || typeof value === 'number',
  'bytes or null': value => value === null || value instanceof Uint8Array,
}

type RowShape = Readonly<Record<string, Kind>>
type ShapedRow<S extends RowShape> = { readonly [C in keyof S]: ColumnKinds[S[C]] }

/** Of the rows of one query. */
export function rowReader<const S extends RowShape>(shape: S) {
  const columns = Object.entries(shape)
  const isShaped = (row: SqlRow): row is SqlRow & ShapedRow<S> =>
    columns.every(([column, kind]) => IS[kind](row[column]))
  const only = (row: SqlRow | undefined): ShapedRow<S> => {
    if (row !== undefined && isShaped(row)) return row
    const wanted = columns.map(([column, kind]) => `${column} (${kind})`).join(', ')
    throw new LongtailError('E_PORTAL', `a database of Longtail was changed by another program: ${wanted} is missing`)
  }
  return {
    /** Of a query that may find nothing. */
    first: (row: SqlRow | undefined): ShapedRow<S> | undefined => (row === undefined ? undefined : only(row)),
    /** Of a query that always finds something, such as a count. */
    only,
    all: (rows: readonly SqlRow[]): ShapedRow<S>[] => rows.map(only),
    *each(rows: Iterable<SqlRow>): IterableIterator<ShapedRow<S>> {
      for (const row of rows) yield only(row)
    },
  }
}

/** Of `SELECT count(*) AS count …`. */
export const COUNT = rowReader({ count: 'number' })
const NUMBER = rowReader({ number: 'number' })

/** `query`: `SELECT count(*) AS count …`. */
export function countOf(database: Database, query: string): number {
  return COUNT.only(database.prepare(query).get()).count
}

/** Of a query with one column, `number`. */
export function* numbersOf(database: Database, query: string): Generator<number> {
  for (const { number } of NUMBER.each(database.prepare(query).iterate())) yield number
}
