/** The demo web on one loopback port: the Host header says which server is meant, as behind `network.hosts: {'*': origin}`. */
import { createServer, type IncomingMessage } from 'node:http'
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

export async function serveDemoWeb(web: DemoWeb, options: { readonly port?: number } = {}): Promise<DemoServer> {
  const log: DemoRequest[] = []
  const server = createServer((request, response) => {
    const { host, path } = whatIsAsked(request)
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
    const answer = web.answer(url)
    note(answer.status)
    const gzip = answer.gzip && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    const body = gzip ? gzipSync(answer.body, { level: 1 }) : answer.body
    response.writeHead(answer.status, {
      ...answer.headers,
      'content-length': body.byteLength,
      ...(answer.gzip ? { vary: 'accept-encoding' } : {}),
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
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
