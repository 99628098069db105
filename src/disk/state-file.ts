/**
 * A checkpoint in one file: what the parts of a crawl tell about themselves (state-fields.ts), as raw arrays behind a head that
 * says where each lies. docs/formats.md has the layout.
 *
 * - A file is whole or it is not used: everything in it is checked before anybody is given a field.
 * - It appears under its name only when it, and whatever files it refers to, are safe on the disk.
 * - Arrays are written from where they lie and read into where they stay; nothing is copied.
 */
import { closeSync, fstatSync, openSync, readSync, rename, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { isErrno, LongtailError, systemReason } from '../errors.js'
import { diskError } from './disk-error.js'
import type { Persistent } from '../state-fields.js'
import { ALIGNMENT, decodeHead, encodeHead, FIXED_BYTES, headLength } from './state-head.js'
import { bytesOf, encodeValue, finished, spaceFor, type StateSection } from './state-section.js'
import { collectState, restoreState, type StateValue } from './state-tree.js'
import { syncDirectory, syncFile } from './sync.js'
import { writeAll } from './write-all.js'

export type StateAbout = Readonly<Record<string, string | number>>

export interface SavedState {
  readonly about: StateAbout
  /** Once only, since parts keep the arrays. Throws E_CHECKPOINT when this is no state of such parts, which are of no use then. */
  restore(parts: Persistent): void
}

/** What is read is checked while the processor's cache still holds it. */
const CHUNK_BYTES = 1 << 18
/** No checksum can be asked for more than 2 GB. */
const MOST_BYTES = 1 << 30

const renameFile = promisify(rename)

/**
 * Saves what the parts tell. All of it is told and written before the call returns, so they may change from then on; the promise
 * gives the size in bytes when the file is safe under its name; until then nothing else may be saved under it. Throws E_DISK, and
 * leaves a file that had the name as it was.
 */
export async function saveState(path: string, parts: Persistent, about: StateAbout): Promise<number> {
  const { fields, beforeItCounts } = collectState(parts)
  const temporary = `${path}.tmp`
  let fd = -1
  try {
    fd = openSync(temporary, 'w')
    const size = writeFields(fd, fields, about)
    for (const work of beforeItCounts) await work()
    await syncFile(fd)
    closeSync(fd)
    fd = -1
    await renameFile(temporary, path)
    await syncDirectory(dirname(path))
    return size
  } catch (error) {
    if (fd >= 0) closeSync(fd)
    removeIfThere(temporary)
    throw error instanceof LongtailError ? error : diskError(path, error)
  }
}

/** Reads and checks a whole file; null when there is none. Throws E_CHECKPOINT when it is damaged or not one of this version. */
export function loadState(path: string): SavedState | null {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw useless(path, error)
  }
  try {
    const { about, sections, dataAt } = readHead(fd)
    const fields = new Map<string, StateValue>()
    const read = new Map<string, StateValue>()
    for (const section of sections) {
      const content = [section.type, section.length, section.stored, section.offset].join()
      const value = read.get(content) ?? readSection(fd, dataAt, section)
      if (section.stored > 0) read.set(content, value)
      fields.set(section.name, value)
    }
    return { about, restore: parts => restoreState(fields, parts) }
  } catch (error) {
    throw useless(path, error)
  } finally {
    closeSync(fd)
  }
}

function writeFields(fd: number, fields: ReadonlyMap<string, StateValue>, about: StateAbout): number {
  const sections: StateSection[] = []
  const contents: { readonly offset: number; readonly bytes: Uint8Array }[] = []
  /** An array that two parts tell is written once, and is one array again when it is loaded. */
  const written = new Map<StateValue, StateSection>()
  let end = 0
  for (const [name, value] of fields) {
    const same = written.get(value)
    if (same !== undefined) {
      sections.push({ ...same, name })
      continue
    }
    const { type, length, bytes } = encodeValue(name, value)
    const offset = bytes.length === 0 ? 0 : aligned(end)
    const section = { name, type, length, stored: bytes.length, offset, crc: checksum(bytes) }
    sections.push(section)
    if (typeof value === 'object') written.set(value, section)
    if (bytes.length === 0) continue
    contents.push({ offset, bytes })
    end = offset + bytes.length
  }
  const head = encodeHead({ about, sections })
  writeAll(fd, head, 0)
  for (const { offset, bytes } of contents) writeAll(fd, bytes, head.length + offset)
  return head.length + end
}

function readHead(fd: number): { about: StateAbout; sections: readonly StateSection[]; dataAt: number } {
  const { size } = fstatSync(fd)
  const fixed = readAll(fd, Buffer.alloc(FIXED_BYTES), 0)
  const length = headLength(fixed)
  if (length > size) throw new Error('it is cut off')
  const head = decodeHead(fixed, readAll(fd, Buffer.alloc(length), FIXED_BYTES))
  const dataAt = aligned(FIXED_BYTES + length)
  const end = head.sections.reduce((last, { offset, stored }) => Math.max(last, dataAt + offset + stored), dataAt)
  if (end !== size) throw new Error(`it has ${size} bytes and should have ${end}`)
  return { ...head, dataAt }
}

function readSection(fd: number, dataAt: number, section: StateSection): StateValue {
  const space = spaceFor(section)
  const bytes = bytesOf(space)
  let crc = 0
  for (let from = 0; from < section.stored; from += CHUNK_BYTES) {
    const chunk = bytes.subarray(from, Math.min(section.stored, from + CHUNK_BYTES))
    crc = crc32(readAll(fd, chunk, dataAt + section.offset + from), crc)
  }
  if (crc !== section.crc) throw new Error(`the checksum of ${section.name} is wrong`)
  return finished(section, space)
}

function checksum(bytes: Uint8Array): number {
  let crc = 0
  for (let from = 0; from < bytes.length; from += MOST_BYTES) crc = crc32(bytes.subarray(from, from + MOST_BYTES), crc)
  return crc
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT
}

function readAll<T extends Uint8Array>(fd: number, into: T, position: number): T {
  for (let done = 0; done < into.length;) {
    const count = readSync(fd, into, done, into.length - done, position + done)
    if (count === 0) throw new Error('it is cut off')
    done += count
  }
  return into
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // never made, or on a disk that has failed: what matters is told already
  }
}

function useless(path: string, error: unknown): LongtailError {
  if (error instanceof LongtailError) return error
  return new LongtailError(
    'E_CHECKPOINT',
    `the checkpoint ${path} cannot be used: ${systemReason(error)}; the crawl is rebuilt from its log instead`,
    'skip',
    { cause: error },
  )
}
