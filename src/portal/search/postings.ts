/**
 * A list of pages. Words: for each page the distance from the page before as a base-128 number (low bits first), then one byte
 * that says how often and where the word stands: the low half is its number in the text, the high half its weight in title,
 * headings, anchors and address, both in steps that grow. Grams: distances alone.
 *
 * The byte is turned into a score when a query is asked (`scoreTable`), so that the average length of a page may change
 * with every build and no list has to be written again.
 */
import { grownBytes } from '../../growing-arrays.js'

/** What the low half of a byte stands for. */
const TIMES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 17, 23, 32, 48, 80]
/** What the high half stands for, in occurrences. */
const WEIGHTS = [0, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 19, 24]

const levelOfTimes = levels(TIMES, 128, 1)
const levelOfWeights = levels(WEIGHTS, 128, 4)

function levels(steps: readonly number[], size: number, perUnit: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => {
    let nearest = 0
    steps.forEach((step, level) => {
      if (Math.abs(step - i / perUnit) <= Math.abs(steps[nearest] - i / perUnit)) nearest = level
    })
    return nearest
  })
}

/** `times` in the text, `weight` elsewhere. */
export function packFrequency(times: number, weight: number): number {
  return levelOfTimes[Math.min(times, 127)] | (levelOfWeights[Math.min(Math.round(weight * 4), 127)] << 4)
}

/** Length of a page in words, in half powers of two. */
export function packLength(words: number): number {
  return Math.min(31, Math.round(2 * Math.log2(1 + words)))
}

// The usual k1; length counts a little less than is usual (0.75), because a long page of a library is mostly a fuller one, not a
// padded one. Any b from 0.4 to 0.75 and k1 from 1.2 to 2 find the same on the even pages of wikischools-dev, within 1 %.
const K1 = 1.2
const B = 0.6

/** Score of each byte for each packed length, without the rarity of the word: index `length << 8 | byte`. */
export function scoreTable(averageWords: number): Float32Array {
  const table = new Float32Array(32 * 256)
  for (let length = 0; length < 32; length++) {
    const words = 2 ** (length / 2) - 1
    const pivot = 1 - B + (B * words) / Math.max(1, averageWords)
    for (let byte = 0; byte < 256; byte++) {
      const times = TIMES[byte & 15] / pivot + WEIGHTS[byte >> 4]
      table[(length << 8) | byte] = ((K1 + 1) * times) / (K1 + times)
    }
  }
  return table
}

/** `bytes` null: a list of grams. Pages ascend. */
export function encodeList(pages: Uint32Array, bytes: Uint8Array | null): Uint8Array {
  let packed = new Uint8Array(pages.length * 3 + 8)
  let at = 0
  let before = 0
  for (let i = 0; i < pages.length; i++) {
    packed = grownBytes(packed, at + 6)
    let distance = pages[i] - before
    before = pages[i]
    while (distance > 127) {
      packed[at++] = (distance & 127) | 128
      distance >>>= 7
    }
    packed[at++] = distance
    if (bytes !== null) packed[at++] = bytes[i]
  }
  return packed.slice(0, at)
}

/** Writes to `pages` (and `bytes`), which must have room for `count`; answers how many there were. */
export function decodeList(packed: Uint8Array, pages: Uint32Array, bytes: Uint8Array | null, count: number): number {
  const { length } = packed
  let page = 0
  let at = 0
  let n = 0
  while (at < length && n < count) {
    let shift = 0
    let byte = packed[at++]
    let distance = byte & 127
    while (byte > 127 && at < length) {
      byte = packed[at++]
      shift += 7
      distance |= (byte & 127) << shift
    }
    page += distance
    pages[n] = page
    if (bytes !== null) bytes[n] = packed[at++]
    n++
  }
  return n
}
