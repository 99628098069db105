/** What a crawl knew when it last saved a checkpoint, or an empty memory where there is none that can be used. */
import type { Campaign } from '../campaign/index.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { logSize, BEFORE_FIRST_LINE, type LogPosition } from '../collection/log/read-log.js'
import type { LessonReader } from '../collection/lessons.js'
import type { Strategy } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { createFingerprint, randomFingerprintKey, type FingerprintKey } from '../frontier/index.js'
import { findCheckpoint, persistAll, type Circumstances, type FoundCheckpoint } from './checkpoints.js'
import { CrawlMemory } from './crawl-memory.js'
import { CrawlState } from './crawl-state.js'
import { EmbedQueue } from './embed-queue.js'
import { LearnedVersions, type Learner } from './learned-versions.js'
import { Ledger } from './ledger.js'
import type { LinkFeatures } from './link-features.js'
import { Neighbours, type Split } from './neighbours.js'
import { openFrontier, type FrontierParts } from './open-frontier.js'
import { Spool } from './spool.js'

/** Texts that a partition compares a page with: a quarter of what one process does. */
const TEXTS_OF_PARTITION = 1 << 17

export interface RecallOptions {
  readonly campaign: Campaign
  readonly directory: CrawlDirectory
  /** With its parameters. */
  readonly strategyName: string
  readonly newStrategy: () => Strategy
  readonly features: LinkFeatures
  readonly targets: ReadonlySet<string>
  readonly fetchesEmbeds: boolean
  /** Languages that are learned on. */
  readonly learners?: readonly Learner[]
  /** Which part of the crawl is recalled, and the key that all parts share; absent for a crawl of one partition. */
  readonly part?: { readonly split: Split; readonly key: FingerprintKey }
  /** See MemoryParts. */
  readonly lessons?: Pick<LessonReader, 'read'>
  readonly warn: (message: string) => void
}

export interface Recalled {
  readonly memory: CrawlMemory
  readonly frontier: FrontierParts
  /** Of fingerprints in the tables. */
  readonly key: FingerprintKey
  readonly circumstances: Circumstances
  /** Up to where the memory holds what the log says. */
  readonly position: LogPosition
}

export function recall(options: RecallOptions): Recalled {
  const { campaign, directory, strategyName, newStrategy, warn } = options
  const circumstances: Circumstances = {
    strategy: strategyName,
    frontier: campaign.frontier.kind,
    embeds: options.fetchesEmbeds,
    keep: campaign.archive.keep,
    maxHops: campaign.limits.hops ?? Infinity,
    perHost: campaign.limits['per-host'] ?? Infinity,
    tracksSeeds: campaign['seed-limits'].length > 0,
  }
  const found = newStrategy().persist === undefined ? null : findCheckpoint(directory, circumstances, warn)
  if (found !== null) {
    const recalled = recallFrom(found, options, circumstances)
    if (recalled !== null) return recalled
  }
  // a key of its own: no site can make up URLs that collide
  const key = options.part?.key ?? randomFingerprintKey()
  return { ...emptyMemory(options, circumstances, key, false), key, circumstances, position: BEFORE_FIRST_LINE }
}

function recallFrom(
  { saved, key, position }: FoundCheckpoint,
  options: RecallOptions,
  circumstances: Circumstances,
): Recalled | null {
  const { directory, warn } = options
  if (logSize(directory) < position.end) {
    warn('the log is shorter than at the last checkpoint: the whole log is replayed')
    return null
  }
  let parts: EmptyMemory | null = null
  try {
    // files of the frontier may be missing, too
    const opened = (parts = emptyMemory(options, circumstances, key, true))
    saved.restore({ persist: fields => persistAll(fields, opened.memory, opened.frontier) })
    return { ...opened, key, circumstances, position }
  } catch (error) {
    parts?.frontier.close()
    parts?.memory.spool?.close()
    if (!(error instanceof LongtailError) || error.consequence !== 'skip') throw error
    warn(error.message)
    return null
  }
}

type EmptyMemory = Pick<Recalled, 'memory' | 'frontier'>

function emptyMemory(
  { campaign, directory, newStrategy, features, targets, fetchesEmbeds, learners = [], part, lessons }: RecallOptions,
  { maxHops, perHost, tracksSeeds }: Circumstances,
  key: FingerprintKey,
  resume: boolean,
): EmptyMemory {
  const frontier = openFrontier(campaign, directory, fetchesEmbeds, resume)
  // each has its own: a fingerprint keeps its last answer
  const fingerprint = () => createFingerprint(key)
  const state = new CrawlState({
    strategy: newStrategy(),
    frontier: frontier.frontier,
    urls: frontier.urls,
    fingerprint: fingerprint(),
    maxHops,
    perHost,
    tracksSeeds,
    isOwn: part === undefined ? undefined : url => part.split.of(url) === part.split.partition,
  })
  const ledger = new Ledger(frontier.payloads, fingerprint(), part === undefined ? undefined : TEXTS_OF_PARTITION)
  const embeds = new EmbedQueue(frontier.embedUrls, fingerprint(), url => state.groups.hostOf(url))
  const spool = campaign.archive.keep === 'path' ? new Spool(directory.spool) : null
  const neighbours = part === undefined ? null : new Neighbours(part.split)
  const learned = learners.length === 0 ? null : new LearnedVersions(learners)
  const memory = new CrawlMemory({ state, ledger, embeds, spool, features, targets, neighbours, learned, lessons })
  return { memory, frontier }
}
