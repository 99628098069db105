/**
 * May this URL be fetched? Reads the robots.txt of each origin once a day at most, through the same Web as the pages.
 *
 *   answer                                  meaning (RFC 9309)
 *   2xx                                     its rules
 *   redirect                                followed, five times, to any host; the rules are those of the origin first asked
 *   more redirects, or one to nowhere       unavailable: everything is allowed; nowhere is also a private address, and a name without
 *                                           a host
 *   4xx but 429                             unavailable: everything is allowed
 *   429, 5xx, no answer, a body cut short   unreachable: nothing is allowed, until it is asked again after a pause that
 *                                           doubles each time (or what Retry-After says, if that is longer)
 *
 * Redirects wait for the turn of the server that they lead to, as every request does: `waiting` says until when, and the next
 * question goes on from there.
 *
 * A copy read earlier stays in force while the file is unreachable, for 30 days. Without one we go on denying: the RFC lets a crawler
 * take a file that was unreachable for 30 days for unavailable, but no crawl of ours would notice.
 */
import type { Exchange, FetchFailure, FetchOutcome, Web } from '../contracts.js'
import { decodeContent } from '../page/http/content-coding.js'
import { steadyNow } from '../steady-clock.js'
import { findHeader, redirectTarget } from './headers.js'
import { parseRetryAfter } from './retry-after.js'
import { ALLOW_ALL, DENY_ALL, MAX_ROBOTS_BYTES, parseRobots } from './robots.js'
import type { RobotsRules } from './robots.js'

export interface RobotsCacheOptions {
  readonly web: Web
  /** The name that robots.txt files call us by: letters, `_` and `-`. */
  readonly userAgentToken: string
  /** Longer Crawl-delays count as this. */
  readonly maxCrawlDelayMs?: number
  readonly lifetimeMs?: number
  /** First pause before an unreachable file is asked for again. */
  readonly retryMs?: number
  readonly maxEntries?: number
  /** Memory for the rules of all entries together, roughly. */
  readonly maxBytes?: number
  readonly now?: () => number
  /** Every exchange that was made, redirects included, so that the crawl can archive it. */
  readonly onExchange?: (exchange: Exchange) => void
}

export interface CachedRobots {
  readonly state: 'rules' | 'unavailable' | 'unreachable'
  readonly rules: RobotsRules
  /** Capped. */
  readonly crawlDelayMs: number
  /** When the file will be asked for again. */
  readonly expiresAt: number
  /** How often in a row the file was unreachable. */
  readonly failures: number
  /** Why no answer came, when none came. */
  readonly failure: FetchFailure | null
}

export interface RobotsDecision {
  readonly allowed: boolean
  readonly crawlDelayMs: number
  readonly sitemaps: readonly string[]
  /**
   * `unreachable` may pass: hold the page until `retryAtMs`, unless `failure` says skip. `waiting`: the same, and nothing is wrong.
   */
  readonly reason: 'allowed' | 'denied' | 'unavailable' | 'unreachable' | 'waiting' | 'aborted'
  readonly retryAtMs: number
  readonly failure: FetchFailure | null
}

export interface RobotsCache {
  /** `url` is http or https. Callers that ask at the same time share one request. */
  check(url: string, signal: AbortSignal): Promise<RobotsDecision>
  /** What is known of an origin (as `URL.origin` writes it) without asking; null when it must be asked. */
  peek(origin: string): CachedRobots | null
  readonly size: number
}

interface Stored extends CachedRobots {
  readonly readAt: number
}

/** How far a file has been followed whose next server is not to be asked yet. */
interface Hop {
  readonly target: string
  readonly hops: number
}

const MAX_REDIRECTS = 5
const DAY_MS = 86_400_000
const STALE_MS = 30 * DAY_MS
const MAX_RETRY_MS = 6 * 3_600_000

