/** What a crawl knows of URLs, hosts and their order: frontier and strategy, and the numbers by which they know them. */
import type { Fingerprint } from '../frontier/index.js'
import type {
  Frontier,
  GroupId,
  HostId,
  PageId,
  Persistent,
  PlaceControl,
  StateFields,
  Strategy,
  UrlTable,
} from '../contracts.js'
import { tellMap } from '../state-collections.js'
import { Groups } from './groups.js'
import { HostCounts } from './host-counts.js'
import { askedFor } from './link-features.js'
import { LinkScoring, type AgainSource, type KnownOfLinks, type ReceivedSource } from './link-scoring.js'
import type { Leftover } from '../collection/run-end.js'
import { NO_GROUP, PageColumns } from './page-columns.js'

/** Longer chains of redirects (or frames in frames) are traps. */
export const MAX_HOP_CHAIN = 10

/** A fetched page, as the state sees it. Ids come from `intern`. */
export interface CompletedPage extends KnownOfLinks {
  readonly page: PageId
  readonly relevant: boolean
  readonly score: number
  readonly language: number
  /** One of CHARSET. */
  readonly charset: number
  /** Says nearly the same as an earlier page; false unless the strategy asks for it. */
  readonly duplicate: boolean
  /** False for redirects and sitemaps: they lead somewhere, but are no pages to be judged or counted. */
  readonly isPage: boolean
  readonly links: readonly PageId[]
  /** Of the server's address; '' when nobody asks, or nobody knows. */
  readonly country: string
  /** Targets that take over this page's place: redirect, refresh, frame. */
  readonly hops: readonly PageId[]
  readonly sitemaps: readonly PageId[]
  /** At which the page was taken; what it leads to takes over this place. */
  readonly level: number
}

export interface StateParts {
  readonly strategy: Strategy
  readonly frontier: Frontier
  readonly urls: UrlTable
  readonly fingerprint: Fingerprint
  readonly maxHops: number
  readonly perHost: number
  /** Some seeds have limits of their own. */
  readonly tracksSeeds?: boolean
  /** Whether this partition fetches a URL; absent where there are no others. */
  readonly isOwn?: (url: string) => boolean
}

export class CrawlState implements Persistent {
  readonly pages: PageColumns
  readonly groups: Groups
  readonly urls: UrlTable
  readonly frontier: Frontier
  readonly hosts = new HostCounts()
  /** Pages fetched so far (redirects and sitemaps are not pages), and those that were relevant. */
  fetched = 0
  relevant = 0
  hostsFetched = 0
  /** Hosts that do not answer, in the order in which that was noticed. Of this run only. */
  private readonly silent = new Set<HostId>()
  /** Pages fetched for their text alone: no pages of the crawl, but the host's limit holds for them, too. */
  private readonly textsOf = new Map<HostId, number>()
  /** Pages fetched that descend from a seed; empty unless seeds are tracked. */
  private readonly belowSeed = new Map<PageId, number>()
  readonly strategy: Strategy
  private readonly control: PlaceControl
  /** What the strategy holds back, and whether this run takes it all the same. */
  private cutoff = Infinity
  private isLifted = false
  private reservedPages = 0
  private reservedGroups = 0
  readonly links: LinkScoring

