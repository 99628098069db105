/** What a crawl is going to be, from its campaign and from what its directory says. Everything that can be wrong is found here; nothing is touched. */
import type { Campaign } from '../campaign/index.js'
import { crawlDirectory, type CrawlDirectory, type CrawlIdentity } from '../collection/crawl-directory.js'
import type { Strategy } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { identifiedAs, resolveLanguage } from '../judge/codes.js'
import { canonicalUrl } from '../page/url/canonical.js'
import { createStrategy, DEFAULT_STRATEGY, type GraphKnowledge } from '../strategy/index.js'
import { Excludes } from './excludes.js'
import { checkIdentity, keptTarget } from './identity.js'
import { askingForLanguages, createLinkFeatures, type LinkFeatures } from './link-features.js'
import { judgeSpecOf } from './target.js'
import { readTargetFiles } from './target-files.js'
import { findWarmStart, type WarmStart } from './warm-start.js'

export interface PlanOptions {
  readonly campaign: Campaign
  /** Where the campaign was read from, so that edited excludes are noticed; null when it came from elsewhere. */
  readonly campaignPath: string | null
  readonly seeds: readonly string[]
  readonly out: string
  readonly warn: (message: string) => void
  /** Makes the strategy that the campaign names; the registry's unless somebody brings one of their own. */
  readonly createStrategy?: (spec: string, knowledge: GraphKnowledge) => Strategy
}

export interface CrawlPlan {
  readonly directory: CrawlDirectory
  /** Null for a new crawl. */
  readonly known: CrawlIdentity | null
  /** With its parameters. */
  readonly strategyName: string
  newStrategy(): Strategy
  readonly warmStart: WarmStart | null
  readonly files: ReturnType<typeof readTargetFiles>
  readonly features: LinkFeatures
  /** Every code by which a log may call a target language; empty where a language is not all that is wanted. */
  readonly targets: ReadonlySet<string>
  readonly identified: string[]
  readonly asking: Parameters<typeof createLinkFeatures>[0]
  /** Canonical, each once. */
  readonly seeds: string[]
  readonly excludes: Excludes
}

export async function planCrawl(options: PlanOptions): Promise<CrawlPlan> {
  const { campaign, campaignPath, warn } = options
  const strategyName = campaign.strategy === '' ? DEFAULT_STRATEGY : campaign.strategy
  const makeStrategy = options.createStrategy ?? createStrategy
  const directory = crawlDirectory(options.out)
  const known = checkIdentity(directory, campaign, warn)
  const unlearned = makeStrategy(strategyName, {})
  const warmStart = findWarmStart(campaign, directory, known === null, unlearned, warn)
  const newStrategy = (): Strategy => makeStrategy(strategyName, warmStart === null ? {} : { model: warmStart.model })
  const files = known === null ? readTargetFiles(campaign.target) : []
  const judge = judgeSpecOf(known === null ? campaign.target : keptTarget(directory, known.target))
  const languages = languagesOf(campaign.target)
  const targets = asksForMore(campaign.target) ? new Set<string>() : targetCodes(languages)
  const identified = identifiedCodes(languages)
  const { name, needs, wants } = unlearned
  const asking = asksForMore(campaign.target) ? { name, needs, wants } : askingForLanguages(unlearned)
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
  const excludes = new Excludes(campaign, campaignPath, directory.excludes, warn)
  return {
    ...{ directory, known, strategyName, newStrategy, warmStart, files, features },
    ...{ targets, identified, asking, seeds, excludes },
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
