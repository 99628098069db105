/**
 * The terms of documents as they come, in memory until there are too many, then as a run on the disk that is sorted by term. Lists are
 * put there in the bytes in which the database holds them, in pieces of the size of its pieces: merging runs only joins them.
 */
import type { XapianTerm } from './contracts.js'
import { binaryTerm, copyBytes, ownCopy, packUint } from './pack.js'
import { PositionPacker } from './positions.js'
import { RunWriter } from './run-file.js'

/** Bytes of a list in one piece: what Xapian reads at a time, and can skip. */
export const PIECE_BYTES = 2000
/** In memory: 20 bytes each, and as much again for a moment when they are sorted. A run is sorted and written in about a second. */
const MAX_POSTINGS = 2_000_000
const MAX_POSITION_BYTES = 64 << 20
const MAX_DICTIONARY_BYTES = 64 << 20
/** Of a term in the dictionary, besides its characters: about that much in Node 20. */
const ENTRY_BYTES = 64

export class PostingLog {
  /** Files of runs so far, those of lists and those of positions. */
  readonly lists: string[] = []
  readonly places: string[] = []
  #idOf = new Map<string, number>()
  #terms: string[] = []
  #dictionaryBytes = 0
  #size = 0
  readonly #term: Uint32Array
  readonly #document: Uint32Array
  readonly #wdf: Uint32Array
  /** Where the positions begin in #positions; 0: there are none. */
  readonly #place: Uint32Array
  #positions = Buffer.allocUnsafe(1 << 16)
  #positionBytes = 1
  readonly #packer = new PositionPacker()
  readonly #piece = Buffer.allocUnsafe(PIECE_BYTES + 16)

  constructor(
    private readonly runPath: (name: string) => string,
    private readonly maxPostings = MAX_POSTINGS,
  ) {
    this.#term = new Uint32Array(maxPostings)
    this.#document = new Uint32Array(maxPostings)
    this.#wdf = new Uint32Array(maxPostings)
    this.#place = new Uint32Array(maxPostings)
  }

  /** Documents come in ascending order, the terms of each one after the other. Answers whether the term can be held. */
  add(document: number, text: string, { positions }: XapianTerm, wdf: number): boolean {
    let term = this.#idOf.get(text)
    if (term === undefined) {
      const binary = binaryTerm(text)
      if (binary === '') return false
      term = this.#terms.push(binary) - 1
      this.#idOf.set(binary === text ? binary : ownCopy(text), term)
      this.#dictionaryBytes += text.length + ENTRY_BYTES
    }
    const at = this.#size++
    this.#term[at] = term
    this.#document[at] = document
    this.#wdf[at] = wdf
    this.#place[at] = positions.length === 0 ? 0 : this.#addPositions(positions)
    if (this.#size === this.maxPostings) this.flush()
    return true
  }

  /** Between two documents: what is too much to keep goes to the disk. */
  flushIfLarge(): void {
    if (this.#positionBytes > MAX_POSITION_BYTES || this.#dictionaryBytes > MAX_DICTIONARY_BYTES) this.flush()
  }

  flush(): void {
    if (this.#size === 0) return
    const { starts, order } = this.#byTerm()
    const ids = Uint32Array.from(this.#terms.keys())
    const terms = this.#terms
    ids.sort((a, b) => (terms[a] < terms[b] ? -1 : 1))
    const name = this.lists.length
    this.#write(this.runPath(`${name}.lists`), this.lists, ids, (out, id) => {
      this.#writeList(out, terms[id], order, starts[id], starts[id + 1])
    })
    if (this.#positionBytes > 1)
      this.#write(this.runPath(`${name}.places`), this.places, ids, (out, id) => {
        this.#writePlaces(out, terms[id], order, starts[id], starts[id + 1])
      })
    this.#idOf = new Map()
    this.#terms = []
    this.#dictionaryBytes = 0
    this.#size = 0
    this.#positionBytes = 1
  }

  #addPositions(positions: readonly number[]): number {
    const size = this.#packer.pack(positions)
    if (size === 0) return 0
    const at = this.#positionBytes
    if (at + size + 8 > this.#positions.length) {
      const larger = Buffer.allocUnsafe((at + size) * 2)
      this.#positions.copy(larger, 0, 0, at)
      this.#positions = larger
    }
    const start = packUint(this.#positions, at, size)
    this.#positionBytes = copyBytes(this.#packer.bytes, 0, size, this.#positions, start)
    return at
  }

  /** The numbers of postings, those of a term together and in the order in which they came. */
  #byTerm(): { readonly starts: Uint32Array; readonly order: Uint32Array } {
    const size = this.#size
    const term = this.#term
    const starts = new Uint32Array(this.#terms.length + 1)
    for (let i = 0; i < size; i++) starts[term[i] + 1]++
    for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1]
    const next = starts.slice()
    const order = new Uint32Array(size)
    for (let i = 0; i < size; i++) order[next[term[i]]++] = i
    return { starts, order }
  }

  #write(path: string, paths: string[], ids: Uint32Array, write: (out: RunWriter, id: number) => void): void {
    paths.push(path)
    const out = new RunWriter(path)
    for (const id of ids) write(out, id)
    out.flush()
  }

  /** Term, documents, sum of wdf; then for each piece its first document, the span to its last, size and bytes; 0. */
  #writeList(out: RunWriter, term: string, order: Uint32Array, from: number, to: number): void {
    if (from === to) return
    out.term(term)
    out.uint(to - from)
    let sum = 0
    for (let i = from; i < to; i++) sum += this.#wdf[order[i]]
    out.uint(sum)
    const piece = this.#piece
    let start = from
    while (start < to) {
      let last = this.#document[order[start]]
      const first = last
      let at = packUint(piece, 0, this.#wdf[order[start]])
      let i = start + 1
      for (; i < to && at < PIECE_BYTES; i++) {
        const document = this.#document[order[i]]
        at = packUint(piece, at, document - last - 1)
        at = packUint(piece, at, this.#wdf[order[i]])
        last = document
      }
      out.uint(first)
      out.uint(last - first)
      out.uint(at)
      out.bytes(piece, 0, at)
      start = i
    }
    // no document has the number 0
    out.uint(0)
  }

  /** Term; then for each document its number, size and bytes of its positions; 0. */
  #writePlaces(out: RunWriter, term: string, order: Uint32Array, from: number, to: number): void {
    let isFirst = true
    for (let i = from; i < to; i++) {
      let at = this.#place[order[i]]
      if (at === 0) continue
      if (isFirst) out.term(term)
      isFirst = false
      let size = 0
      for (let scale = 1; ; scale *= 128) {
        const byte = this.#positions[at++]
        size += (byte & 0x7f) * scale
        if (byte < 0x80) break
      }
      out.uint(this.#document[order[i]])
      out.uint(size)
      out.bytes(this.#positions, at, at + size)
    }
    if (!isFirst) out.uint(0)
  }
}