  constructor(private readonly parts: StateParts) {
    const { strategy, frontier, urls } = parts
    this.pages = new PageColumns(parts.tracksSeeds)
    this.strategy = strategy
    this.frontier = frontier
    this.urls = urls
    const announce = (group: GroupId, host: HostId): void => {
      frontier.addGroup(group, host)
      if (this.isFull(host)) frontier.park(group)
    }
    this.groups = new Groups(strategy.groupBy, announce, askedFor(strategy))
    // a host at its limit stays parked whatever the strategy learns about it
    this.control = {
      bias: (group, levels) => frontier.bias(group, levels),
      park: group => {
        frontier.park(group)
        this.hosts.giveUp(this.groups.hostOfGroup(group))
      },
      readmit: group => {
        const host = this.groups.hostOfGroup(group)
        if (this.isFull(host)) return
        frontier.readmit(group)
        this.hosts.takeUp(host)
      },
      move: (page, level) => {
        if (!this.pages.isForeign(page)) frontier.offer(page, this.pages.group[page], level)
      },
      cutoff: place => {
        this.cutoff = place
        if (!this.isLifted) frontier.cutoff(place)
      },
      spare: (host, isSpared) => {
        frontier.spare(host, isSpared)
        if (isSpared) this.hosts.takeUp(host)
        else this.hosts.giveUp(host)
      },
    }
    const urlOf = parts.isOwn === undefined ? null : (page: PageId): string => urls.url(page)
    this.links = new LinkScoring(strategy, frontier, this.pages, this.groups, this.control, urlOf)
  }

  hostOf(page: PageId): HostId {
    return this.groups.hostOfGroup(this.pages.group[page])
  }

  fetchedFrom(host: HostId): number {
    return this.hosts.fetched(host) + (this.textsOf.get(host) ?? 0)
  }

  fetchedBelow(seed: PageId): number {
    return this.belowSeed.get(seed) ?? 0
  }

  /** At its limit. */
  private isFull(host: HostId): boolean {
    return this.fetchedFrom(host) >= this.parts.perHost
  }

  /** Keeps all pages of a host queued and out of reach, for this run. False when that was done before. */
  setAside(host: HostId): boolean {
    if (this.silent.has(host)) return false
    this.silent.add(host)
    this.frontier.hold(host, Infinity)
    return true
  }

  /** What a crawl that has nothing to do any more leaves unfetched. */
  leftover(): Leftover {
    const { size, parked } = this.frontier
    if (size > 0) return this.silent.size > 0 && (this.isLifted || this.cutoff === Infinity) ? 'silent' : 'held'
    return parked > 0 ? 'parked' : 'nothing'
  }

  /** By the strategy, or because they do not answer; most recent first. */
  lastGivenUp(): HostId[] {
    return [...new Set([...[...this.silent].reverse(), ...this.hosts.lastGivenUp()])]
  }

  /** The strategy has had its say: from now on, and in this run only, what it held back is handed out as well. */
  liftCutoff(): void {
    this.isLifted = true
    this.frontier.cutoff(Infinity)
  }

  /** Runs `save` while the frontier holds back what the strategy wants held back, as it would after a replay of the log. */
  withCutoff(save: () => void): void {
    if (!this.isLifted) return save()
    this.frontier.cutoff(this.cutoff)
    try {
      save()
    } finally {
      this.frontier.cutoff(Infinity)
    }
  }

  persist(fields: StateFields): void {
    this.fetched = fields.number('fetched', this.fetched)
    this.relevant = fields.number('relevant', this.relevant)
    this.hostsFetched = fields.number('hostsFetched', this.hostsFetched)
    this.reservedPages = fields.number('reservedPages', this.reservedPages)
    this.reservedGroups = fields.number('reservedGroups', this.reservedGroups)
    this.cutoff = fields.number('cutoff', this.cutoff)
    tellMap(fields, 'textsOf', this.textsOf)
    tellMap(fields, 'belowSeed', this.belowSeed)
    fields.part('pages', this.pages)
    fields.part('groups', this.groups)
    fields.part('hosts', this.hosts)
    const { strategy } = this
    fields.part('strategy', { persist: inner => strategy.persist?.(inner) })
  }

  /** The id of a link's target, which is added when it is new. `from` is where it was found; a hop has no length. */
  intern(high: number, low: number, url: string, from: PageId, isHop: boolean): PageId {
    const known = this.urls.find(high, low)
    if (known !== -1) return known
    const { pages } = this
    const hops = pages.hops(from) + (isHop ? 0 : 1)
    const chain = isHop ? pages.chain(from) + 1 : 0
    const isForeign = this.parts.isOwn?.(url) === false
    const group = isForeign && this.strategy.receive !== undefined ? NO_GROUP : this.groups.groupOf(url)
    const page = this.urls.add(high, low, url)
    if (isForeign) {
      pages.addForeign(page, group, from, hops, chain)
      return page
    }
    this.hosts.addUrl(this.groups.hostOfGroup(group))
    pages.add(page, group, from, hops, chain)
    return page
  }

