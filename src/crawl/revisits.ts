/**
 * Asks for the pages of a round's plan again: the way of a known page, as crawl.ts is that of a new one. It passes the same gate
 * (rules, robots.txt, politeness, connections). Each page of the plan ends in one line of the log, whatever comes of it; one without
 * a line is asked for when the round goes on.
 */
import type { FetchFailure, FetchOutcome, HeaderLine, HostId } from '../contracts.js'
import { steadyNow } from '../steady-clock.js'
import type { PlannedPage } from './plan-file.js'
import { backOffMs, deservesRetry, unreasonablePause } from './retries.js'
import { RevisitQueue } from './revisit-queue.js'
import type { Revisited } from './revisited.js'
import type { CrawlSession } from './session.js'
import { reasonOf } from './unfetched.js'

/** How soon a host that was busy is looked at again. */
const BUSY_MS = 100

export interface RevisitTicket {
  readonly page: PlannedPage
  readonly host: HostId
}

export class Revisits {
  underWay = 0
  /** Of this run. */
  started = 0
  private readonly queue: RevisitQueue
  private readonly attempts = new Map<number, number>()
  /** Hosts that are not asked any more in this run. */
  private readonly silent = new Set<HostId>()

  constructor(
    private readonly session: CrawlSession,
    private readonly signal: AbortSignal,
    private readonly revisited: Revisited,
  ) {
    const { state, round } = session.memory
    const left = session.planned.filter(({ id }) => !round.done.has(id))
    this.queue = new RevisitQueue(left, ({ id }) => state.hostOf(id))
  }

  /** Pages that wait or are under way. */
  get left(): number {
    return this.queue.waiting + this.underWay
  }

  nextAt(): number {
    return this.queue.nextAt()
  }

  /** A page whose host may be asked now, with a connection to it; null when there is none. */
  take(nowMs: number): RevisitTicket | null {
    const { gate } = this.session
    const { frontier } = this.session.memory.state
    const { queue } = this
    for (let host = queue.bestHost(nowMs); host !== -1; host = queue.bestHost(nowMs)) {
      const readyAt = gate.readyAt(host, nowMs)
      if (this.silent.has(host) || gate.isDown(host)) this.giveUpHost(host)
      else if (readyAt > nowMs) queue.defer(host, readyAt)
      else if (!frontier.acquire(host, nowMs)) queue.defer(host, nowMs + BUSY_MS)
      else {
        const page = queue.take(host)
        queue.defer(host, nowMs + BUSY_MS)
        if (page !== null) {
          this.started++
          return { page, host }
        }
        frontier.release(host, nowMs)
      }
    }
    return null
  }

  /** Asks for one page, to its line in the log. */
  async fetch({ page, host }: RevisitTicket): Promise<void> {
    const { session } = this
    const { gate, excludes } = session
    const { url } = page
    const unwanted = excludes.reasonAgainstPage(url)
    if (unwanted !== null) {
      this.release(host, steadyNow())
      return this.revisited.unasked(page, 'refused', unwanted)
    }
    const permission = await gate.permission(url, host, null, this.signal)
    if (permission.kind === 'later') {
      this.release(host, permission.at)
      return this.signal.aborted ? undefined : this.queue.putBack(page, host, permission.at)
    }
    if (permission.kind !== 'go') {
      this.release(host, gate.readyAt(host, steadyNow()))
      return this.revisited.unasked(page, permission.kind === 'never' ? 'refused' : 'failed', permission.reason)
    }
    const outcome = await session.web.fetch(url, this.signal, conditionsOf(page, session.browser !== null))
    if (!outcome.ok && outcome.notBefore !== undefined) {
      this.release(host, outcome.notBefore)
      return this.queue.putBack(page, host, outcome.notBefore)
    }
    return this.receive(page, host, outcome)
  }

  private async receive(page: PlannedPage, host: HostId, outcome: FetchOutcome): Promise<void> {
    const { gate, campaign, memory } = this.session
    const now = steadyNow()
    memory.embeds.pageStarted(host, now)
    const readyAt = gate.report(host, outcome, now)
    this.release(host, readyAt)
    memory.embeds.defer(host, readyAt)
    // it has no line: the round goes on with it
    if (this.signal.aborted && !outcome.ok) return
    const pause = unreasonablePause(outcome, campaign.politeness['max-delay'], Date.now())
    if (pause !== null) return this.revisited.unasked(page, 'failed', pause)
    if (deservesRetry(outcome)) {
      const attempt = (this.attempts.get(page.id) ?? 0) + 1
      this.attempts.set(page.id, attempt)
      if (attempt <= campaign.network.retries && !gate.isDown(host))
        return this.queue.putBack(page, host, Math.max(readyAt, now + backOffMs(attempt)))
    }
    this.attempts.delete(page.id)
    if (outcome.ok) await this.revisited.answered(page, outcome)
    else this.revisited.unasked(page, isGone(outcome) ? 'gone' : 'failed', reasonOf(outcome))
  }

  /** The host is silent: what is left of it is said to have failed, and the next round asks again. */
  giveUpHost(host: HostId): void {
    this.silent.add(host)
    for (const page of this.queue.takeAll(host)) this.revisited.unasked(page, 'failed', 'its host does not answer')
  }

  private release(host: HostId, readyAtMs: number): void {
    this.session.memory.state.frontier.release(host, readyAtMs)
    this.queue.defer(host, readyAtMs)
  }
}

/** What makes a server answer that nothing changed; nothing for a page that is to come in full. */
export function conditionsOf({ etag, modified, check, rendered }: PlannedPage, renders = false): readonly HeaderLine[] {
  // a browser needs the page to see what became of it
  if (check === true || (renders && rendered !== undefined)) return []
  const lines: HeaderLine[] = []
  if (etag !== undefined) lines.push(['If-None-Match', etag])
  if (modified !== undefined) lines.push(['If-Modified-Since', modified])
  return lines
}

/** There is no host of this name any more. Other failures may pass. */
function isGone({ code, consequence }: FetchFailure): boolean {
  return code === 'E_FETCH_DNS' && consequence === 'skip'
}
