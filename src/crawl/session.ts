/**
 * Opens a crawl: checks everything that can be wrong before anything is touched, takes the directory, recalls what the crawl
 * knew, repairs what a kill left behind, and connects the parts. What it returns is ready to run.
 */
// parts of page and judge by file: the main thread neither parses nor judges, and need not load what does
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createWarcWriter } from '../archive/index.js'
import type { Campaign } from '../campaign/index.js'
import { hasLog } from '../collection/log/read-log.js'
import type { Exchange, Web } from '../contracts.js'
import { LongtailError, messageOf } from '../errors.js'
import { makeDirectory } from '../disk/make-directory.js'
import { identifierName } from '../page/language/identifier.js'
import { formatUserAgent } from '../web/index.js'
import { SOFTWARE, USER_AGENT_TOKEN, VERSION } from '../version.js'
import { AnalysisPool } from './analysis-pool.js'
import type { AnalysisOptions } from './analysis.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { lockDirectory } from '../disk/lock.js'
import { createDirectory, keptTarget } from './identity.js'
import { LOG_VERSION, type LoggedLink } from '../collection/log/entry.js'
import { Checkpoints } from './checkpoints.js'
import type { CrawlMemory } from './crawl-memory.js'
import { planCrawl, type PlanOptions } from './crawl-plan.js'
import type { Excludes } from './excludes.js'
import { Gate } from './gate.js'
import { Journal } from './journal.js'
import type { LinkFeatures } from './link-features.js'
import { GuardedWeb } from './guarded-web.js'
import { Isolation } from './isolation.js'
import { openWeb, type OpenWeb } from './open-web.js'
import { recall } from './recall.js'
import { Recorder } from './recorder.js'
import { repairAndReplay } from './resume.js'
import { judgeSpecOf } from './target.js'
import { leftUnderWay, UnderWay } from './under-way.js'

/** Pages that other crawls have fetched: whatever is found here is not asked for again. */
export interface SharedPages {
  /** The answer that a canonical URL got; null when it was not asked for. */
  find(url: string): Promise<Exchange | null>
}

export interface SessionOptions extends PlanOptions {
  readonly onFailure: (error: LongtailError) => void
  /** What others have fetched already. */
  readonly shared?: SharedPages
  readonly upkeep?: Upkeep
}

/** How much the log and the memory take in before they are put in order: a trial of many starts wants to meet each moment often. */
export interface Upkeep {
  /** After which the log begins another segment. */
  readonly segmentBytes?: number
  /** A checkpoint is saved after so long, when so many lines were logged. */
  readonly checkpointMs?: number
  readonly checkpointLines?: number
}

/** What was asked for. */
export interface CrawlSettings {
  readonly campaign: Campaign
  readonly campaignPath: string | null
  readonly directory: CrawlDirectory
  /** With its parameters. */
  readonly strategyName: string
  readonly warn: (message: string) => void
}

/** What is known and written down. */
export interface CrawlRecords {
  readonly memory: CrawlMemory
  readonly journal: Journal
  readonly recorder: Recorder
  readonly checkpoints: Checkpoints
}

/** How pages are got and read. */
export interface CrawlTools {
  readonly web: Web
  /** Null where an archive is read. */
  readonly underWay: UnderWay | null
  readonly gate: Gate
  readonly pool: AnalysisPool
  readonly excludes: Excludes
  readonly features: LinkFeatures
  /** Null when no other crawl shares its pages. */
  readonly findShared: ((url: string) => Promise<Exchange | null>) | null
  /** The country of an address; '' unless the strategy asks for it and somebody knows. */
  countryOf(address: string | null): string
}

export interface CrawlSession extends CrawlSettings, CrawlRecords, CrawlTools {
  readonly resumed: boolean
  close(): Promise<void>
}

const STALL_MS = 20_000
/** Node's HTTP/2 may fail when the memory of a connection is collected, some time after its last answer. */
const H2_LINGER_MS = 10_000

