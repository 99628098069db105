/**
 * When may a host be asked again? Pure bookkeeping: the clock comes in as an argument, so that a crawl, a replay and a test run the
 * same code. Host readiness goes into the frontier (`release`, `hold`); what is kept here is only what the next answer needs.
 *
 *   pause after an answer = the largest of
 *     the host's delay           `delayMs`, or its Crawl-delay when that is longer
 *     slowFactor × fetch time    a server that takes long is busy: with factor 3 it is ours a quarter of the time at most;
 *                                at the usual delay of 2 s only answers slower than 0.67 s are felt
 *     back-off                   after 429, 503 or no answer: twice the pause each time, at least what Retry-After says;
 *                                each good answer takes one doubling back
 *
 * The first two are capped by `maxDelayMs`, the last by `maxBackoffMs`, Retry-After by an hour. Hosts on one address also keep `ipIntervalMs` between the
 * starts of their requests. With `delayMs` 0 nothing ever waits (archives), unless `adaptive` is asked for.
 */
import type { HostId } from '../contracts.js'
import { parseRetryAfter } from './retry-after.js'

export interface PolitenessOptions {
  readonly delayMs: number
  /** Cap on the Crawl-delay of a robots.txt and on what slow answers add. */
  readonly maxDelayMs?: number
  readonly slowFactor?: number
  readonly maxBackoffMs?: number
  /** Between requests to different hosts on one IP address; a quarter of the delay by default. */
  readonly ipIntervalMs?: number
  /** Slow down for slow, overloaded and refusing hosts; on unless the delay is 0. */
  readonly adaptive?: boolean
  /** Hosts, and addresses, remembered at most; the least recently asked are forgotten. */
  readonly maxEntries?: number
}

export interface ServerAnswer {
  /** 0 when no answer came. */
  readonly status: number
  readonly fetchMs: number
  /** The header as it came, or null. */
  readonly retryAfter: string | null
}

export interface Politeness {
  /** From robots.txt; capped here. Cheap to repeat. */
  setCrawlDelay(host: HostId, crawlDelayMs: number): void
  /** A request to a known address starts now. */
  onRequest(ip: string | null, nowMs: number): void
  /** A request ended; gives the time before which the host must not be asked again. */
  onResponse(host: HostId, ip: string | null, answer: ServerAnswer, nowMs: number): number
  /** Earliest time for the next request, `nowMs` when it may go at once. */
  readyAt(host: HostId, ip: string | null, nowMs: number): number
  /** Hosts and addresses remembered. */
  readonly size: number
}

interface HostState {
  crawlDelayMs: number
  readyAt: number
  /** Doublings of the pause in force. */
  backoff: number
}

/** Back-off doubles from here when the host's own delay is shorter. */
const MIN_BACKOFF_MS = 1_000
const MAX_DOUBLINGS = 30
/** What a server asks for is granted, within reason. */
const MAX_RETRY_AFTER_MS = 3_600_000

export function createPoliteness(options: PolitenessOptions): Politeness {
  const { delayMs, maxDelayMs = 30_000, slowFactor = 3, maxBackoffMs = 3_600_000, maxEntries = 100_000 } = options
  const { ipIntervalMs = delayMs / 4, adaptive = delayMs > 0 } = options
  const hosts = new Map<HostId, HostState>() // both: least recently used first
  const ips = new Map<string, number>()

  function touch(host: HostId): HostState {
    const state = hosts.get(host) ?? { crawlDelayMs: 0, readyAt: 0, backoff: 0 }
    put(hosts, host, state, maxEntries)
    return state
  }

  function pauseAfter(state: HostState, answer: ServerAnswer, nowMs: number): number {
    const usual = Math.max(delayMs, state.crawlDelayMs)
    if (!adaptive) return usual
    const { status, fetchMs, retryAfter } = answer
    const slow = Math.max(usual, Math.min(slowFactor * fetchMs, maxDelayMs))
    const refused = status === 0 || status === 429 || status === 503
    state.backoff = refused ? Math.min(state.backoff + 1, MAX_DOUBLINGS) : Math.max(state.backoff - 1, 0)
    if (state.backoff === 0) return slow
    const asked = refused ? (parseRetryAfter(retryAfter, nowMs) ?? 0) : 0
    const doubled = Math.max(usual, MIN_BACKOFF_MS) * 2 ** state.backoff
    return Math.max(slow, Math.min(doubled, maxBackoffMs), Math.min(asked, MAX_RETRY_AFTER_MS))
  }

  return {
    setCrawlDelay(host, crawlDelayMs) {
      const capped = delayMs > 0 || adaptive ? Math.min(crawlDelayMs, maxDelayMs) : 0
      if (capped > 0 || hosts.has(host)) touch(host).crawlDelayMs = capped
    },

    onRequest(ip, nowMs) {
      if (ip !== null && ipIntervalMs > 0) put(ips, ip, nowMs + ipIntervalMs, maxEntries)
    },

    onResponse(host, ip, answer, nowMs) {
      if (delayMs === 0 && !adaptive) return nowMs
      const state = touch(host)
      state.readyAt = nowMs + pauseAfter(state, answer, nowMs)
      if (ip !== null && ipIntervalMs > 0) {
        // again, because the first request to an address was not announced: nobody knew where the host lives
        const fromStart = nowMs - answer.fetchMs + ipIntervalMs
        put(ips, ip, Math.max(fromStart, ips.get(ip) ?? 0), maxEntries)
      }
      return state.readyAt
    },

    readyAt(host, ip, nowMs) {
      const forHost = hosts.get(host)?.readyAt ?? 0
      const forIp = ip === null ? 0 : (ips.get(ip) ?? 0)
      return Math.max(nowMs, forHost, forIp)
    },

    get size() {
      return hosts.size + ips.size
    },
  }
}

function put<K, V>(map: Map<K, V>, key: K, value: V, maxEntries: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= maxEntries) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}
