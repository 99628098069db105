/** Nothing is sent to a host or an address before its turn, whoever asks and by whatever name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import type { FetchOutcome } from '../../src/contracts.js'
import { steadyNow } from '../../src/steady-clock.js'
import { createHttpWeb, type HttpOptions, type HttpWeb } from '../../src/web/http-web.js'
import { fetchInTurn } from '../../src/web/fetch-in-turn.js'
import { createPoliteness } from '../../src/web/politeness.js'
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.js'
import { listen, resolveToLoopback, serveHttp, serveRaw, type TestServer } from './servers.js'

const { signal } = new AbortController()
/** Longer than any test takes: what waits has not been sent. */
const LONG = 600_000

function open(t: TestContext, server: TestServer, options: Partial<HttpOptions> = {}): HttpWeb {
  const web = createHttpWeb({
    userAgent: 'test',
    politeness: createPoliteness({ delayMs: LONG }),
    allowPrivate: true,
    resolve: resolveToLoopback,
    ...options,
  })
  t.after(async () => {
    await web.close()
    await server.close()
  })
  return web
}

function short(outcome: FetchOutcome): string | number {
  return outcome.ok ? outcome.status : outcome.code
}

test('a host that was asked is not asked again before its turn', async t => {
  const server = await serveHttp((_, response) => response.end('ok'))
  const web = open(t, server)
  assert.equal(short(await web.fetch(`${server.origin}/1`, signal)), 200)
  const second = await web.fetch(`${server.origin}/2`, signal)
  assert.equal(short(second), 'E_FETCH_LATER')
  assert.ok(!second.ok && (second.notBefore ?? 0) > steadyNow() + LONG / 2)
  assert.equal(server.accepted, 1)
})

test('a host has one request under way at a time', async t => {
  const server = await serveHttp((_, response) => response.end('ok'))
  const web = open(t, server)
  const outcomes = await Promise.all([1, 2, 3].map(page => web.fetch(`${server.origin}/${page}`, signal)))
  assert.deepEqual(outcomes.map(short).sort(), [200, 'E_FETCH_LATER', 'E_FETCH_LATER'])
})

test('400 names of one address are one server, from the first request on', async t => {
  let asked = 0
  const server = await serveHttp((_, response) => {
    asked++
    response.end('ok')
  })
  const web = open(t, server)
  const names = Array.from({ length: 400 }, (_, i) => `http://name${i}.example:${server.port}/`)
  const outcomes = await Promise.all(names.map(url => web.fetch(url, signal)))
  assert.equal(asked, 1)
  const turns = outcomes.flatMap(outcome => (outcome.ok ? [] : [outcome.notBefore ?? 0])).sort((a, b) => a - b)
  assert.equal(turns.length, 399)
  assert.ok(turns.every((at, i) => i === 0 || at - turns[i - 1] >= LONG / 4))
})

test('a kept-alive connection is no way around the turn of its address', async t => {
  let asked = 0
  const server = await serveHttp((_, response) => {
    asked++
    response.end('ok')
  })
  const politeness = createPoliteness({ delayMs: 1, ipIntervalMs: LONG, adaptive: false })
  const web = open(t, server, { politeness })
  assert.equal(short(await web.fetch(`${server.origin}/1`, signal)), 200)
  await new Promise(resolve => setTimeout(resolve, 5))
  assert.equal(short(await web.fetch(`${server.origin}/2`, signal)), 'E_FETCH_LATER')
  assert.equal(asked, 1)
})

test('names whose first address is dead do not lead to the second before its turn', async t => {
  let asked = 0
  const server = await serveHttp((_, response) => {
    asked++
    response.end('ok')
  })
  const dead = (host: string) => ({ address: `127.1.${host.length}.${host.charCodeAt(0)}`, family: 4 }) as const
  const web = open(t, server, { resolve: async host => [dead(host), { address: '127.0.0.1', family: 4 }] })
  const outcomes = await Promise.all(
    ['a', 'bb', 'ccc', 'dddd'].map(name => web.fetch(`http://${name}.example:${server.port}/`, signal)),
  )
  assert.equal(asked, 1)
  assert.deepEqual(outcomes.map(short).sort(), [200, 'E_FETCH_LATER', 'E_FETCH_LATER', 'E_FETCH_LATER'])
})

test('an answer that needs a lenient reading is asked for again, in its turn', async t => {
  let asked = 0
  const server = await serveRaw(socket => {
    asked++
    socket.end('HTTP/1.1 200 OK\nContent-Length: 2\n\nok')
  })
  const web = open(t, server, { politeness: createPoliteness({ delayMs: 200, ipIntervalMs: 1, slowFactor: 0 }) })
  const before = Date.now()
  assert.equal(short(await web.fetch(`${server.origin}/`, signal)), 'E_FETCH_LATER')
  assert.equal(asked, 1)
  assert.equal(short(await fetchInTurn(web, `${server.origin}/`, signal)), 200)
  assert.equal(asked, 2)
  assert.ok(Date.now() - before >= 200)
})

test('a private address takes no turn of the host', async t => {
  const server = await serveHttp((_, response) => response.end('ok'))
  const web = open(t, server, { allowPrivate: false })
  for (let i = 0; i < 3; i++) assert.equal(short(await web.fetch(`${server.origin}/${i}`, signal)), 'E_FETCH_PRIVATE')
})

test('a server that speaks nothing but broken HTTP/2 is told of as that, not as a fault of its TLS', async t => {
  const server = await listen(
    createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE, ALPNProtocols: ['h2'] }, socket => {
      socket.on('error', () => {})
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    }),
    'https',
  )
  const politeness = createPoliteness({ delayMs: 0 })
  const broken = await open(t, server, { politeness, http2: true }).fetch(`${server.origin}/`, signal)
  assert.ok(!broken.ok)
  assert.deepEqual([broken.code, broken.consequence], ['E_FETCH_PROTOCOL', 'skip'])
  assert.match(broken.message, /its HTTP\/2 is broken/)
  const unasked = await open(t, server, { politeness }).fetch(`${server.origin}/`, signal)
  assert.ok(!unasked.ok)
  assert.equal(unasked.code, 'E_FETCH_PROTOCOL')
  assert.match(unasked.message, /network\.http2/)
})
