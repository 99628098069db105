/** Bounds on connections, and answers to what is no request: broken HTTP, tunnels. */
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { isLoopback } from './limiter.js'

/** Thirty browsers open some six each; a page with many images not many more. */
const MOST_CONNECTIONS = 1000
const MOST_PER_ADDRESS = 200
const IDLE_MS = 60_000
const KEEP_ALIVE_MS = 20_000

export function guardConnections(server: Server): void {
  server.maxConnections = MOST_CONNECTIONS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.timeout = IDLE_MS
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > MOST_PER_ADDRESS && !isLoopback(address)) socket.destroy()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request'
    refuse(socket, status, '')
  })
  // a tunnel would have to be encrypted by the real site, which is not here
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    refuse(
      socket,
      '501 Not Implemented',
      'This proxy has archived pages only. Ask for the same address with http:// instead of https://.\n',
    )
  })
}

function refuse(socket: Duplex, status: string, text: string): void {
  if (!socket.writable || socket.destroyed) return void socket.destroy()
  const headers = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${text}`)
  // who does not hang up, too, would keep its place for ever
  setTimeout(() => socket.destroy(), 1000).unref()
}
