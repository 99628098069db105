/**
 * Opens a crawl: checks everything that can be wrong before anything is touched, takes the directory, recalls what the crawl
 * knew, repairs what a kill left behind, and connects the parts. What it returns is ready to run.
 */
// parts of page and judge by file: the main thread neither parses nor judges, and need not load what does
import type { Campaign } from '../campaign/index.js'
import type { Web } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { makeDirectory } from '../disk/make-directory.js'
import { USER_AGENT_TOKEN } from '../version.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { lockDirectory } from '../disk/lock.js'
import { createDirectory } from './identity.js'
import { planCrawl, type PlanOptions } from './crawl-plan.js'
import { openTools, wantsEmbeds, type CrawlTools, type OpenTools, type SharedPages } from './crawl-tools.js'
import { CrawlLearning, type LanguageLearner } from './crawl-learning.js'
import { enterRound } from './enter-round.js'
import { Gate } from './gate.js'
import { GuardedWeb } from './guarded-web.js'
import { openRecords, startRun, type CrawlRecords, type Upkeep } from './open-records.js'
import { openWeb } from './open-web.js'
import type { PlannedPage } from './plan-file.js'
import { recrawlPolicy } from '../recrawl/index.js'
import type { CrawlBrowser } from './shared-browser.js'
import { leftUnderWay, UnderWay } from './under-way.js'

export interface SessionOptions extends PlanOptions {
  readonly onFailure: (error: LongtailError) => void
  /** What others have fetched already. */
  readonly shared?: SharedPages
  readonly upkeep?: Upkeep
  /** Begins the next round when the last one has ended (docs/rounds.md). */
  readonly again?: boolean
  /** For a campaign that wants a language learned on (`learn: true`). */
  readonly openLearner?: () => LanguageLearner
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

export interface CrawlSession extends CrawlSettings, CrawlRecords, CrawlTools {
  readonly web: Web
  /** Null where no page is rendered. */
  readonly browser: CrawlBrowser | null
  /** Null where an archive is read. */
  readonly underWay: UnderWay | null
  readonly gate: Gate
  /** Null unless a language is learned on. */
  readonly learning: CrawlLearning | null
  /** Pages that the round asks for again, those included that were asked for before a stop. */
  readonly planned: readonly PlannedPage[]
}

export interface OpenSession extends CrawlSession {
  readonly resumed: boolean
  /** The next round was wanted, and the last one has not ended: it goes on. */
  readonly goesOnFirst: boolean
  close(): Promise<void>
}

/** Node's HTTP/2 may fail when the memory of a connection is collected, some time after its last answer. */
const H2_LINGER_MS = 10_000

export async function openSession(options: SessionOptions): Promise<OpenSession> {
  const { campaign, campaignPath, warn } = options
  const plan = await planCrawl(options)
  const { directory, known, strategyName } = plan
  if ((known?.partitions ?? 1) > 1)
    throw new LongtailError(
      'E_OUT_DIR',
      `${directory.path} holds a crawl of ${known?.partitions} partitions: resume it with "longtail crawl"`,
    )
  if (plan.learners.length > 0 && options.openLearner === undefined)
    throw new LongtailError(
      'E_CAMPAIGN',
      'target.language: learn: true works in "longtail crawl" for one target, in one process; leave it out here',
    )
  recrawlPolicy(campaign.recrawl.policy)
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
    const records = await openRecords({ ...options, ...plan, fetchesEmbeds })
    closers.push(() => records.close())
    const { isOver } = records.memory.round
    const begins = options.again === true && isOver
    const tools = await openTools(options, plan, identity, opened, records.key)
    // before the records: nothing is asked for any more when they are closed
    closers.splice(0, 1, () => tools.close())
    const { known: stored } = tools
    // before the line of the run: a kill while it is planned leaves the last round as it ended
    const planned = await enterRound({ campaign, directory, ...records, known: stored, warn }, begins)
    startRun(records, plan.seeds, strategyName)
    if (begins) await records.recorder.sync()
    const session = connect({ campaign, campaignPath, directory, strategyName, warn }, records, tools)
    closers.push(() => session.underWay?.close())
    const learning = openLearning(session, options)
    if (learning !== null) closers.unshift(() => learning.close())
    const goesOnFirst = options.again === true && records.resumed && !begins
    return { ...session, learning, planned, resumed: records.resumed, goesOnFirst, close }
  } catch (error) {
    await close()
    throw error
  }
}

function openLearning(
  { memory, directory, journal, recorder, warn }: CrawlSession,
  { openLearner }: Pick<SessionOptions, 'openLearner'>,
): CrawlLearning | null {
  const { learned: versions } = memory
  if (versions === null || openLearner === undefined) return null
  return new CrawlLearning({ directory, versions, journal, recorder, warn }, openLearner)
}

/** What the run before died of, if it died, is told to the memory; from here on what is under way is written down. */
export function connect(settings: CrawlSettings, records: CrawlRecords, tools: OpenTools): CrawlSession {
  const { campaign, directory } = settings
  const { memory, journal, recorder, checkpoints } = records
  const { opened, isolation, pool, excludes, features, findShared, known, browser, countryOf } = tools
  let web: Web = opened.web
  let underWay: UnderWay | null = null
  if (opened.live !== null && isolation !== null) {
    const at = (): string => new Date().toISOString()
    const { urls, alone } = leftUnderWay(directory.underWay)
    if (urls.length > 0) journal.add({ t: 'crash', at: at(), urls, ...(alone.length === 0 ? {} : { alone }) })
    underWay = new UnderWay(directory.underWay, campaign.network.http2 ? H2_LINGER_MS : 0)
    const onSurvived = (url: string): void => journal.add({ t: 'survived', at: at(), url })
    web = new GuardedWeb(opened.live.web, memory.crashes, underWay, isolation, onSurvived)
  }
  const { politeness } = opened
  const gate = new Gate({ campaign, memory, journal, web, politeness, userAgentToken: USER_AGENT_TOKEN })
  return {
    ...settings,
    ...{ memory, journal, recorder, checkpoints },
    ...{ web, underWay, gate, pool, excludes, features, findShared, known, countryOf },
    browser: browser?.join(memory) ?? null,
    learning: null,
    planned: [],
  }
}
