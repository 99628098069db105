/** The file that is written, from where clusters begin to its end; what comes before follows when all is known. */
import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { writeAll } from '../../../disk/write-all.js'
import { CLUSTERS_AT } from './format.js'

const PIECE_BYTES = 1024 * 1024

export class Sink {
  readonly #file: number
  /** Of all that is written: the same contents make the same file. */
  readonly #hash: Hash = createHash('sha256')
  readonly #waiting: Buffer = Buffer.alloc(PIECE_BYTES)
  #waitingBytes = 0
  #written = CLUSTERS_AT
  #isOpen = true

  constructor(path: string) {
    this.#file = openSync(path, 'w+')
  }

  /** Where the next byte comes to stand. */
  get position(): number {
    return this.#written + this.#waitingBytes
  }

  write(bytes: Uint8Array): void {
    if (this.#waitingBytes + bytes.length > PIECE_BYTES) this.flush()
    if (bytes.length > PIECE_BYTES) {
      this.#hash.update(bytes)
      this.#put(bytes, this.#written)
      this.#written += bytes.length
      return
    }
    this.#waiting.set(bytes, this.#waitingBytes)
    this.#waitingBytes += bytes.length
  }

  /** Copies a file, piece by piece. It must have as many bytes as were announced. */
  async writeFile(path: string, bytes: number, signal?: AbortSignal): Promise<void> {
    const source = openSync(path, 'r')
    try {
      const piece = Buffer.alloc(PIECE_BYTES)
      for (let done = 0; done < bytes;) {
        signal?.throwIfAborted()
        const read = readSync(source, piece, 0, Math.min(PIECE_BYTES, bytes - done), done)
        if (read === 0) throw new Error(`${path} ended after ${done} of ${bytes} bytes`)
        this.write(piece.subarray(0, read))
        done += read
        await setImmediate()
      }
    } finally {
      closeSync(source)
    }
  }

  flush(): void {
    const bytes = this.#waiting.subarray(0, this.#waitingBytes)
    this.#hash.update(bytes)
    this.#put(bytes, this.#written)
    this.#written += bytes.length
    this.#waitingBytes = 0
  }

  /** Over what has been written and flushed; nothing is written with `write` after this. */
  digest(): Buffer {
    this.flush()
    return this.#hash.digest()
  }

  /** Header and list of types. */
  writeStart(bytes: Uint8Array): void {
    this.#put(bytes, 0)
  }

  /** MD5 of the whole file, put at its end. It needs the start, so it cannot be counted on the way. */
  async writeChecksum(signal?: AbortSignal): Promise<void> {
    const digest = await fileChecksum(this.#file, this.#written, signal)
    this.#put(digest, this.#written)
    this.#written += digest.length
  }

  #put(bytes: Uint8Array, position: number): void {
    // its number may be another file's by now
    if (!this.#isOpen) throw new Error('the file is closed')
    writeAll(this.#file, bytes, position)
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#file)
    this.#isOpen = false
  }
}

/** MD5 of the first bytes of a file. */
export async function fileChecksum(file: number, bytes: number, signal?: AbortSignal): Promise<Buffer> {
  const hash = createHash('md5')
  const piece = Buffer.alloc(PIECE_BYTES)
  for (let done = 0; done < bytes;) {
    signal?.throwIfAborted()
    const read = readSync(file, piece, 0, Math.min(PIECE_BYTES, bytes - done), done)
    if (read === 0) break
    hash.update(piece.subarray(0, read))
    done += read
    await setImmediate()
  }
  return hash.digest()
}
