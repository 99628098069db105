/** How pages are got and read: the web with its politeness, analysis threads, excludes. All crawls of a process may share them. */
import { availableParallelism } from 'node:os'
import type { Campaign } from '../campaign/index.js'
import type { CrawlDirectory, CrawlIdentity } from '../collection/crawl-directory.js'
import type { KnownPayloads } from '../collection/known-payloads.js'
import type { Exchange } from '../contracts.js'
import { messageOf } from '../errors.js'
import type { FingerprintKey } from '../frontier/index.js'
import { AnalysisPool } from './analysis-pool.js'
import type { AnalysisOptions } from './analysis.js'
import type { CrawlPlan } from './crawl-plan.js'
import type { Excludes } from './excludes.js'
import { keptTarget } from './identity.js'
import { Isolation } from './isolation.js'
import type { LinkFeatures } from './link-features.js'
import { openBrowser } from './open-renderer.js'
import type { SharedBrowser } from './shared-browser.js'
import type { OpenWeb } from './open-web.js'
import { judgeSpecOf, languagesOf } from './target.js'

/** Pages that other crawls have fetched: whatever is found here is not asked for again. */
export interface SharedPages {
  /** The answer that a canonical URL got; null when it was not asked for. */
  find(url: string): Promise<Exchange | null>
}

export interface CrawlTools {
  readonly pool: AnalysisPool
  readonly excludes: Excludes
  readonly features: LinkFeatures
  /** Null when no other crawl shares its pages. */
  readonly findShared: ((url: string) => Promise<Exchange | null>) | null
  /** What other crawls have stored (archive.dedupe); null when none is named. */
  readonly known: Pick<KnownPayloads, 'find'> | null
  /** The country of an address; '' unless the strategy asks for it and somebody knows. */
  countryOf(address: string | null): string
}

export interface OpenTools extends CrawlTools {
  readonly opened: OpenWeb
  /** Null where no page is rendered. */
  readonly browser: SharedBrowser | null
  /** Null where an archive is read. */
  readonly isolation: Isolation | null
  close(): Promise<void>
}

export interface ToolsOptions {
  readonly campaign: Campaign
  readonly shared?: SharedPages
  readonly warn: (message: string) => void
}

const STALL_MS = 20_000

/** `key`: of the fingerprints of all URLs. */
export async function openTools(
  { campaign, shared, warn }: ToolsOptions,
  { directory, features, excludes, asking }: CrawlPlan,
  identity: CrawlIdentity,
  opened: OpenWeb,
  key: FingerprintKey,
): Promise<OpenTools> {
  const countryOf = features.hasCountry ? (await import('../server-country.js')).serverCountry : (): string => ''
  const browser = openBrowser(campaign, warn)
  const target = keptTarget(directory, identity.target)
  const analysis: AnalysisOptions = {
    judge: judgeSpecOf(target),
    honourNofollow: campaign.politeness.nofollow,
    keep: campaign.archive.keep,
    inheritUnknown: campaign.target['inherit-unknown'],
    compression: campaign.archive.compression,
    fingerprintKey: key,
    asking,
    languages: languagesOf(target),
    embeds: wantsEmbeds(campaign),
    renders: browser !== null,
  }
  const known = await openKnown(campaign, directory, warn)
  const workers = campaign.workers ?? Math.max(1, availableParallelism() - 1)
  const pool = new AnalysisPool(analysis, { workers, stallMs: STALL_MS })
  const { live } = opened
  const isolation = live === null ? null : new Isolation({ network: live.settings, analysis }, campaign.network.timeout)
  const findShared = shared === undefined ? null : findIn(shared, warn)
  const close = async (): Promise<void> => {
    await browser?.close()
    isolation?.close()
    await opened.web.close()
    await pool.close()
    known?.close()
  }
  return { opened, isolation, pool, excludes, features, findShared, known, browser, countryOf, close }
}

/** The database is loaded where it is needed alone. */
async function openKnown(
  { archive }: Campaign,
  { dedupe }: CrawlDirectory,
  warn: (message: string) => void,
): Promise<KnownPayloads | null> {
  if (archive.dedupe.length === 0) return null
  const { KnownPayloads } = await import('../collection/known-payloads.js')
  return KnownPayloads.open({ sources: archive.dedupe, directory: dedupe, warn })
}

/** Whoever names a topic wants pages to look at. */
export function wantsEmbeds({ archive, target }: Campaign): boolean {
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
      warn(`${url} could not be reused from another crawl: ${messageOf(error)}`)
      return null
    }
  }
}
