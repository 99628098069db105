/** What all partitions of a crawl in one process share: its plan, its key, its tools. Makes the directory of a new crawl. */
import { randomFingerprintKey, type FingerprintKey } from '../../frontier/index.js'
import type { Campaign } from '../../campaign/index.js'
import type { CrawlIdentity } from '../../collection/crawl-directory.js'
import { LongtailError } from '../../errors.js'
import { createDirectory } from '../../crawl/identity.js'
import { planCrawl, type CrawlPlan, type PlanOptions } from '../../crawl/crawl-plan.js'
import { languagesOf } from '../../crawl/target.js'
import { openTools, type OpenTools } from '../../crawl/crawl-tools.js'
import { openWeb } from '../../crawl/open-web.js'
import type { Politeness } from '../../web/index.js'
import type { Engine } from '../engine.js'
import { shareTurns } from './shared-turns.js'

/** Of a crawl of many workers. For good: no more than this many can take part. */
export const PARTITIONS = 64

/** Of the delay of a host: the pause between two requests to an address, as web/politeness.ts has it. */
const ADDRESS_SHARE = 1 / 4

export interface OpenCrawl {
  readonly plan: CrawlPlan
  readonly tools: OpenTools
  readonly key: FingerprintKey
  readonly partitions: number
  readonly resumed: boolean
}

export interface PreparedCrawl {
  readonly plan: CrawlPlan
  readonly identity: CrawlIdentity
}

/** `partitions`: of a crawl that is new. Makes its directory. */
export async function prepareCrawl(options: PlanOptions, partitions = PARTITIONS): Promise<PreparedCrawl> {
  const { campaign } = options
  refuseWhatIsNotSplit(campaign)
  const plan = await planCrawl(options)
  const { directory, known } = plan
  if (known !== null && (known.partitions ?? 1) === 1)
    throw new LongtailError(
      'E_OUT_DIR',
      `${directory.path} holds a crawl of one partition, which one process crawls: name another directory with --out, or leave out --processes and --join`,
    )
  const split = { partitions, key: randomFingerprintKey() }
  const identity = known ?? createDirectory(directory, campaign, plan.warmStart?.text ?? null, plan.files, split)
  return { plan, identity }
}

/** `engine`: of workers in other processes; null when there are none. */
export async function openCrawl(options: PlanOptions, engine: Engine | null, partitions?: number): Promise<OpenCrawl> {
  const { delay, 'per-host-connections': connections } = options.campaign.politeness
  const pauses = { addressMs: delay * ADDRESS_SHARE, hostMs: delay / connections }
  const share = engine === null ? undefined : (own: Politeness) => shareTurns(own, engine, pauses)
  const opened = await openWeb(options.campaign, share)
  try {
    const { plan, identity } = await prepareCrawl(options, partitions)
    const key: FingerprintKey = identity.key ?? [0, 0]
    const tools = await openTools(options, plan, identity, opened, key)
    return { plan, tools, key, partitions: identity.partitions ?? 1, resumed: plan.known !== null }
  } catch (error) {
    await opened.web.close()
    throw error
  }
}

/** By which crawls that share an engine are told apart. */
export function crawlId({ name, key = [0, 0] }: CrawlIdentity): string {
  return `${name}:${key.map(half => half.toString(36)).join('')}`
}

/** What would need more than links to reach from one partition into another. */
export function refuseWhatIsNotSplit(campaign: Campaign): void {
  const refuse = (what: string, instead: string): never => {
    throw new LongtailError('E_CAMPAIGN', `${what} does not work in a crawl of many partitions; ${instead}`)
  }
  if (campaign.archive.keep === 'path')
    refuse('archive.keep: path', 'keep "all" or "relevant", or crawl with one process')
  if (campaign.archive.dedupe.length > 0) refuse('archive.dedupe', 'leave it out, or crawl with one process')
  if (campaign['seed-limits'].length > 0) refuse('limits of seeds', 'remove them, or crawl with one process')
  if (languagesOf(campaign.target).some(one => typeof one !== 'string' && one.learn === true))
    refuse(
      'target.language: learn: true',
      'leave it out and learn with "longtail train language --from", or crawl with one process',
    )
  if (campaign.target.syllabus !== undefined) refuse('a syllabus', 'crawl it with one process')
}
