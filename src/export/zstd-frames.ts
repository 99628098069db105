/** Where the frames of a Zstandard file end (RFC 8878, 3.1.1), so that each can be read by itself. */
import { closeSync, openSync, readSync } from 'node:fs'
import { LongtailError } from '../errors.js'

/** A frame of a corpus has some megabytes. */
const MAX_FRAME_BYTES = 128 * 1024 * 1024
const HEAD_BYTES = 18

/** The frames of a file, one after the other. */
export function* framesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  try {
    for (let at = 0; ;) {
      const size = frameSize(file, at, path)
      if (size === 0) return
      const frame = Buffer.alloc(size)
      if (readSync(file, frame, 0, size, at) < size) throw damaged(path)
      yield frame
      at += size
    }
  } finally {
    closeSync(file)
  }
}

/** 0 at the end of the file. */
function frameSize(file: number, start: number, path: string): number {
  const head = Buffer.alloc(HEAD_BYTES)
  const read = readSync(file, head, 0, HEAD_BYTES, start)
  if (read === 0) return 0
  if (read < 6 || head.readUInt32LE(0) !== 0xfd2fb528) throw damaged(path)
  const descriptor = head[4]
  const isSingleSegment = (descriptor & 0x20) !== 0
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]
  let at = 5 + (isSingleSegment ? 0 : 1) + [0, 1, 2, 4][descriptor & 3] + sizeBytes
  for (let isLast = false; !isLast;) {
    const block = Buffer.alloc(3)
    if (readSync(file, block, 0, 3, start + at) < 3) throw damaged(path)
    const header = block.readUIntLE(0, 3)
    isLast = (header & 1) === 1
    const isRepeatedByte = ((header >> 1) & 3) === 1
    at += 3 + (isRepeatedByte ? 1 : header >> 3)
    if (at > MAX_FRAME_BYTES) throw damaged(path)
  }
  return at + ((descriptor & 4) === 4 ? 4 : 0)
}

function damaged(path: string): LongtailError {
  return new LongtailError('E_EXPORT', `${path} is damaged: it is not a row of Zstandard frames`)
}
