/**
 * The places of one term in one document: the last as a number, then the first, how many there are, and the others halving by halving,
 * each in as few bits as its neighbours leave it ("interpolative code", Witten, Moffat and Bell, Managing Gigabytes, 2nd edition,
 * pages 126–127).
 */
import { packUint } from './pack.js'

/** Places from here on are left out: a text of more than a thousand million words. */
const MAX_POSITION = 0x3fffffff

export class PositionPacker {
  bytes = Buffer.alloc(1 << 12)
  #at = 0
  #bits = 0
  #held = 0

  /** Answers how many of `bytes` are the list; 0 when no place can be held. */
  pack(given: readonly number[]): number {
    const positions = isAscending(given) ? given : ascending(given)
    const { length } = positions
    if (length === 0) return 0
    // no place takes more than four bytes
    if (this.bytes.length < length * 4 + 16) this.bytes = Buffer.alloc(length * 8 + 16)
    const last = positions[length - 1]
    this.#at = packUint(this.bytes, 0, last)
    if (length === 1) return this.#at
    this.#held = 0
    this.#bits = 0
    this.#encode(positions[0], last)
    this.#encode(length - 2, last - positions[0])
    this.#halve(positions, 0, length - 1)
    if (this.#held > 0) this.bytes[this.#at++] = this.#bits & 0xff
    return this.#at
  }

  #halve(positions: readonly number[], from: number, to: number): void {
    let low = from
    while (low + 1 < to) {
      const middle = (low + to) >>> 1
      const choices = positions[to] - positions[low] + low - to + 1
      this.#encode(positions[middle] - positions[low] - middle + low, choices)
      this.#halve(positions, low, middle)
      low = middle
    }
  }

  /** One of `choices` values. Where they are no power of two, those in the middle take a bit less. */
  #encode(value: number, choices: number): void {
    let size = 32 - Math.clz32(choices - 1)
    const spare = 2 ** size - choices
    let code = value
    if (spare > 0) {
      const middle = (choices - spare) / 2
      if (value >= middle + spare) code = (value - middle - spare) | (1 << (size - 1))
      else if (value >= middle) size--
    }
    if (size > 16) {
      this.#write(code & 0xffff, 16)
      this.#write(code >>> 16, size - 16)
    } else this.#write(code, size)
  }

  /** At most 16 bits, the lowest first. */
  #write(code: number, size: number): void {
    this.#bits |= code << this.#held
    this.#held += size
    while (this.#held >= 8) {
      this.bytes[this.#at++] = this.#bits & 0xff
      this.#bits >>>= 8
      this.#held -= 8
    }
  }
}

function isAscending(positions: readonly number[]): boolean {
  let before = -1
  for (const position of positions) {
    if (!(position > before && position <= MAX_POSITION)) return false
    before = position
  }
  return true
}

function ascending(positions: readonly number[]): number[] {
  const good = positions.filter(position => Number.isInteger(position) && position >= 0 && position <= MAX_POSITION)
  return [...new Set(good)].sort((a, b) => a - b)
}