  /** A page of another partition that has links to pages of this one. Nothing leads to it here but what others say. */
  internForeign(url: string, hops: number, chain: number, isRelevant: boolean): PageId {
    const { pages } = this
    const known = this.find(url)
    const { high, low } = this.parts.fingerprint
    const page = known === -1 ? this.urls.add(high, low, url) : known
    pages.addForeign(page, known === -1 ? NO_GROUP : pages.group[page], page, hops, chain)
    pages.markVisited(page, isRelevant)
    return page
  }

  /** Links of a page of another partition: scored by the strategy, or offered at the levels that they had there. */
  receive(source: ReceivedSource, links: readonly PageId[], columns: KnownOfLinks): void {
    this.reserve()
    this.links.receive(source, this.groups.hostOf(source.url), links, columns)
  }

  /** The verdict on what a page says now that it was asked for again. */
  judgeAgain(page: PageId, isRelevant: boolean): void {
    if (this.pages.isRelevant(page) === isRelevant) return
    const by = isRelevant ? 1 : -1
    this.relevant += by
    this.hosts.changeRelevant(this.hostOf(page), by)
    this.pages.setRelevant(page, isRelevant)
  }

  /** New links of a page that was asked for again. The strategy has learned from the page: it only scores them, where it can. */
  receiveAgain(page: PageId, about: AgainSource, links: readonly PageId[], columns: KnownOfLinks, level: number): void {
    this.reserve()
    this.links.receiveAgain(page, this.hostOf(page), about, links, columns, level)
  }

  /** What `from`, a page of another partition, or one that was asked for again, leads to. */
  takeOver(from: PageId, to: readonly PageId[], level: number, areSitemaps: boolean): void {
    this.reserve()
    for (const page of to) {
      if (areSitemaps) this.pages.markSitemap(page)
      this.offerHop(from, page, level)
    }
  }

  /** The same for one URL whose fingerprint is not known yet. */
  internUrl(url: string, from: PageId, isHop: boolean): PageId {
    const { fingerprint } = this.parts
    fingerprint.of(url)
    return this.intern(fingerprint.high, fingerprint.low, url, from, isHop)
  }

  /** The id of a URL seen before, or -1. */
  find(url: string): PageId {
    const { fingerprint } = this.parts
    fingerprint.of(url)
    return this.urls.find(fingerprint.high, fingerprint.low)
  }

  addSeed(url: string): PageId {
    let page = this.find(url)
    if (page === -1) {
      const { high, low } = this.parts.fingerprint
      page = this.urls.size
      this.pages.add(page, this.groups.groupOf(url), page, 0, 0)
      this.urls.add(high, low, url)
      this.hosts.addUrl(this.hostOf(page))
    }
    this.reserve()
    if (!this.pages.isVisited(page)) this.frontier.offer(page, this.pages.group[page], this.strategy.seed(page))
    return page
  }

  /** A page came back. Its place in the frontier is gone, its links are scored and offered. */
  complete(done: CompletedPage): void {
    const { page } = done
    const { pages, frontier } = this
    frontier.discard(page)
    this.groups.setCountry(this.hostOf(page), done.country)
    // a redirect is as relevant as the page that led to it, so that what it leads to can inherit that
    const via = pages.via(page)
    this.settle(page, done.isPage ? done.relevant : via !== page && pages.isRelevant(via))
    this.reserve()
    if (done.isPage) {
      this.count(page, done.relevant)
      this.links.score(done, this.hostOf(page), this.followsLinksOf(page))
    }
    const { level } = done
    for (const to of done.sitemaps) pages.markSitemap(to)
    for (const to of done.hops) this.offerHop(page, to, level)
    for (const to of done.sitemaps) this.offerHop(page, to, level)
    // what it leads to has its place now; it will never be a page itself
    if (!done.isPage) this.strategy.lost?.(page)
  }

