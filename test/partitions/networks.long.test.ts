import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadCampaign } from '../../src/campaign/index.js'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { prepareCrawl } from '../../src/partitions/live/open-crawl.js'
import { writeOrder } from '../../src/partitions/live/order.js'
import { crawlDemo, demoCampaign } from '../crawl/demo-crawl.js'
import { packageRoot } from '../package-root.js'
import { checkSplitCrawl, pagesOf } from './check-split-crawl.js'
import { until } from './many-processes.js'
import { Networks, REDIS, WEB } from './networks.js'
import { RedisServer } from './redis-servers.js'

/** Two workers, each with a network of its own, and a third one with the web and Redis. Links between them are really cut. */
const OPTIONS = { hosts: 30, pagesPerHost: 12, seed: 5 }
/** Longer than a lease, and long enough for the other worker to take over. */
const CUT_MS = 18_000
const MAIN = join(packageRoot, 'dist', 'src', 'cli', 'main.js')
const directory = mkdtempSync(join(tmpdir(), 'longtail-networks-'))
const store = join(directory, 'store')
const started: ChildProcess[] = []
let networks: Networks
let redis: RedisServer
let expected: string[]

before(async () => {
  networks = await Networks.create(['a', 'b'])
  redis = await RedisServer.start(join(directory, 'redis'), { host: REDIS, within: networks.serving })
  const web = buildDemoWeb(OPTIONS)
  const undisturbed = await serveDemoWeb(web)
  await crawlDemo(web, undisturbed, join(directory, 'undisturbed'), { strategy: 'breadth-first' })
  await undisturbed.close()
  expected = await pagesOf(join(directory, 'undisturbed'))
  const server = start(
    networks.serving,
    fileURLToPath(new URL('serve-web.js', import.meta.url)),
    WEB,
    JSON.stringify(OPTIONS),
  )
  const [origin] = (await once(server.stdout ?? server, 'data')) as [Buffer]
  const campaign = demoCampaign(
    web,
    { ...undisturbed, origin: String(origin).trim() },
    {
      strategy: 'breadth-first',
      // a page in 100 ms at most: hosts share one address, whose turn comes four times as often
      politeness: { delay: '400ms' },
      network: { 'allow-private': true, timeout: '5s' },
    },
  )
  const file = join(directory, 'campaign.json')
  writeFileSync(file, JSON.stringify(campaign))
  const loaded = loadCampaign(file)
  const seeds = web.seeds[web.options.target]
  await prepareCrawl({ campaign: loaded.campaign, campaignPath: file, seeds, out: store, warn: () => {} })
  writeOrder(store, { campaign: file, seeds: [...seeds], flags: {}, connections: 8 })
})
after(async () => {
  for (const child of started) child.kill('SIGKILL')
  await redis.kill()
  networks.close()
  rmSync(directory, { recursive: true })
})

test('links between a worker and Redis, and between a worker and the web, are cut and mended: no page is lost, none is there twice', async () => {
  const workers = ['a', 'b'].map(name => worker(name))
  await until('the first pages', () => pages() >= 20)
  networks.cut('redis', 'a')
  await sleep(CUT_MS)
  networks.mend('redis', 'a')
  networks.cut('web', 'b')
  await sleep(CUT_MS)
  networks.mend('web', 'b')
  const [a, b] = await Promise.all(workers)
  for (const { code, said } of [a, b]) assert.equal(code, 0, said)
  assert.match(a.said, /out of reach/)
  assert.match(a.said, /taken by another worker/, 'its partitions were taken over')
  await checkSplitCrawl(store, expected)
})

async function worker(name: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = start(
    networks.working(name),
    MAIN,
    'worker',
    '--join',
    redis.address,
    '--store',
    store,
    '--expected',
    '2',
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => (said += String(data)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

function start(within: readonly string[], ...program: string[]): ChildProcess {
  const [first, ...rest] = [...within, process.execPath, ...program]
  const child = spawn(first, rest, { stdio: ['pipe', 'pipe', 'pipe'] })
  started.push(child)
  return child
}

/** Of the whole crawl, as the workers last wrote it. */
function pages(): number {
  const folder = join(store, 'workers')
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []
  return names.reduce((sum, name) => sum + Number(JSON.parse(readFileSync(join(folder, name), 'utf8')).pages), 0)
}
