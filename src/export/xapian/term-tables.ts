/** The lists of terms, and where terms stand, from the runs into their tables. */
import { copyBytes, packSortable, packTerm, packUint } from './pack.js'
import { PIECE_BYTES } from './posting-log.js'
import type { RunReader } from './run-file.js'
import type { TableWriter } from './table.js'

/** Numbers of documents, of terms and sums of them are of four bytes in Xapian. */
const MAX_COUNT = 0xffffffff
/** Before the bytes of a piece: room for what is known of it when it is full. */
const HEAD_BYTES = 32

/** The pieces of one list: the first under the name of the list, the others with their first document behind it. */
export class ListWriter {
  readonly #key = Buffer.alloc(300)
  readonly #head = Buffer.alloc(HEAD_BYTES)
  #tag = Buffer.alloc(HEAD_BYTES + PIECE_BYTES * 2 + 64)
  #nameBytes = 0
  #isSeparate = false
  #isFirst = true
  #documents = 0
  #sum = 0
  #first = 0
  #last = 0
  #at = HEAD_BYTES

  constructor(private readonly table: TableWriter) {}

  /** A list of how many documents, with what sum of their numbers. */
  startTerm(term: string, documents: number, sum: number): void {
    this.#nameBytes = packTerm(this.#key, term)
    this.#start(true, documents, Math.min(sum, MAX_COUNT))
  }

  /** The list of all documents, with their lengths. */
  startLengths(): void {
    this.#key[0] = 0x00
    this.#key[1] = 0xe0
    this.#nameBytes = 2
    this.#start(false, 0, 0)
  }

  add(first: number, last: number, bytes: Uint8Array, from: number, to: number): void {
    if (this.#at > HEAD_BYTES) {
      if (this.#at - HEAD_BYTES + to - from <= PIECE_BYTES)
        this.#at = packUint(this.#tag, this.#at, first - this.#last - 1)
      else this.#write(false)
    }
    if (this.#at === HEAD_BYTES) this.#first = first
    this.#at = copyBytes(bytes, from, to, this.#tag, this.#at)
    this.#last = last
  }

  finish(): void {
    if (this.#at > HEAD_BYTES) this.#write(true)
  }

  #start(isSeparate: boolean, documents: number, sum: number): void {
    this.#isSeparate = isSeparate
    this.#isFirst = true
    this.#documents = documents
    this.#sum = sum
    this.#at = HEAD_BYTES
  }

  #write(isLast: boolean): void {
    const head = this.#head
    let size = 0
    let keyBytes = this.#nameBytes
    if (this.#isFirst) {
      size = packUint(head, size, this.#documents)
      size = packUint(head, size, this.#sum)
      size = packUint(head, size, this.#first - 1)
    } else {
      if (this.#isSeparate) this.#key[keyBytes++] = 0
      keyBytes = packSortable(this.#key, keyBytes, this.#first)
    }
    head[size++] = isLast ? 0x31 : 0x30
    size = packUint(head, size, this.#last - this.#first)
    copyBytes(head, 0, size, this.#tag, HEAD_BYTES - size)
    this.table.add(this.#key, keyBytes, this.#tag, HEAD_BYTES - size, this.#at)
    this.#isFirst = false
    this.#at = HEAD_BYTES
  }
}

export function writeList(out: ListWriter, group: readonly RunReader[]): void {
  let documents = 0
  let sum = 0
  for (const run of group) {
    documents += run.uint()
    sum += run.uint()
  }
  out.startTerm(group[0].term, documents, sum)
  for (const run of group)
    for (let first = run.uint(); first > 0; first = run.uint()) {
      const last = first + run.uint()
      const size = run.uint()
      const at = run.take(size)
      out.add(first, last, run.bytes, at, at + size)
    }
  out.finish()
}

/** Those of the term in one run. */
export function writePlaces(table: TableWriter, run: RunReader): void {
  const key = Buffer.alloc(300)
  const nameBytes = packTerm(key, run.term)
  for (let document = run.uint(); document > 0; document = run.uint()) {
    const size = run.uint()
    const at = run.take(size)
    // the byte between them stays 0
    table.add(key, packSortable(key, nameBytes + 1, document), run.bytes, at, at + size)
  }
}
