/**
 * Answers what rendered pages ask for: by the crawl's own gate and web, so that robots.txt, politeness, private addresses, excludes and
 * limits hold for browsers as for everything else.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange, FetchOutcome } from '../contracts.js'
import { canonicalUrl, decodeContent, serverKeyOf } from '../page/index.js'
import type { RequestAnswer } from '../render/index.js'
import { steadyNow } from '../steady-clock.js'
import { findHeader } from '../web/headers.js'
import { deservesRetry, unreasonablePause } from './retries.js'
import type { KnownAnswers } from './known-answers.js'
import type { CrawlSession } from './session.js'

export interface BrowserAnswer {
  /** Null: refused, or none came. */
  readonly answer: RequestAnswer | null
  /** What came over the network for it; null for what was in memory. */
  readonly exchange: Exchange | null
}

type Parts = Pick<CrawlSession, 'campaign' | 'excludes' | 'gate' | 'memory' | 'web'>

const NONE: BrowserAnswer = { answer: null, exchange: null }
/** How long pages of a host that a browser waits for stand back. */
const OURS_MS = 500
const MOST_TRIES = 2

export class BrowserAnswers {
  constructor(
    private readonly parts: Parts,
    private readonly known: KnownAnswers,
  ) {}

  async answer(asked: string, signal: AbortSignal): Promise<BrowserAnswer> {
    const url = canonicalUrl(asked)
    if (url === null || this.parts.excludes.reasonAgainst(url) !== null) return NONE
    return this.known.answer(url, signal, () => this.fetch(url, signal))
  }

  private async fetch(url: string, signal: AbortSignal): Promise<BrowserAnswer> {
    const { gate, campaign } = this.parts
    const server = serverKeyOf(url)
    for (let tries = 1; !signal.aborted;) {
      const permission = await gate.permissionAt(url, server, null, signal)
      if (permission.kind === 'later') {
        await until(permission.at, signal)
        continue
      }
      if (permission.kind !== 'go') return NONE
      const outcome = await this.inTurn(url, server, signal)
      if (outcome === null) continue
      if (outcome.ok && !deservesRetry(outcome)) {
        const body = decodeContent(outcome.body, findHeader(outcome.headers, 'content-encoding') ?? '')
        return { answer: { status: outcome.status, headers: outcome.headers, body }, exchange: outcome }
      }
      const isHopeless = unreasonablePause(outcome, campaign.politeness['max-delay'], Date.now()) !== null
      if (tries++ >= MOST_TRIES || isHopeless || (!outcome.ok && outcome.consequence === 'skip')) return NONE
    }
    return NONE
  }

  /** Null: it was not the server's turn after all. Pages of the host that are queued stand back meanwhile. */
  private async inTurn(url: string, server: string, signal: AbortSignal): Promise<FetchOutcome | null> {
    const { gate, memory, web } = this.parts
    const { frontier, groups } = memory.state
    const host = groups.findHost(server)
    const readyAt = gate.readyAtServer(server, steadyNow())
    if (host !== -1) frontier.hold(host, readyAt + OURS_MS)
    await until(readyAt, signal)
    if (signal.aborted) return null
    const outcome = await web.fetch(url, signal)
    if (!outcome.ok && outcome.notBefore !== undefined) {
      await until(outcome.notBefore, signal)
      return null
    }
    if (host !== -1) frontier.hold(host, gate.report(host, outcome, steadyNow()))
    return outcome
  }
}

async function until(at: number, signal: AbortSignal): Promise<void> {
  const ms = at - steadyNow()
  // an abort shows to whoever waits
  if (ms > 0) await sleep(Math.ceil(ms), undefined, { signal }).catch(() => undefined)
}
