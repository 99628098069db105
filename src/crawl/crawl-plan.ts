/** What a crawl is going to be, from its campaign and from what its directory says. Everything that can be wrong is found here; nothing is touched. */
import { existsSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { Campaign } from '../campaign/index.js'
import { withLanguages } from '../campaign/named-files.js'
import { crawlDirectory, type CrawlDirectory, type CrawlIdentity } from '../collection/crawl-directory.js'
import type { Strategy } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { errorsOf } from '../judge/judge-errors.js'
import { codesOf, wantedLanguages } from '../page/language/wanted-languages.js'
import { unpackTexts } from '../page/language/learned/kept-texts.js'
import { readLanguageModel } from '../page/language/learned/language-model.js'
import { canonicalUrl } from '../page/url/canonical.js'
import {
  canonicalSpec,
  createStrategy,
  DEFAULT_STRATEGY,
  loadStrategies,
  parseSpec,
  type GraphKnowledge,
} from '../strategy/index.js'
import { Excludes } from './excludes.js'
import { checkIdentity, keptTarget } from './identity.js'
import { askingForLanguages, createLinkFeatures, type LinkFeatures } from './link-features.js'
import { judgeSpecOf, languagesOf } from './target.js'
import type { Learner } from './learned-versions.js'
import { readTargetFiles, type TargetFile } from './target-files.js'
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
  /** With its parameters; of a file also what it holds. */
  readonly strategyName: string
  newStrategy(): Strategy
  readonly warmStart: WarmStart | null
  readonly files: ReturnType<typeof readTargetFiles>
  readonly features: LinkFeatures
  /** Every code by which a log may call a target language; empty where a language is not all that is wanted. */
  readonly targets: ReadonlySet<string>
  readonly asking: Parameters<typeof createLinkFeatures>[0]
  /** Canonical, each once. */
  readonly seeds: string[]
  readonly excludes: Excludes
  /** Languages that the crawl learns on. */
  readonly learners: readonly Learner[]
}

export async function planCrawl(options: PlanOptions): Promise<CrawlPlan> {
  const { campaign, campaignPath, warn } = options
  const spec = campaign.strategy === '' ? DEFAULT_STRATEGY : campaign.strategy
  const makeStrategy = options.createStrategy ?? createStrategy
  if (options.createStrategy === undefined) await loadStrategies([spec])
  const strategyName = options.createStrategy === undefined && parseSpec(spec).isFile ? canonicalSpec(spec) : spec
  const directory = crawlDirectory(options.out)
  await checkDedupe(campaign, directory)
  const known = checkIdentity(directory, campaign, warn)
  const unlearned = makeStrategy(spec, {})
  const warmStart = findWarmStart(campaign, directory, known === null, unlearned, warn)
  const files = known === null ? readTargetFiles(campaign.target) : []
  const target = known === null ? campaign.target : keptTarget(directory, known.target)
  const judge = judgeSpecOf(target)
  const knowledge = { model: warmStart?.model, judgeErrors: errorsOf(judge) ?? undefined }
  const newStrategy = (): Strategy => makeStrategy(spec, knowledge)
  const languages = languagesOf(target)
  const wanted = wantedLanguages(languages)
  for (const { code, name, model } of wanted)
    if (model !== null && model.quality === null)
      warn(
        `${name} (${code}) is known only from the Universal Declaration of Human Rights (${model.trainedOn.characters} characters), so many pages will be missed. Train it with more text: "longtail train language ${code}"`,
      )
  const targets = new Set(asksForMore(target) ? [] : [...wanted.map(({ code }) => code), ...codesOf(wanted)])
  const { name, needs, wants } = unlearned
  const asking = asksForMore(target) ? { name, needs, wants } : askingForLanguages(unlearned)
  const features = createLinkFeatures(asking, languages)
  // the modern policy is content with a known code; all else is tried before anything is touched
  if (judge.kind !== 'language' || judge.policy !== 'modern') (await import('../judge/index.js')).createJudge(judge)
  const seeds = checkSeeds(options.seeds)
  if (seeds.length === 0 && known === null) {
    throw new LongtailError(
      'E_CAMPAIGN',
      'no seeds: list at least one URL under "seeds:", or give a file with --seed-file',
    )
  }
  const excludes = new Excludes(campaign, campaignPath, directory.excludes, warn)
  return {
    ...{ directory, known, strategyName, newStrategy, warmStart, files, features },
    ...{ targets, asking, seeds, excludes, learners: learnersOf(target, files) },
  }
}

/** What is stored elsewhere must be there, and be somebody else's. */
async function checkDedupe({ archive: { dedupe } }: Campaign, { path }: CrawlDirectory): Promise<void> {
  if (dedupe.length === 0) return
  const { listSources } = await import('../collection/source-list.js')
  const refuse = (why: string): never => {
    throw new LongtailError('E_CAMPAIGN', `archive.dedupe: ${why}`)
  }
  const own = existsSync(path) ? realpathSync(path) : path
  try {
    if (listSources(dedupe).some(source => source.path === own))
      refuse(`${path} is this crawl itself, which never stores a payload twice; remove it from the list`)
  } catch (error) {
    if (error instanceof LongtailError && error.code === 'E_SOURCE') refuse(error.message)
    throw error
  }
}

/** `files`: of a new crawl, whose copies are not written yet. */
function learnersOf(target: Campaign['target'], files: readonly TargetFile[]): Learner[] {
  const learners: Learner[] = []
  withLanguages(target, (key, written) => {
    if (typeof written === 'string' || written.learn !== true) return written
    const { code, texts } = readLanguageModel(written.model)
    if (unpackTexts(texts) === null)
      throw new LongtailError(
        'E_MODEL',
        `target.${key}: ${written.model} does not contain the text it was learned from, so it cannot learn more; train it again with "longtail train language"`,
      )
    const name = files.find(file => file.key === `${key}.model`)?.name ?? basename(written.model)
    learners.push({ name, code })
    return written
  })
  return learners
}

/** Then a page in the language is not what is wanted: being relevant is what counts. Graphs of crawls say the same. */
function asksForMore({ topic, nation, keywords }: Campaign['target']): boolean {
  return topic !== undefined || nation !== undefined || keywords !== undefined
}

function checkSeeds(raw: readonly string[]): string[] {
  const bad = raw.filter(seed => canonicalUrl(seed) === null)
  if (bad.length > 0) {
    const shown = bad.slice(0, 5).map(seed => `"${seed.slice(0, 200)}"`)
    throw new LongtailError(
      'E_CAMPAIGN',
      `seeds: ${shown.join(', ')}${bad.length > 5 ? ` and ${bad.length - 5} more` : ''}: not http or https URLs; correct the list in the campaign or its seed file`,
    )
  }
  return [...new Set(raw.map(seed => canonicalUrl(seed) ?? seed))]
}
