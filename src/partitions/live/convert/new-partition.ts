/** A partition of the crawl that is made, or the whole of it where it has one: its log, its archives and what it knows. */
import { hostname } from 'node:os'
import type { Campaign } from '../../../campaign/index.js'
import { partDirectory, partPath } from '../../../collection/crawl-directory.js'
import { beginEpoch, epochPath, releaseEpoch, type EpochHead } from '../../../collection/epochs.js'
import type { LogEntry } from '../../../collection/log/entry.js'
import type { CrawlPlan } from '../../../crawl/crawl-plan.js'
import { wantsEmbeds } from '../../../crawl/crawl-tools.js'
import type { Mailer } from '../../../crawl/journal.js'
import { openRecords, type OpenRecords } from '../../../crawl/open-records.js'
import type { Split } from '../../../crawl/neighbours.js'
import type { Parcel } from '../../../crawl/parcel.js'
import type { Records } from '../../../crawl/recorder.js'
import { thisProcess } from '../../../disk/lock.js'
import { makeDirectory } from '../../../disk/make-directory.js'
import type { FingerprintKey } from '../../../frontier/index.js'
import type { TaughtExample } from '../../engine.js'
import { numbered } from '../numbered-links.js'
import { archivePrefix } from '../archive-names.js'
import { withShare } from '../open-partition.js'

export interface NewPartitionOptions {
  readonly campaign: Campaign
  readonly plan: CrawlPlan
  /** Null: the crawl has one partition. */
  readonly part: { readonly split: Split; readonly key: FingerprintKey } | null
  readonly warn: (message: string) => void
}

/** Partitions are made in their first epoch; whoever goes on begins the second. */
const EPOCH = 1

export class NewPartition {
  private constructor(
    private readonly records: OpenRecords,
    private readonly release: () => void,
  ) {}

  static async open({ campaign, plan, part, warn }: NewPartitionOptions): Promise<NewPartition> {
    const options = { ...plan, warn, onFailure: () => {}, fetchesEmbeds: wantsEmbeds(campaign) }
    if (part === null) {
      makeDirectory(plan.directory.warc)
      return new NewPartition(await openRecords({ ...options, campaign }), () => {})
    }
    const { partition, partitions } = part.split
    const path = partPath(plan.directory.path, partition)
    const head: EpochHead = {
      epoch: EPOCH,
      at: new Date().toISOString(),
      worker: 'from another crawl',
      machine: hostname(),
      process: thisProcess(),
      before: { end: 0, line: 0 },
    }
    beginEpoch(path, head)
    const directory = partDirectory(path, EPOCH)
    makeDirectory(directory.warc)
    const records = await openRecords({
      ...options,
      ...{ campaign: withShare(campaign, partitions), directory, part },
      partition: { prefix: archivePrefix(campaign.name, partition, EPOCH), fence: () => {}, earlier: null },
    })
    return new NewPartition(records, () => releaseEpoch({ ...head, path: epochPath(path, EPOCH) }))
  }

  get memory(): OpenRecords['memory'] {
    return this.records.memory
  }

  /** Lines of its log. */
  get line(): number {
    return this.records.recorder.position.line
  }

  /** Others hear of links and examples at once. */
  connect(post: (parcel: Parcel) => void, teach: (example: TaughtExample['example']) => void): void {
    const mailer: Mailer = { epoch: EPOCH, post, teach }
    this.records.journal.mailer = mailer
  }

  /** Links of another partition. */
  receive({ entry }: Parcel): void {
    this.add(numbered(entry, EPOCH, this.memory.state))
  }

  add(entry: LogEntry, records: Records | null = null): void {
    this.records.journal.addCopy(entry, records)
  }

  /** What was added is written. Throws where it cannot be. */
  async flush(): Promise<void> {
    await this.records.recorder.flush()
    this.check()
  }

  /** Ready to be gone on with. */
  async finish(): Promise<void> {
    await this.records.checkpoints.saveLast()
    await this.records.close()
    this.check()
    this.release()
  }

  async abandon(): Promise<void> {
    this.records.recorder.seal()
    await this.records.close()
  }

  private check(): void {
    const { failure } = this.records.recorder
    if (failure !== null) throw failure
  }
}
