/** Counts of terms → the numbers that classifiers see. */
import { rowsOf, type Rows, type SparseRow } from '../../learn/index.js'
import type { TopicDocument, WordList } from './documents.js'
import type { TermReader } from './term-reader.js'
import type { Weighting } from './types.js'

/** What the reader has counted, as a row. */
export function rowOf(
  { counts, touched, size }: TermReader,
  rarity: ArrayLike<number>,
  weighting: Weighting,
): SparseRow {
  const columns = touched.slice(0, size)
  return weighed(
    columns,
    Uint32Array.from(columns, term => counts[term]),
    rarity,
    weighting,
  )
}

function weighed(
  columns: Uint32Array,
  counts: Uint32Array,
  rarity: ArrayLike<number>,
  weighting: Weighting,
): SparseRow {
  const values = Float64Array.from(columns, (term, i) => weigh(counts[i], rarity[term], weighting))
  if (weighting === 'log-tf-idf') bringToLength1(values)
  return { columns, values }
}

function bringToLength1(values: Float64Array): void {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  if (length > 0) for (let i = 0; i < values.length; i++) values[i] /= length
}

/** 1 + ln tf of small counts, which nearly all are. */
const DAMPED = Float64Array.from({ length: 64 }, (_, count) => 1 + Math.log(count))

export function weigh(count: number, rarity: number, weighting: Weighting): number {
  if (weighting === 'tf') return count
  const damped = count < DAMPED.length ? DAMPED[count] : 1 + Math.log(count)
  return weighting === 'log-tf' ? damped : damped * rarity
}

/** The rows without the columns of which `isKept` is 0, brought to length 1 again if they were. */
export function maskedRows(rows: Rows, isKept: Uint8Array, weighting: Weighting): Rows {
  const { count, width } = rows
  const offsets = new Uint32Array(count + 1)
  const columns = new Uint32Array(rows.columns.length)
  const values = new Float64Array(rows.columns.length)
  let size = 0
  for (let r = 0; r < count; r++) {
    const start = size
    for (let i = rows.offsets[r]; i < rows.offsets[r + 1]; i++) {
      if (isKept[rows.columns[i]] === 0) continue
      columns[size] = rows.columns[i]
      values[size++] = rows.values[i]
    }
    if (weighting === 'log-tf-idf') bringToLength1(values.subarray(start, size))
    offsets[r + 1] = size
  }
  return { count, width, offsets, columns: columns.subarray(0, size), values: values.subarray(0, size) }
}

/** The pages as rows, and the rarity of the terms among them. */
export function featuresOf(
  documents: readonly TopicDocument[],
  list: WordList,
  reader: TermReader,
  weighting: Weighting,
): { rows: Rows; rarity: Float64Array } {
  const width = reader.counts.length
  const wordOf = reader.wordsIn(list)
  const counted = documents.map(document => {
    reader.readDocument(document, wordOf)
    const terms = reader.touched.slice(0, reader.size)
    return { terms, counts: Uint32Array.from(terms, term => reader.counts[term]) }
  })
  const rarity = new Float64Array(width)
  for (const { terms } of counted) for (const term of terms) rarity[term]++
  for (let t = 0; t < width; t++) rarity[t] = Math.log((documents.length + 1) / (rarity[t] + 0.5))
  const rows = counted.map(({ terms, counts }) => weighed(terms, counts, rarity, weighting))
  return { rows: rowsOf(rows, width), rarity }
}
