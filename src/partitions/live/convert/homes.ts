/** Where the numbers of a log went: for each the partition that named the URL first, and its number there. Five bytes each. */
import { grownBytes, grownWords } from '../../../growing-arrays.js'

export interface Home {
  readonly part: number
  /** -1: nobody has named it, but for the log itself. */
  readonly id: number
}

const NOWHERE = 0xffffffff

export class Homes {
  size = 0
  private parts = new Uint8Array(1024)
  private ids = new Uint32Array(1024)

  /** The next number. */
  add(part: number, id: number): void {
    this.parts = grownBytes(this.parts, this.size + 1)
    this.ids = grownWords(this.ids, this.size + 1)
    this.parts[this.size] = part
    this.ids[this.size++] = id === -1 ? NOWHERE : id
  }

  of(number: number): Home | null {
    if (!(number >= 0 && number < this.size)) return null
    const id = this.ids[number]
    return { part: this.parts[number], id: id === NOWHERE ? -1 : id }
  }
}
