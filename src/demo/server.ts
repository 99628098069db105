/** The demo web on one loopback port: the Host header says which server is meant, as behind `network.hosts: {'*': origin}`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { DemoWeb } from './web.js'

export interface DemoRequest {
  readonly host: string
  readonly path: string
  readonly status: number
  readonly userAgent: string
}

export interface DemoServer {
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** Every request so far, in order. */
  requests(): readonly DemoRequest[]
  close(): Promise<void>
}

export interface DemoServerOptions {
  /** 127.0.0.1 unless it says so. */
  readonly host?: string
  readonly port?: number
  /** A request is answered when this has resolved. */
  readonly admit?: (url: string) => Promise<void>
}

export async function serveDemoWeb(web: DemoWeb, options: DemoServerOptions = {}): Promise<DemoServer> {
  const { host: address = '127.0.0.1' } = options
  const log: DemoRequest[] = []
  const server = createServer((request, response) => {
    const { host, path } = whatIsAsked(request)
    if (options.admit === undefined) answer(request, response, host, path)
    else void options.admit(`http://${host}${path}`).then(() => answer(request, response, host, path))
  })
  const answer = (request: IncomingMessage, response: ServerResponse, host: string, path: string): void => {
    const note = (status: number): void => {
      log.push({ host, path, status, userAgent: request.headers['user-agent'] ?? '' })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      note(405)
      response.writeHead(405).end()
      return
    }
    const url = `http://${host}${path}`
    if (host === '' || !path.startsWith('/') || !URL.canParse(url)) {
      note(400)
      response.writeHead(400).end()
      return
    }
    const said = web.answer(url)
    note(said.status)
    const gzip = said.gzip && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    const body = gzip ? gzipSync(said.body, { level: 1 }) : said.body
    response.writeHead(said.status, {
      ...said.headers,
      'content-length': body.byteLength,
      ...(said.gzip ? { vary: 'accept-encoding' } : {}),
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, address, resolve)
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    origin: `http://${address}:${port}`,
    requests: () => log,
    close: () =>
      new Promise((resolve, reject) => {
        server.close(error => (error === undefined ? resolve() : reject(error)))
        server.closeAllConnections()
      }),
  }
}

/** Whoever takes us for a proxy names the whole address in the first line, and that counts (RFC 9112, 3.2.2). */
function whatIsAsked({ headers, url = '/' }: IncomingMessage): { host: string; path: string } {
  const whole = /^http:\/\/([^/?#]*)(.*)$/i.exec(url)
  const host = (whole?.[1] ?? headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  const path = whole?.[2] ?? url
  return { host, path: path === '' ? '/' : path }
}
