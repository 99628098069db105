/** What a crawl knows and where it writes it down: recalls the memory, repairs what a kill left behind, opens log and archive. */
import { existsSync, readdirSync } from 'node:fs'
import { createWarcWriter, type WarcWriter } from '../archive/index.js'
import type { Campaign } from '../campaign/index.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { LOG_VERSION, type LoggedLink } from '../collection/log/entry.js'
import { hasLog } from '../collection/log/read-log.js'
import { LongtailError } from '../errors.js'
import type { FingerprintKey } from '../frontier/index.js'
import { identifierName } from '../page/language/identifier.js'
import { formatUserAgent } from '../web/index.js'
import { SOFTWARE, VERSION } from '../version.js'
import { Checkpoints } from './checkpoints.js'
import type { CrawlMemory } from './crawl-memory.js'
import { Journal } from './journal.js'
import { recall, type RecallOptions } from './recall.js'
import { Recorder, type Shipper, type Syncable } from './recorder.js'
import { repairAndReplay, type EarlierWork } from './resume.js'

/** How much the log and the memory take in before they are put in order: a trial of many starts wants to meet each moment often. */
export interface Upkeep {
  /** After which the log begins another segment. */
  readonly segmentBytes?: number
  /** A checkpoint is saved after so long, when so many lines were logged. */
  readonly checkpointMs?: number
  readonly checkpointLines?: number
  /** What is asked to be shipped waits until so long after the last time. */
  readonly shipPauseMs?: number
}

/** What is known and written down. */
export interface CrawlRecords {
  readonly memory: CrawlMemory
  readonly journal: Journal
  readonly recorder: Recorder
  readonly checkpoints: Checkpoints
}

export interface RecordsOptions extends RecallOptions {
  readonly onFailure: (error: LongtailError) => void
  readonly upkeep?: Upkeep
  /** Of a partition: what others may have left, the names of its archives, and who may write. */
  readonly partition?: {
    /** Null when nobody held it before. */
    readonly earlier: EarlierWork | null
    readonly prefix: string
    readonly fence: () => void
    /** See RecorderOptions. */
    readonly flushMs?: number
    readonly shipper?: Shipper | null
    /** What lines refer to, beside the archive: synced before them. */
    readonly book?: Syncable | null
  }
}

export interface OpenRecords extends CrawlRecords {
  readonly resumed: boolean
  /** Of fingerprints in the tables. */
  readonly key: FingerprintKey
  close(): Promise<void>
}

export async function openRecords(options: RecordsOptions): Promise<OpenRecords> {
  const { campaign, directory, fetchesEmbeds, partition, warn } = options
  const resumed = partition === undefined ? isResumed(directory) : partition.earlier !== null
  const recalled = recall(options)
  const { memory, frontier, key } = recalled
  let recorder: Recorder | null = null
  let checkpoints: Checkpoints | null = null
  const close = async (): Promise<void> => {
    // a checkpoint under way uses the files of the frontier
    await checkpoints?.settle()
    await recorder?.close()
    frontier.close()
    memory.spool?.close()
  }
  try {
    const { position, unindexed } = resumed
      ? await repairAndReplay(directory, memory, recalled.position, warn, partition?.earlier ?? undefined)
      : { position: recalled.position, unindexed: [] }
    // they stay in the log, for a run that wants them
    if (!fetchesEmbeds) memory.embeds.forgetAll()
    const warc = openWarc(campaign, directory.warc, partition?.prefix ?? campaign.name)
    for (const path of unindexed) warc.indexLater(path)
    const { fence, flushMs, shipper, book = null } = partition ?? {}
    recorder = await Recorder.open(directory, position, warc, memory.spool ?? book, {
      ...options,
      fence,
      flushMs,
      shipper,
    })
    const journal = new Journal(memory, recorder)
    const { circumstances } = recalled
    const { upkeep } = options
    checkpoints = new Checkpoints({ directory, circumstances, key, memory, frontier, recorder, upkeep })
    return { memory, journal, recorder, checkpoints, resumed, key, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The first line of a run: its seeds, by number where they are known. */
export function startRun(
  { memory, journal }: Pick<CrawlRecords, 'memory' | 'journal'>,
  seeds: readonly string[],
  strategy: string,
): void {
  const logged = seeds.map((url): LoggedLink => {
    const known = memory.state.find(url)
    return known === -1 ? url : known
  })
  const at = new Date().toISOString()
  const identifier = identifierName()
  journal.add({ t: 'run', version: LOG_VERSION, at, software: SOFTWARE, strategy, identifier, seeds: logged })
}

/** Archives without the log that speaks of them are somebody's mistake: a crawl that began afresh would archive all pages twice. */
function isResumed(directory: CrawlDirectory): boolean {
  if (hasLog(directory)) return true
  const archives =
    existsSync(directory.warc) && readdirSync(directory.warc).some(name => /\.warc\.gz(\.open)?$/.test(name))
  if (archives)
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.path} has archives but no log; restore it from a copy, or choose another directory`,
    )
  return false
}

/** `prefix`: of the names of files. */
function openWarc(campaign: Campaign, directory: string, prefix: string): WarcWriter {
  return createWarcWriter({
    directory,
    prefix,
    maxBytes: campaign.archive['file-size'],
    compression: campaign.archive.compression,
    info: warcinfo(campaign),
  })
}

function warcinfo(campaign: Campaign): [name: string, value: string][] {
  const fields: [string, string][] = [
    ['software', SOFTWARE],
    ['format', 'WARC File Format 1.1'],
    ['conformsTo', 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/'],
    ['robots', campaign.politeness.robots ? 'obey (RFC 9309)' : 'ignore'],
    ['http-header-user-agent', formatUserAgent(VERSION, campaign.contact)],
    ['isPartOf', campaign.name],
  ]
  if (campaign.archive.operator !== undefined) fields.push(['operator', campaign.archive.operator])
  return fields
}
