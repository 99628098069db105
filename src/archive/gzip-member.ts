/** One record → one gzip member, as cheaply as the record allows. */
import { constants, crc32, gzipSync, type ZlibOptions } from 'node:zlib'

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const TRAILER_LENGTH = 8
const STORED_BLOCK_MAX = 65535

export function compressedMember(record: Uint8Array, level: number): Buffer {
  return gzipSync(record, zlibOptions(record.length, level))
}

/**
 * zlib's tables are set up for every member: with the default sizes that is a quarter of the work for a record of
 * 500 bytes (18 µs, 14 with these). A window that covers the record loses nothing. Codes made for the record would save 80
 * bytes and take most of the time that remains.
 */
function zlibOptions(length: number, level: number): ZlibOptions {
  if (length <= 1024) return { level, windowBits: 10, memLevel: 4, chunkSize: 1024, strategy: constants.Z_FIXED }
  if (length <= 32768) return { level, windowBits: 15, memLevel: 8, chunkSize: 16384 }
  return { level, windowBits: 15, memLevel: 8, chunkSize: 65536 }
}

/** A member that holds its bytes as they are: for what is compressed already, 3 µs in place of 75 for 5 KB, 2 % larger. */
export function storedMember(record: Uint8Array): Buffer {
  const length = record.length
  const blocks = Math.max(1, Math.ceil(length / STORED_BLOCK_MAX))
  const member = Buffer.allocUnsafe(HEADER.length + 5 * blocks + length + TRAILER_LENGTH)
  member.set(HEADER, 0)
  let at = HEADER.length
  for (let block = 0; block < blocks; block++) {
    const from = block * STORED_BLOCK_MAX
    const size = Math.min(STORED_BLOCK_MAX, length - from)
    member[at] = block === blocks - 1 ? 1 : 0
    member.writeUInt16LE(size, at + 1)
    member.writeUInt16LE(size ^ 0xffff, at + 3)
    member.set(record.subarray(from, from + size), at + 5)
    at += 5 + size
  }
  member.writeUInt32LE(crc32(record), at)
  member.writeUInt32LE(length % 2 ** 32, at + 4)
  return member
}
