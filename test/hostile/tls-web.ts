/** Servers that speak TLS, each misbehaving in its own way: several to an address, so that it shows whether addresses are spared. */
import { createServer as createHttpServer } from 'node:http'
import { createServer as createH2Server, type ServerHttp2Stream } from 'node:http2'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { certificate } from './certificates.js'
import type { EvilStream } from './h2-cases.js'
import { honestPage } from './plain-web.js'
import { RequestCounts } from './request-counts.js'
import type { TlsMisbehaviour } from './tls-cases.js'

export interface TlsWeb {
  /** In the order of the cases. */
  readonly origins: readonly string[]
  readonly perHost: RequestCounts
  readonly perAddress: RequestCounts
  close(): Promise<void>
}

const ADDRESSES = 12
const HONEST = certificate()

export async function serveTlsWeb(cases: readonly TlsMisbehaviour[]): Promise<TlsWeb> {
  const perHost = new RequestCounts()
  const perAddress = new RequestCounts()
  const sockets = new Set<Socket>()
  const servers: Server[] = []
  const origins: string[] = []
  for (const [i, misbehaviour] of cases.entries()) {
    const address = `127.0.1.${1 + (i % ADDRESSES)}`
    const count = (origin: string): void => {
      perHost.add(origin)
      perAddress.add(address)
    }
    const server = serveOne(misbehaviour, sockets, () => count(origins[i]))
    await new Promise<void>(resolve => server.listen(0, address, resolve))
    servers.push(server)
    origins.push(`https://${address}:${(server.address() as AddressInfo).port}`)
  }
  return {
    origins,
    perHost,
    perAddress,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
    },
  }
}

function serveOne(misbehaviour: TlsMisbehaviour, sockets: Set<Socket>, count: () => void): Server {
  const { options, handshake, stream } = misbehaviour
  const raws = new Map<number, Socket>()
  const server = createTlsServer({ ...HONEST, ALPNProtocols: ['h2', 'http/1.1'], ...options })
  server.on('tlsClientError', () => {})
  server.on('secureConnection', socket => {
    socket.on('error', () => {})
    const raw = raws.get(socket.remotePort ?? 0)
    if (raw === undefined) return
    if (socket.alpnProtocol === 'h2') speakH2(socket, raw, stream, count)
    else speakH1(socket, raw, misbehaviour, count)
  })
  let connections = 0
  return createServer(raw => {
    sockets.add(raw)
    raw.on('error', () => {})
    raw.on('close', () => sockets.delete(raw))
    if (handshake !== undefined && connections++ === 0) {
      count()
      if (typeof handshake === 'function') handshake(raw, { host: '', path: '' })
      else raw.end(handshake, 'latin1')
      return
    }
    raws.set(raw.remotePort ?? 0, raw)
    server.emit('connection', raw)
  })
}

function speakH1(socket: TLSSocket, raw: Socket, { answer, below }: TlsMisbehaviour, count: () => void): void {
  const server = createHttpServer((request, response) => {
    count()
    if (request.url === '/evil' && below !== undefined) below(socket, raw)
    else if (request.url === '/evil' && typeof answer === 'function') answer(socket, { host: '', path: '/evil' })
    else if (request.url === '/evil' && typeof answer === 'string') socket.end(answer, 'latin1')
    else if (request.url === '/evil' && answer instanceof Buffer) socket.end(answer)
    else if (request.url === '/honest') response.end(bodyOf(honestPage(request.headers.host ?? '')))
    else response.writeHead(404).end()
  })
  server.on('clientError', () => socket.destroy())
  server.emit('connection', socket)
}

/** An honest server reads the requests and answers them, until the evil one is asked for: from there on it is not heard any more. */
function speakH2(socket: TLSSocket, raw: Socket, act: TlsMisbehaviour['stream'], count: () => void): void {
  const [inside, outside] = duplexPair()
  let isEvil = false
  socket.on('data', (bytes: Buffer) => void outside.write(bytes))
  socket.on('close', () => outside.destroy())
  outside.on('data', (bytes: Buffer) => {
    if (!isEvil && !socket.destroyed) socket.write(bytes)
  })
  for (const side of [inside, outside]) side.on('error', () => {})
  const server = createH2Server()
  server.on('sessionError', () => {})
  server.on('stream', (stream, headers) => {
    count()
    stream.on('error', () => {})
    const path = String(headers[':path'])
    if (path === '/evil' && act !== undefined) {
      isEvil = true
      act(evilStream(stream, socket, () => raw.destroy()))
      return
    }
    stream.respond({ ':status': path === '/honest' ? 200 : 404, 'content-type': 'text/html; charset=utf-8' })
    stream.end(path === '/honest' ? bodyOf(honestPage(String(headers[':authority']))) : '')
  })
  server.emit('connection', inside)
}

function bodyOf(answer: Buffer): Buffer {
  return answer.subarray(answer.indexOf('\r\n\r\n') + 4)
}

function evilStream({ id = 1 }: ServerHttp2Stream, socket: TLSSocket, cut: () => void): EvilStream {
  return {
    id,
    write: (...frames) => void socket.write(Buffer.concat(frames)),
    flood: frame => {
      const many = Buffer.concat(Array.from({ length: Math.max(1, Math.floor(60_000 / frame.length)) }, () => frame))
      const more = (): void => {
        if (!socket.destroyed) socket.write(many, error => void (error ? undefined : setImmediate(more)))
      }
      more()
    },
    cut,
  }
}
