/** Reads WARC and ARC files, compressed or not: all records in order, or one by its offset. */
import { LongtailError } from '../errors.js'
import { openByteFile, type ByteFile } from './byte-file.js'
import { WALK_SPAN_BYTES, walkRecords, type ReadOptions, type WarcRecord } from './record-walk.js'

export type { Damage, ReadOptions, WarcRecord } from './record-walk.js'

/** A record of unknown length is seldom longer. */
const RECORD_SPAN_BYTES = 32 * 1024
const LEAST_SPAN_BYTES = 1024

/** The records of a file, in order. Throws E_ARCHIVE when it cannot be read or holds nothing like a record. */
export async function* readWarc(path: string, options: ReadOptions = {}): AsyncGenerator<WarcRecord, void, undefined> {
  const file = await openByteFile(path)
  try {
    yield* recordsOf(file, options)
  } finally {
    await file.close()
  }
}

/** The record at an offset (from an index or a crawl log). `length` saves reading ahead. Throws E_WARC when there is none. */
export async function readRecordAt(file: ByteFile | string, offset: number, length?: number): Promise<WarcRecord> {
  if (typeof file === 'string') {
    const opened = await openByteFile(file)
    try {
      return await readRecordAt(opened, offset, length)
    } finally {
      await opened.close()
    }
  }
  let reason = 'the file ends before it'
  const known = length ?? 0
  const span = known > 0 ? Math.min(WALK_SPAN_BYTES, Math.max(LEAST_SPAN_BYTES, known)) : RECORD_SPAN_BYTES
  const records = walkRecords(file, { start: offset, onDamage: damage => (reason = damage.reason) }, span, true)
  try {
    const { value, done } = await records.next()
    if (!done) return value
  } finally {
    await records.return()
  }
  throw new LongtailError('E_WARC', `${file.name}: no record can be read at byte ${offset} (${reason})`, 'skip')
}

export function recordsOf(file: ByteFile, options: ReadOptions = {}): AsyncGenerator<WarcRecord, void, undefined> {
  return walkRecords(file, options, WALK_SPAN_BYTES, false)
}
