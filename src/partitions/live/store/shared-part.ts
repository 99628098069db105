/**
 * A partition whose truth is in a bucket, in the hands of a worker with a private directory. Beginning an epoch is one conditional write: of
 * two workers that try, one gets the partition. What was not shipped when a worker lost its partition does not count, and goes with its directory.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CrawlDirectory } from '../../../collection/crawl-directory.js'
import { beginEpoch, epochPath, epochsOf, type EpochHead } from '../../../collection/epochs.js'
import type { LongtailError } from '../../../errors.js'
import { fetchPart } from './fetch-part.js'
import type { S3Store } from './s3-store.js'
import { settleEpoch } from './settle-epoch.js'
import { Shipment } from './shipment.js'
import { epochKey, storedPart } from './stored-part.js'

/** Tells a private directory from an earlier one of the same partition. */
const TAKEN = 'taken'

export class SharedPart {
  private readonly token = randomBytes(8).toString('hex')

  private constructor(
    private readonly store: S3Store,
    private readonly partition: number,
    private readonly part: string,
    /** Of earlier epochs: up to where each archive is in the store. */
    readonly archives: ReadonlyMap<string, number>,
  ) {}

  /** Brings what counts into the private directory `part`. */
  static async fetch(store: S3Store, partition: number, part: string): Promise<SharedPart> {
    if (existsSync(part)) {
      // this worker held it before, and may not have closed all files yet
      const gone = `${part}.gone`
      rmSync(gone, { recursive: true, force: true })
      renameSync(part, gone)
      rmSync(gone, { recursive: true, force: true })
    }
    const epochs = await fetchPart(store, partition, part, false)
    const archives = epochs.flatMap(epoch => epoch.archives.map(({ name, size }) => [name, size] as const))
    const shared = new SharedPart(store, partition, part, new Map(archives))
    writeFileSync(join(part, TAKEN), shared.token)
    return shared
  }

  /** False: another worker was faster. */
  async begin(head: EpochHead): Promise<boolean> {
    const key = this.headKey(head.epoch)
    const text = textOf(head)
    if (!(await this.store.putNew(key, text))) {
      // the answer to an earlier attempt may have been lost: nobody else writes the same
      const found = await this.store.get(key)
      if (found === null || found.toString('utf8') !== text) return false
    }
    return beginEpoch(this.part, head)
  }

  async update(head: EpochHead): Promise<void> {
    await this.store.put(this.headKey(head.epoch), textOf(head))
  }

  shipment(epoch: number, directory: CrawlDirectory, lost: () => LongtailError, pauseMs?: number): Shipment {
    return new Shipment(this.store, { partition: this.partition, epoch, directory }, lost, pauseMs)
  }

  /** All files of this epoch are whole in the store; then those of workers before that are gone, too. `archived`: as the log speaks of them. */
  async release(epoch: number, shipment: Shipment, archived: ReadonlyMap<string, number>): Promise<void> {
    const { store, partition, part } = this
    await shipment.finish()
    const heads = epochsOf(part)
    for (const left of await storedPart(store, partition)) {
      if (left.number >= epoch || left.isReleased) continue
      const at = heads.findIndex(head => head.epoch === left.number)
      const logBytes = heads[at + 1].before.end - heads[at].before.end
      await shipment.confirm()
      await settleEpoch(store, { partition, part, epoch: left, logBytes, archived })
    }
    await store.put(`${epochKey(partition, epoch)}released`, '')
    this.forget(epoch)
  }

  /** The private files of an epoch are of no use any more, unless this worker has taken the partition again and fetched what counts of them. */
  forget(epoch: number): void {
    const taken = join(this.part, TAKEN)
    if (!existsSync(taken) || readFileSync(taken, 'utf8') !== this.token) return
    rmSync(epochPath(this.part, epoch), { recursive: true, force: true })
    const warc = join(this.part, 'warc')
    for (const name of readdirSync(warc)) rmSync(join(warc, name), { force: true })
  }

  private headKey(epoch: number): string {
    return `${epochKey(this.partition, epoch)}epoch.json`
  }
}

function textOf(head: EpochHead): string {
  return `${JSON.stringify(head)}\n`
}
