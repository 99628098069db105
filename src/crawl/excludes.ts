/**
 * URL patterns that are not fetched: `*` is anything, all else is literal, the whole URL must match. Read from the
 * campaign file and from exclude.txt in the crawl's directory, both of which may be edited while the crawl runs.
 */
import { statSync } from 'node:fs'
import { loadCampaign, readSeedFile } from '../campaign/index.js'

export function matchesPattern(pattern: string, url: string): boolean {
  // greedy with one point of return: linear enough for any pattern, unlike a regular expression
  let p = 0
  let u = 0
  let star = -1
  let mark = 0
  while (u < url.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++
      mark = u
    } else if (p < pattern.length && pattern[p] === url[u]) {
      p++
      u++
    } else if (star !== -1) {
      p = star + 1
      u = ++mark
    } else return false
  }
  while (p < pattern.length && pattern[p] === '*') p++
  return p === pattern.length
}

export class Excludes {
  private patterns: readonly string[]
  private stamp = ''

  constructor(
    initial: readonly string[],
    private readonly campaignPath: string | null,
    private readonly listPath: string,
    private readonly warn: (message: string) => void,
  ) {
    this.patterns = initial
    this.stamp = this.currentStamp()
    if (initial.length > 0 || this.stamp !== '|') this.load(initial)
  }

  excludes(url: string): boolean {
    for (const pattern of this.patterns) if (matchesPattern(pattern, url)) return true
    return false
  }

  /** Looks whether the files changed; a broken edit keeps the patterns in force. */
  refresh(): void {
    const stamp = this.currentStamp()
    if (stamp === this.stamp) return
    this.stamp = stamp
    try {
      this.load(this.campaignPath === null ? [] : loadCampaign(this.campaignPath).campaign.exclude)
    } catch (error) {
      this.warn(`exclude patterns not reloaded: ${error instanceof Error ? error.message : error}`)
    }
  }

  private load(fromCampaign: readonly string[]): void {
    this.patterns = [...fromCampaign, ...(exists(this.listPath) ? readSeedFile(this.listPath) : [])]
  }

  private currentStamp(): string {
    return `${this.campaignPath === null ? '' : modified(this.campaignPath)}|${modified(this.listPath)}`
  }
}

function exists(path: string): boolean {
  return modified(path) !== ''
}

function modified(path: string): string {
  try {
    const stat = statSync(path)
    return `${stat.mtimeMs}:${stat.size}`
  } catch {
    return ''
  }
}
