import { join } from 'node:path'
import type { Checkpointed, StateFields } from '../contracts.js'
import { syncDirectory } from '../disk/sync.js'
import { LongtailError } from '../errors.js'
import { grownWords, holding } from '../growing-arrays.js'
import { BLOCK_BYTES, BLOCK_WORDS, ShadowBlocks } from './shadow-blocks.js'
import { ScratchFile } from './scratch-files.js'

/**
 * Growable arrays of small fixed-size records, in memory or in files behind one block cache.
 *
 * A store owns a pool of 4 KB blocks that all its columns share. `column.read(i)` and `column.write(i)` make sure that the
 * block of record i is in the pool and return the offset of the record in `store.words`; the caller then works on the typed
 * array directly. Rules for callers:
 * - an offset holds only until the next `read` or `write` of any column of the store (that call may evict the block);
 * - take `store.words` after the call, not before (the pool is replaced when it grows);
 * - what is changed must have been asked for with `write`;
 * - records never written read as zeros.
 *
 * One concrete class serves both: a memory store is a store whose pool grows without a bound and whose columns have no file. A checkpoint holds
 * the pool of a memory store; of columns in files it holds where their blocks lie, and the files stay.
 */
const BLOCK_SHIFT = 10

/** Fewer would thrash: an operation of the queue touches half a dozen blocks. */
const MIN_FRAMES = 16
/** 4 GB, so that word offsets stay small integers and one typed array can hold the pool. */
const MAX_FRAMES = 1 << 20
const FIRST_FRAMES = 16
/** 16 MB: what grows beyond has all of its frames at once, which the system gives it when they are used. */
const DOUBLED_FRAMES = 1 << 12

/** Where the columns live: `memoryBytes` of a directory's files at a time, or in memory alone when there is no such place. */
export interface BlockPlace {
  readonly directory: string
  readonly memoryBytes: number
  /** The files are those of a checkpoint, which will be loaded. */
  readonly resume?: boolean
}

export class BlockStore implements Checkpointed {
  words: Uint32Array
  /** By frame; set by columns. */
  dirty: Uint8Array
  referenced: Uint8Array
  private bytes: Uint8Array
  private blockOf: Uint32Array
  private ownerOf: Uint8Array
  private readonly columns: BlockColumn[] = []
  private readonly files: ScratchFile[] = []
  /** Number of the last checkpoint; 0: there was none, so that nothing outlives this store. */
  private checkpoint = 0
  /** Number of the last one that counts. */
  private counted = 1
  private frames: number
  /** More are not given to files. */
  private readonly mostFrames: number
  private used = 0
  private hand = 0

  /** `expectedWords`: a pool in memory has room for so many from the start. What is not used costs no memory, and growing copies all of it. */
  constructor(
    private readonly place: BlockPlace | null,
    expectedWords = 0,
  ) {
    this.mostFrames = place === null ? MAX_FRAMES : framesIn(place.memoryBytes)
    this.frames = Math.min(Math.max(FIRST_FRAMES, Math.ceil(expectedWords / BLOCK_WORDS)), this.mostFrames)
    this.words = new Uint32Array(this.frames * BLOCK_WORDS)
    this.bytes = new Uint8Array(this.words.buffer)
    this.dirty = new Uint8Array(this.frames)
    this.referenced = new Uint8Array(this.frames)
    this.blockOf = new Uint32Array(this.frames)
    this.ownerOf = new Uint8Array(this.frames)
  }

  /** A new column of records of `words` 32-bit words each (a power of two), in a file of that name when the store has a place. */
  column(words: number, name: string): BlockColumn {
    const file = this.file(name)
    const blocks = file === null ? null : new ShadowBlocks(file)
    const column = new BlockColumn(this, this.columns.length, 31 - Math.clz32(words), blocks)
    this.columns.push(column)
    return column
  }

  /** A file that goes with the columns; null when they are in memory. `closeFile` closes it. */
  file(name: string): ScratchFile | null {
    if (this.place === null) return null
    const file = new ScratchFile(join(this.place.directory, name), this.place.resume)
    this.files.push(file)
    return file
  }

  /** The file is removed unless a checkpoint refers to it. */
  closeFile(file: ScratchFile | null): void {
    const at = file === null ? -1 : this.files.indexOf(file)
    if (at < 0) return
    this.files.splice(at, 1)[0].close(this.checkpoint > 0 || this.place?.resume === true)
  }

  close(): void {
    while (this.files.length > 0) this.closeFile(this.files[0])
  }

  persist(fields: StateFields): void {
    // Numbered, so that files are not taken for those of a checkpoint whose blocks they have given up.
    this.checkpoint = fields.number('checkpoint', this.checkpoint + 1)
    if (this.place === null) this.persistPool(fields)
    else if (!fields.isLoading) {
      this.flush()
      for (const file of this.files) file.serve(this.counted, this.checkpoint)
      for (const file of this.files) fields.beforeItCounts(() => file.sync())
      const { directory } = this.place
      fields.beforeItCounts(() => syncDirectory(directory))
    }
    for (const column of this.columns) fields.part(`column-${column.index}`, column)
    if (!fields.isLoading) return
    for (const file of this.files) file.checkServes(this.checkpoint)
    this.checkpointed()
  }

  checkpointed(): void {
    this.counted = this.checkpoint
    for (const file of this.files) file.serve(this.checkpoint, this.checkpoint)
    for (const column of this.columns) column.checkpointed()
  }

