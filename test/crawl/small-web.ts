/** A few hosts on one loopback port whose answers a test makes up, request by request. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SmallRequest {
  readonly host: string
  readonly path: string
  readonly at: number
  readonly headers: IncomingHttpHeaders
}

export interface SmallWeb {
  readonly origin: string
  readonly requests: SmallRequest[]
  close(): Promise<void>
}

export type Answer = (request: SmallRequest, response: ServerResponse, count: number) => void

/** `count`: how often this URL was asked for before. */
export async function serveSmallWeb(answer: Answer): Promise<SmallWeb> {
  const requests: SmallRequest[] = []
  const server = createServer((incoming, response) => {
    const request = {
      host: (incoming.headers.host ?? '').replace(/:\d+$/, ''),
      path: incoming.url ?? '',
      at: Date.now(),
      headers: incoming.headers,
    }
    const count = requests.filter(other => other.host === request.host && other.path === request.path).length
    requests.push(request)
    answer(request, response, count)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise(closed => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

export function html(response: ServerResponse, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

export function status(response: ServerResponse, code: number, headers: Record<string, string> = {}): void {
  response.writeHead(code, headers).end()
}
