/** Examples as sparse rows, one after the other in typed arrays: row r is `columns[offsets[r]] … columns[offsets[r + 1] - 1]` with their `values`. */
export interface Rows {
  readonly count: number
  /** Every column is below this. */
  readonly width: number
  readonly offsets: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float64Array
}

export interface SparseRow {
  readonly columns: ArrayLike<number>
  readonly values: ArrayLike<number>
}

export function rowsOf(rows: readonly SparseRow[], width: number): Rows {
  const offsets = new Uint32Array(rows.length + 1)
  rows.forEach((row, r) => (offsets[r + 1] = offsets[r] + row.columns.length))
  const columns = new Uint32Array(offsets[rows.length])
  const values = new Float64Array(offsets[rows.length])
  rows.forEach((row, r) => {
    columns.set(row.columns, offsets[r])
    values.set(row.values, offsets[r])
  })
  return { count: rows.length, width, offsets, columns, values }
}

/** Rows that name every column: `values` holds `count * width` numbers. */
export function denseRows(values: Float64Array, width: number): Rows {
  const count = values.length / width
  if (!Number.isInteger(count)) throw new RangeError(`${values.length} values are no whole rows of ${width}`)
  const columns = new Uint32Array(values.length)
  for (let i = 0; i < columns.length; i++) columns[i] = i % width
  return { count, width, offsets: Uint32Array.from({ length: count + 1 }, (_, r) => r * width), columns, values }
}

/** Some of the rows, in the given order. */
export function pickRows(rows: Rows, which: ArrayLike<number>): Rows {
  return rowsOf(
    Array.from(which, r => ({
      columns: rows.columns.subarray(rows.offsets[r], rows.offsets[r + 1]),
      values: rows.values.subarray(rows.offsets[r], rows.offsets[r + 1]),
    })),
    rows.width,
  )
}
