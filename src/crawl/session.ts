/**
 * Opens a crawl: checks everything that can be wrong before anything is touched, takes the directory, repairs what a
 * kill left behind, replays the log, and connects the parts. What it returns is ready to run.
 */
// parts of page and judge by file: the main thread neither parses nor judges, and need not load what does
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createWarcWriter } from '../archive/index.js'
import type { Campaign } from '../campaign/index.js'
import type { Exchange, Frontier, Strategy, UrlTable, Web } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { makeDirectory } from '../disk/make-directory.js'
import {
  createDiskQueue,
  createDiskUrlTable,
  createFingerprint,
  createMemoryFrontier,
  createMemoryUrlTable,
  randomFingerprintKey,
  type Fingerprint,
} from '../frontier/index.js'
import { identifiedAs, resolveLanguage } from '../judge/codes.js'
import { identifierName } from '../page/language/identifier.js'
import { canonicalUrl } from '../page/url/canonical.js'
import { createStrategy, DEFAULT_STRATEGY, type GraphKnowledge } from '../strategy/index.js'
import { createArchiveWeb } from '../web/archive-web.js'
import { createHttpWeb, formatUserAgent } from '../web/index.js'
import { SOFTWARE, USER_AGENT_TOKEN, VERSION } from '../version.js'
import { AnalysisPool } from './analysis-pool.js'
import { crawlDirectory, lockDirectory, type CrawlDirectory } from '../collection/crawl-directory.js'
import { checkIdentity, createDirectory, keptTarget } from './identity.js'
import { LOG_VERSION, type LoggedLink, type RunEntry } from '../collection/crawl-log.js'
import { CrawlState } from './crawl-state.js'
import { EmbedQueue } from './embed-queue.js'
import { Excludes } from './excludes.js'
import { Gate } from './gate.js'
import { Ledger } from './ledger.js'
import { askingForLanguages, createLinkFeatures, type LinkFeatures } from './link-features.js'
import { Recorder } from './recorder.js'
import { repairAndReplay } from './resume.js'
import { Spool } from './spool.js'
import { judgeSpecOf } from './target.js'
import { readTargetFiles } from './target-files.js'
import { findWarmStart } from './warm-start.js'

/** Pages that other crawls have fetched: whatever is found here is not asked for again. */
export interface SharedPages {
  /** The answer that a canonical URL got; null when it was not asked for. */
  find(url: string): Promise<Exchange | null>
}

export interface SessionOptions {
  readonly campaign: Campaign
  /** Where the campaign was read from, so that edited excludes are noticed; null when it came from elsewhere. */
  readonly campaignPath: string | null
  readonly seeds: readonly string[]
  readonly out: string
  readonly warn: (message: string) => void
  readonly onFailure: (error: LongtailError) => void
  /** What others have fetched already. */
  readonly shared?: SharedPages
  /** Makes the strategy that the campaign names; the registry's unless somebody brings one of their own. */
  readonly createStrategy?: (spec: string, knowledge: GraphKnowledge) => Strategy
}

export interface CrawlSession {
  readonly campaign: Campaign
  readonly campaignPath: string | null
  readonly directory: CrawlDirectory
  readonly state: CrawlState
  readonly ledger: Ledger
  readonly recorder: Recorder
  readonly web: Web
  readonly gate: Gate
  readonly pool: AnalysisPool
  readonly excludes: Excludes
  /** Embedded objects that wait. */
  readonly embeds: EmbedQueue
  /** Null when no other crawl shares its pages. */
  readonly findShared: ((url: string) => Promise<Exchange | null>) | null
  /** The country of an address; '' unless the strategy asks for it and somebody knows. */
  countryOf(address: string | null): string
  readonly spool: Spool | null
  /** ISO 639-3 codes that count as the target language; empty where the target is not only a language. */
  readonly targets: ReadonlySet<string>
  readonly features: LinkFeatures
  readonly strategy: Strategy
  /** With its parameters. */
  readonly strategyName: string
  readonly resumed: boolean
  readonly warn: (message: string) => void
  close(): Promise<void>
}

const STALL_MS = 20_000

