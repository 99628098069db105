/**
 * A table of counts at rest: front-coded words in byte order, pairs as places of words, counts as fixed-point logarithms,
 * all compressed. The layout is described in docs/formats.md; every number is checked, because users bring their own files.
 */
import { readFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from 'node:zlib'
import { LongtailError, systemReason } from '../errors.js'
import { writeAtomically } from '../disk/write-atomically.js'

const MAGIC = 'LTCOUNTS'
const VERSION = 1
const HEAD = 48
/** Counts are kept to 0.14 %: 1/512 of a doubling. */
const STEPS = 512
export const MAX_TABLE_WORDS = 2_000_000
export const MAX_TABLE_PAIRS = 2_000_000
export const MAX_WORD_BYTES = 120
const MAX_BODY = 400_000_000

/** Words are in the order of their bytes, one after the other in `text`; the pairs of word i are `pairStarts[i]` … of `seconds`, ascending. */
export interface CountTable {
  readonly name: string
  /** Nmax. */
  readonly max: number
  /** What a word or pair counts for that is not in the table, at most; 0 when it is not known to be anything. */
  readonly missingWord: number
  readonly missingPair: number
  readonly text: Uint8Array
  readonly starts: Uint32Array
  readonly counts: Float64Array
  readonly pairStarts: Uint32Array
  readonly seconds: Uint32Array
  readonly pairCounts: Float64Array
}

export function writeCountTable(path: string, table: CountTable): void {
  const { text, starts, counts, pairStarts, seconds, pairCounts } = table
  const words = counts.length
  const prefixes = new Uint8Array(words)
  const suffixes = new Uint8Array(words)
  const letters = new Uint8Array(text.length)
  let size = 0
  for (let i = 0; i < words; i++) {
    let shared = 0
    if (i > 0) {
      const longest = Math.min(starts[i] - starts[i - 1], starts[i + 1] - starts[i])
      while (shared < longest && text[starts[i - 1] + shared] === text[starts[i] + shared]) shared++
    }
    const rest = text.subarray(starts[i] + shared, starts[i + 1])
    prefixes[i] = shared
    suffixes[i] = rest.length
    letters.set(rest, size)
    size += rest.length
  }
  const rows: number[] = []
  const steps: number[] = []
  for (let i = 0; i < words; i++) {
    pushVarint(rows, pairStarts[i + 1] - pairStarts[i])
    for (let k = pairStarts[i]; k < pairStarts[i + 1]; k++)
      pushVarint(steps, seconds[k] - (k === pairStarts[i] ? 0 : seconds[k - 1]))
  }
  const body = Buffer.concat([
    prefixes,
    suffixes,
    letters.subarray(0, size),
    ...planes(counts),
    Uint8Array.from(rows),
    Uint8Array.from(steps),
    ...planes(pairCounts),
  ])
  const name = Buffer.from(table.name.slice(0, 100))
  const head = Buffer.alloc(HEAD + 2)
  head.write(MAGIC, 'latin1')
  head.writeUInt32LE(VERSION, 8)
  head.writeUInt32LE(words, 12)
  head.writeUInt32LE(seconds.length, 16)
  head.writeUInt32LE(body.length, 20)
  head.writeUInt32LE(crc32(body), 24)
  head.writeDoubleLE(table.max, 28)
  head.writeUInt32LE(Math.round(table.missingWord), 36)
  head.writeUInt32LE(Math.round(table.missingPair), 40)
  head.writeUInt32LE(size, 44)
  head.writeUInt16LE(name.length, HEAD)
  const packed = brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
  writeAtomically(path, Buffer.concat([head, name, packed]), { isShared: true })
}

export function readCountTable(path: string): CountTable {
  const file = readBytes(path)
  const damaged = (what: string): LongtailError =>
    new LongtailError('E_MODEL', `${path}: ${what}; make the table of counts again with "longtail train counts"`)
  if (file.length < HEAD + 2 || file.toString('latin1', 0, 8) !== MAGIC) throw damaged('is not a table of counts')
  if (file.readUInt32LE(8) !== VERSION)
    throw damaged(`is version ${file.readUInt32LE(8)} of a table of counts, this build reads ${VERSION}`)
  const [words, pairs, size, checksum] = [12, 16, 20, 24].map(at => file.readUInt32LE(at))
  const max = file.readDoubleLE(28)
  const letters = file.readUInt32LE(44)
  const nameEnd = HEAD + 2 + file.readUInt16LE(HEAD)
  const tooLarge = words > MAX_TABLE_WORDS || pairs > MAX_TABLE_PAIRS || size > MAX_BODY
  if (tooLarge || letters > size || !(max >= 1 && max < 1e15)) throw damaged('is damaged (its head cannot be read)')
  let body: Buffer
  try {
    body = brotliDecompressSync(file.subarray(nameEnd), { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw damaged('is damaged (it cannot be decompressed)')
  }
  if (body.length !== size || crc32(body) !== checksum) throw damaged('is damaged (its checksum is wrong)')
  const table = decodeBody(body, words, pairs, letters)
  if (table === null) throw damaged('is damaged (its parts do not fit together)')
  return {
    name: file.toString('utf8', HEAD + 2, nameEnd),
    max,
    missingWord: file.readUInt32LE(36),
    missingPair: file.readUInt32LE(40),
    ...table,
  }
}

type Body = Omit<CountTable, 'name' | 'max' | 'missingWord' | 'missingPair'>

/** Null when the parts contradict each other. */
function decodeBody(body: Buffer, words: number, pairs: number, letters: number): Body | null {
  let at = 4 * words + letters
  if (at > body.length) return null
  const prefixes = body.subarray(0, words)
  const suffixes = body.subarray(words, 2 * words)
  const starts = new Uint32Array(words + 1)
  for (let i = 0; i < words; i++) {
    if (prefixes[i] > starts[i] - (i === 0 ? 0 : starts[i - 1])) return null
    starts[i + 1] = starts[i] + prefixes[i] + suffixes[i]
  }
  const text = new Uint8Array(starts[words])
  let from = 2 * words
  for (let i = 0; i < words; i++) {
    if (prefixes[i] > 0) text.copyWithin(starts[i], starts[i - 1], starts[i - 1] + prefixes[i])
    text.set(body.subarray(from, from + suffixes[i]), starts[i] + prefixes[i])
    from += suffixes[i]
  }
  if (from !== 2 * words + letters) return null
  const counts = fromPlanes(body.subarray(from, at), words)
  const varint = (): number => {
    let value = 0
    for (let shift = 1; shift < 2 ** 35; shift *= 128) {
      const byte = at < body.length ? body[at++] : 0
      value += (byte & 127) * shift
      if (byte < 128) break
    }
    return value
  }
  const pairStarts = new Uint32Array(words + 1)
  for (let i = 0; i < words; i++) {
    const end = pairStarts[i] + varint()
    if (end > pairs) return null
    pairStarts[i + 1] = end
  }
  if (pairStarts[words] !== pairs) return null
  const seconds = new Uint32Array(pairs)
  for (let i = 0; i < words; i++) {
    let second = 0
    for (let k = pairStarts[i]; k < pairStarts[i + 1]; k++) {
      second += varint()
      if (second >= words) return null
      seconds[k] = second
    }
  }
  if (body.length - at !== 2 * pairs) return null
  return { text, starts, counts, pairStarts, seconds, pairCounts: fromPlanes(body.subarray(at), pairs) }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new LongtailError('E_MODEL', `${path}: the table of counts cannot be read: ${systemReason(error)}`)
  }
}

function pushVarint(out: number[], value: number): void {
  for (; value > 127; value = Math.floor(value / 128)) out.push((value & 127) | 128)
  out.push(value)
}

/** High bytes and low bytes apart: the former compress well. */
function planes(counts: Float64Array): [Uint8Array, Uint8Array] {
  const high = new Uint8Array(counts.length)
  const low = new Uint8Array(counts.length)
  counts.forEach((count, i) => {
    const value = Math.min(Math.round(Math.log2(Math.max(count, 1)) * STEPS), 0xffff)
    high[i] = value >> 8
    low[i] = value & 255
  })
  return [high, low]
}

function fromPlanes(bytes: Uint8Array, count: number): Float64Array {
  const counts = new Float64Array(count)
  for (let i = 0; i < count; i++) counts[i] = 2 ** (((bytes[i] << 8) | bytes[count + i]) / STEPS)
  return counts
}
