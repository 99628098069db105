/**
 * Zstandard, compiled to WebAssembly: Node 20 has none, and what is built from source does not install everywhere. Each call works on one
 * whole frame in the module's memory, which grows to the largest piece and never shrinks: give it pieces of some MiB. Frames one after
 * another are a valid Zstandard file.
 */
import { compress, decompress, init } from '@bokuweb/zstd-wasm'
import { LongtailError } from '../errors.js'

export type Zstd = Awaited<ReturnType<typeof createZstd>>

/** The module has 2 GiB at most, and needs room for what comes in, what goes out and its tables. */
const MAX_PIECE_BYTES = 256 * 1024 * 1024

let started: Promise<void> | null = null

/** The module is started once per thread. */
export async function createZstd() {
  started ??= init()
  await started
  return {
    /** One frame that tells the size of its content. At most `MAX_PIECE_BYTES` at once. Levels 1–19. */
    compress(bytes: Uint8Array, level: number): Uint8Array {
      if (bytes.length > MAX_PIECE_BYTES)
        throw new LongtailError(
          'E_EXPORT',
          `${bytes.length} bytes are too many to compress at once: cut them into pieces`,
        )
      return compress(bytes, level)
    },
    /** What one frame holds. One that is damaged, or holds more than `maxBytes`, is an error. */
    decompress(frame: Uint8Array, maxBytes: number): Uint8Array {
      const size = contentSize(frame)
      const most = Math.min(maxBytes, MAX_PIECE_BYTES)
      if (size > most) throw damaged(`it holds ${size} bytes, more than the ${most} that are allowed`)
      try {
        const content = decompress(frame, { defaultHeapSize: most })
        if (size < 0 || content.length === size) return content
      } catch {
        // the library's message is a number
      }
      throw damaged('it does not decompress')
    },
  }
}

function damaged(reason: string): LongtailError {
  return new LongtailError('E_EXPORT', `a Zstandard frame is damaged: ${reason}`)
}

/**
 * From the frame's header, because the library believes whatever it says; -1 when it says nothing. RFC 8878, 3.1.1.1: magic number, a
 * byte that describes the header, window (0 or 1 byte), dictionary (0, 1, 2 or 4), content's size (0, 1, 2, 4 or 8).
 */
function contentSize(frame: Uint8Array): number {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  if (frame.length < 6 || view.getUint32(0, true) !== 0xfd2fb528) throw damaged('it does not begin like one')
  const descriptor = frame[4]
  const isSingleSegment = (descriptor & 0x20) !== 0
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]
  const at = 5 + (isSingleSegment ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]
  if (at + sizeBytes > frame.length) throw damaged('it ends within its header')
  if (sizeBytes === 0) return -1
  if (sizeBytes === 1) return frame[at]
  if (sizeBytes === 2) return view.getUint16(at, true) + 256
  if (sizeBytes === 4) return view.getUint32(at, true)
  return Number(view.getBigUint64(at, true))
}
