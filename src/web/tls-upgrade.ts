/**
 * TLS on an open socket.
 *
 * `open`, the default, takes any certificate and also the old protocol versions and ciphers: a page behind an expired
 * certificate is worth as much to an archive as one over plain HTTP, the crawler sends no secrets, and old servers are a good part
 * of the long tail. `strict` checks certificates as a browser does.
 */
import { constants } from 'node:crypto'
import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import { connect, createSecureContext } from 'node:tls'
import { LongtailError, isErrno } from '../errors.js'

export interface TlsOptions {
  readonly mode: 'open' | 'strict'
  /** PEM certificates to trust besides the system's; of use in strict mode only. */
  readonly ca?: string
}

export type TlsUpgrade = (
  socket: Socket,
  hostname: string,
  alpn: readonly string[],
  signal: AbortSignal,
) => Promise<Socket>

/** Sessions are kept to make the second handshake with a host cheap: some 2 KB each. */
const MAX_SESSIONS = 1_000

export function createTlsUpgrade(options: TlsOptions): TlsUpgrade {
  const strict = options.mode === 'strict'
  const secureContext = createSecureContext(
    strict
      ? { ca: options.ca }
      : { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0', secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT },
  )
  const sessions = new Map<string, Buffer>()

  const remember = (hostname: string, session: Buffer) => {
    sessions.delete(hostname)
    sessions.set(hostname, session)
    if (sessions.size <= MAX_SESSIONS) return
    const oldest = sessions.keys().next()
    if (!oldest.done) sessions.delete(oldest.value)
  }

  return (socket, hostname, alpn, signal) =>
    new Promise((resolve, reject) => {
      const secured = connect({
        socket,
        secureContext,
        rejectUnauthorized: strict,
        servername: isIP(hostname) === 0 ? hostname : '',
        session: sessions.get(hostname),
        ALPNProtocols: [...alpn],
      })
      const stop = () => {
        signal.removeEventListener('abort', onAbort)
        secured.removeListener('error', onError)
        socket.removeListener('close', onClose)
      }
      const fail = (error: LongtailError) => {
        stop()
        secured.on('error', () => {}) // a destroyed TLS socket may still complain
        secured.destroy()
        socket.destroy()
        reject(error)
      }
      const onAbort = () => fail(new LongtailError('E_FETCH_ABORTED', `TLS with ${hostname} was cancelled`, 'retry'))
      const onClose = () =>
        fail(new LongtailError('E_FETCH_TLS', `${hostname} hung up during the TLS handshake`, 'retry'))
      const onError = (error: Error) => {
        sessions.delete(hostname)
        if (isErrno(error, 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL')) {
          const spoken = `${hostname} does not speak ${alpn.join(' or ')}`
          return fail(new LongtailError('E_FETCH_PROTOCOL', `${spoken}; network.http2 offers HTTP/2, too`, 'skip'))
        }
        const message = `no TLS with ${hostname}: ${error.message.trim()}`
        // one failed handshake may be a passing trouble of one of several servers; a certificate that is refused stays what it is
        fail(new LongtailError('E_FETCH_TLS', message, strict ? 'skip' : 'retry', { cause: error }))
      }
      secured.on('session', (session: Buffer) => remember(hostname, session))
      secured.once('error', onError)
      secured.once('secureConnect', () => {
        stop()
        resolve(secured)
      })
      socket.once('close', onClose)
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
    })
}
