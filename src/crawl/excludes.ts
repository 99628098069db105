/**
 * Which URLs are fetched: `include:` and `exclude:` of the campaign, exclude.txt in the crawl's directory (one syntax for all three,
 * page/url/url-rules.ts), and the campaign's blacklists (docs/blacklists.md). All of them may be edited while the crawl runs.
 */
import { readFileSync, statSync } from 'node:fs'
import { loadCampaign, readSeedFile, type Campaign } from '../campaign/index.js'
import { LongtailError, messageOf, systemReason } from '../errors.js'
import { createUrlFilter, parseBlacklist, type UrlFilter } from '../page/url/patterns.js'
import { createUrlRules, parseUrlRule } from '../page/url/url-rules.js'

type Listed = Pick<Campaign, 'include' | 'exclude' | 'blacklist'>

/** Why a URL is not fetched: for good, or (the last) until the rules change. */
export type ScopeReason = 'excluded' | 'blacklisted' | 'not included'

/** What lets a URL in, or keeps it out. */
export interface ScopeDecision {
  readonly reason: ScopeReason | null
  /** The rule as it was written; '' when no rule speaks of the URL. */
  readonly rule: string
}

const NOTHING: UrlFilter = () => null
const MAX_BLACKLIST_BYTES = 64 * 1024 * 1024

export class Excludes {
  private isExcluded: UrlFilter = NOTHING
  private isBlacklisted: UrlFilter = NOTHING
  /** Null: everything is. */
  private isIncluded: UrlFilter | null = null
  private blacklists: readonly string[] = []
  private stamp = ''

  /** Throws E_CAMPAIGN for a blacklist that cannot be read, or a rule that cannot be meant. */
  constructor(
    private readonly initial: Listed,
    private readonly campaignPath: string | null,
    private readonly listPath: string,
    private readonly warn: (message: string) => void,
  ) {
    this.load(initial)
  }

  /** Why a URL is not fetched, whatever it is; null when it may be. */
  reasonAgainst(url: string): 'excluded' | 'blacklisted' | null {
    if (this.isExcluded(url) !== null) return 'excluded'
    return this.isBlacklisted(url) === null ? null : 'blacklisted'
  }

  /** Of a page; what pages show may lie elsewhere. */
  reasonAgainstPage(url: string): ScopeReason | null {
    const unwanted = this.reasonAgainst(url)
    if (unwanted !== null || this.isIncluded === null || this.isIncluded(url) !== null) return unwanted
    return 'not included'
  }

  /** The same with the rule that decides. */
  explain(url: string): ScopeDecision {
    const reason = this.reasonAgainstPage(url)
    const filter =
      reason === 'excluded' ? this.isExcluded : reason === 'blacklisted' ? this.isBlacklisted : this.isIncluded
    const entry = filter?.(url) ?? null
    return { reason, rule: entry === null ? '' : reason === 'blacklisted' ? entry.pattern : entry.reason }
  }

  /** Looks whether the files changed; a broken edit keeps what is in force. */
  refresh(): void {
    const stamp = this.currentStamp()
    if (stamp === this.stamp) return
    this.stamp = stamp
    try {
      this.load(this.campaignPath === null ? this.initial : loadCampaign(this.campaignPath).campaign)
    } catch (error) {
      this.warn(`the changed include, exclude and blacklist rules are not used: ${messageOf(error)}`)
    }
  }

  private load({ include, exclude, blacklist = [] }: Listed): void {
    // before anything is read: an edit in between is noticed the next time
    this.blacklists = blacklist
    this.stamp = this.currentStamp()
    const entries = blacklist.flatMap(path => parseBlacklist(readBlacklist(path), path))
    const listed = modified(this.listPath) === '' ? [] : readSeedFile(this.listPath)
    const isExcluded = createUrlFilter([
      ...exclude.flatMap(rule => parseUrlRule(rule, 'exclude')),
      ...listed.flatMap(rule => parseUrlRule(rule, this.listPath)),
    ])
    this.isIncluded = createUrlRules(include, 'include')
    this.isExcluded = isExcluded
    this.isBlacklisted = entries.length === 0 ? NOTHING : createUrlFilter(entries)
  }

  private currentStamp(): string {
    const campaign = this.campaignPath === null ? '' : modified(this.campaignPath)
    return [campaign, modified(this.listPath), ...this.blacklists.map(modified)].join('|')
  }
}

function readBlacklist(path: string): string {
  try {
    if (statSync(path).size > MAX_BLACKLIST_BYTES) throw new Error('larger than 64 MiB')
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new LongtailError(
      'E_CAMPAIGN',
      `blacklist: ${path} cannot be read (${systemReason(error)}); give a text file with one host or pattern per line`,
    )
  }
}

function modified(path: string): string {
  try {
    const stat = statSync(path)
    return `${stat.mtimeMs}:${stat.size}`
  } catch {
    return ''
  }
}
