/** May this host be asked now, and for this URL at all? Politeness and robots.txt, as the live loop sees them. */
import { buildExchangeRecords } from '../archive/index.js'
import type { Exchange, FetchOutcome, HostId, PageId, Web } from '../contracts.js'
import { canonicalUrl } from '../page/index.js'
import { createPoliteness, createRobotsCache, type Politeness, type RobotsCache } from '../web/index.js'
import type { Campaign } from '../campaign/index.js'
import type { RobotsEntry } from './crawl-log.js'
import type { CrawlState } from './crawl-state.js'
import type { Ledger } from './ledger.js'
import type { Recorder } from './recorder.js'

export interface Permission {
  /** Why the URL may not be fetched; null when it may. */
  readonly denied: string | null
  /** When to ask again after a denial that may pass; Infinity when it will not. */
  readonly retryAt: number
  /** robots.txt was fetched for this: the host has just been asked. */
  readonly fetched: boolean
  readonly readyAt: number
}

export interface GateParts {
  readonly campaign: Campaign
  readonly state: CrawlState
  readonly ledger: Ledger
  readonly recorder: Recorder
  readonly web: Web
  readonly userAgentToken: string
}

const MAX_SITEMAPS_PER_HOST = 20

export class Gate {
  private readonly politeness: Politeness
  private readonly robots: RobotsCache | null
  private readonly addresses = new Map<HostId, string>()
  private readonly fetchedRobots: Exchange[] = []

  constructor(private readonly parts: GateParts) {
    const { politeness, network } = parts.campaign
    const isArchive = network.archive.length > 0
    this.politeness = createPoliteness({
      delayMs: isArchive ? 0 : politeness.delay,
      maxDelayMs: politeness['max-delay'],
      maxCrawlDelayMs: politeness['max-crawl-delay'],
    })
    this.robots =
      politeness.robots && !isArchive
        ? createRobotsCache({
            web: parts.web,
            userAgentToken: parts.userAgentToken,
            maxCrawlDelayMs: politeness['max-crawl-delay'],
            onExchange: exchange => this.fetchedRobots.push(exchange),
          })
        : null
  }

  readyAt(host: HostId, nowMs: number): number {
    return this.politeness.readyAt(host, this.addresses.get(host) ?? null, nowMs)
  }

  /** After an answer or a failure: when the host may be asked again. */
  report(host: HostId, outcome: FetchOutcome, nowMs: number): number {
    if (!outcome.ok) return this.politeness.onFailure(host, outcome.fetchMs, nowMs)
    if (outcome.ip !== null) this.addresses.set(host, outcome.ip)
    return this.politeness.onResponse(host, outcome.ip, outcome, nowMs)
  }

  async permission(url: string, page: PageId, signal: AbortSignal): Promise<Permission> {
    const host = this.parts.state.hostOf(page)
    if (this.robots === null) return { denied: null, retryAt: Infinity, fetched: false, readyAt: 0 }
    const known = this.robots.peek(url)
    const answer = known ?? (await this.robots.check(url, signal))
    const fetched = known === null && this.fetchedRobots.length > 0
    let readyAt = 0
    if (fetched) {
      this.politeness.setCrawlDelay(host, answer.crawlDelayMs)
      for (const exchange of this.fetchedRobots) readyAt = Math.max(readyAt, this.report(host, exchange, Date.now()))
      this.record(page, answer.sitemaps)
    }
    return {
      denied: answer.allowed ? null : `robots: ${answer.reason}`,
      retryAt: answer.retryAtMs ?? Infinity,
      fetched,
      readyAt,
    }
  }

  /** robots.txt is archived once per crawl, and the sitemaps it names are queued when they are wanted. */
  private record(page: PageId, sitemaps: readonly string[]): void {
    const { state, ledger, recorder, campaign } = this.parts
    const wanted = campaign.politeness.sitemaps ? sitemaps.slice(0, MAX_SITEMAPS_PER_HOST) : []
    const exchanges = this.fetchedRobots.splice(0)
    exchanges.forEach((exchange, index) => {
      const logged: (string | number)[] = []
      const ids: PageId[] = []
      for (const raw of index === exchanges.length - 1 ? wanted : []) {
        const url = canonicalUrl(raw, exchange.url)
        if (url === null) continue
        const known = state.find(url)
        logged.push(known === -1 ? url : known)
        ids.push(known === -1 ? state.internUrl(url, page, true) : known)
      }
      const isNew = !ledger.robotsArchived.has(exchange.url)
      if (!isNew && logged.length === 0) return
      ledger.robotsArchived.add(exchange.url)
      const fields = [['via', state.urls.url(page)] as const]
      const records = isNew
        ? buildExchangeRecords(exchange, fields, { compression: campaign.archive.compression }).bytes
        : null
      recorder.record(records, warc => {
        const entry: RobotsEntry = {
          t: 'robots',
          url: exchange.url,
          at: new Date(exchange.startedAt).toISOString(),
          status: exchange.status,
          ...(warc === null ? {} : { warc }),
          for: page,
          sitemaps: logged,
        }
        return JSON.stringify(entry)
      })
      state.addSitemaps(page, ids)
    })
  }
}
