import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { steadyNow } from '../../src/steady-clock.js'
import { createHttpWeb } from '../../src/web/http-web.js'
import { createPoliteness } from '../../src/web/politeness.js'
import { createRobotsCache } from '../../src/web/robots-cache.js'
import type { RobotsCache, RobotsCacheOptions } from '../../src/web/robots-cache.js'
import { serveHttp, until } from './servers.js'

const { signal } = new AbortController()
const DENY_X = 'User-agent: *\nDisallow: /x\n'

interface Setup {
  readonly cache: RobotsCache
  /** Host and path of every request that arrived. */
  readonly asked: string[]
  readonly archived: string[]
  now: number
}

type Site = (request: IncomingMessage, response: ServerResponse) => void

async function setUp(t: TestContext, site: Site, options: Partial<RobotsCacheOptions> = {}): Promise<Setup> {
  const asked: string[] = []
  const archived: string[] = []
  const server = await serveHttp((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    site(request, response)
  })
  const web = createHttpWeb({
    userAgent: 'test',
    politeness: createPoliteness({ delayMs: 0 }),
    hosts: { '*': server.origin },
  })
  t.after(async () => {
    await web.close()
    await server.close()
  })
  const onExchange: RobotsCacheOptions['onExchange'] = ({ url, status }) => archived.push(`${status} ${url}`)
  const cache = createRobotsCache({ web, userAgentToken: 'Longtail', now: () => setup.now, onExchange, ...options })
  const setup: Setup = { cache, asked, archived, now: 1_000_000 }
  return setup
}

test('the file of an origin is read once and decides for all its pages', async t => {
  const { cache, asked, archived } = await setUp(t, (_, response) =>
    response.end(`${DENY_X}Crawl-delay: 2\nSitemap: http://a.example/s.xml`),
  )
  assert.equal(cache.peek('http://a.example'), null)
  const decisions = await Promise.all(['/x', '/y', '/x?q'].map(path => cache.check(`http://a.example${path}`, signal)))
  assert.deepEqual(
    decisions.map(({ allowed, reason }) => [allowed, reason]),
    [
      [false, 'denied'],
      [true, 'allowed'],
      [false, 'denied'],
    ],
  )
  assert.equal(decisions[1].crawlDelayMs, 2_000)
  assert.deepEqual(decisions[1].sitemaps, ['http://a.example/s.xml'])
  assert.deepEqual(asked, ['a.example/robots.txt'])
  assert.deepEqual(archived, ['200 http://a.example/robots.txt'])
  assert.equal(cache.peek('http://a.example')?.rules.allows('/x'), false)
})

test('scheme and port make an origin of its own', async t => {
  const { cache, asked } = await setUp(t, (_, response) => response.end(DENY_X))
  for (const origin of ['http://a.example', 'https://a.example', 'http://a.example:8080'])
    await cache.check(`${origin}/x`, signal)
  assert.equal(asked.length, 3)
})

test('the file is read again after a day', async t => {
  const setup = await setUp(t, (_, response) => response.end(setup.asked.length === 1 ? DENY_X : ''))
  assert.equal((await setup.cache.check('http://a.example/x', signal)).allowed, false)
  setup.now += 86_399_999
  assert.equal((await setup.cache.check('http://a.example/x', signal)).allowed, false)
  setup.now += 1
  assert.equal(setup.cache.peek('http://a.example'), null)
  assert.equal((await setup.cache.check('http://a.example/x', signal)).allowed, true)
  assert.equal(setup.asked.length, 2)
})

for (const status of [400, 401, 403, 404, 410, 451]) {
  test(`${status} allows everything`, async t => {
    const { cache } = await setUp(t, (_, response) => response.writeHead(status).end('User-agent: *\nDisallow: /'))
    const { allowed, reason } = await cache.check('http://a.example/x', signal)
    assert.deepEqual([allowed, reason], [true, 'unavailable'])
  })
}

