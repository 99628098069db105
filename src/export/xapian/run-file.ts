/** Sorted runs on the disk: written in one go, read in one go, a part of them in memory at a time. */
import { appendFileSync, closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { copyBytes, packUint } from './pack.js'

const WRITE_BYTES = 1 << 18
/** For each run that is merged, of which there may be some hundreds. */
const READ_BYTES = 1 << 16

/** Has its file open only while it writes a part: who gives up has nothing to close. */
export class RunWriter {
  readonly #bytes = Buffer.allocUnsafe(WRITE_BYTES * 2)
  #at = 0

  constructor(readonly path: string) {
    writeFileSync(path, '')
  }

  uint(value: number): void {
    if (this.#at > WRITE_BYTES) this.flush()
    this.#at = packUint(this.#bytes, this.#at, value)
  }

  /** One character for each byte. */
  term(term: string): void {
    this.uint(term.length)
    this.#at += this.#bytes.write(term, this.#at, 'latin1')
  }

  bytes(source: Uint8Array, from: number, to: number): void {
    const size = to - from
    if (this.#at + size > this.#bytes.length || size > WRITE_BYTES) this.flush()
    if (size > WRITE_BYTES) appendFileSync(this.path, source.subarray(from, to))
    else this.#at = copyBytes(source, from, to, this.#bytes, this.#at)
  }

  /** What is held goes to the file. */
  flush(): void {
    appendFileSync(this.path, this.#bytes.subarray(0, this.#at))
    this.#at = 0
  }
}

/** Opens its file only to read the next part: there may be more runs than a process may have open files. */
export class RunReader {
  /** Of which what follows is; one character for each byte. */
  term = ''
  bytes = Buffer.allocUnsafe(READ_BYTES)
  #at = 0
  #end = 0
  #position = 0

  constructor(
    readonly path: string,
    /** Runs with a higher one hold later documents. */
    readonly order: number,
  ) {}

  /** Whether there is another term. */
  nextTerm(): boolean {
    if (this.#at === this.#end && !this.#fill(1)) {
      rmSync(this.path, { force: true })
      return false
    }
    const size = this.uint()
    const at = this.take(size)
    this.term = this.bytes.toString('latin1', at, at + size)
    return true
  }

  uint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      if (this.#at === this.#end) this.#need(1)
      const byte = this.bytes[this.#at++]
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }

  /** Where in `bytes` the next so many are, until the next call. */
  take(size: number): number {
    if (this.#end - this.#at < size) this.#need(size)
    this.#at += size
    return this.#at - size
  }

  #need(size: number): void {
    if (!this.#fill(size)) throw new Error(`${this.path} ends too early`)
  }

  #fill(size: number): boolean {
    const kept = this.#end - this.#at
    const target = size > this.bytes.length ? Buffer.allocUnsafe(size + READ_BYTES) : this.bytes
    this.bytes.copy(target, 0, this.#at, this.#end)
    this.bytes = target
    this.#at = 0
    this.#end = kept
    const file = openSync(this.path, 'r')
    try {
      while (this.#end < size) {
        const read = readSync(file, target, this.#end, target.length - this.#end, this.#position)
        if (read === 0) return false
        this.#position += read
        this.#end += read
      }
    } finally {
      closeSync(file)
    }
    return true
  }
}

/** Term by term in ascending order: the runs that have it, in their order. Who takes them reads all that belongs to the term. */
export function* mergeRuns(paths: readonly string[]): Generator<readonly RunReader[]> {
  const heap: RunReader[] = []
  paths.forEach((path, order) => {
    const reader = new RunReader(path, order)
    if (reader.nextTerm()) push(heap, reader)
  })
  while (heap.length > 0) {
    const group = [pop(heap)]
    while (heap.length > 0 && heap[0].term === group[0].term) group.push(pop(heap))
    yield group
    for (const reader of group) if (reader.nextTerm()) push(heap, reader)
  }
}

function isBefore(a: RunReader, b: RunReader): boolean {
  return a.term === b.term ? a.order < b.order : a.term < b.term
}

function push(heap: RunReader[], reader: RunReader): void {
  let at = heap.push(reader) - 1
  while (at > 0) {
    const parent = (at - 1) >>> 1
    if (!isBefore(reader, heap[parent])) break
    heap[at] = heap[parent]
    at = parent
  }
  heap[at] = reader
}

function pop(heap: RunReader[]): RunReader {
  const least = heap[0]
  const moved = heap[heap.length - 1]
  heap.length--
  if (heap.length === 0) return least
  let at = 0
  for (let child = 1; child < heap.length; child = at * 2 + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++
    if (!isBefore(heap[child], moved)) break
    heap[at] = heap[child]
    at = child
  }
  heap[at] = moved
  return least
}
