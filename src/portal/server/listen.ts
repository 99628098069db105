/** The socket of a server: opened, closed, and the addresses under which browsers reach it. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isErrno, LongtailError } from '../../errors.js'
import { isLoopback } from './limiter.js'
import { ownAddresses } from './own-host.js'

export const DEFAULT_HOST = '127.0.0.1'

/** Whether a server that listens on `host` is reached from this machine alone. */
export function isThisMachineAlone(host: string): boolean {
  return host === 'localhost' || isLoopback(host)
}

export function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  if (port > 65_535) throw new LongtailError('E_USAGE', `--port ${port}: the largest port is 65535`)
  return new Promise((done, fail) => {
    // stays: an error of the listening socket later on must not end the process
    server.on('error', error => fail(listenError(error, port, host)))
    server.listen(port, host, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') fail(new Error('no port to listen on'))
      else done(address)
    })
  })
}

function listenError(error: Error, port: number, host: string): Error {
  const cause = { cause: error }
  if (isErrno(error, 'EADDRINUSE'))
    return new LongtailError('E_PORTAL', `port ${port} is in use: choose another one with --port`, 'abort', cause)
  if (isErrno(error, 'EACCES'))
    return new LongtailError(
      'E_PORTAL',
      `port ${port} needs special rights: choose one above 1023 with --port`,
      'abort',
      cause,
    )
  if (isErrno(error, 'EADDRNOTAVAIL', 'ENOTFOUND'))
    return new LongtailError('E_USAGE', `--host ${host}: this machine has no such address`, 'abort', cause)
  return error
}

/** Answers under way go out; browsers that keep a connection for later do not keep us. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>(done => server.close(() => done()))
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), 2000)
  await closed
  clearTimeout(late)
}

export function addressesOf(host: string, port: number): string[] {
  const urlOf = (name: string) => `http://${name.includes(':') ? `[${name}]` : name}${port === 80 ? '' : `:${port}`}/`
  if (host !== '0.0.0.0' && host !== '::') return [urlOf(host)]
  // link-local addresses of IPv6 need a zone, which browsers do not take
  const own = [...ownAddresses()].filter(
    address => !/^fe80:/i.test(address) && (host === '::' || !address.includes(':')),
  )
  return own.sort((a, b) => Number(isLoopback(a)) - Number(isLoopback(b))).map(urlOf)
}
