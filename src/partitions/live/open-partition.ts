/**
 * Takes a partition of a crawl: begins an epoch, recalls what the epochs before it came to, and connects it with the tools that all
 * partitions of the process share. From that moment on the worker that held it before has nothing to write any more.
 */
import { statSync } from 'node:fs'
import type { Campaign } from '../../campaign/index.js'
import { partDirectory, partPath } from '../../collection/crawl-directory.js'
import {
  beginEpoch,
  epochPath,
  epochsOf,
  isOver,
  releaseEpoch,
  removeUnbegun,
  updateEpoch,
  wasReleased,
  type Epoch,
  type EpochHead,
} from '../../collection/epochs.js'
import { LessonReader } from '../../collection/lessons.js'
import { wholeLines, type LogPosition } from '../../collection/log/read-log.js'
import type { EarlierArchives } from '../../crawl/archive-repair.js'
import type { CrawlPlan } from '../../crawl/crawl-plan.js'
import { wantsEmbeds, type OpenTools } from '../../crawl/crawl-tools.js'
import type { Split } from '../../crawl/neighbours.js'
import { openRecords, startRun, type Upkeep } from '../../crawl/open-records.js'
import type { Syncable } from '../../crawl/recorder.js'
import { connect, type CrawlSession } from '../../crawl/session.js'
import { diskError } from '../../disk/disk-error.js'
import { thisMachine, thisProcess } from '../../disk/lock.js'
import { makeDirectory } from '../../disk/make-directory.js'
import { LongtailError } from '../../errors.js'
import type { FingerprintKey } from '../../frontier/index.js'
import { archivePrefix, epochOfArchive } from './archive-names.js'
import { inherit } from './inherit.js'
import { settleArchives } from './settle-archives.js'
import type { S3Store } from './store/s3-store.js'
import { SharedPart } from './store/shared-part.js'

export interface PartitionOptions {
  readonly campaign: Campaign
  readonly campaignPath: string | null
  readonly plan: CrawlPlan
  readonly tools: OpenTools
  readonly key: FingerprintKey
  readonly worker: string
  readonly upkeep?: Upkeep
  /** Where the crawl is when its directory is private to this worker; null or absent when all workers share the directory. */
  readonly store?: S3Store | null
  /** Where the worker writes what it learned; null or absent: every partition does so itself. */
  readonly book?: Syncable | null
  readonly warn: (message: string) => void
}

export interface OpenPartition {
  readonly session: CrawlSession
  readonly epoch: number
  /** Line of the log at which the epoch began. */
  readonly base: number
  /** Up to which line counts what an epoch has written. */
  countedLines(epoch: number): number
  /** Throws when another worker has taken the partition. */
  fence(): void
  /** The same, by asking a store that takes a while to answer. */
  confirm(): Promise<void>
  /** That. */
  lost(): LongtailError
  /** Everything is written down; nobody need wait for the lease. */
  close(): Promise<void>
  /** Another has it: what was not written is dropped, and what does not count is cut off. */
  drop(): Promise<void>
}

/** Of the frontier of one partition. */
const LEAST_MEMORY = 4 << 20
/** Many small logs, each with a few lines a second: written five times a second they cost more than the pages that they speak of. A kill costs those pages. */
const FLUSH_EVERY_MS = 2000

