/**
 * Keys by which nearly equal paragraphs meet: MinHash (Broder 1997) over five words in a row, in 14 bands of 8. Two paragraphs share
 * a key with a chance of 1 - (1 - J^8)^14, where J is the share of their word rows that both have: 0.05 at a half, 0.21 at 0.6, 0.77
 * at 0.75, 0.92 at 0.8, 1 at 0.9. The numbers are those that FineWeb was made with.
 *
 * Words are those of page/words.ts: lower-cased, segmented where a script has no spaces, without numbers and punctuation.
 */
const ROW = 5
const BANDS = 14
const HASHES = 8 * BANDS
/** With fewer rows of words two paragraphs are alike or not by a single word. */
const LEAST_ROWS = 10

/** Odd factors and summands of 112 hash functions, from a fixed sequence: keys do not differ from run to run. */
const [FACTORS, SUMMANDS] = functions()

function functions(): [Int32Array, Int32Array] {
  const factors = new Int32Array(HASHES)
  const summands = new Int32Array(HASHES)
  let state = 0x9e3779b9
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    return mix(state)
  }
  for (let i = 0; i < HASHES; i++) {
    factors[i] = next() | 1
    summands[i] = next()
  }
  return [factors, summands]
}

const least = new Uint32Array(HASHES)

/** `words`: hashes of a paragraph's words, in order. 14 keys of 16 hexadecimal digits; none where the paragraph is too short. */
export function bandKeys(words: readonly number[]): string[] {
  const rows = words.length - ROW + 1
  if (rows < LEAST_ROWS) return []
  least.fill(0xffffffff)
  for (let i = 0; i < rows; i++) {
    let row = 0
    for (let k = i; k < i + ROW; k++) row = mix(Math.imul(row, 31) + words[k])
    for (let k = 0; k < HASHES; k++) {
      const value = (Math.imul(row, FACTORS[k]) + SUMMANDS[k]) >>> 0
      if (value < least[k]) least[k] = value
    }
  }
  const keys: string[] = []
  for (let band = 0; band < BANDS; band++) {
    let high = band + 1
    let low = ~band
    for (let k = band * 8; k < band * 8 + 8; k++) {
      high = mix(Math.imul(high, 0x2c1b3c6d) + least[k])
      low = mix(Math.imul(low, 0x297a2d39) ^ least[k])
    }
    keys.push(hex(high) + hex(low))
  }
  return keys
}

export function hashWord(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return mix(hash)
}

/** Every bit of the result hangs on every bit of the number. */
function mix(number: number): number {
  let h = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0')
}
