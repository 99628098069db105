import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { LongtailError } from '../../src/errors.js'
import { crawlId } from '../../src/partitions/live/open-crawl.js'
import { RedisEngine } from '../../src/partitions/redis-engine.js'
import { crawlDemo, demoCampaign } from '../crawl/demo-crawl.js'
import { checkSplitCrawl, pagesOf } from './check-split-crawl.js'
import { batch, engineSuite } from './engine-suite.js'
import { startMany, until } from './many-processes.js'
import { startCluster, type RedisCluster } from './redis-servers.js'

/** A real Cluster: three masters, three replicas. */
const directory = mkdtempSync(join(tmpdir(), 'longtail-cluster-'))
const open: RedisEngine[] = []
let cluster: RedisCluster

before(async () => {
  cluster = await startCluster(directory)
})
after(async () => {
  for (const engine of open) engine.disconnect()
  await cluster.stop()
  rmSync(directory, { recursive: true })
})

engineSuite('cluster', async crawl => [await connect(crawl), await connect(crawl)])

test('the memory of a Cluster is that of all its masters', async () => {
  const engine = await connect('memory')
  const single = await RedisEngine.connect(cluster.servers[0].address, 'memory')
  open.push(single)
  assert.ok((await engine.fill([])).used > 2 * (await single.fill([])).used)
})

test('a server of a Cluster that is named as if it were alone is refused, with what to write instead', async () => {
  const alone = await Promise.all(cluster.servers.slice(0, 2).map(({ address }) => RedisEngine.connect(address, 'x')))
  open.push(...alone)
  const answers = await Promise.allSettled(alone.map(engine => engine.send(1, batch(1))))
  const refusals = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  assert.ok(refusals.length > 0, 'one of two servers does not hold the key')
  for (const error of refusals) {
    assert.ok(error instanceof LongtailError)
    assert.match(error.message, /redis\+cluster:/)
    assert.equal(error.consequence, 'abort')
  }
})

test('a master that is killed during a crawl loses no page and brings none twice', async () => {
  const web = buildDemoWeb({ hosts: 30, pagesPerHost: 12, seed: 5 })
  const server = await serveDemoWeb(web)
  await crawlDemo(web, server, join(directory, 'undisturbed'), { strategy: 'breadth-first' })
  const campaign = demoCampaign(web, server, { strategy: 'breadth-first', politeness: { delay: '100ms' } })
  const crawl = startMany(join(directory, 'many'), campaign, '--processes', '2', '--join', cluster.address)
  try {
    await until('the first pages', () => crawl.pages() >= 30 && crawl.workers().length === 2)
    const identity: Parameters<typeof crawlId>[0] = JSON.parse(readFileSync(join(crawl.out, 'crawl.json'), 'utf8'))
    await cluster.masterOf(`{longtail:${crawlId(identity)}}`).kill()
    const { code, said } = await crawl.done
    assert.equal(code, 0, said)
    assert.match(said, /out of reach|answers again/)
    await checkSplitCrawl(crawl.out, await pagesOf(join(directory, 'undisturbed')))
  } finally {
    crawl.process.kill('SIGKILL')
    await crawl.done
    await server.close()
  }
})

async function connect(crawl: string): Promise<RedisEngine> {
  const engine = await RedisEngine.connect(cluster.address, crawl)
  open.push(engine)
  return engine
}
