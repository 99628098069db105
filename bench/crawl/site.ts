/**
 * The benchmark's site, a process of its own so that its CPU time is nobody else's. Texts are rendered before the first request.
 * It counts who fetched what: a tool's page count is the server's, not the tool's own. Controlled over the IPC channel of its parent.
 */
import { createServer } from 'node:http'
import { createSite, isSiteKind, survey } from './pages.js'

export interface SiteReady {
  readonly origin: string
  /** How many a crawl fetches. */
  readonly pages: number
  /** Of so many pages. */
  readonly bytes: number
  readonly checksum: string
}

export interface SiteReport {
  /** Requests for pages, and how many different pages they were. */
  readonly requests: number
  readonly distinct: number
  /** Requests for anything else: robots.txt, favicons. */
  readonly other: number
  /** Order-independent digest of the pages served: equal for tools that fetched the same pages equally often. */
  readonly served: string
}

const count = Number(process.argv[2] ?? 5000)
const kind = process.argv[3] ?? 'known'
if (!isSiteKind(kind)) throw new Error(`${kind} is not a kind of site`)
const site = createSite(kind, count)
const hits = new Uint32Array(site.size)
let other = 0

const server = createServer((request, response) => {
  const index = site.find(request.url ?? '')
  if (index === -1) {
    other++
    response.writeHead(404, { 'content-type': 'text/plain', 'content-length': 0 }).end()
    return
  }
  hits[index]++
  const body = site.body(index)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.keepAliveTimeout = 60_000

process.on('message', message => {
  if (message === 'report') process.send?.(report())
  if (message === 'reset') {
    hits.fill(0)
    other = 0
    process.send?.('reset')
  }
})
process.on('disconnect', () => process.exit())

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the site has no port')
  const ready: SiteReady = {
    origin: `http://127.0.0.1:${address.port}`,
    pages: count,
    ...survey(site, count),
  }
  process.send?.(ready)
})

function report(): SiteReport {
  let requests = 0
  let distinct = 0
  let mixed = 0
  hits.forEach((times, index) => {
    requests += times
    if (times > 0) distinct++
    mixed = (mixed + Math.imul((index + 1) * times, 0x9e3779b1)) | 0
  })
  return { requests, distinct, other, served: (mixed >>> 0).toString(16).padStart(8, '0') }
}