/** Null: another worker was faster. */
export async function openPartition(
  options: PartitionOptions,
  split: Split,
  onFailure: (error: Error) => void,
): Promise<OpenPartition | null> {
  const { campaign, campaignPath, plan, tools, key, worker, warn } = options
  const part = partPath(plan.directory.path, split.partition)
  const shared = options.store ? await SharedPart.fetch(options.store, split.partition, part) : null
  const earlier = epochsOf(part)
  const number = (earlier.at(-1)?.epoch ?? 0) + 1
  const end = await wholeLines(partDirectory(part))
  let head: EpochHead = {
    epoch: number,
    at: new Date().toISOString(),
    worker,
    machine: thisMachine(),
    process: thisProcess(),
    before: { end, line: 0 },
  }
  if (!(shared === null ? beginEpoch(part, head) : await shared.begin(head))) return null
  const directory = partDirectory(part, number)
  makeDirectory(directory.warc)
  if (earlier.length > 0 && shared === null)
    inherit(partDirectory(part, number - 1), directory, isOver(earlier[earlier.length - 1]))
  const next = epochPath(part, number + 1)
  const lost = (): LongtailError =>
    new LongtailError('E_OUT_DIR', `${part} was taken by another worker: this one has lost it`, 'skip')
  const shipment = shared?.shipment(number, directory, lost, options.upkeep?.shipPauseMs) ?? null
  const fence = (): void => {
    if (shipment !== null) {
      if (shipment.isLost) throw lost()
      return
    }
    try {
      // a store that is out of reach must not look like one where nobody has taken the partition
      statSync(directory.path)
      if (statSync(next, { throwIfNoEntry: false }) === undefined) return
    } catch (error) {
      throw diskError(part, error)
    }
    throw lost()
  }
  const cut = ({ end: shorter }: LogPosition): void => {
    updateEpoch(part, (head = { ...head, before: { ...head.before, end: shorter } }))
  }
  const over = new Map(earlier.map(epoch => [epoch.epoch, isOver(epoch)]))
  const released = new Set(earlier.filter(wasReleased).map(({ epoch }) => epoch))
  const archives: EarlierArchives = {
    isOver: file => over.get(epochOfArchive(file)) === true,
    wasReleased: file => released.has(epochOfArchive(file)),
  }
  const lessons = new LessonReader(plan.directory.path, warn)
  const records = await openRecords({
    ...plan,
    ...{ campaign: withShare(campaign, split.partitions), directory, warn, onFailure, upkeep: options.upkeep },
    fetchesEmbeds: wantsEmbeds(campaign),
    part: { split, key },
    lessons,
    partition: {
      prefix: archivePrefix(campaign.name, split.partition, number),
      ...{ fence, shipper: shipment, book: options.book },
      flushMs: FLUSH_EVERY_MS,
      earlier: earlier.length === 0 ? null : { cut, ...archives, elsewhere: shared?.archives },
    },
  }).finally(() => lessons.close())
  const base = records.recorder.position.line
  updateEpoch(part, (head = { ...head, before: { ...head.before, line: base } }))
  await shared?.update(head)
  const seeds = plan.seeds.filter(url => split.of(url) === split.partition)
  startRun(records, seeds, plan.strategyName)
  const settings = { campaign, campaignPath, directory, strategyName: plan.strategyName, warn }
  const session = connect(settings, records, tools)
  const own: Epoch = { ...head, path: epochPath(part, number) }
  let isClosed = false
  const closeFiles = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    await records.close()
    session.underWay?.close()
    session.browser?.leave()
  }
  return {
    session,
    epoch: number,
    base,
    countedLines: of =>
      of >= number
        ? Infinity
        : Math.min(
            base,
            ...earlier.filter(({ epoch, before }) => epoch > of && wasCounted(before)).map(({ before }) => before.line),
          ),
    fence,
    confirm: async () => shipment?.confirm(),
    lost,
    async close() {
      await closeFiles()
      if (records.recorder.failure !== null) throw records.recorder.failure
      if (shared !== null && shipment !== null) return shared.release(number, shipment, records.memory.ledger.archived)
      // whoever held them has had time to come back; should they still do, they do the same
      for (const epoch of earlier.filter(before => over.get(before.epoch) === false)) {
        await settleArchives(part, epoch, warn)
        releaseEpoch(epoch)
      }
      removeUnbegun(part, own)
      releaseEpoch(own)
    },
    async drop() {
      records.recorder.seal()
      await closeFiles()
      if (shared === null) await settleArchives(part, own, warn)
      else shared.forget(number)
    },
  }
}

/** An epoch that ended while it was begun has counted nothing, and written nothing: the next one says the same. */
function wasCounted({ end, line }: LogPosition): boolean {
  return line > 0 || end === 0
}

/** The memory of a frontier is for all of them. */
export function withShare(campaign: Campaign, partitions: number): Campaign {
  const { frontier } = campaign
  return {
    ...campaign,
    frontier: { ...frontier, memory: Math.max(LEAST_MEMORY, Math.floor(frontier.memory / partitions)) },
  }
}
