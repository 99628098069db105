/**
 * Fetches what relevant pages show, so that they can be looked at offline: the way of an embedded object, as crawl.ts is that
 * of a page. It passes the same gate (excludes, robots.txt, politeness, connections), is archived and logged, and is neither
 * judged nor counted as a page.
 */
import type { Exchange, FetchOutcome, HostId } from '../contracts.js'
import type { Analysis, AnalysisJob } from './analysis.js'
import type { EmbedEntry } from '../collection/log/entry.js'
import { steadyNow } from '../steady-clock.js'
import type { EmbedId } from './embed-queue.js'
import { backOffMs, deservesRetry, unreasonablePause } from './retries.js'
import { revisitOf } from './records-to-keep.js'
import type { CrawlSession } from './session.js'

/** How soon a host that was busy is looked at again. */
const BUSY_MS = 100
/** Without any delay between requests pages would still come first for this long. */
const LEAST_PATIENCE_MS = 50

export interface EmbedTicket {
  readonly id: EmbedId
  readonly host: HostId
}

export class Embeds {
  underWay = 0
  private readonly attempts = new Map<EmbedId, number>()
  /** Those that are queued as pages, too: pages they stay, as long as pages are asked for. */
  private pagesToo: EmbedId[] = []
  private draining = false

  constructor(
    private readonly session: CrawlSession,
    private readonly signal: AbortSignal,
    private readonly analyse: (job: AnalysisJob) => Promise<Analysis>,
  ) {}

  /** When it is worth the while to ask for a ticket; Infinity when nothing waits. */
  nextAt(): number {
    return this.session.memory.embeds.nextAt()
  }

  /** No more pages are asked for: no turns are taken any more. */
  drain(nowMs: number): void {
    if (this.draining) return
    this.draining = true
    const { embeds } = this.session.memory
    for (const id of this.pagesToo.splice(0)) embeds.putBack(id)
    for (const host of embeds.waitingHosts()) embeds.defer(host, nowMs)
  }

  /** An embedded object whose host may be asked now, with a connection to it; null when there is none. */
  take(nowMs: number): EmbedTicket | null {
    const { gate } = this.session
    const { embeds, state } = this.session.memory
    for (let host = embeds.bestHost(nowMs); host !== -1; host = embeds.bestHost(nowMs)) {
      const hasPages = !this.draining && state.frontier.size > 0 && state.hosts.unfetched(host) > 0
      const patience = !hasPages ? 0 : embeds.patientUntil(host)
      const readyAt = Math.max(patience, gate.readyAt(host, nowMs))
      if (readyAt > nowMs) embeds.defer(host, readyAt)
      else if (!state.frontier.acquire(host, nowMs)) embeds.defer(host, nowMs + BUSY_MS)
      else {
        const id = this.next(host)
        if (id !== -1) {
          embeds.defer(host, nowMs + BUSY_MS)
          return { id, host }
        }
        state.frontier.release(host, nowMs)
      }
    }
    return null
  }

  /** Of a host to which there is a connection. */
  private next(host: HostId): EmbedId {
    const { embeds, state } = this.session.memory
    for (let id = embeds.take(host); id !== -1; id = embeds.take(host)) {
      const page = state.find(embeds.url(id))
      if (page === -1) return id
      if (!this.draining && !state.pages.isVisited(page) && state.frontier.levelOf(page) > 0) this.pagesToo.push(id)
      else return id
    }
    return -1
  }

  async fetch({ id, host }: EmbedTicket): Promise<void> {
    const { session } = this
    const { gate } = session
    const url = session.memory.embeds.url(id)
    const now = steadyNow()
    const unwanted = session.excludes.reasonAgainst(url)
    if (unwanted !== null) {
      this.release(host, now)
      return this.giveUp(id, url, unwanted)
    }
    const { findShared } = session
    const shared = findShared === null ? null : await findShared(url)
    if (shared !== null) {
      this.release(host, now)
      return this.digest(id, shared, true)
    }
    const permission = await gate.permission(url, host, null, this.signal)
    if (permission.kind !== 'go') {
      this.release(host, permission.kind === 'later' ? permission.at : gate.readyAt(host, now))
      // what is not to be had in this run is neither logged nor queued: the next run finds it in the log again
      if (permission.kind === 'later') this.retry(id, host, permission.at)
      else if (permission.kind === 'never') this.giveUp(id, url, permission.reason)
      return
    }
    const outcome = await session.web.fetch(url, this.signal)
    if (!outcome.ok && outcome.notBefore !== undefined) {
      this.release(host, outcome.notBefore)
      return this.retry(id, host, outcome.notBefore)
    }
    await this.receive(id, url, host, outcome)
  }

