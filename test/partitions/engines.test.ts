import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { startRedis, type OwnRedis } from '../../src/partitions/live/own-redis.js'
import { MemoryEngine } from '../../src/partitions/memory-engine.js'
import { parseRedisAddress } from '../../src/partitions/redis-address.js'
import { RedisEngine } from '../../src/partitions/redis-engine.js'
import { connectRedis } from '../../src/partitions/redis-connection.js'
import { batch, engineSuite } from './engine-suite.js'
import { RedisServer } from './redis-servers.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-engine-'))
let redis: OwnRedis
const open: RedisEngine[] = []

before(async () => {
  redis = await startRedis(directory, () => {})
})
after(async () => {
  for (const engine of open) engine.disconnect()
  await redis.stop()
  rmSync(directory, { recursive: true })
})

engineSuite('memory', async () => {
  const engine = new MemoryEngine()
  return [engine, engine]
})
engineSuite('redis', async crawl => [await connect(crawl), await connect(crawl)])

test('redis: what a dead worker held is free at once, what others hold is not', async () => {
  const [a, b] = [await connect('dead'), await connect('dead')]
  for (const partition of [0, 1]) assert.ok(await a.claim(partition, 'a'))
  assert.ok(await b.claim(2, 'b'))
  await b.bury('a', 4)
  for (const partition of [0, 1]) assert.ok(await b.claim(partition, 'c'))
  assert.equal(await a.claim(2, 'c'), false)
})

test('redis: who is refused is told why', async () => {
  const server = await RedisServer.start(join(directory, 'few'), { settings: ['--maxclients', '1'] })
  try {
    const first = await connectRedis(server.address)
    await first.call('PING')
    await assert.rejects(connectRedis(server.address), (error: LongtailError) => {
      assert.equal(error.code, 'E_ENGINE')
      assert.match(error.message, /refuses this machine: max number of clients reached$/)
      return true
    })
    first.close()
  } finally {
    await server.kill()
  }
})

test('redis: what is no batch is left out', async () => {
  const [a, b] = [await connect('hostile'), await connect('hostile')]
  const forged = { ...batch(1), entries: [{ ...batch(1).entries[0], from: 9 }] }
  await a.send(2, forged)
  await a.send(2, { ...batch(2), after: -1 })
  assert.deepEqual(
    (await b.collect([2])).map(delivery => delivery.batch.entries),
    [[]],
  )
})

test('redis: a server that is full makes senders wait, and leases and reports go on', async () => {
  const [a, b] = [await connect('full'), await connect('full')]
  const { used } = await a.fill([])
  const bound = used + 3_000_000
  execFileSync('redis-cli', ['-s', redis.address, 'CONFIG', 'SET', 'maxmemory', String(bound)])
  let sent = 0
  while (sent < 1000 && (await b.send(7, batch(sent + 1, 'x'.repeat(20_000))))) sent++
  assert.ok(sent > 0 && sent < 300, `${sent} batches were taken`)
  const full = await a.fill([7, 8])
  assert.deepEqual([full.batches, full.bound], [sent, bound])
  assert.ok(full.used <= bound, `${full.used} of ${bound} bytes`)
  assert.ok(await a.claim(7, 'a'))
  await a.teach('a', [{ from: 1, example: [1, 2] }])
  const came = await a.collect([7])
  await a.acknowledge(7, came[came.length - 1].id)
  assert.ok(await b.send(7, batch(sent + 1)), 'there is room again')
  execFileSync('redis-cli', ['-s', redis.address, 'CONFIG', 'SET', 'maxmemory', '0'])
})

test('redis: a stream is as long as it may be', async () => {
  const engine = await RedisEngine.connect(redis.address, 'short', 10_000, 3)
  open.push(engine)
  for (let i = 1; i <= 3; i++) assert.ok(await engine.send(7, batch(i)))
  assert.equal(await engine.send(7, batch(4)), false)
  assert.equal((await engine.fill([7])).batches, 3)
})

test('a Cluster is named by some of its servers, with user and password where there are any', () => {
  assert.deepEqual(parseRedisAddress('redis+cluster://a.example:7000,[::1]:7001,b.example'), {
    nodes: [
      { host: 'a.example', port: 7000 },
      { host: '::1', port: 7001 },
      { host: 'b.example', port: 6379 },
    ],
    isSecure: false,
  })
  assert.deepEqual(parseRedisAddress('rediss+cluster://me:p%40ss:word@a.example:7000/'), {
    nodes: [{ host: 'a.example', port: 7000 }],
    username: 'me',
    password: 'p@ss:word',
    isSecure: true,
  })
  assert.equal(parseRedisAddress('rediss://a.example'), 'rediss://a.example')
  for (const wrong of [
    'a.example:6379',
    'redis+cluster://',
    'redis+cluster://u:secret%@a',
    'redis+cluster://u:secret@a:b',
  ])
    assert.throws(
      () => parseRedisAddress(wrong),
      (error: unknown) => error instanceof LongtailError && error.code === 'E_USAGE' && !/secret/.test(error.message),
      wrong,
    )
})

test('a socket is named by its path, also from the current folder', () => {
  assert.equal(parseRedisAddress('/run/redis.sock'), '/run/redis.sock')
  assert.equal(parseRedisAddress(relative(process.cwd(), redis.address)), redis.address)
  assert.throws(() => parseRedisAddress('no/redis.sock'), { code: 'E_USAGE', message: /the path of its socket/ })
})

async function connect(crawl: string): Promise<RedisEngine> {
  const engine = await RedisEngine.connect(redis.address, crawl)
  open.push(engine)
  return engine
}
