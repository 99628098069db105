/**
 * A 64-bit simhash of a text: texts that share most of their wording differ in few bits (Charikar 2002).
 *
 * Features are four words in a row; in scripts without spaces, four signs in a row. Case and punctuation do not count.
 * About 7 µs per 1,000 characters.
 */
import { codeUnits } from '../html/code-units.js'

/** Below this many features two texts look alike by chance: error messages, empty frames. */
const MIN_FEATURES = 32
/** The beginning says enough. */
const MAX_CHARACTERS = 100_000

// What a code unit is: between words, part of a word, or a unit by itself in a script without spaces.
const BETWEEN = 0
const IN_WORD = 1
const ALONE = 2
const KIND = kinds()

function kinds(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(IN_WORD, 0xc0)
  const set = (kind: number, from: number, to: number): void => void table.fill(kind, from, to + 1)
  set(IN_WORD, 48, 57)
  set(IN_WORD, 65, 90)
  set(IN_WORD, 97, 122)
  set(BETWEEN, 0x2000, 0x206f) // punctuation
  set(ALONE, 0x0e00, 0x0eff) // Thai, Lao
  set(ALONE, 0x1000, 0x109f) // Burmese
  set(ALONE, 0x1780, 0x17ff) // Khmer
  set(ALONE, 0x2e80, 0x9fff) // Chinese, Japanese
  set(BETWEEN, 0x3000, 0x303f)
  set(BETWEEN, 0xff00, 0xff0f)
  return table
}

/** As logs and portals have it, 16 hexadecimal digits, the higher half first; null for anything else. */
export function parseSimhash(written: unknown): [high: number, low: number] | null {
  if (typeof written !== 'string' || !/^[0-9a-f]{16}$/.test(written)) return null
  return [parseInt(written.slice(0, 8), 16), parseInt(written.slice(8), 16)]
}

/** `[high, low]`, both 0 when the text is too short to compare. */
export function simhash(text: string): [high: number, low: number] {
  const length = Math.min(text.length, MAX_CHARACTERS)
  const codes = codeUnits(length < text.length ? text.slice(0, length) : text)
  const bits = new BitCounts()
  // hashes of the last words, oldest first; every sum is cut to 32 bits, or it would be a floating-point number
  let a = 0
  let b = 0
  let c = 0
  let words = 0
  let word = 0
  for (let i = 0; i <= length; i++) {
    const code = codes[i]
    const kind = KIND[code]
    if (kind === IN_WORD) {
      word = Math.imul(word ^ (code < 91 && code > 64 ? code + 32 : code), 0x01000193)
      continue
    }
    if (word !== 0) {
      if (++words > 3) bits.add(shingle(a, b, c, word))
      a = b
      b = c
      c = word
      word = 0
    }
    if (kind === ALONE) {
      const sign = Math.imul(code, 0x85ebca6b)
      if (++words > 3) bits.add(shingle(a, b, c, sign))
      a = b
      b = c
      c = sign
    }
  }
  return bits.features < MIN_FEATURES ? [0, 0] : bits.majority()
}

function shingle(a: number, b: number, c: number, d: number): number {
  const ab = (Math.imul(a, 0x2c1b3c6d) + Math.imul(b, 0x297a2d39)) | 0
  return (ab + ((Math.imul(c, 0x1b56c4e9) + d) | 0)) | 0
}

/**
 * For each of 64 bits, in how many features it is set. Counters stand upright: `planes[k]` holds digit k of all 32
 * counters of a half, so that one addition counts 32 bits. Features are added by fours, with carry-save adders, which
 * leaves one carry in four to ripple upwards.
 */
class BitCounts {
  features = 0
  private readonly high = new Half()
  private readonly low = new Half()

  add(feature: number): void {
    let h = Math.imul(feature ^ (feature >>> 16), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    let l = Math.imul(feature ^ (feature >>> 15), 0x2c1b3c6d)
    l = Math.imul(l ^ (l >>> 12), 0x297a2d39)
    const phase = this.features++ & 3
    this.high.add(h ^ (h >>> 16), phase)
    this.low.add(l ^ (l >>> 15), phase)
  }

  majority(): [high: number, low: number] {
    const high = this.high.majority(this.features)
    const low = this.low.majority(this.features)
    return [high, high === 0 && low === 0 ? 1 : low] // 0, 0 means "too short"
  }
}

class Half {
  private first = 0
  private second = 0
  private third = 0
  private ones = 0
  private twos = 0
  /** Digits from 4 upwards. */
  private readonly planes = new Int32Array(24)

  add(word: number, phase: number): void {
    if (phase === 0) this.first = word
    else if (phase === 1) this.second = word
    else if (phase === 2) this.third = word
    else this.addFour(this.first, this.second, this.third, word)
  }

  private addFour(a: number, b: number, c: number, d: number): void {
    const { ones, twos, planes } = this
    const ab = a ^ b
    const sum = ones ^ ab
    const twosA = (a & b) | (ones & ab)
    const cd = c ^ d
    this.ones = sum ^ cd
    const twosB = (c & d) | (sum & cd)
    const both = twosA ^ twosB
    this.twos = twos ^ both
    let carry = (twosA & twosB) | (twos & both)
    for (let k = 0; carry !== 0; k++) {
      const digit = planes[k]
      planes[k] = digit ^ carry
      carry &= digit
    }
  }

  /** The bits that are set in more than half of the features. */
  majority(features: number): number {
    const pending = features & 3
    if (pending > 0) this.addFour(this.first, pending > 1 ? this.second : 0, pending > 2 ? this.third : 0, 0)
    let result = 0
    for (let bit = 0; bit < 32; bit++) {
      let count = ((this.ones >>> bit) & 1) + 2 * ((this.twos >>> bit) & 1)
      for (let k = 0; k < 24; k++) count += ((this.planes[k] >>> bit) & 1) * (4 << k)
      if (2 * count > features) result |= 1 << bit
    }
    return result >>> 0
  }
}
