/** What the crawl has seen of each host: URLs, pages, relevant pages, and which hosts were given up last. */
import type { HostId, Persistent, StateFields } from '../contracts.js'
import { grownWords } from '../growing-arrays.js'

const MOST_GIVEN_UP = 1000

export class HostCounts implements Persistent {
  private pages = new Uint32Array(1024)
  private relevantPages = new Uint32Array(1024)
  /** URLs known and neither fetched nor given up. */
  private open = new Uint32Array(1024)
  /** In the order in which they were given up, the last at the end. */
  private readonly givenUp = new Set<HostId>()

  persist(fields: StateFields): void {
    this.pages = fields.array('pages', this.pages)
    this.relevantPages = fields.array('relevant', this.relevantPages)
    this.open = fields.array('open', this.open)
    const givenUp = fields.array('givenUp', Uint32Array.from(this.givenUp))
    if (fields.isLoading) for (const host of givenUp) this.givenUp.add(host)
  }

  fetched(host: HostId): number {
    return host < this.pages.length ? this.pages[host] : 0
  }

  relevant(host: HostId): number {
    return host < this.relevantPages.length ? this.relevantPages[host] : 0
  }

  unfetched(host: HostId): number {
    return host < this.open.length ? this.open[host] : 0
  }

  /** How many pages there are now. */
  addPage(host: HostId, isRelevant: boolean): number {
    this.reserve(host)
    if (isRelevant) this.relevantPages[host]++
    return ++this.pages[host]
  }

  /** A page that is relevant now, or not any more. */
  changeRelevant(host: HostId, by: 1 | -1): void {
    this.relevantPages[host] += by
  }

  addUrl(host: HostId): void {
    this.reserve(host)
    this.open[host]++
  }

  settleUrl(host: HostId): void {
    this.open[host]--
  }

  giveUp(host: HostId): void {
    this.givenUp.delete(host)
    this.givenUp.add(host)
    if (this.givenUp.size > MOST_GIVEN_UP) for (const oldest of this.givenUp) return void this.givenUp.delete(oldest)
  }

  /** It was given up, and is wanted again. */
  takeUp(host: HostId): void {
    this.givenUp.delete(host)
  }

  /** Most recent first. */
  lastGivenUp(): HostId[] {
    return [...this.givenUp].reverse()
  }

  /** The hosts with most pages, most first; of equals the one that was met first. */
  largest(count: number): HostId[] {
    const { pages } = this
    const best = (hosts: HostId[]): HostId[] => hosts.sort((a, b) => pages[b] - pages[a] || a - b).slice(0, count)
    let hosts: HostId[] = []
    let least = 0
    for (let host = 0; host < pages.length; host++) {
      if (pages[host] <= least) continue
      hosts.push(host)
      if (hosts.length < 4 * count) continue
      hosts = best(hosts)
      least = pages[hosts[count - 1]]
    }
    return best(hosts)
  }

  private reserve(host: HostId): void {
    this.pages = grownWords(this.pages, host + 1)
    this.relevantPages = grownWords(this.relevantPages, host + 1)
    this.open = grownWords(this.open, host + 1)
  }
}
