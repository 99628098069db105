/**
 * An HTTP proxy. http pages are asked from it in absolute form over ordinary connections (http-web.ts); https pages go
 * through a CONNECT tunnel, which is opened here.
 *
 * The proxy resolves names, so the private-address check sees only literal addresses (http-web.ts); the rest is up to the proxy.
 */
import type { Socket } from 'node:net'
import { LongtailError } from '../errors.js'
import type { TlsUpgrade } from './tls-upgrade.js'

export interface Proxy {
  readonly hostname: string
  readonly port: number
  readonly secure: boolean
  readonly origin: string
  /** Value of Proxy-Authorization; never written to an archive. */
  readonly authorization: string | null
}

const MAX_ANSWER_BYTES = 16_384

export function parseProxy(text: string): Proxy {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new LongtailError(
      'E_CAMPAIGN',
      `network.proxy: "${text}" is not the URL of an HTTP proxy; write http://host:port or null`,
    )
  }
  const secure = url.protocol === 'https:'
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    secure,
    origin: url.origin,
    authorization: user === ':' ? null : `Basic ${Buffer.from(user).toString('base64')}`,
  }
}

/** `socket` is connected to the proxy; the result speaks to the destination. */
export async function openTunnel(
  proxy: Proxy,
  socket: Socket,
  hostname: string,
  port: number,
  upgrade: TlsUpgrade,
  signal: AbortSignal,
): Promise<Socket> {
  const carrier = proxy.secure ? await upgrade(socket, proxy.hostname, ['http/1.1'], signal) : socket
  const target = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
  const auth = proxy.authorization === null ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`
  carrier.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${auth}\r\n`, 'latin1')
  const status = await readAnswer(carrier, target, signal)
  if (status >= 200 && status < 300) return carrier
  carrier.destroy()
  const next = status === 407 ? '; give user and password in network.proxy' : ''
  throw new LongtailError(
    'E_FETCH_CONNECT',
    `the proxy answered ${status} for ${target}${next}`,
    status < 500 ? 'skip' : 'retry',
  )
}

function readAnswer(carrier: Socket, target: string, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const stop = () => {
      signal.removeEventListener('abort', onAbort)
      carrier.removeListener('data', onData)
      carrier.removeListener('error', onClose)
      carrier.removeListener('close', onClose)
    }
    const fail = (error: LongtailError) => {
      stop()
      carrier.on('error', () => {})
      carrier.destroy()
      reject(error)
    }
    const onAbort = () => fail(new LongtailError('E_FETCH_ABORTED', `the tunnel to ${target} was cancelled`, 'retry'))
    const onClose = () =>
      fail(new LongtailError('E_FETCH_CONNECT', `the proxy closed the tunnel to ${target}`, 'retry'))
    const onData = (chunk: Buffer) => {
      const seen = answer.length
      answer += chunk.toString('latin1')
      const end = answer.indexOf('\r\n\r\n', Math.max(0, seen - 3))
      if (end < 0) {
        if (answer.length > MAX_ANSWER_BYTES)
          fail(new LongtailError('E_FETCH_CONNECT', 'the proxy does not speak HTTP', 'skip'))
        return
      }
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)
      if (status === null) return fail(new LongtailError('E_FETCH_CONNECT', 'the proxy does not speak HTTP', 'skip'))
      stop()
      carrier.pause()
      const rest = answer.slice(end + 4)
      if (rest !== '') carrier.unshift(Buffer.from(rest, 'latin1'))
      resolve(Number(status[1]))
    }
    carrier.on('data', onData)
    carrier.once('error', onClose)
    carrier.once('close', onClose)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}
