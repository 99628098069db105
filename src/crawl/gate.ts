/**
 * May this URL be asked for at all, and when may its host? robots.txt and politeness, as the live loop sees them. That nothing is sent
 * before its turn is not decided here: the web itself sends nothing earlier (web/http-web.ts).
 */
import { buildExchangeRecords } from '../archive/index.js'
import type { Campaign } from '../campaign/index.js'
import type { Exchange, FetchOutcome, HostId, PageId, Web } from '../contracts.js'
import { canonicalUrl } from '../page/url/canonical.js'
import { createRobotsCache, type Politeness, type RobotsCache, type RobotsDecision, type Wait } from '../web/index.js'
import { mayPass, type LoggedLink } from '../collection/log/entry.js'
import { steadyNow } from '../steady-clock.js'
import type { CrawlMemory } from './crawl-memory.js'
import type { Journal } from './journal.js'
import { reasonOf } from './unfetched.js'

export type Permission =
  | { readonly kind: 'go' }
  /** Not now: ask again at this time. */
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'never'; readonly reason: string }
  /** Not in this run. */
  | { readonly kind: 'next-run'; readonly reason: string }

export interface GateParts {
  readonly campaign: Campaign
  readonly memory: CrawlMemory
  readonly journal: Journal
  readonly web: Web
  /** The one that the web keeps to. */
  readonly politeness: Politeness
  readonly userAgentToken: string
}

/** Times the attempts that one page gets. */
const DOWN_AFTER = 3
/** Nobody keeps a crawl open for longer than this for the sake of one robots.txt. */
const MAX_ROBOTS_PAUSE_MS = 10 * 60_000
const MOST_WAITS = 1_000
const GO: Permission = { kind: 'go' }
const MAX_SITEMAPS_PER_HOST = 20
/** First pause before a robots.txt that could not be reached is asked for again; doubles from there. */
const ROBOTS_RETRY_MS = 30_000

export class Gate {
  private readonly robots: RobotsCache | null
  /** Requests in a row that a host left without any answer. */
  private readonly silence = new Map<HostId, number>()
  /** Whose robots.txt was read for the sake of an embedded object: the first page there takes up its sitemaps. */
  private readonly unfollowed = new Set<string>()
  /** Hosts whose robots.txt could not be read and will be asked for again. */
  private readonly waits = new Map<string, Wait>()

  constructor(private readonly parts: GateParts) {
    const { politeness, network } = parts.campaign
    this.robots =
      politeness.robots && network.archive.length === 0
        ? createRobotsCache({
            web: parts.web,
            userAgentToken: parts.userAgentToken,
            maxCrawlDelayMs: politeness['max-crawl-delay'],
            retryMs: ROBOTS_RETRY_MS,
            onExchange: exchange => this.archiveRobots(exchange),
          })
        : null
  }

  readyAt(host: HostId, nowMs: number): number {
    return this.readyAtServer(this.nameOf(host), nowMs)
  }

  /** The same by the host's name, for hosts of which no page is known. */
  readyAtServer(name: string, nowMs: number): number {
    return this.parts.politeness.readyAt(name, nowMs)
  }

  /** After an answer or a failure: when the host may be asked again. */
  report(host: HostId, outcome: FetchOutcome, nowMs: number): number {
    if (outcome.ok) this.silence.delete(host)
    // what will never be there (not in the archive, a forbidden address) says nothing about the host
    else if (outcome.consequence === 'retry') this.silence.set(host, (this.silence.get(host) ?? 0) + 1)
    return this.readyAt(host, nowMs)
  }

  /** Hosts that are not asked for some time, and why, by the time of the day; the longest wait first. */
  waiting(nowMs: number): Wait[] {
    for (const [host, { untilMs }] of this.waits) if (untilMs <= nowMs) this.waits.delete(host)
    const offMs = Date.now() - nowMs
    return [...this.parts.politeness.waits(nowMs), ...this.waits.values()]
      .sort((a, b) => b.untilMs - a.untilMs)
      .map(wait => ({ ...wait, untilMs: wait.untilMs + offMs }))
  }

