/** The file as a row of blocks of one size: the first is kept for the head, which is known last. */
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { writeAll } from '../../disk/write-all.js'

/** Xapian's own default. */
export const BLOCK_BYTES = 8192
/** Written at a time. */
const BATCH_BLOCKS = 128

export class BlockFile {
  readonly #file: number
  readonly #batch = Buffer.alloc(BLOCK_BYTES * BATCH_BLOCKS)
  readonly #hash = createHash('sha256')
  #held = 0
  #written = 1
  #isClosed = false

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  /** The number that the next block gets. */
  get next(): number {
    return this.#written + this.#held
  }

  /** Answers the number of the block. */
  append(block: Uint8Array): number {
    this.#batch.set(block, this.#held * BLOCK_BYTES)
    const number = this.next
    if (++this.#held === BATCH_BLOCKS) this.#flush()
    return number
  }

  /** `headOf` makes the head from a digest of everything else, so that the same content gives the same bytes. */
  finish(headOf: (digest: Buffer) => Uint8Array): void {
    this.#flush()
    const block = Buffer.alloc(BLOCK_BYTES)
    block.set(headOf(this.#hash.digest()))
    writeAll(this.#file, block, 0)
    this.close()
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#file)
    this.#isClosed = true
  }

  #flush(): void {
    const bytes = this.#batch.subarray(0, this.#held * BLOCK_BYTES)
    this.#hash.update(bytes)
    writeAll(this.#file, bytes, this.#written * BLOCK_BYTES)
    this.#written += this.#held
    this.#held = 0
  }
}