  private async receive(id: EmbedId, url: string, host: HostId, outcome: FetchOutcome): Promise<void> {
    const { gate, campaign } = this.session
    const { embeds } = this.session.memory
    const now = steadyNow()
    const readyAt = gate.report(host, outcome, now)
    this.release(host, readyAt)
    embeds.embedStarted(host, Math.max(readyAt + (readyAt - now), now + LEAST_PATIENCE_MS))
    if (this.signal.aborted && !outcome.ok) return
    if (gate.isDown(host)) embeds.forget(host)
    // as what is not to be had in this run
    if (unreasonablePause(outcome, campaign.politeness['max-delay'], now) !== null) return
    if (deservesRetry(outcome)) {
      const attempt = (this.attempts.get(id) ?? 0) + 1
      this.attempts.set(id, attempt)
      if (attempt <= campaign.network.retries && !gate.isDown(host))
        return this.retry(id, host, Math.max(readyAt, now + backOffMs(attempt)))
    }
    this.attempts.delete(id)
    if (outcome.ok) await this.digest(id, outcome, false)
    else if (outcome.consequence === 'skip') this.giveUp(id, url, `${outcome.code}: ${outcome.message}`)
  }

  /** Gives the connection back; the next turn may be ours again from then on. */
  private release(host: HostId, readyAtMs: number): void {
    const { state, embeds } = this.session.memory
    state.frontier.release(host, readyAtMs)
    embeds.defer(host, readyAtMs)
  }

  private retry(id: EmbedId, host: HostId, atMs: number): void {
    const { embeds } = this.session.memory
    embeds.putBack(id)
    embeds.defer(host, atMs)
  }

  private async digest(id: EmbedId, exchange: Exchange, reused: boolean): Promise<void> {
    const { state, embeds } = this.session.memory
    const root = embeds.rootOf(id)
    const job = {
      exchange,
      via: state.urls.url(root),
      hops: state.pages.hops(root),
      isSitemap: false,
      isEmbed: true,
      isText: false,
    }
    const analysis = await this.analyse(job)
    this.commit(id, exchange, analysis, reused)
  }

  private commit(id: EmbedId, exchange: Exchange, analysis: Analysis, reused: boolean): void {
    const { session } = this
    const { embeds } = session.memory
    const { payloadDigest, mime } = analysis
    const revisit = revisitOf(session, exchange, payloadDigest, [['fetchTimeMs', String(Math.round(exchange.fetchMs))]])
    const found = embeds.ofEmbed(analysis.embeds, id)
    const entry: EmbedEntry = {
      t: 'embed',
      id,
      url: exchange.url,
      via: embeds.rootOf(id),
      at: new Date(exchange.startedAt).toISOString(),
      ms: Math.round(exchange.fetchMs),
      status: exchange.status,
      mime,
      bytes: exchange.body.length,
      ...(exchange.truncated === null ? {} : { truncated: exchange.truncated }),
      digest: payloadDigest,
      ...(revisit === null ? {} : { revisit: true }),
      ...(reused ? { reused: true } : {}),
      ...(found.length === 0 ? {} : { embeds: found }),
    }
    session.journal.add(entry, revisit ?? analysis.records)
  }

  private giveUp(id: EmbedId, url: string, reason: string): void {
    const { journal, memory } = this.session
    journal.add({ t: 'embed', id, url, via: memory.embeds.rootOf(id), at: new Date().toISOString(), reason })
  }
}
