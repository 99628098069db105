/**
 * The live Web over HTTP/1.1 and HTTP/2. First of the folder's three parts: how to ask (http-web, and below it route, transfer,
 * lenient-client, connection-pool, connector, tls-upgrade, proxy, dns-cache, resolver, private-address, host-overrides), whether one may
 * (robots, robots-cache) and when (politeness, retry-after); sitemaps reads one more kind of answer.
 *
 *   fetch ─▶ route (override? proxy?) ─▶ turn of host and address ─▶ pool.take ─▶ undici Client ─▶ Transfer ─▶ outcome
 *
 * Invariants: nothing is sent to a host or an address before its turn (politeness.ts), whoever asks and for whatever: what comes too
 * early ends in E_FETCH_LATER with the time to come back. One fetch is one request on the wire; a dead kept-alive connection, or
 * an answer that only a lenient reading understands, takes a second one in its turn. No redirect is followed; nothing a server does
 * throws; each request ends by `totalTimeoutMs`; no private address is dialled unless the user said so.
 */
import type { FetchFailure, FetchOutcome, HeaderLine, Web } from '../contracts.js'
import { LongtailError } from '../errors.js'
import type { ErrorCode } from '../errors.js'
import { steadyNow } from '../steady-clock.js'
import { createConnectionPool } from './connection-pool.js'
import { addressesOf, createConnector, type Turn } from './connector.js'
import { createDnsCache } from './dns-cache.js'
import { findHeader } from './headers.js'
import { createHostOverrides } from './host-overrides.js'
import { dispatchLeniently } from './lenient-client.js'
import type { Politeness, ServerAnswer } from './politeness.js'
import { parseProxy } from './proxy.js'
import { commonHeaders } from './request-headers.js'
import type { Identity } from './request-headers.js'
import { createSystemResolver } from './resolver.js'
import type { Resolve } from './resolver.js'
import { createRouter } from './route.js'
import type { NetworkRoute } from './route.js'
import { createLenientHosts } from './lenient-hosts.js'
import { createTlsUpgrade } from './tls-upgrade.js'
import type { TlsOptions } from './tls-upgrade.js'
import { Transfer } from './transfer.js'
import type { End, ConnectionFacts, TransferLimits } from './transfer.js'
import { createWatchdog } from './watchdog.js'

export interface HttpLimits extends TransferLimits {
  readonly maxHeaderBytes: number
  /** Open connections kept for reuse, over all hosts. */
  readonly maxIdleConnections: number
  readonly keepAliveMs: number
}

export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  maxBodyBytes: 10 * 1024 * 1024,
  maxDocumentBytes: 50 * 1024 * 1024,
  maxHeaderBytes: 64 * 1024,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 20_000,
  totalTimeoutMs: 120_000,
  maxIdleConnections: 512,
  keepAliveMs: 15_000,
}

export interface HttpOptions extends Identity {
  /** Whose turn it is; one for all who ask the same servers. */
  readonly politeness: Politeness
  readonly limits?: Partial<HttpLimits>
  /** URL of an HTTP proxy. */
  readonly proxy?: string | null
  /** `network.hosts`: requests for these hosts go elsewhere (host-overrides.ts). */
  readonly hosts?: Readonly<Record<string, string>>
  readonly allowPrivate?: boolean
  /** Offer HTTP/2 on TLS. Off by default: hostile servers can end the whole process by an assertion in Node's HTTP/2. */
  readonly http2?: boolean
  readonly tls?: TlsOptions
  /** Replaces the system's name resolution. */
  readonly resolve?: Resolve
}

export interface HttpWeb extends Web {
  /** The same, but somebody else makes the request when its turn has come, to the given address; null where it has none of its own. */
  fetchBy(url: string, signal: AbortSignal, make: MakeRequest): Promise<FetchOutcome>
  readonly connections: number
  readonly idleConnections: number
}

export type MakeRequest = (address: string | null) => Promise<FetchOutcome>

