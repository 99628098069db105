/** Limits of single seeds (`seeds: [{url, limits}]`): pages that descend from it, links followed from it. */
import type { SeedLimits } from '../campaign/index.js'
import type { PageId } from '../contracts.js'
import { canonicalUrl } from '../page/url/canonical.js'
import type { CrawlState } from './crawl-state.js'

/** Why a page is not fetched, as the log has it. The limit may be raised: the next run looks again. */
export type SeedReason = 'seed: limit of pages' | 'seed: limit of hops'

export class SeedBudgets {
  private readonly byUrl: ReadonlyMap<string, SeedLimits>
  private readonly underWay = new Map<PageId, number>()

  constructor(
    limits: readonly SeedLimits[],
    private readonly state: CrawlState,
  ) {
    this.byUrl = new Map(limits.map(limit => [canonicalUrl(limit.url) ?? limit.url, limit]))
  }

  reasonAgainst(page: PageId): SeedReason | null {
    const limits = this.limitsOf(page)
    if (limits === undefined) return null
    const { pages } = this.state
    if (limits.hops !== undefined && pages.hops(page) > limits.hops) return 'seed: limit of hops'
    if (limits.pages === undefined || this.state.fetchedBelow(pages.seedOf(page)) < limits.pages) return null
    return 'seed: limit of pages'
  }

  /** Pages that are still under way may fill the limit. */
  mayBeFull(page: PageId): boolean {
    const limit = this.limitsOf(page)?.pages
    if (limit === undefined) return false
    const seed = this.state.pages.seedOf(page)
    return this.state.fetchedBelow(seed) + (this.underWay.get(seed) ?? 0) >= limit
  }

  /** By 1 when a download begins, by -1 when it is over. */
  count(page: PageId, by: 1 | -1): void {
    if (this.byUrl.size === 0) return
    const seed = this.state.pages.seedOf(page)
    this.underWay.set(seed, (this.underWay.get(seed) ?? 0) + by)
  }

  private limitsOf(page: PageId): SeedLimits | undefined {
    if (this.byUrl.size === 0) return undefined
    return this.byUrl.get(this.state.urls.url(this.state.pages.seedOf(page)))
  }
}
