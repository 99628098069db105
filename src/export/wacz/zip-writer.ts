/**
 * A ZIP file written from front to back, members one after the other, ZIP64 where a number does not fit. A member's head is written
 * after its bytes, when size and checksum are known: so there is nothing behind the data that a reader would have to look for.
 */
import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipMember {
  readonly name: string
  /** Of the content, as it is when unpacked. */
  readonly bytes: number
  /** The same, in hexadecimal digits. */
  readonly sha256: string
}

interface Entry extends ZipMember {
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly offset: number
  readonly isWide: boolean
}

const FULL = 0xffffffff
const STORED = 0
const DEFLATED = 8
const HEAD_BYTES = 30

/** `date`: of all members. */
export async function createZipWriter(path: string, date: Date, signal?: AbortSignal) {
  const file = await open(path, 'w')
  const entries: Entry[] = []
  let at = 0

  const add = async (
    name: string,
    method: number,
    content: AsyncIterable<Uint8Array>,
    atMost: number,
  ): Promise<ZipMember> => {
    const label = Buffer.from(name)
    // whether the head needs room for wide numbers must be known before the bytes come
    const isWide = atMost >= FULL
    const offset = at
    const start = offset + HEAD_BYTES + label.length + (isWide ? 20 : 0)
    at = start
    const hash = createHash('sha256')
    let crc = 0
    let bytes = 0
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of content) {
        signal?.throwIfAborted()
        crc = crc32(piece, crc)
        bytes += piece.length
        hash.update(piece)
        yield piece
      }
    }
    for await (const piece of method === STORED ? counted() : deflated(counted())) at = await put(file, piece, at)
    const entry = { name, method, crc, bytes, packed: at - start, offset, isWide, sha256: hash.digest('hex') }
    await put(file, localHead(entry, label, date), offset)
    entries.push(entry)
    return entry
  }

  return {
    members: entries,
    /** Bytes written so far. */
    get size(): number {
      return at
    },
    /** As it is. `atMost`: how many bytes may come. */
    store: (name: string, content: AsyncIterable<Uint8Array>, atMost: number): Promise<ZipMember> =>
      add(name, STORED, content, atMost),
    /** For text that is read as a whole. */
    deflate: (name: string, content: AsyncIterable<Uint8Array>, atMost: number): Promise<ZipMember> =>
      add(name, DEFLATED, content, atMost),
    /** Writes the directory and closes the file. */
    async finish(): Promise<void> {
      const start = at
      for (const entry of entries) at = await put(file, directoryEntry(entry, date), at)
      at = await put(file, endOfDirectory(entries.length, start, at - start), at)
      await file.sync()
      await file.close()
    },
    /** Closes a file that is given up. */
    close: (): Promise<void> => file.close(),
  }
}

/** Of deflated members. 1 is twice as fast and 15 % larger; text is what everybody downloads first. */
const LEVEL = 6

async function* deflated(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = Readable.from(content, { objectMode: false })
  const deflate = createDeflateRaw({ level: LEVEL })
  input.on('error', error => deflate.destroy(error))
  try {
    for await (const piece of input.pipe(deflate)) yield piece
  } finally {
    input.destroy()
    deflate.destroy()
  }
}

/** Returns where the next bytes go. */
async function put(file: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
  return position + bytes.length
}

const VERSION_PLAIN = 20
const VERSION_ZIP64 = 45
const MADE_ON_UNIX = 3 << 8
const FILE_MODE = 0o100644
/** Names are ASCII (plain-names.ts), and no size stands behind its data. */
const NO_FLAGS = 0

function localHead(entry: Entry, label: Buffer, date: Date): Buffer {
  const extra = entry.isWide ? wideNumbers([entry.bytes, entry.packed]) : Buffer.alloc(0)
  const signature = Buffer.from('PK\x03\x04', 'latin1')
  return Buffer.concat([signature, sharedFields(entry, label, extra, date), label, extra])
}

function directoryEntry(entry: Entry, date: Date): Buffer {
  const { name, bytes, packed, offset, isWide } = entry
  const label = Buffer.from(name)
  const isFar = offset >= FULL
  const wide = [...(isWide ? [bytes, packed] : []), ...(isFar ? [offset] : [])]
  const extra = wide.length === 0 ? Buffer.alloc(0) : wideNumbers(wide)
  const start = Buffer.from('PK\x01\x02\0\0', 'latin1')
  start.writeUInt16LE(MADE_ON_UNIX | versionFor(extra), 4)
  const end = Buffer.alloc(14)
  end.writeUInt32LE(FILE_MODE * 2 ** 16, 6)
  end.writeUInt32LE(isFar ? FULL : offset, 10)
  return Buffer.concat([start, sharedFields(entry, label, extra, date), end, label, extra])
}

/** What the head of a member and its entry in the directory both say, in the same order. */
function sharedFields(entry: Entry, label: Buffer, extra: Buffer, date: Date): Buffer {
  const { method, crc, bytes, packed, isWide } = entry
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(versionFor(extra), 0)
  fields.writeUInt16LE(NO_FLAGS, 2)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt32LE(dosTime(date), 6)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(isWide ? FULL : packed, 14)
  fields.writeUInt32LE(isWide ? FULL : bytes, 18)
  fields.writeUInt16LE(label.length, 22)
  fields.writeUInt16LE(extra.length, 24)
  return fields
}

function versionFor(extra: Buffer): number {
  return extra.length === 0 ? VERSION_PLAIN : VERSION_ZIP64
}

function endOfDirectory(count: number, start: number, length: number): Buffer {
  const isWide = count >= 0xffff || start >= FULL || length >= FULL
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, 0xffff), 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 10)
  end.writeUInt32LE(Math.min(length, FULL), 12)
  end.writeUInt32LE(Math.min(start, FULL), 16)
  if (!isWide) return end
  // readers look for both numbers in the wide record as soon as one of them is missing here
  end.writeUInt32LE(FULL, 12)
  end.writeUInt32LE(FULL, 16)
  const wide = Buffer.alloc(56)
  wide.writeUInt32LE(0x06064b50, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 12)
  wide.writeUInt16LE(VERSION_ZIP64, 14)
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, length],
    [48, start],
  ])
    wide.writeBigUInt64LE(BigInt(value), at)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(start + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([wide, locator, end])
}

function wideNumbers(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * numbers.length, 2)
  numbers.forEach((value, i) => extra.writeBigUInt64LE(BigInt(value), 4 + 8 * i))
  return extra
}

/** Time below, date above; two seconds are one. UTC, so that the same export looks the same everywhere. */
function dosTime(date: Date): number {
  const year = Math.min(2107, Math.max(1980, date.getUTCFullYear()))
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return day * 65536 + time
}
