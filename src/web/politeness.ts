/**
 * When may a host be asked again? Pure bookkeeping: the clock comes in as an argument, so that a crawl, a replay and a test run the
 * same code. http-web.ts asks here before every request, of whatever kind, and sends none whose turn has not come. Hosts go by
 * their name, with the port where it is not the scheme's own.
 *
 *   pause after an answer = the largest of
 *     the host's delay           `delayMs`, or its Crawl-delay when that is longer
 *     slowFactor × fetch time    a server that takes long is busy: with factor 3 it is ours a quarter of the time at most;
 *                                at the usual delay of 2 s only answers slower than 0.67 s are felt
 *     back-off                   after 429, 503 or no answer: twice the pause each time, at least what Retry-After says;
 *                                each good answer takes one doubling back
 *
 * The first two are capped by `maxDelayMs`, the last by `maxBackoffMs`. A Retry-After beyond `maxBackoffMs` may be one page's
 * nonsense: it holds when the host refuses twice in a row, and for an hour at most.
 *
 * Requests to one address keep `ipIntervalMs` between them, whatever the hosts. Each host that comes too early gets a turn of its own,
 * one interval after the turn before it: ten thousand hosts on one address come back one by one, not all at once.
 * With `delayMs` 0 nothing ever waits (archives), unless `adaptive` is asked for.
 */
import { parseRetryAfter } from './retry-after.js'

