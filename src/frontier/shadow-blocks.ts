import type { Checkpointed, StateFields } from '../contracts.js'
import { grownWords } from '../growing-arrays.js'
import type { ScratchFile } from './scratch-files.js'

/**
 * The blocks of one column in a file, in any order, and a map that says where each lies: shadow paging. A checkpoint holds the
 * map; a block that a checkpoint refers to is never overwritten. When it must be written again, it goes to a place that is
 * free. So a checkpoint costs what has changed since the last one, and opening costs the map alone.
 */
export const BLOCK_WORDS = 1024
export const BLOCK_BYTES = BLOCK_WORDS * 4

export class ShadowBlocks implements Checkpointed {
  /** Place + 1 in the file by block; 0: never written, so that the block is born as zeros. */
  private placeOf = new Uint32Array(16)
  /** By place: 1 when a checkpoint refers to it. */
  private kept = new Uint8Array(0)
  /** Places below `used` that neither the map nor a checkpoint needs. */
  private free: number[] = []
  private used = 0
  /** The map that the checkpoint under way has. */
  private saved: Uint32Array | null = null

  constructor(readonly file: ScratchFile) {}

  /** False when the block was never written. */
  read(bytes: Uint8Array, offset: number, block: number): boolean {
    const place = block < this.placeOf.length ? this.placeOf[block] : 0
    if (place === 0) return false
    this.file.read(bytes, offset, BLOCK_BYTES, (place - 1) * BLOCK_BYTES)
    return true
  }

  write(bytes: Uint8Array, offset: number, block: number): void {
    this.placeOf = grownWords(this.placeOf, block + 1)
    let place = this.placeOf[block] - 1
    if (place < 0 || (place < this.kept.length && this.kept[place] !== 0)) {
      place = this.free.pop() ?? this.used++
      this.placeOf[block] = place + 1
    }
    this.file.write(bytes, offset, BLOCK_BYTES, place * BLOCK_BYTES)
  }

  persist(fields: StateFields): void {
    fields.same('file', this.file.id)
    this.placeOf = fields.array('places', this.placeOf)
    this.used = fields.number('used', this.used)
    // Blocks of the checkpoint before stay, too, until this one counts.
    if (this.kept.length < this.used) {
      const { kept } = this
      this.kept = new Uint8Array(this.used * 2)
      this.kept.set(kept)
    }
    mark(this.kept, this.placeOf)
    this.saved = this.placeOf.slice()
    if (fields.isLoading) this.file.checkHolds(this.used * BLOCK_BYTES)
  }

  checkpointed(): void {
    if (this.saved === null) return
    this.kept.fill(0)
    mark(this.kept, this.saved)
    this.saved = null
    const needed = new Uint8Array(this.used)
    needed.set(this.kept.subarray(0, this.used))
    mark(needed, this.placeOf)
    this.free.length = 0
    // Lowest last, which is taken first: the file stays short.
    for (let place = this.used - 1; place >= 0; place--) if (needed[place] === 0) this.free.push(place)
  }
}

function mark(marks: Uint8Array, places: Uint32Array): void {
  for (let block = 0; block < places.length; block++) if (places[block] !== 0) marks[places[block] - 1] = 1
}