export function createRobotsCache(options: RobotsCacheOptions): RobotsCache {
  const { web, userAgentToken, maxCrawlDelayMs = 30_000, lifetimeMs = DAY_MS, retryMs = 300_000 } = options
  const { maxEntries = 20_000, maxBytes = 64 * 1024 * 1024, now = steadyNow, onExchange } = options
  const entries = new Map<string, Stored>() // least recently used first
  const loading = new Map<string, Promise<Stored | RobotsDecision>>()
  const halfway = new Map<string, Hop>()
  let bytes = 0

  function find(origin: string): Stored | null {
    const entry = entries.get(origin)
    if (entry === undefined || entry.expiresAt <= now()) return null
    entries.delete(origin)
    entries.set(origin, entry)
    return entry
  }

  function store(origin: string, entry: Stored): void {
    forget(origin)
    entries.set(origin, entry)
    bytes += entry.rules.size
    for (const oldest of entries.keys()) {
      if (entries.size <= 1 || (entries.size <= maxEntries && bytes <= maxBytes)) break
      forget(oldest)
    }
  }

  function forget(origin: string): void {
    bytes -= entries.get(origin)?.rules.size ?? 0
    entries.delete(origin)
  }

  function start(origin: string, signal: AbortSignal): Promise<Stored | RobotsDecision> {
    const promise = load(origin, signal).finally(() => loading.delete(origin))
    loading.set(origin, promise)
    return promise
  }

  /** A decision when there is no file to read yet. */
  async function load(origin: string, signal: AbortSignal): Promise<Stored | RobotsDecision> {
    const outcome = await follow(origin, signal)
    if (outcome !== null && !outcome.ok) {
      if (outcome.notBefore !== undefined) return { ...ABORTED, reason: 'waiting', retryAtMs: outcome.notBefore }
      if (outcome.code === 'E_FETCH_ABORTED') return ABORTED
    }
    const entry = read(outcome, entries.get(origin) ?? null)
    store(origin, entry)
    return entry
  }

  /** The last answer, or null when redirects lead nowhere. */
  async function follow(origin: string, signal: AbortSignal): Promise<FetchOutcome | null> {
    let { target, hops } = halfway.get(origin) ?? { target: `${origin}/robots.txt`, hops: 0 }
    halfway.delete(origin)
    for (; hops <= MAX_REDIRECTS; hops++) {
      const outcome = await web.fetch(target, signal)
      if (!outcome.ok) {
        if (outcome.notBefore !== undefined && hops > 0) remember(origin, { target, hops })
        return hops > 0 && outcome.consequence === 'skip' ? null : outcome
      }
      onExchange?.(outcome)
      if (outcome.status < 300 || outcome.status > 399) return outcome
      const next = redirectTarget(outcome)
      if (next === null) return null
      target = next
    }
    return null
  }

  function remember(origin: string, hop: Hop): void {
    halfway.set(origin, hop)
    if (halfway.size > maxEntries) for (const oldest of halfway.keys()) return void halfway.delete(oldest)
  }

  function read(outcome: FetchOutcome | null, before: Stored | null): Stored {
    const readAt = now()
    const expiresAt = readAt + lifetimeMs
    if (outcome === null || (outcome.ok && outcome.status >= 400 && outcome.status < 500 && outcome.status !== 429)) {
      return { state: 'unavailable', rules: ALLOW_ALL, crawlDelayMs: 0, expiresAt, failures: 0, failure: null, readAt }
    }
    const whole = outcome.ok && (outcome.truncated === null || outcome.truncated === 'length')
    if (whole && outcome.status >= 200 && outcome.status < 300) {
      const content = decodeContent(outcome.body, findHeader(outcome.headers, 'content-encoding') ?? '')
      const rules = parseRobots(content.subarray(0, MAX_ROBOTS_BYTES + 1), userAgentToken)
      const crawlDelayMs = Math.min(rules.crawlDelayMs, maxCrawlDelayMs)
      return { state: 'rules', rules, crawlDelayMs, expiresAt, failures: 0, failure: null, readAt }
    }
    return unreachable(outcome, before, readAt)
  }

  function unreachable(outcome: FetchOutcome, before: Stored | null, nowMs: number): Stored {
    const failures = (before?.failures ?? 0) + 1
    const asked = outcome.ok ? parseRetryAfter(findHeader(outcome.headers, 'retry-after'), nowMs) : null
    const pause = Math.min(retryMs * 2 ** (failures - 1), MAX_RETRY_MS)
    const expiresAt = nowMs + Math.max(pause, Math.min(asked ?? 0, DAY_MS))
    if (before !== null && before.state !== 'unreachable' && nowMs - before.readAt < STALE_MS) {
      return { ...before, expiresAt, failures }
    }
    const failure = outcome.ok ? null : outcome
    return { state: 'unreachable', rules: DENY_ALL, crawlDelayMs: 0, expiresAt, failures, failure, readAt: nowMs }
  }

  return {
    async check(text, signal) {
      const { origin, pathname, search } = new URL(text)
      for (;;) {
        if (signal.aborted) return ABORTED
        const known = find(origin)
        if (known !== null) return decide(known, pathname + search)
        const shared = loading.get(origin)
        const entry = await (shared ?? start(origin, signal))
        if ('rules' in entry) return decide(entry, pathname + search)
        if (shared === undefined || entry.reason === 'waiting') return entry
        // the caller whose request we shared gave it up: ask ourselves
      }
    },

    peek: find,

    get size() {
      return entries.size
    },
  }
}

const ABORTED: RobotsDecision = {
  allowed: false,
  crawlDelayMs: 0,
  sitemaps: [],
  reason: 'aborted',
  retryAtMs: 0,
  failure: null,
}

function decide(entry: CachedRobots, pathWithQuery: string): RobotsDecision {
  const { state, rules, crawlDelayMs, expiresAt, failure } = entry
  const allowed = rules.allows(pathWithQuery)
  return {
    allowed,
    crawlDelayMs,
    sitemaps: rules.sitemaps,
    reason: state !== 'rules' ? state : allowed ? 'allowed' : 'denied',
    retryAtMs: state === 'unreachable' ? expiresAt : 0,
    failure,
  }
}
