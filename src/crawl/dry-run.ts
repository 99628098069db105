/**
 * `crawl --dry-run`: what a crawl would ask for first, which rule lets a URL in or out, how many seeds answer, and what robots.txt says
 * about them. Nothing is written: the log of a crawl that goes on is replayed into memory. Few requests are made, one at a time.
 */
import { hasLog, readLog } from '../collection/log/read-log.js'
import { LOG_VERSION, type RunEntry } from '../collection/log/entry.js'
import type { PageId } from '../contracts.js'
import { canonicalUrl } from '../page/url/canonical.js'
import { SOFTWARE } from '../version.js'
import type { CrawlMemory } from './crawl-memory.js'
import { planCrawl, type PlanOptions } from './crawl-plan.js'
import type { Excludes, ScopeDecision } from './excludes.js'
import { recall } from './recall.js'
import { SeedBudgets } from './seed-limits.js'
import { askSeeds, type AskedSeed } from './seed-check.js'
import { openWeb } from './open-web.js'

export interface DryRunOptions extends PlanOptions {
  /** To be explained. */
  readonly urls: readonly string[]
  readonly signal: AbortSignal
  readonly onStep: (line: string) => void
}

export interface ExplainedUrl extends Omit<ScopeDecision, 'reason'> {
  readonly url: string
  /** Why it is not fetched; null when it is. */
  readonly reason: string | null
}

export interface DryRun {
  /** Pages that earlier runs fetched; null for a new crawl. */
  readonly pages: number | null
  readonly queue: number
  /** In this order. */
  readonly first: readonly (ExplainedUrl & { readonly hops: number; readonly isSeed: boolean })[]
  /** Queued before these, and kept out by rules or limits. */
  readonly leftOut: readonly ExplainedUrl[]
  readonly seeds: number
  readonly asked: readonly AskedSeed[]
  readonly urls: readonly ExplainedUrl[]
}

const MOST_FIRST = 10
const MOST_LEFT_OUT = 1000

export async function dryRun(options: DryRunOptions): Promise<DryRun> {
  const plan = await planCrawl(options)
  const { directory, excludes, seeds } = plan
  // in memory, and without a spool: nothing is written
  const campaign = {
    ...options.campaign,
    frontier: { ...options.campaign.frontier, kind: 'memory' as const },
    archive: { ...options.campaign.archive, keep: 'all' as const },
  }
  const { memory, frontier, position } = recall({ ...plan, campaign, fetchesEmbeds: false, warn: () => {} })
  try {
    const isNew = !hasLog(directory)
    if (!isNew) for await (const { entry } of readLog(directory, position)) memory.apply(entry)
    memory.apply(runEntry(seeds, memory, plan.strategyName))
    const pages = isNew ? null : memory.state.fetched
    const queue = memory.state.frontier.size
    const budgets = new SeedBudgets(campaign['seed-limits'], memory.state)
    const taken = takeFirst(memory, excludes, budgets)
    const { web, politeness } = await openWeb(campaign)
    try {
      const asked = await askSeeds({ ...options, seeds, excludes, web, politeness })
      const urls = options.urls.map(url => explain(url, memory, excludes, budgets))
      return { pages, queue, ...taken, seeds: seeds.length, asked, urls }
    } finally {
      await web.close()
    }
  } finally {
    frontier.close()
  }
}

function runEntry(seeds: readonly string[], { state }: CrawlMemory, strategy: string): RunEntry {
  const numbered = seeds.map(url => (state.find(url) === -1 ? url : state.find(url)))
  return { t: 'run', version: LOG_VERSION, at: new Date().toISOString(), software: SOFTWARE, strategy, seeds: numbered }
}

function takeFirst(
  { state }: CrawlMemory,
  excludes: Excludes,
  budgets: SeedBudgets,
): Pick<DryRun, 'first' | 'leftOut'> {
  const first: DryRun['first'][number][] = []
  const leftOut: ExplainedUrl[] = []
  while (first.length < MOST_FIRST && leftOut.length < MOST_LEFT_OUT) {
    const page = state.frontier.take(0)
    if (page === -1) break
    // the next one of this host is looked at, too
    state.frontier.release(state.hostOf(page), 0)
    const explained = explainPage(page, state.urls.url(page), excludes, budgets)
    if (explained.reason !== null) leftOut.push(explained)
    else first.push({ ...explained, hops: state.pages.hops(page), isSeed: state.pages.isSeed(page) })
  }
  return { first, leftOut }
}

function explainPage(page: PageId, url: string, excludes: Excludes, budgets: SeedBudgets): ExplainedUrl {
  const decision = excludes.explain(url)
  const ofSeed = decision.reason !== null || page === -1 ? null : budgets.reasonAgainst(page)
  return ofSeed === null ? { url, ...decision } : { url, reason: ofSeed, rule: '' }
}

function explain(written: string, { state }: CrawlMemory, excludes: Excludes, budgets: SeedBudgets): ExplainedUrl {
  const url = canonicalUrl(written)
  if (url === null) return { url: written, reason: 'not an http or https URL', rule: '' }
  const page = state.find(url)
  if (page !== -1 && state.pages.isVisited(page))
    return { url, reason: 'fetched or given up by an earlier run', rule: '' }
  return explainPage(page, url, excludes, budgets)
}
