/** May this host be asked now, and for this URL at all? Politeness and robots.txt, as the live loop sees them. */
import { buildExchangeRecords } from '../archive/index.js'
import type { Campaign } from '../campaign/index.js'
import type { Exchange, FetchOutcome, HostId, PageId, Web } from '../contracts.js'
import { canonicalUrl } from '../page/url/canonical.js'
import {
  createPoliteness,
  createRobotsCache,
  findHeader,
  type Politeness,
  type RobotsCache,
  type RobotsDecision,
} from '../web/index.js'
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
  readonly userAgentToken: string
}

/** A server that takes long is busy: with factor 3 it is ours a quarter of the time at most. */
const SLOW_FACTOR = 3
/** Times the attempts that one page gets. */
const DOWN_AFTER = 3
/** Nobody keeps a crawl open for longer than this for the sake of one robots.txt. */
const MAX_ROBOTS_PAUSE_MS = 10 * 60_000
const GO: Permission = { kind: 'go' }
const MAX_SITEMAPS_PER_HOST = 20
/** First pause before a robots.txt that could not be reached is asked for again; doubles from there. */
const ROBOTS_RETRY_MS = 30_000

export class Gate {
  private readonly politeness: Politeness
  private readonly robots: RobotsCache | null
  private readonly addresses = new Map<HostId, string>()
  /** Requests in a row that a host left without any answer. */
  private readonly silence = new Map<HostId, number>()
  private readonly robotsAddresses = new Map<string, string>()
  /** Whose robots.txt was read for the sake of an embedded object: the first page there takes up its sitemaps. */
  private readonly unfollowed = new Set<string>()

  constructor(private readonly parts: GateParts) {
    const { politeness, network } = parts.campaign
    const isArchive = network.archive.length > 0
    this.politeness = createPoliteness({
      delayMs: isArchive ? 0 : politeness.delay,
      maxDelayMs: Math.max(politeness.delay, politeness['max-crawl-delay']),
      maxBackoffMs: politeness['max-delay'],
      // a campaign without a delay does not wait for slow answers, but still for those who ask for it (429, 503, Crawl-delay)
      adaptive: !isArchive,
      slowFactor: politeness.delay > 0 ? SLOW_FACTOR : 0,
    })
    this.robots =
      politeness.robots && !isArchive
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
    return this.politeness.readyAt(host, this.addresses.get(host) ?? null, nowMs)
  }

  /** A request to this host starts now. */
  start(host: HostId, nowMs: number): void {
    this.politeness.onRequest(this.addresses.get(host) ?? null, nowMs)
  }

  /** After an answer or a failure: when the host may be asked again. */
  report(host: HostId, outcome: FetchOutcome, nowMs: number): number {
    const { fetchMs } = outcome
    if (!outcome.ok) {
      // what will never be there (not in the archive, a forbidden address) says nothing about the host
      if (outcome.consequence === 'retry') this.silence.set(host, (this.silence.get(host) ?? 0) + 1)
      return this.politeness.onResponse(host, null, { status: 0, fetchMs, retryAfter: null }, nowMs)
    }
    this.silence.delete(host)
    // null behind a proxy or an override: that address would say nothing about the server
    if (outcome.ip !== null) this.addresses.set(host, outcome.ip)
    const answer = { status: outcome.status, fetchMs, retryAfter: findHeader(outcome.headers, 'retry-after') }
    return this.politeness.onResponse(host, this.addresses.get(host) ?? null, answer, nowMs)
  }

  /** The host has left so many requests without an answer that it is not worth asking in this run. */
  isDown(host: HostId): boolean {
    return (this.silence.get(host) ?? 0) > DOWN_AFTER * (1 + this.parts.campaign.network.retries)
  }

  /** `page` is the one for whose sake robots.txt is read, if it has to be; null for what is no page. */
  async permission(url: string, host: HostId, page: PageId | null, signal: AbortSignal): Promise<Permission> {
    const { robots } = this
    if (robots === null) return GO
    const origin = originOf(url)
    if (robots.peek(origin) !== null) {
      const known = await robots.check(url, signal)
      if (page !== null && this.unfollowed.delete(origin)) this.addSitemaps(page, url, known.sitemaps)
      return this.decide(known, origin)
    }

    const startedAt = steadyNow()
    const decision = await robots.check(url, signal)
    const now = steadyNow()
    this.politeness.setCrawlDelay(host, decision.crawlDelayMs)
    if (page !== null) this.addSitemaps(page, url, decision.sitemaps)
    else if (decision.sitemaps.length > 0) this.unfollowed.add(origin)
    const answer = { status: decision.reason === 'unreachable' ? 503 : 200, fetchMs: now - startedAt, retryAfter: null }
    const ip = this.robotsAddresses.get(origin)
    this.robotsAddresses.delete(origin)
    if (ip !== undefined) this.addresses.set(host, ip)
    const readyAt = this.politeness.onResponse(host, ip ?? null, answer, now)
    const permission = this.decide(decision, origin)
    // the host has just been asked for robots.txt: its delay comes before the page, too
    return permission.kind === 'go' && readyAt > now ? { kind: 'later', at: readyAt } : permission
  }

  private decide(decision: RobotsDecision, origin: string): Permission {
    if (decision.allowed) return GO
    if (decision.reason === 'denied') return { kind: 'never', reason: 'robots: denied' }
    if (decision.reason === 'aborted') return { kind: 'later', at: 0 }
    const { failure } = decision
    if (failure !== null && failure.consequence === 'skip') {
      const reason = reasonOf(failure)
      return { kind: mayPass(reason) ? 'next-run' : 'never', reason }
    }
    const failures = this.robots?.peek(origin)?.failures ?? 0
    const isLong = decision.retryAtMs > steadyNow() + MAX_ROBOTS_PAUSE_MS
    if (isLong || failures > this.parts.campaign.network.retries)
      return { kind: 'next-run', reason: failure === null ? 'robots: unreachable' : reasonOf(failure) }
    return { kind: 'later', at: decision.retryAtMs }
  }

  /** robots.txt is archived once per crawl, whatever the number of runs. */
  private archiveRobots(exchange: Exchange): void {
    const { memory, journal, campaign } = this.parts
    const { url, status, startedAt, fetchMs } = exchange
    if (exchange.ip !== null) this.robotsAddresses.set(originOf(url), exchange.ip)
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
