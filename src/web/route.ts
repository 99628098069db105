/** Where a request really goes: to its host, to the server that `network.hosts` names instead, or to the proxy. */
import { isIP } from 'node:net'
import type { Destination } from './connector.js'
import type { HostOverrides } from './host-overrides.js'
import { isPrivateAddress } from './private-address.js'
import type { Proxy } from './proxy.js'

export interface NetworkRoute {
  /** Requests with one key can share a connection. */
  readonly key: string
  readonly origin: string
  /** Request target: path and query, or the whole URL for a proxy. */
  readonly path: string
  readonly to: Destination
  /** The address that is dialled is the host's own, not a proxy's or an override's. */
  readonly showIp: boolean
  /** The proxy reads this request: it may want to see credentials. */
  readonly forProxy: boolean
}

export interface RouterOptions {
  readonly overrides: HostOverrides
  readonly proxy: Proxy | null
  readonly allowPrivate: boolean
}

/** Null when the URL names a private address and only the proxy could refuse it. */
export type NetworkRouter = (url: URL) => NetworkRoute | null

export function createRouter(options: RouterOptions): NetworkRouter {
  const { overrides, proxy } = options
  const guarded = !options.allowPrivate

  return url => {
    const path = url.pathname + url.search
    const instead = overrides.find(url.hostname)
    if (instead !== null) {
      const { origin, hostname, port } = instead
      const to = { hostname, port, secure: false, guarded: false, proxy: null }
      return { key: origin, origin, path, to, showIp: false, forProxy: false }
    }
    const origin = url.origin
    const secure = url.protocol === 'https:'
    const hostname = bareHostname(url.hostname)
    const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
    if (proxy === null) {
      const to = { hostname, port, secure, guarded, proxy: null }
      return { key: origin, origin, path, to, showIp: true, forProxy: false }
    }
    if (guarded && namesPrivateAddress(hostname)) return null
    if (secure) {
      const to = { hostname, port, secure, guarded: false, proxy }
      return { key: origin, origin, path, to, showIp: false, forProxy: false }
    }
    const to = { hostname: proxy.hostname, port: proxy.port, secure: proxy.secure, guarded: false, proxy: null }
    return {
      key: `proxy ${proxy.origin}`,
      origin: proxy.origin,
      path: origin + path,
      to,
      showIp: false,
      forProxy: true,
    }
  }
}

function bareHostname(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function namesPrivateAddress(hostname: string): boolean {
  return isIP(hostname) === 0 ? /(^|\.)localhost\.?$/.test(hostname) : isPrivateAddress(hostname)
}
