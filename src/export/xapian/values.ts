/** Values of documents: for each slot a stream of them in the order of documents, in pieces, and what is known of them all. */
import { getOrMake } from '../../get-or-make.js'
import { RunReader, RunWriter } from './run-file.js'
import { packSortable, packUint } from './pack.js'
import type { TableWriter } from './table.js'

/** As Xapian has it: a piece is written when it is longer. */
const PIECE_BYTES = 2000

class Slot {
  documents = 0
  lowest: Buffer = Buffer.alloc(0)
  highest: Buffer = Buffer.alloc(0)
  readonly #out: RunWriter
  #tag: Buffer = Buffer.alloc(PIECE_BYTES * 2)
  #at = 0
  #first = 0
  #last = 0

  constructor(
    readonly number: number,
    readonly path: string,
  ) {
    this.#out = new RunWriter(path)
  }

  add(document: number, value: Buffer): void {
    if (this.documents++ === 0) this.lowest = this.highest = value
    else if (value.compare(this.lowest) < 0) this.lowest = value
    else if (value.compare(this.highest) > 0) this.highest = value
    if (this.#at + value.length + 16 > this.#tag.length) {
      const larger = Buffer.alloc(this.#at + value.length + PIECE_BYTES * 2)
      this.#tag.copy(larger, 0, 0, this.#at)
      this.#tag = larger
    }
    if (this.#at === 0) this.#first = document
    else this.#at = packUint(this.#tag, this.#at, document - this.#last - 1)
    this.#last = document
    this.#at = packUint(this.#tag, this.#at, value.length)
    this.#at += value.copy(this.#tag, this.#at)
    if (this.#at >= PIECE_BYTES) this.#flush()
  }

  finish(): void {
    if (this.#at > 0) this.#flush()
    // no document has the number 0
    this.#out.uint(0)
    this.#out.flush()
  }

  #flush(): void {
    this.#out.uint(this.#first)
    this.#out.uint(this.#at)
    this.#out.bytes(this.#tag, 0, this.#at)
    this.#at = 0
  }
}

export class ValueStreams {
  readonly #slots = new Map<number, Slot>()

  constructor(private readonly runPath: (name: string) => string) {}

  add(document: number, slot: number, value: string): void {
    if (value === '') return
    const stream = getOrMake(this.#slots, slot, () => new Slot(slot, this.runPath(`${slot}.values`)))
    stream.add(document, Buffer.from(value))
  }

  get paths(): readonly string[] {
    return [...this.#slots.values()].map(({ path }) => path)
  }

  finish(): void {
    for (const slot of this.#slots.values()) slot.finish()
  }

  /** What is known of each slot comes before all streams. */
  *write(table: TableWriter): Generator<void> {
    const key = Buffer.alloc(16)
    for (const { slot, size } of this.#sorted(statisticsKey)) {
      const tag = Buffer.alloc(32 + slot.lowest.length + slot.highest.length)
      let at = packUint(tag, 0, slot.documents)
      at = packUint(tag, at, slot.lowest.length)
      at += slot.lowest.copy(tag, at)
      if (!slot.lowest.equals(slot.highest)) at += slot.highest.copy(tag, at)
      statisticsKey(key, slot.number)
      table.add(key, size, tag, 0, at)
    }
    for (const { slot, size } of this.#sorted(streamKey)) {
      const run = new RunReader(slot.path, 0)
      for (let first = run.uint(); first > 0; first = run.uint()) {
        const bytes = run.uint()
        const at = run.take(bytes)
        streamKey(key, slot.number)
        table.add(key, packSortable(key, size, first), run.bytes, at, at + bytes)
        yield
      }
    }
  }

  #sorted(keyOf: (key: Buffer, slot: number) => number): { readonly slot: Slot; readonly size: number }[] {
    return [...this.#slots.values()]
      .map(slot => {
        const key = Buffer.alloc(16)
        const size = keyOf(key, slot.number)
        return { slot, size, key: key.subarray(0, size) }
      })
      .sort((a, b) => a.key.compare(b.key))
  }
}

/** The slot with its lowest byte first, and no more bytes than it has. */
function statisticsKey(key: Buffer, slot: number): number {
  key[0] = 0x00
  key[1] = 0xd0
  let size = 2
  for (let rest = slot; rest > 0; rest = Math.floor(rest / 256)) key[size++] = rest & 0xff
  return size
}

function streamKey(key: Buffer, slot: number): number {
  key[0] = 0x00
  key[1] = 0xd8
  return packUint(key, 2, slot)
}
