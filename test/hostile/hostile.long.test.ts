/**
 * The hostile web: every host misbehaves in its own way and has an honest page beside it. A crawl takes what is honest, is not led
 * to private addresses, asks nobody too fast, stays within its memory, and ends by itself.
 */
import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { crawlHostileWeb, DELAY_MS, type HostileCrawl } from './hostile-crawl.js'
import { H2_CASES } from './h2-cases.js'
import { BODIES } from './plain-bodies.js'
import { HEADS } from './plain-heads.js'
import { redirectsAndRobots } from './plain-redirects.js'
import { PLAIN_SUFFIX, servePlainWeb, VICTIM } from './plain-web.js'
import { TLS_CASES } from './tls-cases.js'
import { serveTlsWeb } from './tls-web.js'

const LED_TO_VICTIM = 40
const MOST_MEMORY = 1 << 30

function checkCrawl({ results, mostMemory, archived }: HostileCrawl, honest: ReadonlyMap<string, string>): void {
  const last = results.at(-1)
  assert.equal(last?.code, 0, last?.stderr.slice(-2_000))
  assert.equal(JSON.parse(last.stdout.trim().split('\n').at(-1) ?? '').stopped, 'finished')
  const missing = [...honest].filter(([url]) => !archived.has(url)).map(([url, name]) => `${url}: ${name}`)
  assert.deepEqual(missing, [])
  assert.ok(mostMemory < MOST_MEMORY, `${Math.round(mostMemory / 1e6)} MB`)
}

test('a crawl of the hostile web takes every honest page and harms nobody', { timeout: 600_000 }, async () => {
  let knocks = 0
  const privateServer = createServer(socket => {
    knocks++
    socket.destroy()
  })
  await new Promise<void>(resolve => privateServer.listen(0, '127.0.0.1', resolve))
  const { port } = privateServer.address() as AddressInfo
  const cases = [...HEADS, ...BODIES, ...redirectsAndRobots(port)]
  assert.ok(cases.length >= 150, `${cases.length} misbehaviours`)
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length)
  const web = await servePlainWeb(cases)
  try {
    const named = cases.map(({ name }, i): [string, string] => [`p${i}.${PLAIN_SUFFIX}`, name])
    const led = Array.from({ length: LED_TO_VICTIM }, (_, i): [string, string] => [
      `r${i}.${PLAIN_SUFFIX}`,
      'led to the victim',
    ])
    const seeds = [
      ...named.map(([host]) => `http://${host}/evil`),
      ...[...named, ...led].map(([host]) => `http://${host}/honest`),
    ]
    const crawl = await crawlHostileWeb(seeds, { hosts: { [`*.${PLAIN_SUFFIX}`]: web.origin } }, 1)
    assert.equal(knocks, 0, 'nothing private is contacted')
    assert.deepEqual(web.counts.tooFast(DELAY_MS), [])
    assert.ok(web.counts.of(VICTIM) >= LED_TO_VICTIM)
    checkCrawl(crawl, new Map([...named, ...led].map(([host, name]) => [`http://${host}/honest`, name])))
  } finally {
    await web.close()
    privateServer.close()
  }
})

for (const http2 of [false, true])
  test(`a crawl of the hostile web over TLS, ${http2 ? 'with' : 'without'} HTTP/2`, { timeout: 600_000 }, async () => {
    const cases = [...TLS_CASES, ...H2_CASES]
    assert.ok(cases.length >= 60, `${cases.length} misbehaviours`)
    const web = await serveTlsWeb(cases)
    try {
      const { origins } = web
      const seeds = [...origins.map(origin => `${origin}/evil`), ...origins.map(origin => `${origin}/honest`)]
      // with HTTP/2 a server may end the process: then it is started again, and must get past that server
      const crawl = await crawlHostileWeb(seeds, { 'allow-private': true, ...(http2 ? { http2 } : {}) }, http2 ? 8 : 1)
      assert.deepEqual(web.perHost.tooFast(DELAY_MS), [])
      assert.deepEqual(web.perAddress.tooFast(DELAY_MS / 4), [])
      checkCrawl(crawl, new Map(origins.map((origin, i) => [`${origin}/honest`, cases[i].name])))
    } finally {
      await web.close()
    }
  })