for (const status of [429, 500, 502, 503, 599]) {
  test(`${status} allows nothing until it is asked again, after a pause that doubles`, async t => {
    const setup = await setUp(t, (_, response) => response.writeHead(status).end(), { retryMs: 100 })
    const first = await setup.cache.check('http://a.example/', signal)
    assert.deepEqual([first.allowed, first.reason, first.retryAtMs], [false, 'unreachable', setup.now + 100])
    setup.now += 99
    await setup.cache.check('http://a.example/', signal)
    assert.equal(setup.asked.length, 1)
    setup.now += 1
    assert.equal((await setup.cache.check('http://a.example/', signal)).retryAtMs, setup.now + 200)
    assert.equal(setup.asked.length, 2)
  })
}

test('Retry-After lengthens the pause', async t => {
  const { cache, now } = await setUp(t, (_, response) => response.writeHead(503, { 'Retry-After': '3600' }).end())
  assert.equal((await cache.check('http://a.example/', signal)).retryAtMs, now + 3_600_000)
})

test('no answer allows nothing and says why', async t => {
  const { cache } = await setUp(t, request => request.socket.destroy())
  const { allowed, reason, failure } = await cache.check('http://a.example/', signal)
  assert.deepEqual([allowed, reason, failure?.code], [false, 'unreachable', 'E_FETCH_CONNECT'])
})

test('a file cut short by the network is not believed', async t => {
  const { cache } = await setUp(t, (_, response) => {
    response.writeHead(200, { 'Content-Length': '1000' })
    response.write(DENY_X, () => response.destroy())
  })
  assert.equal((await cache.check('http://a.example/y', signal)).reason, 'unreachable')
})

test('the last copy stays in force while the file is unreachable, for thirty days', async t => {
  const setup = await setUp(t, (_, response) =>
    setup.asked.length === 1 ? response.end(DENY_X) : response.writeHead(500).end(),
  )
  await setup.cache.check('http://a.example/', signal)
  setup.now += 20 * 86_400_000
  assert.deepEqual([(await setup.cache.check('http://a.example/y', signal)).allowed, setup.asked.length], [true, 2])
  assert.equal((await setup.cache.check('http://a.example/x', signal)).allowed, false)
  setup.now += 11 * 86_400_000
  assert.equal((await setup.cache.check('http://a.example/y', signal)).reason, 'unreachable')
})

test('five redirects are followed, to other hosts as well, and all are archived', async t => {
  const { cache, asked, archived } = await setUp(t, (request, response) => {
    const hop = Number(/\d/.exec(request.url ?? '')?.[0] ?? 0)
    if (hop === 5) response.end(DENY_X)
    else response.writeHead(301, { Location: `http://host${hop + 1}.example/${hop + 1}` }).end()
  })
  assert.equal((await cache.check('http://a.example/x', signal)).allowed, false)
  assert.deepEqual(asked.slice(0, 2), ['a.example/robots.txt', 'host1.example/1'])
  assert.equal(archived.length, 6)
  assert.equal(cache.peek('http://host1.example'), null, 'the rules are those of the origin first asked')
})

test('six redirects lead nowhere, which allows everything', async t => {
  const { cache, asked } = await setUp(t, (_, response) => response.writeHead(302, { Location: '/again' }).end())
  const { allowed, reason } = await cache.check('http://a.example/x', signal)
  assert.deepEqual([allowed, reason, asked.length], [true, 'unavailable', 6])
})

test('a redirect without a target of use leads nowhere too', async t => {
  const { cache } = await setUp(t, (request, response) => {
    response.writeHead(302, request.headers.host === 'a.example' ? { Location: 'ftp://a.example/' } : {}).end()
  })
  assert.equal((await cache.check('http://a.example/x', signal)).reason, 'unavailable')
  assert.equal((await cache.check('http://b.example/x', signal)).reason, 'unavailable')
})

test('a redirect to a private address is not followed, and leads nowhere', async t => {
  let contacted = 0
  const inside = await serveHttp((_, response) => {
    contacted++
    response.end('User-agent: *\nDisallow: /')
  })
  const server = await serveHttp((_, response) =>
    response.writeHead(302, { Location: `${inside.origin}/robots.txt` }).end(),
  )
  const politeness = createPoliteness({ delayMs: 0 })
  const web = createHttpWeb({ userAgent: 'test', politeness, hosts: { 'a.example': server.origin } })
  t.after(async () => {
    await web.close()
    await server.close()
    await inside.close()
  })
  const cache = createRobotsCache({ web, userAgentToken: 'Longtail' })
  const { allowed, reason } = await cache.check('http://a.example/', signal)
  assert.deepEqual([allowed, reason, contacted], [true, 'unavailable', 0])
})