export async function openSession(options: SessionOptions): Promise<CrawlSession> {
  const { campaign, campaignPath, warn } = options
  const plan = await planCrawl(options)
  const { directory, known, strategyName, newStrategy, features, targets, asking, identified, seeds, excludes } = plan
  const countryOf = features.hasCountry ? (await import('../server-country.js')).serverCountry : (): string => ''
  const opened = await openWeb(campaign)

  const identity = known ?? createDirectory(directory, campaign, plan.warmStart?.text ?? null, plan.files)
  makeDirectory(directory.warc)
  const unlock = lockDirectory(directory)
  const closers: (() => void | Promise<void>)[] = [() => opened.web.close()]
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0)) await closer()
    unlock()
  }
  try {
    const fetchesEmbeds = wantsEmbeds(campaign)
    const resumed = isResumed(directory)
    const recalled = recall({ campaign, directory, strategyName, newStrategy, features, targets, fetchesEmbeds, warn })
    const { memory, frontier, key } = recalled
    closers.push(
      () => frontier.close(),
      () => memory.spool?.close(),
    )
    const { position, unindexed } = resumed
      ? await repairAndReplay(directory, memory, recalled.position, warn)
      : { position: recalled.position, unindexed: [] }
    // they stay in the log, for a run that wants them
    if (!fetchesEmbeds) memory.embeds.forgetAll()

    const warc = createWarcWriter({
      directory: directory.warc,
      prefix: campaign.name,
      maxBytes: campaign.archive['file-size'],
      compression: campaign.archive.compression,
      info: warcinfo(campaign),
    })
    for (const path of unindexed) warc.indexLater(path)
    const recorder = await Recorder.open(directory, position, warc, memory.spool, options)
    closers.unshift(() => recorder.close())
    const journal = new Journal(memory, recorder)
    const checkpoints = new Checkpoints({
      directory,
      circumstances: recalled.circumstances,
      key,
      memory,
      frontier,
      recorder,
      upkeep: options.upkeep,
    })
    startRun(memory, journal, seeds, strategyName)

    const analysis: AnalysisOptions = {
      judge: judgeSpecOf(keptTarget(directory, identity.target)),
      honourNofollow: campaign.politeness.nofollow,
      keep: campaign.archive.keep,
      inheritUnknown: campaign.target['inherit-unknown'],
      compression: campaign.archive.compression,
      fingerprintKey: key,
      asking,
      targets: identified,
      embeds: fetchesEmbeds,
    }
    const workers = campaign.workers ?? Math.max(1, availableParallelism() - 1)
    const pool = new AnalysisPool(analysis, { workers, stallMs: STALL_MS })
    closers.push(() => pool.close())
    const { web, underWay } = guard(opened, campaign, directory, analysis, memory, journal)
    closers.unshift(() => web.close())
    const gate = new Gate({
      campaign,
      memory,
      journal,
      web,
      politeness: opened.politeness,
      userAgentToken: USER_AGENT_TOKEN,
    })
    const findShared = options.shared === undefined ? null : findIn(options.shared, warn)
    return {
      ...{ campaign, campaignPath, directory, strategyName, warn },
      ...{ memory, journal, recorder, checkpoints },
      ...{ web, underWay, gate, pool, excludes, features, findShared, countryOf },
      resumed,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** What the run before died of, if it died, is told to the memory; from here on what is under way is written down. */
function guard(
  { web, live }: OpenWeb,
  campaign: Campaign,
  directory: CrawlDirectory,
  analysis: AnalysisOptions,
  memory: CrawlMemory,
  journal: Journal,
): Pick<CrawlTools, 'web' | 'underWay'> {
  if (live === null) return { web, underWay: null }
  const at = (): string => new Date().toISOString()
  const { urls, alone } = leftUnderWay(directory.underWay)
  if (urls.length > 0) journal.add({ t: 'crash', at: at(), urls, ...(alone.length === 0 ? {} : { alone }) })
  const { timeout, http2 } = campaign.network
  const underWay = new UnderWay(directory.underWay, http2 ? H2_LINGER_MS : 0)
  const isolation = new Isolation({ network: live.settings, analysis }, timeout)
  const onSurvived = (url: string): void => journal.add({ t: 'survived', at: at(), url })
  return { web: new GuardedWeb(live.web, memory.crashes, underWay, isolation, onSurvived), underWay }
}

/** Whoever names a topic wants pages to look at. */
function wantsEmbeds({ archive, target }: Campaign): boolean {
  return archive.embeds === undefined
    ? target.topic !== undefined || target.syllabus !== undefined
    : archive.embeds === 'relevant'
}

/** Another crawl's trouble is not ours: what cannot be found there is fetched. */
function findIn(shared: SharedPages, warn: (message: string) => void): (url: string) => Promise<Exchange | null> {
  return async url => {
    try {
      const exchange = await shared.find(url)
      // an answer to another question would stand in the log under a number that is not its own
      return exchange?.url === url ? exchange : null
    } catch (error) {
      warn(`${url} could not be taken from another crawl: ${messageOf(error)}`)
      return null
    }
  }
}

/** Archives without the log that speaks of them are somebody's mistake: a crawl that began afresh would archive all pages twice. */
function isResumed(directory: CrawlDirectory): boolean {
  if (hasLog(directory)) return true
  const archives =
    existsSync(directory.warc) && readdirSync(directory.warc).some(name => /\.warc\.gz(\.open)?$/.test(name))
  if (archives)
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.path} has archives but no log; restore it from a copy, or name another directory`,
    )
  return false
}

function startRun({ state }: CrawlMemory, journal: Journal, seeds: readonly string[], strategy: string): void {
  const logged = seeds.map((url): LoggedLink => {
    const known = state.find(url)
    return known === -1 ? url : known
  })
  const at = new Date().toISOString()
  const identifier = identifierName()
  journal.add({ t: 'run', version: LOG_VERSION, at, software: SOFTWARE, strategy, identifier, seeds: logged })
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
