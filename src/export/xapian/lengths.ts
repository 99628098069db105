/** How long each document is: the sum of its wdf. Four bytes in memory for each. */
import type { Statistics } from './head.js'
import { packUint } from './pack.js'
import { PIECE_BYTES } from './posting-log.js'
import type { ListWriter } from './term-tables.js'

const MAX_LENGTH = 0xffffffff

export class DocumentLengths {
  count = 0
  #lengths = new Uint32Array(1 << 12)
  #total = 0
  #longest = 0
  #shortest = 0

  add(length: number): void {
    if (this.count === this.#lengths.length) {
      const larger = new Uint32Array(this.count * 2)
      larger.set(this.#lengths)
      this.#lengths = larger
    }
    const held = Math.min(length, MAX_LENGTH)
    this.#lengths[this.count++] = held
    this.#total += held
    if (held > this.#longest) this.#longest = held
    if (held > 0 && (this.#shortest === 0 || held < this.#shortest)) this.#shortest = held
  }

  statistics(): Omit<Statistics, 'highestWdf'> {
    return {
      documents: this.count,
      shortest: this.#shortest,
      longest: this.#longest,
      totalLength: this.#total,
    }
  }

  write(out: ListWriter): void {
    out.startLengths()
    const piece = Buffer.alloc(PIECE_BYTES + 16)
    for (let start = 0; start < this.count;) {
      let at = packUint(piece, 0, this.#lengths[start])
      let i = start + 1
      for (; i < this.count && at < PIECE_BYTES; i++) {
        piece[at++] = 0
        at = packUint(piece, at, this.#lengths[i])
      }
      out.add(start + 1, i, piece, 0, at)
      start = i
    }
    out.finish()
  }
}
