/**
 * Contents on their way into clusters, in the order of their arrival: pages of one site are alike, and what is alike compresses well
 * together. Three clusters are open at a time: for what compresses, for what is packed already, and a small one for what readers ask for
 * before anything else (metadata, listings), which is stored so that nothing has to be unpacked for it.
 */
import { statSync } from 'node:fs'
import { type CompressPool } from './compress-pool.js'
import { clusterOffsets, EXTENDED, STORED, ZSTD } from './format.js'
import { type Sink } from './sink.js'

/** What libzim makes them, too. A page costs a reader at most this much unpacking. */
const CLUSTER_BYTES = 2 * 1024 * 1024
/** What is larger is stored: a reader would need it all in memory to show its first byte. */
const MAX_COMPRESSED_BYTES = 32 * 1024 * 1024

export type Kind = 'text' | 'packed' | 'own'

/** `cluster` counts those opened: its number is told by `numberOf` in the end. */
export interface Place {
  readonly cluster: number
  readonly blob: number
}

interface OpenCluster {
  readonly opened: number
  readonly kind: Kind
  readonly bodies: Bodies
}

export class ClusterWriter {
  readonly #sink: Sink
  readonly #pool: CompressPool
  readonly #open = new Map<Kind, OpenCluster>()
  /** By what was opened when. */
  readonly #numbers: number[] = []
  /** By number, which is the order in the file. */
  readonly #positions: number[] = []
  #opened = 0
  #closed = 0
  /** Oldest first. */
  readonly #underWay: Promise<void>[] = []
  /** Everything closed so far is written when this is settled. */
  #tail: Promise<void> = Promise.resolve()

  constructor(sink: Sink, pool: CompressPool) {
    this.#sink = sink
    this.#pool = pool
  }

  get positions(): readonly number[] {
    return this.#positions
  }

  numberOf(opened: number): number {
    return this.#numbers[opened]
  }

  /** Where the next of this kind and size comes to lie. */
  next(kind: Kind, size: number): Place {
    const { opened, bodies } = this.#clusterFor(kind, size)
    return { cluster: opened, blob: bodies.sizes.length }
  }

  /** Resolves when there is room for more. Whoever gives a large body may not change it before. */
  async add(kind: Kind, body: Uint8Array): Promise<void> {
    const cluster = this.#clusterFor(kind, body.length)
    const isLarge = body.length >= CLUSTER_BYTES
    cluster.bodies.add(body, isLarge)
    if (isLarge && kind !== 'own') this.#close(cluster)
    await (isLarge ? this.#tail : this.#room())
  }

  /** A cluster of its own, from a file. */
  async addFile(path: string, signal?: AbortSignal): Promise<Place> {
    const { size } = statSync(path)
    const opened = this.#opened++
    this.#enqueue(opened, async () => {
      const { bytes, isExtended } = clusterOffsets([size])
      this.#sink.write(Buffer.of(STORED | (isExtended ? EXTENDED : 0)))
      this.#sink.write(bytes)
      await this.#sink.writeFile(path, size, signal)
    })
    await this.#tail
    return { cluster: opened, blob: 0 }
  }

  /** Closes all but the one for metadata. */
  async closeContents(): Promise<void> {
    for (const kind of ['text', 'packed'] as const) {
      const cluster = this.#open.get(kind)
      // one may have been opened for a body that was not taken
      if (cluster !== undefined && cluster.bodies.sizes.length > 0) this.#close(cluster)
    }
    await this.#tail
  }

  /** Where the blobs of the last cluster come to lie in the file. */
  async closeOwn(): Promise<readonly number[]> {
    const cluster = this.#open.get('own')
    if (cluster === undefined) return []
    this.#close(cluster)
    await this.#tail
    const start = this.#positions[this.#numbers[cluster.opened]]
    const { sizes } = cluster.bodies
    let at = start + 1 + clusterOffsets(sizes).bytes.length
    return sizes.map(size => (at += size) - size)
  }

  #clusterFor(kind: Kind, size: number): OpenCluster {
    const current = this.#open.get(kind)
    if (current !== undefined) {
      const { bytes } = current.bodies
      if (kind === 'own' || bytes === 0 || bytes + size + 4 <= CLUSTER_BYTES) return current
      this.#close(current)
    }
    const cluster: OpenCluster = { opened: this.#opened++, kind, bodies: new Bodies() }
    this.#open.set(kind, cluster)
    return cluster
  }

  #close(cluster: OpenCluster): void {
    this.#open.delete(cluster.kind)
    const head = clusterOffsets(cluster.bodies.sizes)
    const parts = [head.bytes, ...cluster.bodies.parts()]
    if (cluster.kind !== 'text' || cluster.bodies.bytes > MAX_COMPRESSED_BYTES) {
      const how = STORED | (head.isExtended ? EXTENDED : 0)
      this.#enqueue(cluster.opened, () => this.#write(how, parts))
      return
    }
    const whole = joined(parts)
    const compressing = this.#pool.compress(whole)
    // it is waited for later, and its failure is told then
    compressing.catch(() => undefined)
    this.#enqueue(cluster.opened, async () => {
      const frame = await compressing
      this.#write(frame.length < whole.length ? ZSTD : STORED, [frame.length < whole.length ? frame : whole])
    })
  }

  #write(how: number, parts: readonly Uint8Array[]): void {
    this.#sink.write(Buffer.of(how))
    for (const part of parts) this.#sink.write(part)
  }

  /** Clusters are numbered as they are closed and written in that order, whichever is compressed first. */
  #enqueue(opened: number, write: () => void | Promise<void>): void {
    const number = this.#closed++
    this.#numbers[opened] = number
    this.#tail = this.#tail.then(async () => {
      this.#positions[number] = this.#sink.position
      await write()
      void this.#underWay.shift()
    })
    this.#tail.catch(() => undefined)
    this.#underWay.push(this.#tail)
  }

  async #room(): Promise<void> {
    while (this.#underWay.length >= this.#pool.width) await this.#underWay[0]
  }
}

const CHUNK_BYTES = 256 * 1024

/** Bodies one after another. Small ones are copied together: thousands of small arrays take more than what they hold. */
class Bodies {
  readonly sizes: number[] = []
  readonly #parts: Uint8Array[] = []
  #chunk = new Uint8Array(0)
  #filled = 0
  #bytes = 0

  /** With their offsets. */
  get bytes(): number {
    return this.#bytes
  }

  /** `isWhole`: it is taken as it is, not copied. */
  add(body: Uint8Array, isWhole: boolean): void {
    this.sizes.push(body.length)
    this.#bytes += body.length + 4
    if (isWhole || this.#filled + body.length > this.#chunk.length) this.#seal()
    if (isWhole) {
      this.#parts.push(body)
      return
    }
    if (this.#chunk.length === 0) this.#chunk = new Uint8Array(Math.max(CHUNK_BYTES, body.length))
    this.#chunk.set(body, this.#filled)
    this.#filled += body.length
  }

  parts(): readonly Uint8Array[] {
    this.#seal()
    return this.#parts
  }

  #seal(): void {
    if (this.#filled > 0) this.#parts.push(this.#chunk.subarray(0, this.#filled))
    this.#chunk = new Uint8Array(0)
    this.#filled = 0
  }
}

/** With memory of its own: a message to a thread takes all that lies behind it. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
