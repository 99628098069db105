/**
 * Makes a WARC that was being written when the process died end at a record again. Used at resume: the crawl log says up
 * to which offset records belong to pages that were finished, and everything behind that is cut off.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync } from 'node:fs'
import { openByteFile } from './byte-file.js'
import { recordsOf } from './warc-reader.js'

/**
 * Offset behind the last record of the unbroken row of whole ones that a file begins with (inflated, checksums
 * compared). `from` is a place known to be the beginning of a record, which saves reading what is before it.
 */
export async function lastWholeRecord(path: string, limit = Infinity, from = 0): Promise<number> {
  const file = await openByteFile(path)
  let end = Math.min(from, file.size)
  let damaged = false
  const records = recordsOf(file, { start: from, maxBlockBytes: 0, onDamage: () => (damaged = true) })
  try {
    for await (const record of records) {
      // several records in one member cannot be told apart by offset: only the end of the member counts
      if (damaged || record.length === 0 || record.offset + record.length > limit) break
      end = record.offset + record.length
    }
  } catch {
    // nothing in it is a record: nothing is kept
  } finally {
    await file.close()
  }
  return end
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
