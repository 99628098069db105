import type { Persistent, StateFields } from '../contracts.js'
import { LongtailError } from '../errors.js'
import type { BlockStore, BlockColumn } from './columns.js'
import type { ScratchFile } from './scratch-files.js'

/**
 * The URLs themselves, one behind the other: in a file whose last piece waits in memory to be written, or in pieces in
 * memory. A column says where each begins and how long it is. Reading goes to the file past the block cache: a URL is wanted
 * once, when its page is fetched, and the operating system's cache serves that as well as ours would. What a checkpoint
 * refers to is never written again, as text is only appended.
 */
export const OFFSET_WORDS = 2
/** Offset in 48 bits: the low 32, then the high 16 with the length. */
const LOW = 0
const HIGH_AND_LENGTH = 1
const MAX_URL_BYTES = 0xffff
const PIECE_BYTES = 1 << 20
/** The first piece grows to that: a process that holds many partitions has many short texts. */
const FIRST_BYTES = 1 << 14
/** Read and used in one step, by whoever. */
const scratch = Buffer.allocUnsafeSlow(MAX_URL_BYTES)

export class UrlText implements Persistent {
  private count = 0
  /** Bytes that lie before the current piece. */
  private before = 0
  private filled = 0
  /** Bytes of the current piece that are in the file. */
  private flushed = 0
  private piece = Buffer.allocUnsafeSlow(FIRST_BYTES)
  private readonly earlier: Buffer[] = []

  constructor(
    private readonly store: BlockStore,
    private readonly offsets: BlockColumn,
    private readonly file: ScratchFile | null,
  ) {}

  get size(): number {
    return this.count
  }

  add(url: string): number {
    // A character takes at most three bytes; only near the end of a piece or for a monster is the exact length needed.
    if (this.filled + url.length * 3 > this.piece.length) this.makeRoom(url)
    const length = this.piece.write(url, this.filled)
    if (length > MAX_URL_BYTES) throw tooLong(url, length)
    const start = this.before + this.filled
    this.filled += length
    const page = this.count++
    const offset = this.offsets.write(page)
    const { words } = this.store
    words[offset + LOW] = start >>> 0
    words[offset + HIGH_AND_LENGTH] = (Math.floor(start / 0x1_0000_0000) << 16) | length
    return page
  }

  get(page: number): string {
    if (!(page >= 0 && page < this.count))
      throw new LongtailError('E_FRONTIER', `there is no page ${page}; ${this.count} URLs are known`)
    const offset = this.offsets.read(page)
    const { words } = this.store
    const low = words[offset + LOW]
    const rest = words[offset + HIGH_AND_LENGTH]
    const start = (rest >>> 16) * 0x1_0000_0000 + low
    const length = rest & 0xffff
    if (start >= this.before) return this.piece.toString('utf8', start - this.before, start - this.before + length)
    if (this.file === null) {
      const within = start % PIECE_BYTES
      return this.earlier[(start - within) / PIECE_BYTES].toString('utf8', within, within + length)
    }
    this.file.read(scratch, 0, length, start)
    return scratch.toString('utf8', 0, length)
  }

  close(): void {
    this.offsets.close()
    this.store.closeFile(this.file)
  }

  /** Where there is a file, the store syncs it. */
  persist(fields: StateFields): void {
    this.count = fields.number('count', this.count)
    this.before = fields.number('before', this.before)
    this.filled = fields.number('filled', this.filled)
    if (this.file === null) {
      for (let at = 0; at < this.before; at += PIECE_BYTES) {
        const piece = this.earlier[at / PIECE_BYTES] ?? Buffer.alloc(0)
        this.earlier[at / PIECE_BYTES] = told(fields, `piece-${at / PIECE_BYTES}`, piece)
      }
      const last = told(fields, 'piece', this.piece.subarray(0, this.filled))
      if (fields.isLoading) {
        this.reserve(last.length)
        last.copy(this.piece)
      }
      return
    }
    fields.same('file', this.file.id)
    if (fields.isLoading) {
      this.file.checkHolds(this.before + this.filled)
      this.reserve(this.filled)
      this.file.read(this.piece, 0, this.filled, this.before)
      this.flushed = this.filled
    } else this.flush(this.file)
  }

  private flush(file: ScratchFile): void {
    file.write(this.piece, this.flushed, this.filled - this.flushed, this.before + this.flushed)
    this.flushed = this.filled
  }

  private makeRoom(url: string): void {
    const length = Buffer.byteLength(url)
    if (length > MAX_URL_BYTES) throw tooLong(url, length)
    this.reserve(Math.min(PIECE_BYTES, this.filled + url.length * 3))
    if (this.filled + length <= PIECE_BYTES) return
    // A URL never spans two pieces: the rest of this one stays unused.
    if (this.file === null) {
      this.earlier.push(this.piece)
      this.piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
    } else {
      this.flush(this.file)
    }
    this.before += PIECE_BYTES
    this.filled = 0
    this.flushed = 0
  }

  /** Pieces behind the first one have all of their bytes at once. */
  private reserve(bytes: number): void {
    if (bytes <= this.piece.length) return
    const longer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, Math.max(bytes, 2 * this.piece.length)))
    this.piece.copy(longer, 0, 0, this.filled)
    this.piece = longer
  }
}

function told(fields: StateFields, name: string, piece: Buffer): Buffer {
  const bytes = fields.array(name, new Uint8Array(piece.buffer, piece.byteOffset, piece.length))
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

function tooLong(url: string, bytes: number): LongtailError {
  return new LongtailError('E_FRONTIER', `a URL of ${bytes} bytes is too long: ${url.slice(0, 80)}…`, 'skip')
}
