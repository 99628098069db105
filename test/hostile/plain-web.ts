/** One port for all hosts that misbehave in plain HTTP, `p0.plain.test` and so on, and those whose robots.txt all lead to one victim. */
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { page, redirect, type Answer, type Misbehaviour } from './misbehaviour.js'
import { RequestCounts } from './request-counts.js'

export const PLAIN_SUFFIX = 'plain.test'
export const VICTIM = `victim.${PLAIN_SUFFIX}`

const THAI = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม '.repeat(4)

export interface PlainWeb {
  readonly origin: string
  readonly counts: RequestCounts
  close(): Promise<void>
}

/** What an honest server says at `/honest`. */
export function honestPage(host: string): Buffer {
  return page(`<title>${host}</title><p>${host} ${THAI}<a href="/evil">x</a>`)
}

export const NOT_FOUND = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'

function answerTo(
  cases: readonly Misbehaviour[],
  host: string,
  path: string,
): { evil: Answer } | { honest: Buffer | string } {
  const isRobots = path === '/robots.txt'
  if (path === '/honest') return { honest: honestPage(host) }
  if (host === VICTIM) return { honest: isRobots ? page('User-agent: *\n', 'Content-Type: text/plain\r\n') : NOT_FOUND }
  if (host.startsWith('r') && isRobots) return { honest: redirect(`http://${VICTIM}/robots.txt`) }
  const misbehaviour = cases.at(/^p\d+\./.test(host) ? parseInt(host.slice(1), 10) : cases.length)
  if (misbehaviour === undefined) return { honest: NOT_FOUND }
  const { at, answer } = misbehaviour
  const evilPath = { page: /^\/evil/, robots: /^\/robots\.txt$/, sitemap: /^\/sitemap\.xml$/ }[at]
  if (evilPath.test(path)) return { evil: answer }
  if (isRobots && at === 'sitemap')
    return { honest: page(`Sitemap: http://${host}/sitemap.xml\n`, 'Content-Type: text/plain\r\n') }
  return { honest: NOT_FOUND }
}

export async function servePlainWeb(cases: readonly Misbehaviour[]): Promise<PlainWeb> {
  const counts = new RequestCounts()
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let seen = ''
    socket.on('data', chunk => {
      seen += chunk.toString('latin1')
      for (let end = seen.indexOf('\r\n\r\n'); end >= 0; end = seen.indexOf('\r\n\r\n')) {
        const head = seen.slice(0, end)
        seen = seen.slice(end + 4)
        const path = /^GET (\S+)/.exec(head)?.[1] ?? ''
        const host = /\r\nhost: ([^\r]*)/i.exec(head)?.[1] ?? ''
        counts.add(host)
        const answer = answerTo(cases, host, path)
        if ('honest' in answer) socket.write(answer.honest)
        else if (typeof answer.evil === 'function') answer.evil(socket, { host, path })
        else socket.end(answer.evil, 'latin1')
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    counts,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
