/**
 * One table: a B-tree that is written once, from the left to the right, out of keys in ascending order. Every block but the last of
 * each level is full; a tag that does not fit into what is left of a block goes on in the next one.
 *
 *   block    revision 4, level 1, gap 2, free 2, end of directory 2, directory (2 for each item) → gap ← items
 *   leaf     size and flags (first part, last part) 2, length of key 1, key, (number of the part 2, unless it is the first), tag
 *   branch   number of block 4, length of key 1, key, number of the part 2; the first key of a block is empty
 *
 * All numbers have their highest byte first.
 */
import { LongtailError } from '../../errors.js'
import { BLOCK_BYTES, type BlockFile } from './block-file.js'
import type { TableRoot } from './contracts.js'
import { copyBytes } from './pack.js'

/** Of every block: a database that is written in one go has one revision. */
export const REVISION = 1
const DIRECTORY_START = 11
const LAST = 0x40
const FIRST = 0x20
const MAX_PARTS = 0xffff
/** Less than this (and the length of the key) is left free: a part costs its key again, here and in the branch above. As Xapian has it. */
const MIN_PART_BYTES = 34

export class TableWriter {
  readonly #leaf = Buffer.alloc(BLOCK_BYTES)
  #directory = DIRECTORY_START
  #top = BLOCK_BYTES
  #entries = 0
  /** What divides this leaf from the one before it. */
  #dividing: Uint8Array = new Uint8Array(0)
  #dividingPart = 0
  readonly #branches: Branch[] = []

  constructor(private readonly file: BlockFile) {}

  /** Keys come in ascending order, each once. */
  add(key: Uint8Array, keyBytes: number, tag: Uint8Array, from: number, to: number): void {
    if (this.#entries++ === 0) this.#put(key, 0, tag, 0, 0, FIRST | LAST, 1)
    let at = from
    for (let part = 1; ;) {
      const room = this.#top - this.#directory - (part === 1 ? 5 : 7) - keyBytes
      const first = part === 1 ? FIRST : 0
      if (to - at <= room) {
        this.#put(key, keyBytes, tag, at, to, first | LAST, part)
        return
      }
      if (room < keyBytes + MIN_PART_BYTES) {
        this.#startLeaf(key, keyBytes, part)
        continue
      }
      this.#put(key, keyBytes, tag, at, at + room, first, part)
      at += room
      if (++part > MAX_PARTS)
        throw new LongtailError('E_EXPORT', `a text of ${to - from} bytes is too long for the search index: shorten it`)
    }
  }

  finish(): TableRoot {
    if (this.#entries === 0) return { block: 0, level: 0, entries: 0, end: 0 }
    let block = this.#writeLeaf()
    let level = 0
    if (this.#branches.length > 0) {
      this.#enter(0, this.#dividing, this.#dividing.length, this.#dividingPart, block)
      // the last branch of a level may add one to the level above, which may start that level's next
      for (; level < this.#branches.length; level++) {
        const branch = this.#branches[level]
        block = branch.write(this.file, level + 1)
        if (level + 1 < this.#branches.length)
          this.#enter(level + 1, branch.dividing, branch.dividing.length, branch.dividingPart, block)
      }
    }
    return { block, level, entries: this.#entries, end: this.file.next }
  }

  #put(
    key: Uint8Array,
    keyBytes: number,
    tag: Uint8Array,
    from: number,
    to: number,
    flags: number,
    part: number,
  ): void {
    const leaf = this.#leaf
    const size = 3 + keyBytes + (part === 1 ? 0 : 2) + to - from
    const start = this.#top - size
    leaf[this.#directory] = start >>> 8
    leaf[this.#directory + 1] = start & 0xff
    leaf[start] = ((size - 3) >>> 8) | flags
    leaf[start + 1] = (size - 3) & 0xff
    leaf[start + 2] = keyBytes
    let at = copyBytes(key, 0, keyBytes, leaf, start + 3)
    if (part > 1) {
      leaf[at++] = part >>> 8
      leaf[at++] = part & 0xff
    }
    copyBytes(tag, from, to, leaf, at)
    this.#top = start
    this.#directory += 2
  }

  /** The next leaf begins with this key: as much of it as tells it from the last key here goes into the branch above. */
  #startLeaf(key: Uint8Array, keyBytes: number, part: number): void {
    const leaf = this.#leaf
    const lastBytes = leaf[this.#top + 2]
    let same = 0
    while (same < keyBytes && same < lastBytes && key[same] === leaf[this.#top + 3 + same]) same++
    const dividing = new Uint8Array(key.subarray(0, Math.min(same + 1, keyBytes)))
    const block = this.#writeLeaf()
    this.#enter(0, this.#dividing, this.#dividing.length, this.#dividingPart, block)
    this.#dividing = dividing
    this.#dividingPart = part
  }

  #writeLeaf(): number {
    writeHead(this.#leaf, 0, this.#directory, this.#top)
    const block = this.file.append(this.#leaf)
    this.#directory = DIRECTORY_START
    this.#top = BLOCK_BYTES
    return block
  }

  #enter(index: number, key: Uint8Array, keyBytes: number, part: number, block: number): void {
    if (index === this.#branches.length) this.#branches.push(new Branch(key, part))
    const branch = this.#branches[index]
    if (!branch.hasRoom(keyBytes)) {
      const { dividing, dividingPart } = branch
      const full = branch.write(this.file, index + 1)
      this.#enter(index + 1, dividing, dividing.length, dividingPart, full)
      branch.start(key, part)
    }
    branch.add(key, keyBytes, part, block)
  }
}

class Branch {
  dividing: Uint8Array
  dividingPart: number
  readonly #bytes = Buffer.alloc(BLOCK_BYTES)
  #directory = DIRECTORY_START
  #top = BLOCK_BYTES

  constructor(key: Uint8Array, part: number) {
    this.dividing = key
    this.dividingPart = part
  }

  start(key: Uint8Array, part: number): void {
    this.dividing = key
    this.dividingPart = part
  }

  hasRoom(keyBytes: number): boolean {
    return this.#directory + 2 + 7 + keyBytes <= this.#top
  }

  add(key: Uint8Array, keyBytes: number, part: number, block: number): void {
    const isFirst = this.#directory === DIRECTORY_START
    const size = isFirst ? 0 : keyBytes
    const start = this.#top - size - 7
    const bytes = this.#bytes
    bytes.writeUInt16BE(start, this.#directory)
    bytes.writeUInt32BE(block, start)
    bytes[start + 4] = size
    copyBytes(key, 0, size, bytes, start + 5)
    bytes.writeUInt16BE(isFirst ? 0 : part, start + 5 + size)
    this.#directory += 2
    this.#top = start
  }

  /** Empty afterwards. */
  write(file: BlockFile, level: number): number {
    writeHead(this.#bytes, level, this.#directory, this.#top)
    const block = file.append(this.#bytes)
    this.#directory = DIRECTORY_START
    this.#top = BLOCK_BYTES
    return block
  }
}

/** What is free is cleared, so that the same items give the same bytes. */
function writeHead(block: Buffer, level: number, directory: number, top: number): void {
  block.fill(0, directory, top)
  block.writeUInt32BE(REVISION, 0)
  block[4] = level
  block.writeUInt16BE(top - directory, 5)
  block.writeUInt16BE(top - directory, 7)
  block.writeUInt16BE(directory, 9)
}
