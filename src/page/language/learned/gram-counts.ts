/** In how many windows of a text each part of a word stands. */
import { gramsOf, MAX_GRAM } from './word-grams.js'

export interface WindowGrams {
  /** Each once. */
  readonly grams: Int32Array
  readonly lengths: Uint8Array
  /** With repetitions. */
  readonly all: number
  readonly letters: number
}

/** Open addressing; a window of more parts than half of this is read in part, which only garbage is. */
const SEEN = 1 << 14
const seenGrams = new Int32Array(SEEN)
const seenIn = new Uint32Array(SEEN)
let reading = 0

/** What is repeated within a window counts once there: names and terms of one paragraph are no trait of a language. */
export function readWindow(text: string): WindowGrams {
  const { grams, lengths, count, letters } = gramsOf(text)
  const distinct = new Int32Array(count)
  const long = new Uint8Array(count)
  let size = 0
  reading++
  for (let i = 0; i < count && size < SEEN / 2; i++) {
    let slot = grams[i] & (SEEN - 1)
    while (seenIn[slot] === reading && seenGrams[slot] !== grams[i]) slot = (slot + 1) & (SEEN - 1)
    if (seenIn[slot] === reading) continue
    seenIn[slot] = reading
    seenGrams[slot] = grams[i]
    long[size] = lengths[i]
    distinct[size++] = grams[i]
  }
  return { grams: distinct.slice(0, size), lengths: long.slice(0, size), all: count, letters }
}

/** A map from parts of words to counts, in typed arrays: training asks it some ten million times. */
export class GramCounts {
  private keys = new Int32Array(1 << 12)
  private values = new Int32Array(1 << 12)
  private lengths = new Uint8Array(1 << 12)
  private size = 0
  /** Sums by length. */
  readonly totals = new Float64Array(MAX_GRAM + 1)

  get(gram: number): number {
    const mask = this.keys.length - 1
    let slot = gram & mask
    while (this.values[slot] !== 0 && this.keys[slot] !== gram) slot = (slot + 1) & mask
    return this.values[slot]
  }

  add({ grams, lengths }: WindowGrams): void {
    if ((this.size + grams.length) * 2 > this.keys.length) this.grow(grams.length)
    const { keys, values } = this
    const mask = keys.length - 1
    for (let i = 0; i < grams.length; i++) {
      let slot = grams[i] & mask
      while (values[slot] !== 0 && keys[slot] !== grams[i]) slot = (slot + 1) & mask
      if (values[slot]++ === 0) {
        keys[slot] = grams[i]
        this.lengths[slot] = lengths[i]
        this.size++
      }
      this.totals[lengths[i]]++
    }
  }

  each(see: (gram: number, length: number, count: number) => void): void {
    for (let slot = 0; slot < this.keys.length; slot++)
      if (this.values[slot] !== 0) see(this.keys[slot], this.lengths[slot], this.values[slot])
  }

  private grow(more: number): void {
    const { keys, values, lengths } = this
    const room = 2 ** Math.ceil(Math.log2((this.size + more) * 4))
    this.keys = new Int32Array(room)
    this.values = new Int32Array(room)
    this.lengths = new Uint8Array(room)
    for (let from = 0; from < keys.length; from++) {
      if (values[from] === 0) continue
      let slot = keys[from] & (room - 1)
      while (this.values[slot] !== 0) slot = (slot + 1) & (room - 1)
      this.keys[slot] = keys[from]
      this.values[slot] = values[from]
      this.lengths[slot] = lengths[from]
    }
  }
}

export function countWindows(windows: readonly WindowGrams[]): GramCounts {
  const counts = new GramCounts()
  for (const window of windows) counts.add(window)
  return counts
}
