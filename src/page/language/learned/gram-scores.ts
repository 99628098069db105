/** The scores of a piece of text under one model: one look-up for each part of a word, all rivals at once. */
import type { LanguageModel } from './language-model.js'
import { gramsOf } from './word-grams.js'

/** Weights are stored with so many units to a nat. */
export const UNITS = 16

export interface PieceScore {
  readonly letters: number
  /** Of parts of words, with repetitions. */
  readonly count: number
  /** Sums in units: by rival, then how typical. */
  readonly sums: Int32Array
}

const KEY = 0
const ROW = 1
const SLOT = 2

/** Two weights share a number, and six numbers are added up at a time: adding weights one by one took most of the time. */
const WORDS = 6
const BLOCK = 2 * WORDS
/** Behind the weights of the first block: the last piece in which the part was seen. A row of one block fills half a line of the cache. */
const SEEN = WORDS
const STRIDE = 8
/** Makes weights positive, so that no sum borrows from its neighbour. */
const BIAS = 128
/** So many add up to less than 2^16. */
const MOST_ADDED = 250

function wordOf(column: number): number {
  return Math.floor(column / BLOCK) * STRIDE + ((column % BLOCK) >> 1)
}

let hits = new Int32Array(1 << 12)

/**
 * Open addressing. What belongs to a part of a word lies side by side, and so do its weights, because a look-up costs what its misses of
 * the cache cost.
 */
export class GramScorer {
  /** By slot: the part, and where its row begins plus 1 (0 in an empty slot). */
  private readonly slots: Int32Array
  private readonly rows: Int32Array
  /** A bit for the last 16 of each part: most parts that the model has not are told by it, without a look at the slots. */
  private readonly filter = new Int32Array(2048)
  private readonly mask: number
  private readonly blocks: number
  private piece = 0

  constructor({ grams, weights, rivals }: LanguageModel) {
    const columns = rivals.length + 1
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, grams.length * 2)))
    this.blocks = Math.ceil(columns / BLOCK)
    this.mask = size - 1
    this.slots = new Int32Array(size * SLOT)
    const stride = this.blocks * STRIDE
    this.rows = new Int32Array(grams.length * stride)
    grams.forEach((gram, i) => {
      let slot = (gram & this.mask) * SLOT
      while (this.slots[slot + ROW] !== 0) slot = (slot + SLOT) & (size * SLOT - 1)
      this.slots[slot + KEY] = gram
      this.filter[(gram >>> 5) & 2047] |= 1 << (gram & 31)
      this.slots[slot + ROW] = i * stride + 1
      for (let column = 0; column < columns; column++)
        this.rows[i * stride + wordOf(column)] |= (weights[column * grams.length + i] + BIAS) << (16 * (column & 1))
    })
  }

  score(text: string): PieceScore {
    const { grams, count, letters } = gramsOf(text)
    return this.scoreOf(grams, 0, count, letters)
  }

  /** Of the parts from `start` on. */
  scoreOf(grams: Int32Array, start: number, count: number, letters: number): PieceScore {
    const found = this.find(grams, start, count)
    const sums = new Int32Array(this.blocks * BLOCK)
    for (let block = 0; block < this.blocks; block++)
      for (let from = 0; from < found; from += MOST_ADDED)
        this.add(from, Math.min(found, from + MOST_ADDED), block, sums)
    return { letters, count, sums }
  }

  /** Leaves the places of the weights in `hits`, and says how many. Repetitions within a piece say nothing new. */
  private find(grams: Int32Array, start: number, count: number): number {
    if (hits.length < count) hits = new Int32Array(count * 2)
    const { slots, rows, filter, mask } = this
    const wrap = slots.length - 1
    const piece = ++this.piece
    let found = 0
    const end = start + count
    for (let i = start; i < end; i++) {
      const gram = grams[i]
      if ((filter[(gram >>> 5) & 2047] & (1 << (gram & 31))) === 0) continue
      let slot = (gram & mask) * SLOT
      while (slots[slot + KEY] !== gram && slots[slot + ROW] !== 0) slot = (slot + SLOT) & wrap
      const row = slots[slot + ROW] - 1
      if (row < 0 || rows[row + SEEN] === piece) continue
      rows[row + SEEN] = piece
      hits[found++] = row
    }
    return found
  }

  private add(from: number, to: number, block: number, sums: Int32Array): void {
    const { rows } = this
    const offset = block * STRIDE
    let [a, b, c, d, e, f] = [0, 0, 0, 0, 0, 0]
    for (let i = from; i < to; i++) {
      const row = hits[i] + offset
      a = (a + rows[row]) | 0
      b = (b + rows[row + 1]) | 0
      c = (c + rows[row + 2]) | 0
      d = (d + rows[row + 3]) | 0
      e = (e + rows[row + 4]) | 0
      f = (f + rows[row + 5]) | 0
    }
    const bias = BIAS * (to - from)
    const pairs = [a, b, c, d, e, f]
    for (let pair = 0; pair < WORDS; pair++) {
      const column = block * BLOCK + 2 * pair
      sums[column] += (pairs[pair] & 0xffff) - bias
      sums[column + 1] += (pairs[pair] >>> 16) - bias
    }
  }
}
