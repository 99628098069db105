/** First in, first out, in blocks that are given back as soon as they are read: a queue costs what it holds. */
const BLOCK = 4096

/** Blocks out of use, shared by all lists of a queue. */
export type SpareBlocks = Uint32Array[]

export class Fifo {
  length = 0
  private readonly blocks: Uint32Array[] = []
  private firstBlock = 0
  private tail: Uint32Array | null = null
  private tailAt = BLOCK
  private head: Uint32Array | null = null
  private headAt = BLOCK

  constructor(private readonly spare: SpareBlocks) {}

  push(word: number): void {
    if (this.tailAt === BLOCK) {
      this.tail = this.spare.pop() ?? new Uint32Array(BLOCK)
      this.blocks.push(this.tail)
      this.tailAt = 0
    }
    if (this.tail !== null) this.tail[this.tailAt++] = word
    this.length++
  }

  /** The word that is `after` words behind the oldest one, in the same record: a block holds whole records of 1, 2 or 4 words. */
  peek(after: number): number {
    if (this.headAt === BLOCK) this.nextBlock()
    return this.head === null ? 0 : this.head[this.headAt + after]
  }

  /** The oldest word, which goes. Only when `length` > 0. */
  shift(): number {
    const word = this.peek(0)
    this.headAt++
    this.length--
    return word
  }

  private nextBlock(): void {
    if (this.head !== null) this.spare.push(this.head)
    this.head = this.blocks[this.firstBlock]
    this.headAt = 0
    // the list of blocks is cut now and then, so that it does not grow with all that ever passed through
    if (++this.firstBlock === 1024) {
      this.blocks.splice(0, this.firstBlock)
      this.firstBlock = 0
    }
  }
}
