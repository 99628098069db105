import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { checkStore } from '../../src/partitions/live/store/check-store.js'
import { crawlDemo, demoCampaign } from '../crawl/demo-crawl.js'
import { CephServer, cephIsMissing } from './ceph-server.js'
import { checkSplitCrawl, pagesOf } from './check-split-crawl.js'
import { startManyWith, until, type ManyProcesses } from './many-processes.js'
import { fetched } from './stored-run.js'
import { storeSuite } from './store-suite.js'

/** Crawls by many processes whose store is a real one, and what may happen to workers and store. */
const skip = cephIsMissing()
let web: DemoWeb
let server: DemoServer
let ceph: CephServer
let expected: string[]
const directory = mkdtempSync(join(tmpdir(), 'lt-s3-'))
const campaign = { strategy: 'breadth-first', politeness: { delay: '100ms' } }

before(async () => {
  if (skip !== false) return
  ceph = await CephServer.start(join(directory, 'ceph'))
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 5 })
  server = await serveDemoWeb(web)
  await crawlDemo(web, server, join(directory, 'one'), { strategy: 'breadth-first' })
  expected = await pagesOf(join(directory, 'one'))
})
after(async () => {
  if (skip === false) {
    await server.close()
    await ceph.stop()
  }
  rmSync(directory, { recursive: true })
})

storeSuite('Ceph', () => ceph.open('s3://crawls/suite'), skip)

test('a worker that is killed, and one that is frozen for longer than its lease, lose no page', { skip }, async () => {
  const crawl = start('workers', '2')
  await until('the first pages', () => crawl.pages() >= 30 && workers(crawl).length === 2)
  const [first, second] = workers(crawl)
  process.kill(first, 'SIGKILL')
  await sleep(1000)
  process.kill(second, 'SIGSTOP')
  await sleep(16_000)
  process.kill(second, 'SIGCONT')
  await finished(crawl, 'workers')
})

test(
  'a store that is away for a while, and a crawl that is stopped and goes on elsewhere, lose no page',
  { skip },
  async () => {
    const crawl = start('store', '2')
    await until('the first pages', () => crawl.pages() >= 30)
    await ceph.killGateway()
    await sleep(6000)
    await ceph.startGateway()
    await until('more pages', () => crawl.pages() >= 60)
    crawl.process.kill('SIGINT')
    const { code, said } = await crawl.done
    assert.equal(code, 0, said)
    // another machine: nothing of the first one is left
    rmSync(join(directory, 'store'), { recursive: true })
    await finished(start('store', '3'), 'store')
  },
)

function start(name: string, processes: string): ManyProcesses {
  const flags = ['--processes', processes, '--store', `s3://crawls/${name}`]
  return startManyWith(ceph.env, join(directory, name), demoCampaign(web, server, campaign), ...flags)
}

async function finished(crawl: ManyProcesses, name: string): Promise<void> {
  const { code, said, json } = await crawl.done
  assert.equal(code, 0, said)
  assert.equal(JSON.parse(json).stopped, 'finished')
  const store = await ceph.open(`s3://crawls/${name}`)
  await checkStore(store)
  const pieces = (await store.list('parts/')).filter(({ key }) => key.includes('/pieces/'))
  assert.deepEqual(pieces, [], 'all files are whole')
  await checkSplitCrawl(await fetched(store, directory), expected)
}

/** Processes of workers, by the locks of their private directories. */
function workers({ out }: ManyProcesses): number[] {
  return [0, 1, 2].flatMap(number => {
    const lock = join(out, 'private', String(number), 'longtail-worker', 'lock')
    return existsSync(lock) ? [parseInt(readFileSync(lock, 'utf8'), 10)] : []
  })
}