  private persistPool(fields: StateFields): void {
    this.words = fields.array('words', this.words)
    this.blockOf = fields.array('blocks', this.blockOf)
    this.ownerOf = fields.array('owners', this.ownerOf)
    this.used = fields.number('used', this.used)
    if (!fields.isLoading) return
    this.frames = this.words.length / BLOCK_WORDS
    this.bytes = new Uint8Array(this.words.buffer)
    this.dirty = new Uint8Array(this.frames)
    this.referenced = new Uint8Array(this.frames)
  }

  private flush(): void {
    const { dirty, used } = this
    for (let frame = 0; frame < used; frame++) if (dirty[frame] !== 0) this.writeBack(frame)
  }

  private writeBack(frame: number): void {
    const { blocks } = this.columns[this.ownerOf[frame]]
    blocks?.write(this.bytes, frame * BLOCK_BYTES, this.blockOf[frame])
    this.dirty[frame] = 0
  }

  /** Brings a block of a column, which is not in the pool, into it; called by columns only. */
  load(column: BlockColumn, block: number): number {
    let frame: number
    if (this.used < this.frames) frame = this.used++
    else if (this.place !== null && this.frames >= this.mostFrames) frame = this.evict()
    else {
      this.grow()
      frame = this.used++
    }
    // Taken over before the read: should it fail, the frame still belongs to somebody and can be evicted.
    this.ownerOf[frame] = column.index
    this.blockOf[frame] = block
    this.dirty[frame] = 0
    // in memory a frame is used once, and is zeros until then
    if (column.blocks === null) return frame
    const isRead = column.blocks.read(this.bytes, frame * BLOCK_BYTES, block)
    if (!isRead) this.words.fill(0, frame << BLOCK_SHIFT, (frame + 1) << BLOCK_SHIFT)
    return frame
  }

  /** CLOCK: the hand passes blocks used since it last came by and stops at the first that was not. */
  private evict(): number {
    const { referenced, frames } = this
    let hand = this.hand
    while (referenced[hand] !== 0) {
      referenced[hand] = 0
      if (++hand === frames) hand = 0
    }
    this.hand = hand + 1 === frames ? 0 : hand + 1
    if (this.dirty[hand] !== 0) this.writeBack(hand)
    this.columns[this.ownerOf[hand]].forget(this.blockOf[hand])
    return hand
  }

  private grow(): void {
    if (this.frames >= MAX_FRAMES) {
      throw new LongtailError(
        'E_FRONTIER',
        'the frontier in memory is full (4 GB); set frontier: {kind: disk} and run the same command again',
      )
    }
    const isLarge = this.place !== null && this.frames >= DOUBLED_FRAMES
    this.frames = isLarge ? this.mostFrames : Math.min(this.mostFrames, 2 * this.frames)
    this.words = holding(this.words, new Uint32Array(this.frames * BLOCK_WORDS))
    this.bytes = new Uint8Array(this.words.buffer)
    this.dirty = holding(this.dirty, new Uint8Array(this.frames))
    this.referenced = holding(this.referenced, new Uint8Array(this.frames))
    this.blockOf = holding(this.blockOf, new Uint32Array(this.frames))
    this.ownerOf = holding(this.ownerOf, new Uint8Array(this.frames))
  }
}

export class BlockColumn implements Checkpointed {
  /** Frame + 1 by block; 0 when the block is not in the pool. */
  private frameOf = new Uint32Array(16)
  private readonly blockShift: number
  private readonly mask: number
  // Appends and scans stay in one block for long: remembering the last one skips the table and the reference bit.
  private lastBlock = -1
  private lastOffset = 0

  constructor(
    private readonly store: BlockStore,
    readonly index: number,
    private readonly recordShift: number,
    /** Null when the column is in memory alone. */
    readonly blocks: ShadowBlocks | null,
  ) {
    this.blockShift = BLOCK_SHIFT - recordShift
    this.mask = (1 << this.blockShift) - 1
  }

  read(record: number): number {
    const block = record >>> this.blockShift
    const within = (record & this.mask) << this.recordShift
    return (block === this.lastBlock ? this.lastOffset : this.seek(block)) + within
  }

  write(record: number): number {
    const offset = this.read(record)
    this.store.dirty[offset >>> BLOCK_SHIFT] = 1
    return offset
  }

  /** One word of a record, where speed does not matter. */
  word(record: number, field: number): number {
    const offset = this.read(record)
    return this.store.words[offset + field]
  }

  /** Once; the column is not used any more then. */
  close(): void {
    this.store.closeFile(this.blocks?.file ?? null)
  }

  /** Where the blocks are: in the file, or in the pool of a memory store. */
  persist(fields: StateFields): void {
    if (this.blocks === null) this.frameOf = fields.array('frames', this.frameOf)
    else this.blocks.persist(fields)
  }

  checkpointed(): void {
    this.blocks?.checkpointed()
  }

  /** The store took the block's frame for something else. */
  forget(block: number): void {
    this.frameOf[block] = 0
    if (block === this.lastBlock) this.lastBlock = -1
  }

  private seek(block: number): number {
    if (block >= this.frameOf.length) this.frameOf = grownWords(this.frameOf, block + 1)
    let frame = this.frameOf[block] - 1
    if (frame < 0) {
      frame = this.store.load(this, block)
      this.frameOf[block] = frame + 1
    }
    this.store.referenced[frame] = 1
    this.lastBlock = block
    return (this.lastOffset = frame << BLOCK_SHIFT)
  }
}

function framesIn(memoryBytes: number): number {
  if (!(memoryBytes > 0))
    throw new LongtailError('E_FRONTIER', `memoryBytes is ${memoryBytes}; it must be a positive number`)
  return Math.min(MAX_FRAMES, Math.max(MIN_FRAMES, Math.floor(memoryBytes / BLOCK_BYTES)))
}