  /** The host has left so many requests without an answer that it is not worth asking in this run. */
  isDown(host: HostId): boolean {
    return (this.silence.get(host) ?? 0) > DOWN_AFTER * (1 + this.parts.campaign.network.retries)
  }

  /** `page` is the one for whose sake robots.txt is read, if it has to be; null for what is no page. */
  async permission(url: string, host: HostId, page: PageId | null, signal: AbortSignal): Promise<Permission> {
    return this.permissionAt(url, this.nameOf(host), page, signal)
  }

  /** The same by the host's name. */
  async permissionAt(url: string, name: string, page: PageId | null, signal: AbortSignal): Promise<Permission> {
    const { robots } = this
    if (robots === null) return GO
    const origin = originOf(url)
    if (robots.peek(origin) !== null) {
      const known = await robots.check(url, signal)
      if (page !== null && this.unfollowed.delete(origin)) this.addSitemaps(page, url, known.sitemaps)
      return this.decide(known, origin)
    }

    const decision = await robots.check(url, signal)
    if (decision.reason !== 'waiting') {
      this.parts.politeness.setCrawlDelay(name, decision.crawlDelayMs)
      if (page !== null) this.addSitemaps(page, url, decision.sitemaps)
      else if (decision.sitemaps.length > 0) this.unfollowed.add(origin)
    }
    return this.decide(decision, origin)
  }

  private nameOf(host: HostId): string {
    return this.parts.memory.state.groups.hostName(host)
  }

  private decide(decision: RobotsDecision, origin: string): Permission {
    if (decision.allowed) return GO
    if (decision.reason === 'denied') return { kind: 'never', reason: 'robots: denied' }
    if (decision.reason === 'aborted') return { kind: 'later', at: 0 }
    if (decision.reason === 'waiting') return { kind: 'later', at: decision.retryAtMs }
    const { failure } = decision
    if (failure !== null && failure.consequence === 'skip') {
      const reason = reasonOf(failure)
      return { kind: mayPass(reason) ? 'next-run' : 'never', reason }
    }
    const failures = this.robots?.peek(origin)?.failures ?? 0
    const isLong = decision.retryAtMs > steadyNow() + MAX_ROBOTS_PAUSE_MS
    if (isLong || failures > this.parts.campaign.network.retries)
      return { kind: 'next-run', reason: failure === null ? 'robots: unreachable' : reasonOf(failure) }
    const host = origin.slice(origin.indexOf('://') + 3)
    if (this.waits.size < MOST_WAITS)
      this.waits.set(host, { host, untilMs: decision.retryAtMs, reason: 'its robots.txt could not be read' })
    return { kind: 'later', at: decision.retryAtMs }
  }

  /** robots.txt is archived once per crawl, whatever the number of runs. */
  private archiveRobots(exchange: Exchange): void {
    const { memory, journal, campaign } = this.parts
    const { url, status, startedAt, fetchMs } = exchange
    if (memory.ledger.robotsArchived.has(url)) return
    const { compression } = campaign.archive
    const records = buildExchangeRecords(exchange, [['fetchTimeMs', String(Math.round(fetchMs))]], { compression })
    journal.add({ t: 'robots', url, at: new Date(startedAt).toISOString(), status }, records)
  }

  /** The sitemaps that robots.txt names take the place of the page for whose sake it was read. */
  private addSitemaps(page: PageId, base: string, sitemaps: readonly string[]): void {
    const { memory, journal, campaign } = this.parts
    if (!campaign.politeness.sitemaps || sitemaps.length === 0) return
    const urls = sitemaps.slice(0, MAX_SITEMAPS_PER_HOST).flatMap(raw => canonicalUrl(raw, base) ?? [])
    const logged = [...new Set(urls)].map((url): LoggedLink => {
      const known = memory.state.find(url)
      return known === -1 ? url : known
    })
    journal.add({ t: 'sitemaps', for: page, sitemaps: logged })
  }
}

/** `scheme://host` of a canonical URL. */
function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('://') + 3))
}
