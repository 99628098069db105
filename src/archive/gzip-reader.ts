/** Gzip members one by one, which zlib's own gunzip hides: where each begins and ends, and whether it is whole. */
import { Readable } from 'node:stream'
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { piecesOf, type ByteFile } from './byte-file.js'

const TRAILER_LENGTH = 8
/** Measured on pages: larger buffers cost more to allocate than they save. */
const CHUNK_BYTES = 16384
/** Enough of a member to see how its content begins, and little enough that it cannot inflate to much. */
const PROBE_BYTES = 512

export type Inflated =
  | { readonly kind: 'whole'; readonly data: Buffer; readonly length: number }
  /** The member goes on behind the bytes given. */
  | { readonly kind: 'short' }
  /** It holds more than `maxOutput`. */
  | { readonly kind: 'large' }
  | { readonly kind: 'bad'; readonly reason: string }

export function startsMember(bytes: Uint8Array): boolean {
  return bytes.length >= 3 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8
}

/** Length of a gzip header; 0 when the bytes end before it does, -1 when it is none. */
export function headerLength(bytes: Uint8Array): number {
  if (bytes.length < 10) return 0
  const flags = bytes[3]
  if (!startsMember(bytes) || (flags & 0xe0) !== 0) return -1
  let at = 10
  if (flags & 4) {
    if (bytes.length < 12) return 0
    at += 2 + (bytes[10] | (bytes[11] << 8))
  }
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue
    const end = bytes.indexOf(0, at)
    if (end < 0) return 0
    at = end + 1
  }
  if (flags & 2) at += 2
  return at <= bytes.length ? at : 0
}

/** Inflates the member that `bytes` begin with, in one go. */
export function inflateMember(bytes: Buffer, maxOutput: number): Inflated {
  const header = headerLength(bytes)
  if (header < 0) return { kind: 'bad', reason: 'no gzip member begins here' }
  if (header === 0) return { kind: 'short' }
  let result: unknown
  try {
    result = inflateRawSync(bytes.subarray(header), { info: true, chunkSize: CHUNK_BYTES, maxOutputLength: maxOutput })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'Z_BUF_ERROR') return { kind: 'short' }
    return code === 'ERR_BUFFER_TOO_LARGE' ? { kind: 'large' } : { kind: 'bad', reason: 'the gzip data is damaged' }
  }
  if (!isInflateInfo(result)) throw new TypeError('zlib gave no info')
  const data = result.buffer
  const trailer = header + result.engine.bytesWritten
  if (trailer + TRAILER_LENGTH > bytes.length) return { kind: 'short' }
  if (!matches(bytes, trailer, crc32(data), data.length)) return { kind: 'bad', reason: 'the gzip checksum is wrong' }
  return { kind: 'whole', data, length: trailer + TRAILER_LENGTH }
}

/** The first bytes of a member's content; empty when there is none. */
export function probeMember(bytes: Buffer): Buffer {
  const header = headerLength(bytes)
  if (header <= 0) return Buffer.alloc(0)
  try {
    return inflateRawSync(bytes.subarray(header, header + PROBE_BYTES), { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return Buffer.alloc(0)
  }
}

/** A member that is too large for one go, inflated piece by piece. `close` must be called when it is left early. */
export type MemberStream = ReturnType<typeof streamMember>

export function streamMember(file: ByteFile, start: number, header: number) {
  const inflate = createInflateRaw({ chunkSize: 4 * CHUNK_BYTES })
  const source = Readable.from(piecesOf(file, start + header), { objectMode: false })
  source.on('error', error => inflate.destroy(error))
  source.pipe(inflate)
  const pieces: AsyncIterator<unknown, unknown> = inflate[Symbol.asyncIterator]()
  let crc = 0
  let size = 0
  return {
    /** The next piece; empty at the end. Throws for damaged data. */
    async next(): Promise<Buffer> {
      const { value, done } = await pieces.next()
      if (done || !Buffer.isBuffer(value)) return Buffer.alloc(0)
      crc = crc32(value, crc)
      size += value.length
      return value
    },
    /** Length of the member in the file, once `next` came to its end; -1 when its checksum is wrong. */
    async length(): Promise<number> {
      const end = start + header + inflate.bytesWritten
      const trailer = await file.read(end, TRAILER_LENGTH)
      return matches(trailer, 0, crc, size) ? end + TRAILER_LENGTH - start : -1
    },
    close(): void {
      source.unpipe(inflate)
      source.destroy()
      inflate.destroy()
    },
  }
}

function matches(bytes: Buffer, at: number, crc: number, size: number): boolean {
  return (
    at + TRAILER_LENGTH <= bytes.length &&
    bytes.readUInt32LE(at) === crc &&
    bytes.readUInt32LE(at + 4) === size % 2 ** 32
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** What zlib returns for `info: true`, which its types leave out. */
function isInflateInfo(result: unknown): result is { buffer: Buffer; engine: { bytesWritten: number } } {
  return typeof result === 'object' && result !== null && 'buffer' in result && 'engine' in result
}
