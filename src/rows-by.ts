/** Which rows have which key: those of key k are `rows[starts[k]] … rows[starts[k + 1] - 1]`, in order. */
export interface RowsByKey {
  readonly starts: Uint32Array
  readonly rows: Uint32Array
}

/** By counting. `keyOf` has a key below `keys` for each row; rows for which `counts` says no are left out. */
export function rowsBy(keyOf: Uint32Array, keys: number, counts: (row: number) => boolean = () => true): RowsByKey {
  const starts = new Uint32Array(keys + 1)
  for (let row = 0; row < keyOf.length; row++) if (counts(row)) starts[keyOf[row] + 1]++
  for (let key = 0; key < keys; key++) starts[key + 1] += starts[key]
  const next = starts.slice()
  const rows = new Uint32Array(starts[keys])
  for (let row = 0; row < keyOf.length; row++) if (counts(row)) rows[next[keyOf[row]]++] = row
  return { starts, rows }
}
