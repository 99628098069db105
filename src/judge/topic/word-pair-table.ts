/** Two numbers → one, for the hot loop of reading: open addressing in one typed array, a look-up is one place in memory. */

const FIRST_BITS = 10
/** Both numbers, the value, and nothing: a slot begins where a multiplication is a shift. */
const CELLS = 4
export const ABSENT = -2

export class WordPairTable {
  private bits = FIRST_BITS
  private cells = new Int32Array(CELLS << FIRST_BITS)
  private size = 0

  /** With more than `limit` pairs all are forgotten: for what can be worked out again. */
  constructor(private readonly limit = Infinity) {}

  /** ABSENT when there is none. Both numbers are taken as 32 bits. */
  get(first: number, second: number): number {
    const { cells } = this
    const last = cells.length - 1
    let at = this.slotOf(first, second)
    while (cells[at + 2] !== 0) {
      if (cells[at] === first && cells[at + 1] === second) return cells[at + 2] + ABSENT
      at = (at + CELLS) & last
    }
    return ABSENT
  }

  /** The pair must not be there yet; `value` is -1 or more. */
  add(first: number, second: number, value: number): void {
    if (this.size >= this.limit) {
      this.cells.fill(0)
      this.size = 0
    } else if (this.size >= 1 << (this.bits - 1)) this.grow()
    this.put(first, second, value - ABSENT)
    this.size++
  }

  private put(first: number, second: number, stored: number): void {
    const { cells } = this
    let at = this.slotOf(first, second)
    while (cells[at + 2] !== 0) at = (at + CELLS) & (cells.length - 1)
    cells[at] = first
    cells[at + 1] = second
    cells[at + 2] = stored
  }

  private grow(): void {
    const old = this.cells
    this.bits++
    this.cells = new Int32Array(CELLS << this.bits)
    for (let at = 0; at < old.length; at += CELLS) if (old[at + 2] !== 0) this.put(old[at], old[at + 1], old[at + 2])
  }

  private slotOf(first: number, second: number): number {
    const mixed = Math.imul(first ^ Math.imul(second, 0x85ebca6b), 0x9e3779b1)
    return (mixed >>> (32 - this.bits)) * CELLS
  }
}