export async function openSession(options: SessionOptions): Promise<CrawlSession> {
  const { campaign, warn } = options
  const strategyName = campaign.strategy === '' ? DEFAULT_STRATEGY : campaign.strategy
  const makeStrategy = options.createStrategy ?? createStrategy
  const directory = crawlDirectory(options.out)
  const known = checkIdentity(directory, campaign, warn)
  const unlearned = makeStrategy(strategyName, {})
  const warmStart = findWarmStart(campaign, directory, known === null, unlearned, warn)
  const strategy = warmStart === null ? unlearned : makeStrategy(strategyName, { model: warmStart.model })
  const files = known === null ? readTargetFiles(campaign.target) : []
  const judge = judgeSpecOf(known === null ? campaign.target : keptTarget(directory, known.target))
  const languages = languagesOf(campaign.target)
  const targets = asksForMore(campaign.target) ? new Set<string>() : targetCodes(languages)
  const identified = identifiedCodes(languages)
  const { name, needs, wants } = strategy
  const asking = asksForMore(campaign.target) ? { name, needs, wants } : askingForLanguages(strategy)
  const features = createLinkFeatures(asking, identified)
  // the modern policy is content with a known code; all else is tried before anything is touched
  if (judge.kind !== 'language' || judge.policy !== 'modern') (await import('../judge/index.js')).createJudge(judge)
  const seeds = checkSeeds(options.seeds)
  if (seeds.length === 0 && known === null) {
    throw new LongtailError(
      'E_CAMPAIGN',
      'no seeds: list at least one URL under "seeds:", or name a file with --seed-file',
    )
  }
  const excludes = new Excludes(campaign, options.campaignPath, directory.excludes, warn)
  const countryOf = features.hasCountry ? (await import('../server-country.js')).serverCountry : (): string => ''
  const web = await openWeb(campaign)

  const identity = known ?? createDirectory(directory, campaign, warmStart?.text ?? null, files)
  makeDirectory(directory.warc)
  const unlock = lockDirectory(directory)
  const closers: (() => void | Promise<void>)[] = [() => web.close()]
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0)) await closer()
    unlock()
  }
  try {
    const fetchesEmbeds = wantsEmbeds(campaign)
    const { frontier, urls, payloads, embedUrls, close: closeFrontier } = openFrontier(campaign, directory)
    closers.push(closeFrontier)
    // a key of its own for every run: no site can make up URLs that collide
    const key = randomFingerprintKey()
    const state = newState(campaign, strategy, frontier, urls, createFingerprint(key))
    const ledger = new Ledger(payloads, createFingerprint(key))
    const embeds = new EmbedQueue(embedUrls, createFingerprint(key), url => state.groups.hostOf(url))
    const spool = campaign.archive.keep === 'path' ? new Spool(directory.spool) : null
    if (spool !== null) closers.push(() => spool.close())
    const resumed = hasLog(directory)
    if (resumed) await repairAndReplay(directory, { state, ledger, spool, targets, features, embeds, warn })
    // they stay in the log, for a run that wants them
    if (!fetchesEmbeds) embeds.forgetAll()

    const warc = createWarcWriter({
      directory: directory.warc,
      prefix: campaign.name,
      maxBytes: campaign.archive['file-size'],
      compression: campaign.archive.compression,
      info: warcinfo(campaign),
    })
    const recorder = await Recorder.open(directory.log, warc, spool, options.onFailure)
    closers.unshift(() => recorder.close())
    startRun(state, recorder, seeds, strategyName)

    const pool = new AnalysisPool(
      {
        judge: judgeSpecOf(keptTarget(directory, identity.target)),
        honourNofollow: campaign.politeness.nofollow,
        keep: campaign.archive.keep,
        inheritUnknown: campaign.target['inherit-unknown'],
        compression: campaign.archive.compression,
        fingerprintKey: key,
        asking,
        targets: identified,
        embeds: fetchesEmbeds,
      },
      { workers: campaign.workers ?? Math.max(1, availableParallelism() - 1), stallMs: STALL_MS },
    )
    closers.push(() => pool.close())
    const gate = new Gate({ campaign, state, ledger, recorder, web, userAgentToken: USER_AGENT_TOKEN })
    return {
      campaign,
      campaignPath: options.campaignPath,
      directory,
      state,
      ledger,
      recorder,
      web,
      gate,
      pool,
      excludes,
      embeds,
      findShared: options.shared === undefined ? null : findIn(options.shared, warn),
      countryOf,
      spool,
      targets,
      features,
      strategy,
      strategyName,
      resumed,
      warn,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
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
      warn(`${url} could not be taken from another crawl: ${error instanceof Error ? error.message : error}`)
      return null
    }
  }
}

/** Then a page in the language is not what is wanted: being relevant is what counts. Graphs of crawls say the same. */
function asksForMore({ topic, nation, keywords }: Campaign['target']): boolean {
  return topic !== undefined || nation !== undefined || keywords !== undefined
}

/** The languages that a target names, for those who look at languages. */
function languagesOf({ language, nation }: Campaign['target']): readonly string[] {
  return [...(language ?? []), ...(nation?.in ?? [])]
}

