/**
 * Ships what a worker writes into the private directory of one epoch. The new bytes of its archives go first, then those of its log, so that
 * no line in the store speaks of records that are not there. Before and after, it looks whether another worker has begun the next epoch:
 * lines that count as safe were in the store before anybody else could begin one.
 *
 * Files that are closed go once more as a whole, and their pieces are removed; then the archive leaves the private disk.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { indexPathOf } from '../../../archive/index.js'
import type { CrawlDirectory } from '../../../collection/crawl-directory.js'
import { closedSegmentsOf, openSegment } from '../../../collection/log/epoch-log.js'
import type { Shipper } from '../../../crawl/recorder.js'
import type { LongtailError } from '../../../errors.js'
import { steadyNow } from '../../../steady-clock.js'
import { epochOfArchive } from '../archive-names.js'
import type { S3Store } from './s3-store.js'
import { epochKey, partKey, pieceKey } from './stored-part.js'

/** Partitions that nothing else waits for may ask for it more often than the recorder does, but not all the time. */
const LEAST_PAUSE_MS = 1000
/** What was looked up is believed for so long. */
const SURE_MS = 2000
const MOST_BYTES = 16 << 20
const OPEN = '.open'

interface Shipped {
  bytes: number
  pieces: string[]
}

export interface ShippedEpoch {
  readonly partition: number
  readonly epoch: number
  readonly directory: CrawlDirectory
}

export class Shipment implements Shipper {
  /** Another worker has begun the next epoch. */
  isLost = false
  private shippedAt = -Infinity
  private sureAt = -Infinity
  private readonly archives = new Map<string, Shipped>()
  private readonly log: Shipped = { bytes: 0, pieces: [] }
  /** Where the open segment of the log begins. */
  private base = 0
  private readonly segments = new Set<string>()
  private finishing: Promise<void> | null = null

  constructor(
    private readonly store: S3Store,
    private readonly own: ShippedEpoch,
    private readonly lost: () => LongtailError,
    private readonly pauseMs = LEAST_PAUSE_MS,
  ) {}

  get isDue(): boolean {
    return steadyNow() - this.shippedAt > this.pauseMs
  }

  async ship(): Promise<void> {
    const files = this.archiveFiles()
    const isNew =
      files.some(({ name, size }) => size > this.shippedOf(name).bytes) ||
      this.base + openSegment(this.own.directory.path).size > this.log.bytes
    if (isNew) {
      await this.look()
      for (const { path, name, size } of files) await this.send(path, name, this.shippedOf(name), size, 0)
      const { path, size } = openSegment(this.own.directory.path)
      await this.send(path, 'log', this.log, this.base + size, this.base)
      await this.look()
    }
    this.shippedAt = steadyNow()
    // one that fails is tried again with the next, or at the end
    this.finishing ??= this.finishClosed()
      .catch(() => {})
      .finally(() => (this.finishing = null))
  }

  /** The open segment was closed; all of it was shipped before. */
  rolled(): void {
    this.base = this.log.bytes
  }

  /** Throws when another worker has the partition. */
  async confirm(): Promise<void> {
    if (this.isLost) throw this.lost()
    if (steadyNow() - this.sureAt > SURE_MS) await this.look()
  }

  /** Everything is closed: whole files take the place of all pieces. */
  async finish(): Promise<void> {
    await this.finishing
    await this.finishClosed()
    const { partition, epoch, directory } = this.own
    for (const path of [directory.status, directory.hosts, directory.model])
      if (existsSync(path)) await this.store.putFile(`${epochKey(partition, epoch)}${basename(path)}`, path, false)
  }

  private async look(): Promise<void> {
    const { partition, epoch } = this.own
    if ((await this.store.sizeOf(`${epochKey(partition, epoch + 1)}epoch.json`)) !== null) {
      this.isLost = true
      throw this.lost()
    }
    this.sureAt = steadyNow()
  }

  private shippedOf(name: string): Shipped {
    const known = this.archives.get(name) ?? { bytes: 0, pieces: [] }
    this.archives.set(name, known)
    return known
  }

  /** Archives of this epoch on the private disk. */
  private archiveFiles(): { readonly path: string; readonly name: string; readonly size: number }[] {
    const { directory, epoch } = this.own
    return readdirSync(directory.warc)
      .filter(file => /\.warc\.gz(?:\.open)?$/.test(file) && epochOfArchive(file) === epoch)
      .sort()
      .map(file => {
        const path = join(directory.warc, file)
        return { path, name: file.endsWith(OPEN) ? file.slice(0, -OPEN.length) : file, size: statSync(path).size }
      })
  }

  /** The bytes up to `end` that were not sent; the file begins at `base`. */
  private async send(path: string, name: string, shipped: Shipped, end: number, base: number): Promise<void> {
    if (end <= shipped.bytes) return
    const { partition, epoch } = this.own
    const file = await open(path, 'r')
    try {
      while (shipped.bytes < end) {
        const piece = Buffer.alloc(Math.min(MOST_BYTES, end - shipped.bytes))
        const { bytesRead } = await file.read(piece, 0, piece.length, shipped.bytes - base)
        const key = pieceKey(partition, epoch, name, shipped.bytes)
        await this.store.put(key, piece.subarray(0, bytesRead))
        shipped.pieces.push(key)
        shipped.bytes += bytesRead
      }
    } finally {
      await file.close()
    }
  }

  private async finishClosed(): Promise<void> {
    const { partition, epoch, directory } = this.own
    for (const { path, name, size } of this.archiveFiles()) {
      const index = indexPathOf(path)
      const shipped = this.shippedOf(name)
      if (path.endsWith(OPEN) || !existsSync(index) || shipped.bytes < size) continue
      await this.look()
      const key = `${partKey(partition)}warc/${name}`
      if (!(await this.store.putFile(key, path, true)) && (await this.store.sizeOf(key)) !== size) throw this.lost()
      await this.store.putFile(`${partKey(partition)}warc/${basename(index)}`, index, false)
      await this.store.remove(shipped.pieces)
      rmSync(path)
      rmSync(index)
    }
    let closed = 0
    for (const { path, isCompressed, size } of closedSegmentsOf(directory.path)) {
      if (!isCompressed) break
      closed += size
      if (this.segments.has(path)) continue
      await this.look()
      await this.store.putFile(`${epochKey(partition, epoch)}log/${basename(path)}`, path, false)
      this.segments.add(path)
      const covered = this.log.pieces.filter(key => Number(basename(key)) < closed)
      this.log.pieces = this.log.pieces.filter(key => Number(basename(key)) >= closed)
      await this.store.remove(covered)
    }
  }
}
