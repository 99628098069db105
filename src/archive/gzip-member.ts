/** One record → one gzip member, as cheaply as the record allows. */
import { crc32, gzipSync } from 'node:zlib'
import { deflateSmall, SMALL, SMALL_DEFLATED } from './small-deflate.js'

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const TRAILER_LENGTH = 8
const STORED_BLOCK_MAX = 65535

export function compressedMember(record: Uint8Array, level: number): Buffer {
  if (record.length <= SMALL) return smallMember(record)
  return gzipSync(record, { level, chunkSize: record.length <= 32768 ? 16384 : 65536 })
}

const scratch = Buffer.allocUnsafeSlow(HEADER.length + SMALL_DEFLATED + TRAILER_LENGTH)

function smallMember(record: Uint8Array): Buffer {
  scratch.set(HEADER)
  return Buffer.from(scratch.subarray(0, endMember(scratch, deflateSmall(record, scratch, HEADER.length), record)))
}

/** The trailer. Returns the end of the member. */
function endMember(member: Buffer, at: number, record: Uint8Array): number {
  member.writeUInt32LE(crc32(record), at)
  return member.writeUInt32LE(record.length % 2 ** 32, at + 4)
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
  endMember(member, at, record)
  return member
}
