/**
 * Opens sockets: name → address → turn → (proxy tunnel) → TCP → TLS. An address is dialled when it is its turn, and not before.
 *
 * The private-address check is made here, on the very address that is dialled, so that neither a redirect nor a name that
 * resolves differently the second time can get around it. What goes wrong is a LongtailError with a code and a consequence.
 */
import { connect as connectTcp, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { asError, LongtailError } from '../errors.js'
import type { DnsCache } from './dns-cache.js'
import { isPrivateAddress } from './private-address.js'
import type { Proxy } from './proxy.js'
import { openTunnel } from './proxy.js'
import { LookupFailure } from './resolver.js'
import type { Address } from './resolver.js'
import type { TlsUpgrade } from './tls-upgrade.js'

/** Asked before an address is dialled, so that no name can lead to one that is asked too often. */
export interface Turn {
  /** Null when the address may be dialled, and then it counts as asked; else when its turn comes. */
  take(address: string): number | null
  /** The connection stands: a request follows. */
  connected(address: string): void
}

/** Nothing went wrong and nothing was sent: it is not the address's turn. */
export class NotItsTurn extends LongtailError {
  constructor(
    readonly notBefore: number,
    address: string,
  ) {
    super('E_FETCH_LATER', `${address} received a request a moment ago`, 'retry')
  }
}

export interface Destination {
  readonly hostname: string
  readonly port: number
  readonly secure: boolean
  /** Refuse private addresses. */
  readonly guarded: boolean
  /** Go through a tunnel of this proxy. */
  readonly proxy: Proxy | null
  /** Null where the address that is dialled is not the host's own. */
  readonly turn?: Turn | null
  /** Do not offer HTTP/2. */
  readonly onlyH1?: boolean
}

export interface ConnectorOptions {
  readonly dns: DnsCache
  readonly upgrade: TlsUpgrade
  /** Protocols to offer on TLS, first choice first. */
  readonly alpn: readonly string[]
  readonly timeoutMs: number
}

export interface Opening {
  /** Gives up; the callback is not called any more. */
  cancel(): void
}

export type OpenSocket = (to: Destination, done: (error: Error | null, socket: Socket | null) => void) => Opening

/** A host with many addresses gets this many attempts before it counts as down. */
const MAX_ATTEMPTS = 3

export function createConnector(options: ConnectorOptions): OpenSocket {
  return (to, done) => {
    const attempt = new AbortController()
    openSocket(to, options, attempt.signal).then(
      socket => {
        if (attempt.signal.aborted) socket.destroy()
        else done(null, socket)
      },
      (error: unknown) => {
        if (!attempt.signal.aborted) done(asError(error), null)
      },
    )
    return { cancel: () => attempt.abort() }
  }
}

async function openSocket(to: Destination, options: ConnectorOptions, signal: AbortSignal): Promise<Socket> {
  const dialProxy = ({ hostname, port }: Proxy) =>
    dialAny({ hostname, port, guarded: false, turn: null }, options, signal)
  const socket =
    to.proxy === null
      ? await dialAny(to, options, signal)
      : await openTunnel(to.proxy, await dialProxy(to.proxy), to.hostname, to.port, options.upgrade, signal)
  const address = socket.remoteAddress
  const opened = to.secure
    ? await options.upgrade(socket, to.hostname, to.onlyH1 === true ? ['http/1.1'] : options.alpn, signal)
    : socket
  if (address !== undefined) to.turn?.connected(address)
  return opened
}

async function dialAny(
  { hostname, port, guarded, turn }: Pick<Destination, 'hostname' | 'port' | 'guarded' | 'turn'>,
  options: ConnectorOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const found = await addressesOf(hostname, options.dns)
  const addresses = guarded ? found.filter(({ address }) => !isPrivateAddress(address)) : found
  if (addresses.length === 0) {
    throw new LongtailError(
      'E_FETCH_PRIVATE',
      `${hostname} is at ${found[0].address}, which is not a public address; set network.allow-private to crawl it`,
      'skip',
    )
  }
  const tried = addresses.slice(0, MAX_ATTEMPTS)
  let failure: unknown
  for (const { address } of tried) {
    const notBefore = turn?.take(address) ?? null
    if (notBefore !== null) throw new NotItsTurn(notBefore, address)
    try {
      return await dial(address, port, options.timeoutMs / tried.length, signal)
    } catch (error) {
      failure = error
      if (signal.aborted) break
      options.dns.putLast(hostname, address)
    }
  }
  throw failure
}

/** Throws E_FETCH_DNS. */
export async function addressesOf(hostname: string, dns: DnsCache): Promise<readonly Address[]> {
  const family = isIP(hostname)
  if (family === 4 || family === 6) return [{ address: hostname, family }]
  try {
    return await dns.lookup(hostname)
  } catch (error) {
    const permanent = error instanceof LookupFailure && error.permanent
    const why = error instanceof LookupFailure ? error.code : String(error)
    throw new LongtailError(
      'E_FETCH_DNS',
      permanent
        ? `the host ${hostname} does not exist (${why})`
        : `the name ${hostname} could not be resolved (${why})`,
      permanent ? 'skip' : 'retry',
      { cause: error },
    )
  }
}

function dial(address: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const options = { host: address, port, noDelay: true, highWaterMark: 65536 } // a page arrives in few reads
    const socket = connectTcp(options)
    const fail = (error: LongtailError) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      reject(error)
    }
    const onAbort = () =>
      fail(new LongtailError('E_FETCH_ABORTED', `the connection to ${address} was cancelled`, 'retry'))
    const onError = (error: Error) =>
      fail(
        new LongtailError('E_FETCH_CONNECT', `no connection to ${address}: ${error.message}`, 'retry', {
          cause: error,
        }),
      )
    const timer = setTimeout(
      () => fail(new LongtailError('E_FETCH_TIMEOUT', `${address} did not accept a connection in time`, 'retry')),
      timeoutMs,
    )
    signal.addEventListener('abort', onAbort)
    socket.once('error', onError)
    socket.once('connect', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.removeListener('error', onError)
      resolve(socket)
    })
    if (signal.aborted) onAbort()
  })
}