/** Every code by which a log may call a target language. */
function targetCodes(languages: readonly string[]): ReadonlySet<string> {
  return new Set([...languages.map(written => resolveLanguage(written).code), ...identifiedCodes(languages)])
}

/** Every code by which the identifier may call a target language. */
function identifiedCodes(languages: readonly string[]): string[] {
  return [...new Set(languages.flatMap(written => identifiedAs(resolveLanguage(written).code)))]
}

/** Archives without the log that speaks of them are somebody's mistake: a crawl that began afresh would archive all pages twice. */
function hasLog(directory: CrawlDirectory): boolean {
  if (existsSync(directory.log)) return true
  const archives =
    existsSync(directory.warc) && readdirSync(directory.warc).some(name => /\.warc\.gz(\.open)?$/.test(name))
  if (archives)
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.log} is missing, but there are archives; restore it from a copy, or name another directory`,
    )
  return false
}

function checkSeeds(raw: readonly string[]): string[] {
  const bad = raw.filter(seed => canonicalUrl(seed) === null)
  if (bad.length > 0) {
    const shown = bad.slice(0, 5).map(seed => `"${seed.slice(0, 200)}"`)
    throw new LongtailError(
      'E_CAMPAIGN',
      `seeds: not http(s) URLs: ${shown.join(', ')}${bad.length > 5 ? ` and ${bad.length - 5} more` : ''}`,
    )
  }
  return [...new Set(raw.map(seed => canonicalUrl(seed) ?? seed))]
}

function openWeb(campaign: Campaign): Promise<Web> | Web {
  const { network } = campaign
  if (network.archive.length > 0) return createArchiveWeb(network.archive)
  return createHttpWeb({
    userAgent: formatUserAgent(VERSION, campaign.contact),
    proxy: network.proxy,
    hosts: network.hosts,
    allowPrivate: network['allow-private'],
    limits: { maxBodyBytes: network['max-body'], totalTimeoutMs: network.timeout },
  })
}

interface FrontierParts {
  readonly frontier: Frontier
  readonly urls: UrlTable
  readonly payloads: UrlTable
  readonly embedUrls: UrlTable
  close(): void
}

function openFrontier(campaign: Campaign, directory: CrawlDirectory): FrontierParts {
  const maxConnectionsPerHost = campaign.politeness['per-host-connections']
  const { kind, memory } = campaign.frontier
  if (kind === 'memory') {
    const frontier = createMemoryFrontier({ maxConnectionsPerHost })
    const [urls, payloads, embedUrls] = [createMemoryUrlTable(), createMemoryUrlTable(), createMemoryUrlTable()]
    return { frontier, urls, payloads, embedUrls, close: () => frontier.close() }
  }
  const scratch = directory.frontier
  makeDirectory(scratch)
  const fetchesEmbeds = wantsEmbeds(campaign)
  const queue = createDiskQueue({
    directory: join(scratch, 'queue'),
    memoryBytes: Math.floor(memory * (fetchesEmbeds ? 0.8 : 0.9)),
    maxConnectionsPerHost,
  })
  const embedUrls = fetchesEmbeds
    ? createDiskUrlTable({ directory: join(scratch, 'embeds'), memoryBytes: Math.floor(memory * 0.1) })
    : createMemoryUrlTable()
  const payloads = createDiskUrlTable({ directory: join(scratch, 'payloads'), memoryBytes: Math.floor(memory * 0.1) })
  const close = (): void => {
    queue.close()
    payloads.close()
    embedUrls.close()
  }
  return { frontier: queue.frontier, urls: queue.urls, payloads, embedUrls, close }
}

function newState(
  campaign: Campaign,
  strategy: Strategy,
  frontier: Frontier,
  urls: UrlTable,
  fingerprint: Fingerprint,
): CrawlState {
  return new CrawlState({
    strategy,
    frontier,
    urls,
    fingerprint,
    maxHops: campaign.limits.hops ?? Infinity,
    perHost: campaign.limits['per-host'] ?? Infinity,
  })
}

function startRun(state: CrawlState, recorder: Recorder, seeds: readonly string[], strategy: string): void {
  const logged: LoggedLink[] = []
  for (const url of seeds) {
    const known = state.find(url)
    logged.push(known === -1 ? url : known)
    state.addSeed(url)
  }
  const entry: RunEntry = {
    t: 'run',
    version: LOG_VERSION,
    at: new Date().toISOString(),
    software: SOFTWARE,
    strategy,
    identifier: identifierName(),
    seeds: logged,
  }
  recorder.record(null, () => JSON.stringify(entry))
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
