/**
 * Makes a WARC that was being written when the process died end at a record again. Used at resume: the crawl log says up
 * to which offset records belong to pages that were finished, and everything behind that is cut off.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync } from 'node:fs'
import { openByteFile } from './byte-file.js'
import { recordsOf } from './warc-reader.js'

export interface Repair {
  /** Length of the file now. */
  readonly kept: number
  readonly removedBytes: number
  /** Whole records that were cut off because they lie behind the known good end. */
  readonly removedRecords: number
}

/**
 * Offset behind the last record of the unbroken row of whole ones that a file begins with (inflated, checksums
 * compared). `from` is a place known to be the beginning of a record, which saves reading what is before it.
 */
export async function lastWholeRecord(path: string, limit = Infinity, from = 0): Promise<number> {
  return (await survey(path, limit, from)).end
}

/** Cuts a file to a length that was found to be the end of a record, and waits until the disk knows. */
export function truncateWarc(path: string, length: number): void {
  const fd = openSync(path, 'r+')
  try {
    ftruncateSync(fd, length)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Truncates a WARC to its last whole record that ends at or before `knownGoodEnd`. */
export async function repairWarc(path: string, knownGoodEnd = Infinity): Promise<Repair> {
  const { end, size, behind } = await survey(path, knownGoodEnd, 0)
  if (end < size) truncateWarc(path, end)
  return { kept: end, removedBytes: size - end, removedRecords: behind }
}

async function survey(
  path: string,
  limit: number,
  from: number,
): Promise<{ readonly end: number; readonly size: number; readonly behind: number }> {
  const file = await openByteFile(path)
  const { size } = file
  let end = Math.min(from, size)
  let behind = 0
  let damaged = false
  const records = recordsOf(file, { start: from, maxBlockBytes: 0, onDamage: () => (damaged = true) })
  try {
    for await (const record of records) {
      // several records in one member cannot be told apart by offset: only the end of the member counts
      if (damaged || record.length === 0) break
      const recordEnd = record.offset + record.length
      if (recordEnd > limit) behind++
      else end = recordEnd
    }
  } catch {
    // nothing in it is a record: nothing is kept
  } finally {
    await file.close()
  }
  return { end, size, behind }
}
