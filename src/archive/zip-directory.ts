/** Just enough ZIP to read a WACZ: the central directory (ZIP64 too) and where each entry's bytes lie. */
import { LongtailError } from '../errors.js'
import { partOf, type ByteFile } from './byte-file.js'

export interface ZipEntry {
  readonly name: string
  /** 0 stored, 8 deflated. */
  readonly method: number
  readonly encrypted: boolean
  readonly compressedSize: number
  readonly size: number
  readonly headerOffset: number
}

const END_LENGTH = 22
const MAX_COMMENT = 65535
const LOCATOR_LENGTH = 20
const MAX_DIRECTORY_BYTES = 256 * 1024 * 1024
const IN_ZIP64 = 0xffffffff
/** A WACZ has some dozens; each costs memory and time, however empty it is. */
const MAX_ENTRIES = 100_000

export async function readZipDirectory(file: ByteFile): Promise<ZipEntry[]> {
  const tail = await file.read(Math.max(0, file.size - END_LENGTH - MAX_COMMENT), END_LENGTH + MAX_COMMENT)
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + END_LENGTH > tail.length) throw broken(file, 'its directory is missing: the file may be cut off')
  let size = tail.readUInt32LE(end + 12)
  let offset = tail.readUInt32LE(end + 16)
  if (offset === IN_ZIP64 || size === IN_ZIP64 || tail.readUInt16LE(end + 10) === 0xffff) {
    const locator = end - LOCATOR_LENGTH
    if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) throw broken(file, 'its ZIP64 directory is missing')
    const record = await file.read(number64(tail, locator + 8), 56)
    if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50)
      throw broken(file, 'its ZIP64 directory is damaged')
    size = number64(record, 40)
    offset = number64(record, 48)
  }
  if (size > MAX_DIRECTORY_BYTES || offset + size > file.size) throw broken(file, 'its directory is damaged')
  return parseDirectory(file, await file.read(offset, size))
}

/** Of several entries of one name the first counts: whoever asks for that name later gets the same bytes. */
function parseDirectory(file: ByteFile, directory: Buffer): ZipEntry[] {
  const entries = new Map<string, ZipEntry>()
  let bytes = 0
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50;) {
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const next = at + 46 + nameLength + extraLength + directory.readUInt16LE(at + 32)
    if (next > directory.length) throw broken(file, 'its directory is damaged')
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const [size, compressedSize, headerOffset] = widen(extra, [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ])
    // one that ends behind the file costs itself only; those that lie upon each other make terabytes of a small file
    if (headerOffset + compressedSize <= file.size) bytes += compressedSize
    if (bytes > file.size) throw broken(file, 'its entries overlap')
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    const entry = {
      name,
      method: directory.readUInt16LE(at + 10),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      compressedSize,
      size,
      headerOffset,
    }
    if (!entries.has(name)) entries.set(name, entry)
    if (entries.size > MAX_ENTRIES) throw broken(file, `it has more than ${MAX_ENTRIES} files in it`)
    at = next
  }
  return [...entries.values()]
}

/** Numbers that do not fit into 32 bits stand in an extra field, in this order, only those that do not fit. */
function widen(extra: Buffer, numbers: readonly number[]): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let from = at + 4
    return numbers.map(value => {
      if (value !== IN_ZIP64 || from + 8 > extra.length) return value
      from += 8
      return number64(extra, from - 8)
    })
  }
  return [...numbers]
}

/** The bytes of an entry as they lie there, packed or not. */
export async function entryData(zip: ByteFile, entry: ZipEntry): Promise<ByteFile> {
  const name = `${zip.name}#${entry.name}`
  if (entry.encrypted || (entry.method !== 0 && entry.method !== 8))
    throw new LongtailError('E_ARCHIVE', `${name} is encrypted, or compressed by an unknown method: store it without`)
  return partOf(zip, await entryStart(zip, entry), entry.compressedSize, name)
}

/** Offset of an entry's data: its local header may differ in length from what the directory says. */
export async function entryStart(file: ByteFile, entry: ZipEntry): Promise<number> {
  // some versions of Node refuse to read far behind the end, others read nothing there
  const header = await file.read(Math.min(entry.headerOffset, file.size), 30)
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw broken(file, `${entry.name} is damaged`)
  const start = entry.headerOffset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (start + entry.compressedSize > file.size) throw broken(file, `${entry.name} is cut off`)
  return start
}

function number64(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32
}

function broken(file: ByteFile, what: string): LongtailError {
  return new LongtailError(
    'E_ARCHIVE',
    `${file.name} cannot be read as a WACZ file: ${what}; download or export it again`,
  )
}
