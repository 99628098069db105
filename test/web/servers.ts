/** Loopback servers for the tests of this folder: well-behaved ones by node:http, lying ones by node:net. */
import { createServer as createHttpServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import type { Resolve } from '../../src/web/resolver.js'

export interface TestServer {
  readonly port: number
  readonly origin: string
  /** Sockets open now. */
  readonly sockets: ReadonlySet<Socket>
  /** Connections taken so far. */
  readonly accepted: number
  close(): Promise<void>
}

export async function listen(server: Server, scheme = 'http'): Promise<TestServer> {
  const sockets = new Set<Socket>()
  let accepted = 0
  server.on('connection', (socket: Socket) => {
    accepted++
    sockets.add(socket)
    socket.on('error', () => {}) // clients hang up as they like
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP server')
  return {
    port: address.port,
    origin: `${scheme}://127.0.0.1:${address.port}`,
    sockets,
    get accepted() {
      return accepted
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

export function serveHttp(listener: RequestListener): Promise<TestServer> {
  return listen(createHttpServer(listener))
}

/** Calls `answer` for each request head that arrives; nothing is sent but what it writes. */
export function serveRaw(answer: (socket: Socket, head: string, count: number) => void): Promise<TestServer> {
  return listen(
    createTcpServer(socket => {
      let seen = ''
      let count = 0
      socket.on('data', chunk => {
        seen += chunk.toString('latin1')
        for (let end = seen.indexOf('\r\n\r\n'); end >= 0; end = seen.indexOf('\r\n\r\n')) {
          const head = seen.slice(0, end)
          seen = seen.slice(end + 4)
          answer(socket, head, ++count)
        }
      })
    }),
  )
}

/** Every name lives on loopback. */
export const resolveToLoopback: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]

/** Waits for what another turn of the event loop brings about. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; !condition(); turn++) {
    if (turn > 5_000) throw new Error('it never came true')
    await new Promise(resolve => setTimeout(resolve, 1))
  }
}