  /** Past the hop limit a page still teaches the strategy, but its links are not followed. */
  followsLinksOf(page: PageId): boolean {
    return this.pages.hops(page) < this.parts.maxHops
  }

  /**
   * A page of the frontier came back after the quota, for its text alone: nobody learns from it, and nothing of it is followed
   * but the redirects that it consists of.
   */
  completeText(page: PageId, isPage: boolean, hops: readonly PageId[], level: number): void {
    this.frontier.discard(page)
    this.settle(page, false)
    if (isPage) {
      const host = this.hostOf(page)
      this.textsOf.set(host, (this.textsOf.get(host) ?? 0) + 1)
      this.parkIfFull(host)
    }
    for (const to of hops) this.offerText(to, level)
  }

  private offerText(to: PageId, level: number): void {
    const { pages, frontier } = this
    if (pages.chain(to) > MAX_HOP_CHAIN || pages.isVisited(to) || pages.isForeign(to)) return
    if (frontier.levelOf(to) !== 0) return
    frontier.offer(to, pages.group[to], Math.max(1, level))
  }

  /** The page will not be fetched: robots, excluded, failed for good. */
  giveUp(page: PageId): void {
    this.frontier.discard(page)
    this.settle(page, false)
    this.reserve()
    this.strategy.lost?.(page)
  }

  /** Out of reach until it is let back; it stays known and unfetched. */
  holdBack(page: PageId): void {
    this.frontier.discard(page)
    this.reserve()
    this.strategy.lost?.(page)
  }

  letBack(page: PageId): void {
    if (!this.pages.isVisited(page)) this.frontier.putBack(page)
  }

  private settle(page: PageId, isRelevant: boolean): void {
    if (!this.pages.isVisited(page)) this.hosts.settleUrl(this.hostOf(page))
    this.pages.markVisited(page, isRelevant)
  }

  /** A sitemap named by robots.txt takes the place of the page for whose sake robots.txt was read. */
  addSitemaps(from: PageId, sitemaps: readonly PageId[]): void {
    this.reserve()
    for (const to of sitemaps) {
      this.pages.markSitemap(to)
      this.offerHop(from, to, this.frontier.levelOf(from))
    }
  }

  private offerHop(from: PageId, to: PageId, level: number): void {
    const { pages, frontier } = this
    if (level === 0 || pages.chain(to) > MAX_HOP_CHAIN || pages.isVisited(to) || pages.isForeign(to)) return
    const before = frontier.levelOf(to)
    if (before !== 0 && before <= level) return
    if (!pages.isForeign(from)) this.strategy.hop?.(from, to)
    frontier.offer(to, pages.group[to], level)
  }

  private count(page: PageId, relevant: boolean): void {
    const host = this.hostOf(page)
    this.fetched++
    if (relevant) this.relevant++
    if (this.hosts.addPage(host, relevant) === 1) this.hostsFetched++
    if (this.parts.tracksSeeds === true) {
      const seed = this.pages.seedOf(page)
      this.belowSeed.set(seed, this.fetchedBelow(seed) + 1)
    }
    this.parkIfFull(host)
  }

  private parkIfFull(host: HostId): void {
    if (this.isFull(host)) for (const group of this.groups.groupsOf(host)) this.frontier.park(group)
  }

  private reserve(): void {
    const pages = this.pages.capacity
    // hosts that only show something have no groups, and strategies keep what they know of a host by its number
    const groups = Math.max(this.groups.groupCount, this.groups.hostCount)
    if (pages <= this.reservedPages && groups <= this.reservedGroups) return
    this.reservedPages = Math.max(this.reservedPages, pages)
    this.reservedGroups = Math.max(groups * 2, 1024)
    this.strategy.reserve(this.reservedPages, this.reservedGroups)
  }
}
