/** Traps and twins in the live loop: asks before a URL is asked for, and writes down what is decided (src/traps/, docs/traps.md). */
import type { PageId } from '../contracts.js'
import type { CrawlMemory } from './crawl-memory.js'
import type { Journal } from './journal.js'

export class TrapGuard {
  /** Pages of traps that are fetched all the same, with the pattern of the trap: one at a time for each. */
  private readonly trying = new Map<PageId, string>()

  /** `isOn`: the campaign's. */
  constructor(
    private readonly memory: CrawlMemory,
    private readonly journal: Journal,
    private readonly isOn: boolean,
  ) {}

  /** At the start: what an end of the last run left undecided; or, where nobody wants traps any more, all are opened. */
  begin(): void {
    if (this.isOn) return this.decide()
    const at = new Date().toISOString()
    for (const { kind, pattern, tries, news } of [...this.memory.traps.traps.all()])
      this.journal.add({ t: 'trap', at, kind, pattern, open: true, pages: tries, alike: tries - news })
  }

  /** After each page. */
  decide(): void {
    if (!this.isOn) return
    for (const { open, ...decision } of this.memory.traps.due()) {
      const at = new Date().toISOString()
      this.journal.add({ t: 'trap', at, ...decision, ...(open ? { open } : {}) })
    }
  }

  /** True when the page is not fetched, which is in the log then. Seeds were asked for by people, sitemaps by the site. */
  holdsBack(page: PageId): boolean {
    const { traps, state } = this.memory
    if (!this.isOn || state.pages.via(page) === page || state.pages.isSitemap(page)) return false
    const url = state.urls.url(page)
    const against = traps.against(url)
    if (against === null) return false
    const { trap, of, isTry, isFull } = against
    const { pattern } = trap
    if (isTry && ![...this.trying.values()].includes(pattern)) {
      this.trying.set(page, pattern)
      return false
    }
    const at = new Date().toISOString()
    if (isFull) this.journal.add({ t: 'skip', id: page, url, at, reason: `trap: ${pattern}` })
    else this.journal.add({ t: 'held', id: page, url, at, pattern, ...(of === -1 ? {} : { of }) })
    return true
  }

  /** The page is under way no more, whatever came of it. */
  done(page: PageId): void {
    this.trying.delete(page)
  }
}