test('files that redirect to one third server ask it in its turns, one by one, and go on where they were', async t => {
  let third = 0
  const server = await serveHttp((request, response) => {
    if (request.headers.host !== 'third.example')
      return void response.writeHead(302, { Location: 'http://third.example/rules' }).end()
    third++
    response.end(DENY_X)
  })
  const politeness = createPoliteness({ delayMs: 60_000 })
  const web = createHttpWeb({ userAgent: 'test', politeness, hosts: { '*': server.origin } })
  t.after(async () => {
    await web.close()
    await server.close()
  })
  const cache = createRobotsCache({ web, userAgentToken: 'Longtail' })
  const origins = Array.from({ length: 40 }, (_, i) => `http://host${i}.example`)
  const ask = () => Promise.all(origins.map(origin => cache.check(`${origin}/x`, signal)))
  const first = await ask()
  assert.equal(third, 1)
  assert.equal(first.filter(({ reason }) => reason === 'denied').length, 1)
  const waiting = first.filter(({ reason }) => reason === 'waiting')
  assert.equal(waiting.length, 39)
  assert.ok(waiting.every(({ allowed, retryAtMs }) => !allowed && retryAtMs > steadyNow()))
  await ask()
  assert.equal(third, 1)
  assert.equal(server.accepted > 0, true)
})

const packings: readonly [string, (text: string) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
]
for (const [name, pack] of packings) {
  test(`a file in ${name} is unpacked, a bomb only to its beginning`, async t => {
    const bomb = pack(DENY_X + '#'.repeat(20_000_000))
    const { cache } = await setUp(t, (_, response) => response.writeHead(200, { 'Content-Encoding': name }).end(bomb))
    assert.equal((await cache.check('http://a.example/x', signal)).allowed, false)
    assert.equal((await cache.check('http://a.example/y', signal)).allowed, true)
  })
}

test('Crawl-delay is capped', async t => {
  const { cache } = await setUp(t, (_, response) => response.end('User-agent: *\nCrawl-delay: 3600'), {
    maxCrawlDelayMs: 5_000,
  })
  assert.equal((await cache.check('http://a.example/', signal)).crawlDelayMs, 5_000)
})

test('the number of origins and the size of their rules are bounded', async t => {
  const few = await setUp(t, (_, response) => response.end(DENY_X), { maxEntries: 3 })
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a']) await few.cache.check(`http://${name}.example/`, signal)
  assert.equal(few.cache.size, 3)
  assert.equal(few.asked.length, 4, 'the origin asked for most recently stayed')
  assert.equal(few.cache.peek('http://b.example'), null)
  const large = `User-agent: *\n${'Disallow: /something\n'.repeat(1_000)}`
  const small = await setUp(t, (_, response) => response.end(large), { maxBytes: 300_000 })
  for (let i = 0; i < 10; i++) await small.cache.check(`http://host${i}.example/`, signal)
  assert.ok(small.cache.size >= 1 && small.cache.size < 5, `${small.cache.size}`)
})

test('who shares a request that its owner gives up asks himself', async t => {
  const setup = await setUp(t, (_, response) => {
    if (setup.asked.length > 1) response.end(DENY_X)
  })
  const owner = new AbortController()
  const first = setup.cache.check('http://a.example/x', owner.signal)
  const second = setup.cache.check('http://a.example/x', signal)
  await until(() => setup.asked.length === 1)
  owner.abort()
  assert.equal((await first).reason, 'aborted')
  assert.equal((await second).reason, 'denied')
})

test('a closed web ends the question', async () => {
  const web = createHttpWeb({ userAgent: 'test', politeness: createPoliteness({ delayMs: 0 }) })
  await web.close()
  const { reason } = await createRobotsCache({ web, userAgentToken: 'Longtail' }).check('http://a.example/', signal)
  assert.equal(reason, 'aborted')
})
