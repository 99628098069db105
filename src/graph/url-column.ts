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
import { grownDoubles } from '../grown.js'
import type { UrlColumn } from './web-graph.js'

export const URLS_PER_BLOCK = 16

/** Typed arrays over SharedArrayBuffers, so that they can be written to a file and posted to workers as they are. */
export interface UrlParts {
  readonly count: number
  /** One entry per block of 16 URLs, and one more for the end. */
  readonly blocks: Float64Array
  readonly bytes: Uint8Array
}

export interface StoredUrls extends UrlColumn {
  readonly parts: UrlParts
}

export interface UrlEncoder {
  readonly count: number
  /** The URL of the next page. */
  add(url: string): void
  /** Ends the column; the encoder is of no use afterwards. */
  finish(): UrlParts
}

const CHUNK_BYTES = 1 << 20
/** Far beyond what canonical URLs may have (2,000): a longer one can only come from a damaged or hostile file. */
const MAX_URL_BYTES = 1 << 16
/** Two varints below 2^16. */
const MAX_HEAD_BYTES = 6

export function encodeUrls(): UrlEncoder {
  const chunks: Uint8Array[] = []
  let chunk = new Uint8Array(CHUNK_BYTES)
  let used = 0
  let full = 0
  let blocks = new Float64Array(1024)
  let count = 0
  let previous = new Uint8Array(MAX_URL_BYTES)
  let previousLength = 0
  let current = new Uint8Array(MAX_URL_BYTES)
  const encoder = new TextEncoder()

  const startBlock = (): void => {
    const block = count / URLS_PER_BLOCK
    blocks = grownDoubles(blocks, block + 2)
    blocks[block] = full + used
    previousLength = 0
  }
  const varint = (value: number): void => {
    while (value > 127) {
      chunk[used++] = (value & 127) | 128
      value >>>= 7
    }
    chunk[used++] = value
  }
  return {
    get count() {
      return count
    },
    add(url) {
      if (count % URLS_PER_BLOCK === 0) startBlock()
      const { read, written: length } = encoder.encodeInto(url, current)
      if (read < url.length) {
        throw new LongtailError(
          'E_GRAPH',
          `a URL of ${url.length} characters (${url.slice(0, 60)}…) does not fit into a graph`,
        )
      }
      const most = Math.min(previousLength, length)
      let shared = 0
      while (shared < most && previous[shared] === current[shared]) shared++
      if (used + MAX_HEAD_BYTES + length - shared > CHUNK_BYTES) {
        chunks.push(chunk.subarray(0, used))
        full += used
        chunk = new Uint8Array(CHUNK_BYTES)
        used = 0
      }
      varint(shared)
      varint(length - shared)
      // a copy by hand is faster than a view and set() for the few bytes that are usual
      for (let i = shared; i < length; i++) chunk[used++] = current[i]
      const swap = previous
      previous = current
      previousLength = length
      current = swap
      count++
    },
    finish() {
      const blockCount = Math.ceil(count / URLS_PER_BLOCK)
      const index = new Float64Array(new SharedArrayBuffer((blockCount + 1) * 8))
      index.set(blocks.subarray(0, blockCount))
      index[blockCount] = full + used
      const bytes = allocate(full + used)
      chunks.push(chunk.subarray(0, used))
      let at = 0
      for (const part of chunks.splice(0)) {
        bytes.set(part, at)
        at += part.length
      }
      return { count, blocks: index, bytes }
    },
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
export function openUrls(parts: UrlParts): StoredUrls {
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
    return new LongtailError('E_GRAPH', `the URLs of the graph are damaged: ${what}. Make or copy the graph file anew`)
  }
}
