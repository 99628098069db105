import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { crawlDemo, demoCampaign, type CampaignPart } from '../crawl/demo-crawl.js'
import { checkSplitCrawl, pagesOf } from './check-split-crawl.js'
import { startMany, until, type ManyProcesses } from './many-processes.js'

/** Whatever happens to workers and to Redis: the pages of an undisturbed crawl, each archived once, and archives that are whole. */
let web: DemoWeb
let server: DemoServer
let expected: string[]
const directory = mkdtempSync(join(tmpdir(), 'longtail-faults-'))
const campaign = { strategy: 'breadth-first', politeness: { delay: '100ms' } }

before(async () => {
  web = buildDemoWeb({ hosts: 30, pagesPerHost: 12, seed: 5 })
  server = await serveDemoWeb(web)
  await crawlDemo(web, server, join(directory, 'undisturbed'), { strategy: 'breadth-first' })
  expected = await pagesOf(join(directory, 'undisturbed'))
})
after(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

const FAULTS: readonly (readonly [name: string, inject: (crawl: ManyProcesses) => Promise<void>])[] = [
  [
    'a worker that is killed',
    async crawl => {
      process.kill(crawl.workers()[0], 'SIGKILL')
    },
  ],
  [
    'a worker that is stopped for longer than its lease, and goes on',
    async crawl => {
      const [worker] = crawl.workers()
      process.kill(worker, 'SIGSTOP')
      await pause(16_000)
      process.kill(worker, 'SIGCONT')
    },
  ],
  [
    'a Redis that is killed and comes back without its data',
    async crawl => {
      process.kill(crawl.redis(), 'SIGKILL')
    },
  ],
  [
    'a Redis that loses all its data',
    async crawl => {
      for (let i = 0; i < 3; i++) {
        execFileSync('redis-cli', ['-s', join(crawl.out, 'redis.sock'), 'FLUSHALL'])
        await pause(1500)
      }
    },
  ],
]

for (const [number, [name, inject]] of FAULTS.entries())
  test(`${name} loses no page and brings none twice`, async () => {
    // short: the socket of Redis lies in it
    const crawl = startMany(join(directory, `fault-${number}`), withDelay(), '--processes', '2')
    await until('the first pages', () => crawl.pages() >= 30 && crawl.workers().length === 2)
    await inject(crawl)
    const { code, said } = await crawl.done
    assert.equal(code, 0, said)
    await checkSplitCrawl(crawl.out, expected)
  })

test('a crawl that is stopped goes on with another number of workers, down to one', async () => {
  const place = join(directory, 'stopped')
  const first = startMany(place, withDelay(), '--processes', '2')
  await until('the first pages', () => first.pages() >= 30 && first.workers().length === 2)
  first.process.kill('SIGINT')
  assert.equal((await first.done).code, 0)
  const second = startMany(place, withDelay(), '--processes', '3')
  await until('three workers', () => second.workers().length === 3)
  second.process.kill('SIGINT')
  assert.equal((await second.done).code, 0)
  const { code, json, said } = await startMany(place, withDelay()).done
  assert.equal(code, 0, said)
  assert.equal(JSON.parse(json).stopped, 'finished')
  await checkSplitCrawl(first.out, expected)
})

function withDelay(): CampaignPart {
  return demoCampaign(web, server, campaign)
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
