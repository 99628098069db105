/**
 * The URLs of a graph, front-coded: in blocks of 16 pages, each URL keeps only what differs from the URL of the page
 * before it. Pages that were found together share their beginnings, so a third to half of the text is left.
 *
 *   block = 16 × (varint: bytes shared with the URL before, 0 for the first · varint: bytes that follow · those bytes)
 *
 * `blocks[i]` is where block i begins in `bytes`, and the last entry is where the last block ends. Byte offsets are
 * doubles, because the text of a large graph exceeds 4 GB before its pages exceed 32 bits.
 */
import { LongtailError } from '../errors.js'
import { grownDoubles } from '../growing-arrays.js'
import type { UrlColumn } from './web-graph.js'

export const URLS_PER_BLOCK = 16

/** Typed arrays over SharedArrayBuffers, so that they can be written to a file and posted to workers as they are. */
export interface UrlParts {
  readonly count: number
  /** One entry per block of 16 URLs, and one more for the end. */
  readonly blocks: Float64Array
  readonly bytes: Uint8Array
}

const CHUNK_BYTES = 1 << 20
/** Far beyond what canonical URLs may have (2,000): a longer one can only come from a damaged or hostile file. */
const MAX_URL_BYTES = 1 << 16
/** Two varints below 2^16. */
const MAX_HEAD_BYTES = 6

export class UrlEncoder {
  private readonly chunks: Uint8Array[] = []
  private chunk = new Uint8Array(CHUNK_BYTES)
  private used = 0
  private full = 0
  private blocks = new Float64Array(1024)
  private previous = new Uint8Array(MAX_URL_BYTES)
  private previousLength = 0
  private current = new Uint8Array(MAX_URL_BYTES)
  private readonly encoder = new TextEncoder()
  count = 0

  /** The URL of the next page. */
  add(url: string): void {
    if (this.count % URLS_PER_BLOCK === 0) this.startBlock()
    const { previous, current } = this
    const { read, written: length } = this.encoder.encodeInto(url, current)
    if (read < url.length) {
      throw new LongtailError(
        'E_GRAPH',
        `a URL of ${url.length} characters (${url.slice(0, 60)}…) is too long for a graph`,
      )
    }
    const most = Math.min(this.previousLength, length)
    let shared = 0
    while (shared < most && previous[shared] === current[shared]) shared++
    if (this.used + MAX_HEAD_BYTES + length - shared > CHUNK_BYTES) {
      this.chunks.push(this.chunk.subarray(0, this.used))
      this.full += this.used
      this.chunk = new Uint8Array(CHUNK_BYTES)
      this.used = 0
    }
    this.varint(shared)
    this.varint(length - shared)
    const { chunk } = this
    let { used } = this
    // a copy by hand is faster than a view and set() for the few bytes that are usual
    for (let i = shared; i < length; i++) chunk[used++] = current[i]
    this.used = used
    this.previous = current
    this.previousLength = length
    this.current = previous
    this.count++
  }

  private startBlock(): void {
    const block = this.count / URLS_PER_BLOCK
    this.blocks = grownDoubles(this.blocks, block + 2)
    this.blocks[block] = this.full + this.used
    this.previousLength = 0
  }

  private varint(value: number): void {
    for (; value > 127; value >>>= 7) this.chunk[this.used++] = (value & 127) | 128
    this.chunk[this.used++] = value
  }

  /** Ends the column; the encoder is of no use afterwards. */
  finish(): UrlParts {
    const { count, chunks, full, used } = this
    const blockCount = Math.ceil(count / URLS_PER_BLOCK)
    const index = new Float64Array(new SharedArrayBuffer((blockCount + 1) * 8))
    index.set(this.blocks.subarray(0, blockCount))
    index[blockCount] = full + used
    const bytes = allocate(full + used)
    chunks.push(this.chunk.subarray(0, used))
    let at = 0
    for (const part of chunks.splice(0)) {
      bytes.set(part, at)
      at += part.length
    }
    return { count, blocks: index, bytes }
  }
}

function allocate(size: number): Uint8Array {
  try {
    return new Uint8Array(new SharedArrayBuffer(size))
  } catch (error) {
    throw new LongtailError(
      'E_GRAPH',
      `the URLs of this graph take ${(size / 1e9).toFixed(1)} GB, more than this machine can hold at once; import fewer files`,
      'abort',
      { cause: error },
    )
  }
}

/** Reads a column. Nothing is believed: a damaged one throws E_GRAPH when the damaged place is asked for, or here. */
export function openUrls(parts: UrlParts): UrlColumn {
  const { count, blocks, bytes } = parts
  const blockCount = Math.ceil(count / URLS_PER_BLOCK)
  // the page after the last answer: whoever reads all URLs in order decodes each once
  let next = -1
  if (blocks.length !== blockCount + 1 || !(blocks[blockCount] <= bytes.length)) throw damaged('its parts do not agree')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = Buffer.alloc(MAX_URL_BYTES)
  let at = 0
  let end = 0
  let length = 0

  const varint = (): number => {
    let value = 0
    for (let shift = 0; shift < 21 && at < end; shift += 7) {
      const byte = buffer[at++]
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
    throw damaged(`page ${next} has no length`)
  }
  return {
    parts,
    url(page) {
      if (!(page >= 0 && page < count)) throw new RangeError(`page ${page} of ${count}`)
      const block = Math.floor(page / URLS_PER_BLOCK)
      // from here on when the page lies ahead in the same block, else from the block's beginning
      if (next > page || next <= block * URLS_PER_BLOCK) next = block * URLS_PER_BLOCK
      for (; next <= page; next++) {
        if (next % URLS_PER_BLOCK === 0) {
          at = blocks[block]
          end = blocks[block + 1]
          length = 0
          if (!(at >= 0 && at <= end && end <= bytes.length)) throw damaged(`block ${block} lies outside`)
        }
        const shared = varint()
        const more = varint()
        if (shared > length || shared + more > MAX_URL_BYTES || at + more > end)
          throw damaged(`page ${next} is too long`)
        buffer.copy(text, shared, at, at + more)
        at += more
        length = shared + more
      }
      return text.toString('utf8', 0, length)
    },
  }

  function damaged(what: string): LongtailError {
    next = -1
    return new LongtailError(
      'E_GRAPH',
      `the URLs of the graph are damaged: ${what}. Import, generate or copy the graph again`,
    )
  }
}
