/**
 * Makes a WARC that was being written when the process died end at a record again. Used at resume: the crawl log says up
 * to which offset records belong to pages that were finished, and everything behind that is cut off.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync } from 'node:fs'
import { openByteFile, Window, type ByteFile } from './byte-file.js'
import { findMember } from './resync.js'
import { recordsOf } from './warc-reader.js'

/** What a power failure takes from the middle of a file comes back as zeros, sector by sector. */
const LOST_SECTOR = Buffer.alloc(512)
const SCAN_BYTES = 4 * 1024 * 1024

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

/**
 * The same of a file that this program was writing, in a small part of the time. Writes that a kill or a power failure cost are missing
 * at the end or left zeros, so that only the last `tail` bytes are inflated, and all of it when there are such zeros (a page of
 * zeros may have them, too).
 */
export async function lastWrittenRecord(path: string, from: number, tail = SCAN_BYTES): Promise<number> {
  const file = await openByteFile(path)
  let start = -1
  try {
    if (file.size - from > tail && !(await hasLostSector(file, from)))
      start = await findMember(file, new Window(file, SCAN_BYTES), file.size - tail, tail)
  } finally {
    await file.close()
  }
  const end = start < 0 ? start : await lastWholeRecord(path, Infinity, start)
  return end > start ? end : lastWholeRecord(path, Infinity, from)
}

async function hasLostSector(file: ByteFile, from: number): Promise<boolean> {
  const overlap = LOST_SECTOR.length - 1
  for (let at = from; at < file.size; at += SCAN_BYTES)
    if ((await file.read(at, SCAN_BYTES + overlap)).includes(LOST_SECTOR)) return true
  return false
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