export interface PolitenessOptions {
  readonly delayMs: number
  /** Cap on the Crawl-delay of a robots.txt and on what slow answers add. */
  readonly maxDelayMs?: number
  readonly slowFactor?: number
  readonly maxBackoffMs?: number
  /** Between requests to different hosts on one IP address; a quarter of the delay by default. */
  readonly ipIntervalMs?: number
  /** Requests under way to one host; one by default. Without a delay nobody counts. */
  readonly connections?: number
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

/** A host that is not asked for some time, because of how it answered. */
export interface Wait {
  readonly host: string
  readonly untilMs: number
  readonly reason: string
}

export interface Politeness {
  /** From robots.txt; capped here. Cheap to repeat. */
  setCrawlDelay(host: string, crawlDelayMs: number): void
  /** Earliest time for the next request to the host, `nowMs` when it may go at once. */
  readyAt(host: string, nowMs: number): number
  /** A request to the host is under way, until `onResponse` or `onNothing`. */
  onRequest(host: string): void
  /**
   * `nowMs` when the address may be asked for the host now, and then it counts as asked; else the time of the turn that is kept for it. Null:
   * somebody else knows the address, a proxy.
   */
  takeTurn(host: string, address: string | null, nowMs: number): number
  /** A connection to the address stands, so that the request goes out only now. */
  onConnection(address: string, nowMs: number): void
  /** A request ended; gives the time before which the host must not be asked again. */
  onResponse(host: string, answer: ServerAnswer, nowMs: number): number
  /** It ended before anything was sent. */
  onNothing(host: string): void
  /** Hosts that wait for longer than usual, the longest first. */
  waits(nowMs: number): Wait[]
  /** Hosts and addresses remembered. */
  readonly size: number
}

interface HostState {
  crawlDelayMs: number
  readyAt: number
  /** Doublings of the pause in force. */
  backoff: number
  underWay: number
  /** The turn that is kept for it, and at which address. */
  turnAt: number
  turnAddress: string
}

interface AddressState {
  askedAt: number
  /** When the next turn may be given to somebody new. */
  freeAt: number
}

/** Back-off doubles from here when the host's own delay is shorter. */
const MIN_BACKOFF_MS = 1_000
const MAX_DOUBLINGS = 30
/** What a server asks for is granted, within reason. */
const MAX_RETRY_AFTER_MS = 3_600_000
/** Shorter pauses are nothing to tell anybody. */
const LONG_WAIT_MS = 10_000
const MOST_WAITS = 1_000
/** Turns are a little further apart than they must be: whoever comes late must not make all who follow come too early. */
const TURN_SLACK = 1.02

export function createPoliteness(options: PolitenessOptions): Politeness {
  const { delayMs, maxDelayMs = 30_000, slowFactor = 3, maxBackoffMs = 3_600_000, maxEntries = 100_000 } = options
  const { ipIntervalMs = delayMs / 4, adaptive = delayMs > 0, connections = 1 } = options
  const hosts = new Map<string, HostState>() // all three: least recently used first
  const addresses = new Map<string, AddressState>()
  const waits = new Map<string, Wait>()
  const remembersNothing = delayMs === 0 && !adaptive

  function touch(host: string): HostState {
    const unknown: HostState = { crawlDelayMs: 0, readyAt: 0, backoff: 0, underWay: 0, turnAt: 0, turnAddress: '' }
    const state = hosts.get(host) ?? unknown
    put(hosts, host, state, maxEntries)
    return state
  }

  function pauseAfter(host: string, state: HostState, answer: ServerAnswer, nowMs: number): number {
    const usual = Math.max(delayMs, state.crawlDelayMs)
    if (!adaptive) return usual
    const { status, fetchMs, retryAfter } = answer
    const slow = Math.max(usual, Math.min(slowFactor * fetchMs, maxDelayMs))
    const refused = status === 0 || status === 429 || status === 503
    state.backoff = refused ? Math.min(state.backoff + 1, MAX_DOUBLINGS) : Math.max(state.backoff - 1, 0)
    waits.delete(host)
    if (state.backoff === 0) return slow
    const asked = refused ? (parseRetryAfter(retryAfter, nowMs) ?? 0) : 0
    const granted = asked <= maxBackoffMs || state.backoff > 1 ? Math.min(asked, MAX_RETRY_AFTER_MS) : 0
    const doubled = Math.max(usual, MIN_BACKOFF_MS) * 2 ** state.backoff
    const pause = Math.max(slow, Math.min(doubled, maxBackoffMs), granted)
    if (refused && pause >= LONG_WAIT_MS) {
      const said = status === 0 ? 'did not answer' : `answered ${status}`
      const reason = asked > 0 && pause === granted ? `${said} and asked for a pause (Retry-After)` : said
      put(waits, host, { host, untilMs: nowMs + pause, reason }, MOST_WAITS)
    }
    return pause
  }

  return {
    setCrawlDelay(host, crawlDelayMs) {
      const capped = remembersNothing ? 0 : Math.min(crawlDelayMs, maxDelayMs)
      if (capped > 0 || hosts.has(host)) touch(host).crawlDelayMs = capped
    },

    readyAt(host, nowMs) {
      const state = hosts.get(host)
      if (state === undefined) return nowMs
      const isBusy = delayMs > 0 && state.underWay >= connections
      return Math.max(isBusy ? nowMs + delayMs : nowMs, state.readyAt, state.turnAt)
    },

    onRequest(host) {
      if (!remembersNothing) touch(host).underWay++
    },

    takeTurn(host, address, nowMs) {
      if (ipIntervalMs === 0 || address === null) return nowMs
      const state = touch(host)
      const at = addresses.get(address) ?? { askedAt: -Infinity, freeAt: 0 }
      put(addresses, address, at, maxEntries)
      const earliest = at.askedAt + ipIntervalMs
      const hasTurn = state.turnAddress === address
      if (!hasTurn && Math.max(earliest, at.freeAt) > nowMs) {
        state.turnAddress = address
        state.turnAt = Math.max(earliest, at.freeAt)
        at.freeAt = state.turnAt + ipIntervalMs * TURN_SLACK
        return state.turnAt
      }
      if (hasTurn && Math.max(state.turnAt, earliest) > nowMs) return Math.max(state.turnAt, earliest)
      state.turnAddress = ''
      state.turnAt = 0
      at.askedAt = nowMs
      at.freeAt = Math.max(at.freeAt, nowMs + ipIntervalMs)
      return nowMs
    },

    onConnection(address, nowMs) {
      const at = addresses.get(address)
      if (at !== undefined) at.askedAt = Math.max(at.askedAt, nowMs)
    },

    onResponse(host, answer, nowMs) {
      if (remembersNothing) return nowMs
      const state = touch(host)
      state.underWay = Math.max(0, state.underWay - 1)
      state.readyAt = nowMs + pauseAfter(host, state, answer, nowMs)
      return state.readyAt
    },

    onNothing(host) {
      const state = hosts.get(host)
      if (state !== undefined) state.underWay = Math.max(0, state.underWay - 1)
    },

    waits: nowMs => [...waits.values()].filter(wait => wait.untilMs > nowMs).sort((a, b) => b.untilMs - a.untilMs),

    get size() {
      return hosts.size + addresses.size
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
