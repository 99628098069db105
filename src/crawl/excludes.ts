/**
 * URL patterns that are not fetched: `*` is anything, all else is literal, the whole URL must match. Read from the
 * campaign file, from exclude.txt in the crawl's directory and from the campaign's blacklists (docs/blacklists.md), all of
 * which may be edited while the crawl runs.
 */
import { readFileSync, statSync } from 'node:fs'
import { loadCampaign, readSeedFile, type Campaign } from '../campaign/index.js'
import { LongtailError, messageOf } from '../errors.js'
import { createUrlFilter, matchesPattern, parseBlacklist, type UrlFilter } from '../page/url/patterns.js'

type Listed = Pick<Campaign, 'exclude' | 'blacklist'>

const NOTHING: UrlFilter = () => null
const MAX_BLACKLIST_BYTES = 64 * 1024 * 1024

export class Excludes {
  private patterns: readonly string[] = []
  private isBlacklisted: UrlFilter = NOTHING
  private blacklists: readonly string[] = []
  private stamp = ''

  /** Throws E_CAMPAIGN for a blacklist that cannot be read. */
  constructor(
    private readonly initial: Listed,
    private readonly campaignPath: string | null,
    private readonly listPath: string,
    private readonly warn: (message: string) => void,
  ) {
    this.load(initial)
  }

  /** Why a URL is not fetched; null when it may be. */
  reasonAgainst(url: string): 'excluded' | 'blacklisted' | null {
    for (const pattern of this.patterns) if (matchesPattern(pattern, url)) return 'excluded'
    return this.isBlacklisted(url) === null ? null : 'blacklisted'
  }

  /** Looks whether the files changed; a broken edit keeps what is in force. */
  refresh(): void {
    const stamp = this.currentStamp()
    if (stamp === this.stamp) return
    this.stamp = stamp
    try {
      this.load(this.campaignPath === null ? this.initial : loadCampaign(this.campaignPath).campaign)
    } catch (error) {
      this.warn(`exclude patterns not reloaded: ${messageOf(error)}`)
    }
  }

  private load({ exclude, blacklist = [] }: Listed): void {
    // before anything is read: an edit in between is noticed the next time
    this.blacklists = blacklist
    this.stamp = this.currentStamp()
    const entries = blacklist.flatMap(path => parseBlacklist(readBlacklist(path), path))
    const patterns = [...exclude, ...(modified(this.listPath) === '' ? [] : readSeedFile(this.listPath))]
    this.patterns = patterns
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
      `blacklist: ${path} cannot be read (${messageOf(error)}); name a text file with one host or pattern per line`,
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
