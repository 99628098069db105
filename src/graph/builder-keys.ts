/**
 * Text → dense number, in some 25 bytes per key whatever its length: an open-addressing table of 64-bit fingerprints.
 * Two texts with one fingerprint are one key: at 10^8 keys the chance of any such pair is 1 in 3,700.
 *
 * The hash is seeded anew in every process, because what is imported comes from the Web: with a fixed one a site could
 * publish URLs that fall into one slot. Numbers depend on the order of keys alone, never on the seed.
 */
import { randomBytes } from 'node:crypto'
import { grow } from './builder-columns.js'

const seed = randomBytes(16)
const START_1 = seed.readInt32LE(0)
const START_2 = seed.readInt32LE(4)
const FACTOR_1 = seed.readInt32LE(8) | 1
const FACTOR_2 = seed.readInt32LE(12) | 1

export class UrlKeyTable {
  private slots = new Uint32Array(2048)
  private highs = new Uint32Array(1024)
  private lows = new Uint32Array(1024)
  private high = 0
  private low = 0
  size = 0

  /** The number of a key seen before, or -1. */
  find(text: string): number {
    this.hash(text)
    return this.slots[this.slot()] - 1
  }

  /** The number of a key; a new one gets the next number. */
  add(text: string): number {
    this.hash(text)
    const slot = this.slot()
    if (this.slots[slot] !== 0) return this.slots[slot] - 1
    const id = this.size++
    if (id === this.highs.length) {
      this.highs = grow(this.highs, id + 1)
      this.lows = grow(this.lows, id + 1)
    }
    this.highs[id] = this.high
    this.lows[id] = this.low
    this.slots[slot] = id + 1
    if (this.size * 3 > this.slots.length * 2) this.rehash()
    return id
  }

  private slot(): number {
    const { slots, highs, lows, high, low } = this
    const mask = slots.length - 1
    let slot = low & mask
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const id = slots[slot] - 1
      if (lows[id] === low && highs[id] === high) break
    }
    return slot
  }

  private rehash(): void {
    const { lows, size } = this
    const slots = new Uint32Array(this.slots.length * 2)
    const mask = slots.length - 1
    for (let id = 0; id < size; id++) {
      let slot = lows[id] & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id + 1
    }
    this.slots = slots
  }

  /** Two lanes that feed each other, so that neither can be steered alone. */
  private hash(text: string): void {
    let a = START_1 ^ text.length
    let b = START_2
    for (let i = 0; i < text.length; i++) {
      a = Math.imul(a ^ text.charCodeAt(i) ^ b, FACTOR_1)
      a ^= a >>> 15
      b = Math.imul(b ^ a, FACTOR_2)
      b ^= b >>> 13
    }
    a = Math.imul(a ^ (b >>> 16), 0x85ebca6b)
    b = Math.imul(b ^ (a >>> 13), 0xc2b2ae35)
    this.high = (a ^ (a >>> 16)) >>> 0
    this.low = (b ^ (b >>> 16)) >>> 0
  }
}
