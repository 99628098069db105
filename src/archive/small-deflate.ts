/**
 * Deflate (RFC 1951) for records of up to a kilobyte: one block with the fixed codes. zlib sets up its tables for every call and works
 * out codes that it does not use then, which is most of its time for a record of 500 bytes: 15 µs, 5 here, and 1 % more bytes.
 */

/** Of what is compressed here, in bytes. */
export const SMALL = 1024
/** Of the compressed bytes: a literal takes nine bits at most. */
export const SMALL_DEFLATED = SMALL + SMALL / 8 + 4

const SHORTEST_MATCH = 4
const LONGEST_MATCH = 258
const HASH_BITS = 10

// Codes with the extra bits behind them, ready to be written: bits << 4 | how many.
const LITERALS = Int32Array.from({ length: 256 }, (_, byte) => packed(literalCode(byte), byte < 144 ? 8 : 9))
const LENGTHS = withExtraBits(LONGEST_MATCH, 3, 8, (symbol, extra) => (symbol === 28 ? 0 : extra), lengthCode)
const DISTANCES = withExtraBits(
  SMALL,
  1,
  4,
  (_, extra) => extra,
  symbol => [reversed(symbol, 5), 5],
)
const END_OF_BLOCK = packed(0, 7)
const FINAL_FIXED_BLOCK = packed(0b011, 3)

function packed(bits: number, count: number): number {
  return (bits << 4) | count
}

/** Codes are written from their highest bit on, everything else from the lowest. */
function reversed(code: number, count: number): number {
  let bits = 0
  for (let i = 0; i < count; i++) bits |= ((code >> i) & 1) << (count - 1 - i)
  return bits
}

function literalCode(byte: number): number {
  return byte < 144 ? reversed(0x30 + byte, 8) : reversed(0x190 + byte - 144, 9)
}

function lengthCode(symbol: number): [code: number, count: number] {
  return symbol < 23 ? [reversed(symbol + 1, 7), 7] : [reversed(0xc0 + symbol - 23, 8), 8]
}

/** By value, from `least` on: the first `plain` symbols stand for one value each, then `plain / 2` symbols for 2, 4, 8… each. */
function withExtraBits(
  most: number,
  least: number,
  plain: number,
  extraBits: (symbol: number, extra: number) => number,
  codeOf: (symbol: number) => [code: number, count: number],
): Int32Array {
  const table = new Int32Array(most + 1)
  for (let value = least, symbol = 0; value <= most; symbol++) {
    // the longest match has a symbol of its own, although the one before it reaches so far
    if (most === LONGEST_MATCH && symbol === 28) value = LONGEST_MATCH
    const extra = extraBits(symbol, symbol < plain ? 0 : Math.floor((2 * symbol) / plain) - 1)
    const [code, count] = codeOf(symbol)
    for (let i = 0; i < 1 << extra && value <= most; i++) table[value++] = packed((i << count) | code, count + extra)
  }
  return table
}

/** By hash of four bytes: where they stand, and one more. */
const places = new Uint16Array(1 << HASH_BITS)
const codes = new Int32Array(SMALL + 2)

/** Writes `record`, SMALL bytes at most, to `out` from `at` on, where there is room for SMALL_DEFLATED. Returns the end. */
export function deflateSmall(record: Uint8Array, out: Uint8Array, at: number): number {
  const count = codesOf(record)
  let bits = 0
  let waiting = 0
  for (let i = 0; i < count; i++) {
    const code = codes[i]
    bits |= (code >>> 4) << waiting
    waiting += code & 15
    for (; waiting >= 8; waiting -= 8) {
      out[at++] = bits
      bits >>>= 8
    }
  }
  if (waiting > 0) out[at++] = bits
  return at
}

/** Of every place only the last one with the same hash is looked at. */
function codesOf(record: Uint8Array): number {
  const { length } = record
  let count = 0
  codes[count++] = FINAL_FIXED_BLOCK
  places.fill(0)
  for (let at = 0; at < length;) {
    let matched = 0
    let before = -1
    if (at + SHORTEST_MATCH <= length) {
      const slot = slotAt(record, at)
      before = places[slot] - 1
      places[slot] = at + 1
      if (before >= 0) matched = matchLength(record, before, at)
    }
    if (matched < SHORTEST_MATCH) codes[count++] = LITERALS[record[at++]]
    else {
      codes[count++] = LENGTHS[matched]
      codes[count++] = DISTANCES[at - before]
      const end = at + matched
      const last = Math.min(end, length - SHORTEST_MATCH + 1)
      for (at++; at < last; at++) places[slotAt(record, at)] = at + 1
      at = end
    }
  }
  codes[count++] = END_OF_BLOCK
  return count
}

function slotAt(record: Uint8Array, at: number): number {
  const four = record[at] | (record[at + 1] << 8) | (record[at + 2] << 16) | (record[at + 3] << 24)
  return Math.imul(four, 0x9e3779b1) >>> (32 - HASH_BITS)
}

function matchLength(record: Uint8Array, before: number, at: number): number {
  const most = Math.min(LONGEST_MATCH, record.length - at)
  let length = 0
  while (length < most && record[before + length] === record[at + length]) length++
  return length
}
