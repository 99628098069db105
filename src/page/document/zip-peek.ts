/** The little of a ZIP file that says what it is, without reading all of it. Nothing here throws: what is damaged has no text. */
import { inflateRawSync } from 'node:zlib'

/** Of the directory at the end: 100 bytes for each file. */
const MOST_DIRECTORY = 1024 * 1024
const DIRECTORY_END = 'PK\x05\x06'
const ENTRY = 'PK\x01\x02'
const ENTRY_LENGTH = 46
const FILE_LENGTH = 30
const MOST_TEXT = 200

/** The first file, when it has this name and is not packed. */
export function textOfFirst(bytes: Uint8Array, name: string): string | null {
  const file = view(bytes)
  if (file.toString('latin1', 0, 4) !== 'PK\x03\x04') return null
  return file.toString('latin1', FILE_LENGTH, FILE_LENGTH + name.length) === name ? textAt(file, 0) : null
}

/** Names of all files, with what stands between them. What is packed in the files has names, too, and is left out. */
export function zipDirectory(bytes: Uint8Array): string {
  const end = view(bytes).subarray(-MOST_DIRECTORY)
  const at = end.lastIndexOf(DIRECTORY_END, undefined, 'latin1')
  if (at === -1 || at + 16 > end.length) return ''
  return end.toString('latin1', Math.max(0, at - end.readUInt32LE(at + 12)), at)
}

/** '' when it is not there, or is damaged. */
export function textOfNamed(bytes: Uint8Array, directory: string, name: string): string {
  const found = directory.indexOf(name)
  const entry = Buffer.from(directory.slice(Math.max(0, found - ENTRY_LENGTH), Math.max(0, found)), 'latin1')
  if (entry.length < ENTRY_LENGTH || !entry.toString('latin1').startsWith(ENTRY)) return ''
  return textAt(view(bytes), entry.readUInt32LE(42)) ?? ''
}

function textAt(file: Buffer, at: number): string | null {
  if (at + FILE_LENGTH > file.length) return null
  const start = at + FILE_LENGTH + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const isPacked = file.readUInt16LE(at + 8) === 8
  if (!isPacked) return file.toString('latin1', start, start + MOST_TEXT)
  try {
    return inflateRawSync(file.subarray(start, start + MOST_TEXT), {
      finishFlush: 2,
      maxOutputLength: 10 * MOST_TEXT,
    }).toString('latin1')
  } catch {
    return null
  }
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
