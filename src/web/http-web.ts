/**
 * The live Web over HTTP/1.1 and HTTP/2. First of the folder's three parts: how to ask (http-web, and below it route, transfer,
 * lenient-client, connection-pool, connector, tls-upgrade, proxy, dns-cache, resolver, private-address, host-overrides), whether one may
 * (robots, robots-cache) and when (politeness, retry-after); sitemaps reads one more kind of answer.
 *
 *   fetch ─▶ route (override? proxy?) ─▶ pool.take ─▶ undici Client ─▶ Transfer ─▶ outcome, connection given back or dropped
 *
 * Invariants: one fetch is one request on the wire, or two when a kept-alive connection was dead or an answer of that origin is met for the
 * first time that only a lenient reading understands; no redirect is followed; nothing a server does throws; each request ends by
 * `totalTimeoutMs`; no private address is dialled unless the user said so.
 */
import type { FetchFailure, FetchOutcome, HeaderLine, Web } from '../contracts.js'
import { LongtailError } from '../errors.js'
import type { ErrorCode } from '../errors.js'
import { createConnectionPool } from './connection-pool.js'
import { createConnector } from './connector.js'
import { createDnsCache } from './dns-cache.js'
import { createHostOverrides } from './host-overrides.js'
import { dispatchLeniently } from './lenient-client.js'
import { parseProxy } from './proxy.js'
import { commonHeaders } from './request-headers.js'
import type { Identity } from './request-headers.js'
import { createSystemResolver } from './resolver.js'
import type { Resolve } from './resolver.js'
import { createRouter } from './route.js'
import type { NetworkRoute } from './route.js'
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
  maxHeaderBytes: 64 * 1024,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 20_000,
  totalTimeoutMs: 120_000,
  maxIdleConnections: 512,
  keepAliveMs: 15_000,
}

export interface HttpOptions extends Identity {
  readonly limits?: Partial<HttpLimits>
  /** URL of an HTTP proxy. */
  readonly proxy?: string | null
  /** `network.hosts`: requests for these hosts go elsewhere (host-overrides.ts). */
  readonly hosts?: Readonly<Record<string, string>>
  readonly allowPrivate?: boolean
  /** Offer HTTP/2 on TLS; on by default. */
  readonly http2?: boolean
  readonly tls?: TlsOptions
  /** Replaces the system's name resolution. */
  readonly resolve?: Resolve
}

export interface HttpWeb extends Web {
  readonly connections: number
  readonly idleConnections: number
}

export function createHttpWeb(options: HttpOptions): HttpWeb {
  const limits: HttpLimits = { ...DEFAULT_HTTP_LIMITS, ...options.limits }
  const proxy = typeof options.proxy === 'string' ? parseProxy(options.proxy) : null
  const credentials: readonly HeaderLine[] =
    typeof proxy?.authorization === 'string' ? [['Proxy-Authorization', proxy.authorization]] : []
  const route = createRouter({
    overrides: createHostOverrides(options.hosts ?? {}),
    proxy,
    allowPrivate: options.allowPrivate === true,
  })
  const open = createConnector({
    dns: createDnsCache({ resolve: options.resolve ?? createSystemResolver() }),
    upgrade: createTlsUpgrade(options.tls ?? { mode: 'open' }),
    alpn: options.http2 === false ? ['http/1.1'] : ['http/1.1', 'h2'],
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
  const sloppy = createSloppyHosts()
  let closed = false

  function send(
    url: string,
    way: NetworkRoute,
    host: string,
    signal: AbortSignal,
    fresh: boolean,
  ): Promise<FetchOutcome> {
    return new Promise(resolve => {
      const connection = pool.take(way.key, way.origin, way.to, fresh)
      const sent = (h2: boolean): readonly HeaderLine[] => [['host', host], ...(h2 ? sentH2 : sentH1)]
      const transfer = new Transfer(url, connection, limits, sent, way.showIp, false, (end, reusable) => {
        watchdog.unwatch(transfer, signal)
        if (reusable) pool.giveBack(connection)
        else pool.drop(connection)
        if (end === 'sloppy') sloppy.add(host)
        if (end === 'stale') resolve(send(url, way, host, signal, true))
        else resolve(end === 'sloppy' ? sendLeniently(url, way, host, signal) : end)
      })
      watchdog.watch(transfer, signal)
      const headers = ['host', host, ...(way.forProxy ? flatForProxy : flat)]
      connection.client.dispatch({ path: way.path, method: 'GET', headers }, transfer)
    })
  }

  function sendLeniently(url: string, way: NetworkRoute, host: string, signal: AbortSignal): Promise<FetchOutcome> {
    return new Promise(resolve => {
      const line: ConnectionFacts = { ip: null, h2: false, used: 0, awaitingStatus: false, http10: false, reset: false }
      const sent: readonly HeaderLine[] = [['host', host], ['connection', 'close'], ...lines]
      const done = (end: End) => {
        watchdog.unwatch(transfer, signal)
        stop()
        resolve(typeof end === 'string' ? refuse(url, 'E_FETCH_PROTOCOL', 'the answer is not HTTP', 'skip') : end)
      }
      const transfer = new Transfer(url, line, limits, () => sent, way.showIp, true, done)
      watchdog.watch(transfer, signal)
      const fields = way.forProxy ? [...sent, ...credentials] : sent
      const head = `GET ${way.path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
      const to = { ...way.to, onlyH1: true }
      const stop = dispatchLeniently({ open, to, head, maxHeaderBytes: limits.maxHeaderBytes }, line, transfer)
    })
  }

  return {
    fetch(text, signal) {
      if (closed || signal.aborted) return refuse(text, 'E_FETCH_ABORTED', 'given up on request', 'retry')
      const url = parseHttpUrl(text)
      if (url === null) return refuse(text, 'E_FETCH_SCHEME', 'not an http or https URL', 'skip')
      const way = route(url)
      if (way === null) return refuse(text, 'E_FETCH_PRIVATE', `${url.hostname} is not a public address`, 'skip')
      const { host } = url
      return sloppy.has(host) ? sendLeniently(text, way, host, signal) : send(text, way, host, signal, false)
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

/** Hosts whose last strict reading failed: they are read leniently for a while, which costs a connection per page. */
function createSloppyHosts(pages = 50, maxHosts = 10_000) {
  const left = new Map<string, number>()
  return {
    add(host: string): void {
      left.set(host, pages)
      if (left.size > maxHosts) for (const oldest of left.keys()) return void left.delete(oldest)
    },
    has(host: string): boolean {
      const pagesLeft = left.get(host)
      if (pagesLeft === undefined) return false
      if (pagesLeft > 1) left.set(host, pagesLeft - 1)
      else left.delete(host)
      return true
    },
  }
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
        `the ${name} header would be "${value}": it may hold ASCII characters only; see contact`,
      )
    }
  }
}