export function createHttpWeb(options: HttpOptions): HttpWeb {
  const { politeness } = options
  const limits: HttpLimits = { ...DEFAULT_HTTP_LIMITS, ...options.limits }
  const proxy = typeof options.proxy === 'string' ? parseProxy(options.proxy) : null
  const credentials: readonly HeaderLine[] =
    typeof proxy?.authorization === 'string' ? [['Proxy-Authorization', proxy.authorization]] : []
  const route = createRouter({
    overrides: createHostOverrides(options.hosts ?? {}),
    proxy,
    allowPrivate: options.allowPrivate === true,
  })
  const dns = createDnsCache({ resolve: options.resolve ?? createSystemResolver() })
  const open = createConnector({
    dns,
    upgrade: createTlsUpgrade(options.tls ?? { mode: 'open' }),
    alpn: options.http2 === true ? ['http/1.1', 'h2'] : ['http/1.1'],
    timeoutMs: limits.connectTimeoutMs,
  })
  const pool = createConnectionPool({
    open,
    maxIdle: limits.maxIdleConnections,
    keepAliveMs: limits.keepAliveMs,
    maxHeaderBytes: limits.maxHeaderBytes,
  })
  const lines = commonHeaders(options)
  checkHeaders(lines)
  const sentH1: readonly HeaderLine[] = [['connection', 'keep-alive'], ...lines]
  const sentH2 = lines.map(([name, value]): HeaderLine => [name.toLowerCase(), value])
  const flat = lines.flat()
  const flatForProxy = [...flat, ...credentials.flat()]
  const watchdog = createWatchdog(limits)
  const sloppy = createLenientHosts()
  let closed = false

  /** What the gate wants to know when an address is about to be asked for this host. */
  function turnOf(host: string, { showIp }: NetworkRoute): Turn | null {
    if (!showIp) return null
    return {
      take(address) {
        const now = steadyNow()
        const at = politeness.takeTurn(host, address, now)
        return at > now ? at : null
      },
      connected: address => politeness.onConnection(address, steadyNow()),
    }
  }

  /** One request, if it is the host's turn. The address has one of its own, where we know it. */
  async function sendInTurn(url: string, { host, way }: Prepared, request: () => Promise<End>): Promise<End> {
    const now = steadyNow()
    const readyAt = politeness.readyAt(host, now)
    if (readyAt > now) return later(url, host, readyAt)
    const turnAt = way.showIp ? now : politeness.takeTurn(host, null, now)
    if (turnAt > now) return later(url, host, turnAt)
    politeness.onRequest(host)
    const end = await request()
    if (isUnsent(end)) politeness.onNothing(host)
    else politeness.onResponse(host, answerIn(end), steadyNow())
    return end
  }

  function sendSomehow(
    url: string,
    way: NetworkRoute,
    host: string,
    signal: AbortSignal,
    conditions: readonly HeaderLine[],
    fresh: boolean,
  ): Promise<End> {
    const strictness = sloppy.take(host)
    return strictness === 'strict'
      ? send(url, way, host, signal, conditions, fresh)
      : sendLeniently(url, way, host, signal, conditions, strictness === 'no-h2')
  }

  /** With the turn of the address that is about to be asked. */
  async function makeInTurn(url: string, way: NetworkRoute, host: string, make: MakeRequest): Promise<FetchOutcome> {
    const turn = turnOf(host, way)
    if (turn === null) return make(null)
    const [first] = await addressesOf(way.to.hostname, dns)
    const notBefore = turn.take(first.address)
    return notBefore === null ? make(first.address) : later(url, host, notBefore)
  }

  function send(
    url: string,
    way: NetworkRoute,
    host: string,
    signal: AbortSignal,
    conditions: readonly HeaderLine[],
    fresh: boolean,
  ): Promise<End> {
    return new Promise(resolve => {
      const turn = turnOf(host, way)
      const connection = pool.take(way.key, way.origin, { ...way.to, turn }, fresh)
      // it leads to a known address, which is asked without being dialled
      const notBefore = connection.ip === null ? null : (turn?.take(connection.ip) ?? null)
      if (notBefore !== null) {
        pool.giveBack(connection)
        return resolve(later(url, host, notBefore))
      }
      const asked = (h2: boolean): readonly HeaderLine[] =>
        h2 ? conditions.map(([name, value]): HeaderLine => [name.toLowerCase(), value]) : conditions
      const sent = (h2: boolean): readonly HeaderLine[] => [['host', host], ...(h2 ? sentH2 : sentH1), ...asked(h2)]
      const transfer = new Transfer(url, connection, limits, sent, way.showIp, false, (end, reusable) => {
        watchdog.unwatch(transfer, signal)
        if (reusable) pool.giveBack(connection)
        else pool.drop(connection)
        if (end === 'sloppy') sloppy.add(host, connection.h2 ? 'no-h2' : 'lenient')
        resolve(end)
      })
      watchdog.watch(transfer, signal)
      const headers = ['host', host, ...(way.forProxy ? flatForProxy : flat), ...conditions.flat()]
      connection.client.dispatch({ path: way.path, method: 'GET', headers }, transfer)
    })
  }

  function sendLeniently(
    url: string,
    way: NetworkRoute,
    host: string,
    signal: AbortSignal,
    conditions: readonly HeaderLine[],
    brokeH2: boolean,
  ): Promise<FetchOutcome> {
    return new Promise(resolve => {
      const line: ConnectionFacts = { ip: null, h2: false, used: 0, awaitingStatus: false, http10: false, reset: false }
      const sent: readonly HeaderLine[] = [['host', host], ['connection', 'close'], ...lines, ...conditions]
      const done = (end: End) => {
        watchdog.unwatch(transfer, signal)
        stop()
        if (typeof end === 'string') resolve(refuse(url, 'E_FETCH_PROTOCOL', 'the answer is not HTTP', 'skip'))
        else if (!end.ok && brokeH2 && end.code !== 'E_FETCH_LATER')
          resolve({
            ...end,
            code: 'E_FETCH_PROTOCOL',
            message: `its HTTP/2 is broken, and so is its HTTP/1.1: ${end.message}`,
          })
        else resolve(end)
      }
      const transfer = new Transfer(url, line, limits, () => sent, way.showIp, true, done)
      watchdog.watch(transfer, signal)
      const fields = way.forProxy ? [...sent, ...credentials] : sent
      const head = `GET ${way.path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
      const to = { ...way.to, turn: turnOf(host, way), onlyH1: true }
      const stop = dispatchLeniently({ open, to, head, maxHeaderBytes: limits.maxHeaderBytes }, line, transfer)
    })
  }

  /** Where a request would go; a failure when it cannot. */
  function prepare(text: string, signal: AbortSignal): Prepared | Promise<FetchOutcome> {
    if (closed || signal.aborted) return refuse(text, 'E_FETCH_ABORTED', 'cancelled', 'retry')
    const url = parseHttpUrl(text)
    if (url === null) return refuse(text, 'E_FETCH_SCHEME', 'not an http or https URL', 'skip')
    const way = route(url)
    if (way === null) return refuse(text, 'E_FETCH_PRIVATE', `${url.hostname} is not a public address`, 'skip')
    return { way, host: url.host }
  }

  return {
    async fetch(text, signal, conditions = []) {
      const prepared = prepare(text, signal)
      if (prepared instanceof Promise) return prepared
      const { way, host } = prepared
      for (let fresh = false; ; fresh = true) {
        const end = await sendInTurn(text, prepared, () => sendSomehow(text, way, host, signal, conditions, fresh))
        if (typeof end !== 'string') return end
        if (signal.aborted) return refuse(text, 'E_FETCH_ABORTED', 'cancelled', 'retry')
      }
    },

    async fetchBy(text, signal, make) {
      const prepared = prepare(text, signal)
      if (prepared instanceof Promise) return prepared
      const { way, host } = prepared
      const end = await sendInTurn(text, prepared, () =>
        makeInTurn(text, way, host, make).catch((error: unknown) => {
          if (!(error instanceof LongtailError) || error.consequence === 'abort') throw error
          return refuse(text, error.code, error.message, error.consequence)
        }),
      )
      return typeof end === 'string' ? refuse(text, 'E_FETCH_PROTOCOL', 'the answer is not HTTP', 'skip') : end
    },

    async close() {
      closed = true
      watchdog.close()
      await pool.close()
    },

    get connections() {
      return pool.size
    },

    get idleConnections() {
      return pool.idle
    },
  }
}

interface Prepared {
  readonly way: NetworkRoute
  readonly host: string
}

function later(url: string, host: string, notBefore: number): FetchFailure {
  const message = `${host} received a request a moment ago`
  const startedAt = Date.now()
  return { ok: false, url, startedAt, fetchMs: 0, code: 'E_FETCH_LATER', message, consequence: 'retry', notBefore }
}

function isUnsent(end: End): boolean {
  return typeof end !== 'string' && !end.ok && (end.code === 'E_FETCH_LATER' || end.code === 'E_FETCH_PRIVATE')
}

/** As politeness wants to hear it. What has to be asked once more is no refusal. */
function answerIn(end: End): ServerAnswer {
  if (typeof end === 'string') return { status: 200, fetchMs: 0, retryAfter: null }
  const { fetchMs } = end
  if (!end.ok) return { status: 0, fetchMs, retryAfter: null }
  return { status: end.status, fetchMs, retryAfter: findHeader(end.headers, 'retry-after') }
}

function parseHttpUrl(text: string): URL | null {
  try {
    const url = new URL(text) // canParse would read every URL twice
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null
  } catch {
    return null
  }
}

function refuse(
  url: string,
  code: ErrorCode,
  message: string,
  consequence: FetchFailure['consequence'],
): Promise<FetchOutcome> {
  return Promise.resolve({ ok: false, url, startedAt: Date.now(), fetchMs: 0, code, message, consequence })
}

/** Contact and address come from the user: better to say so at once than to fail every request. */
function checkHeaders(lines: readonly HeaderLine[]): void {
  for (const [name, value] of lines) {
    if (/[^\t\x20-\x7e]/.test(value)) {
      throw new LongtailError(
        'E_CAMPAIGN',
        `the ${name} header would be "${value}": it may contain only ASCII characters; change "contact" in the campaign`,
      )
    }
  }
}
