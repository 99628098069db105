import assert from 'node:assert/strict'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crawlDirectory } from '../../src/collection/index.js'
import type { Status } from '../../src/collection/status.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { MemoryEngine } from '../../src/partitions/memory-engine.js'
import type { CampaignPart } from '../crawl/demo-crawl.js'
import { until } from './many-processes.js'
import { splitEntries, splitRun } from './split-crawl.js'

/** What holds for the whole crawl when two workers share it: limits, pause, stop and excludes. */
let web: DemoWeb
let server: DemoServer
const directory = mkdtempSync(join(tmpdir(), 'longtail-two-'))

before(async () => {
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 3 })
  server = await serveDemoWeb(web)
})
after(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

interface Pair {
  readonly out: string
  readonly engine: MemoryEngine
  readonly statuses: Map<string, Status>
  readonly done: Promise<readonly string[]>
  pages(): number
}

async function startPair(name: string, parts: CampaignPart): Promise<Pair> {
  const out = join(directory, name)
  const engine = new MemoryEngine()
  const statuses = new Map<string, Status>()
  const run = async (worker: string): Promise<string> => {
    const { stopped } = await splitRun(
      web,
      server,
      out,
      { strategy: 'breadth-first', ...parts },
      {
        ...{ engine, worker, expected: 2, isAlone: false },
        onProgress: status => void statuses.set(worker, status),
      },
    )
    return stopped
  }
  const first = run('a')
  await until('the directory', () => existsSync(crawlDirectory(out).identity))
  const done = Promise.all([first, run('b')])
  return { out, engine, statuses, done, pages: () => [...statuses.values()].reduce((sum, { pages }) => sum + pages, 0) }
}

const slow = { politeness: { delay: '200ms' } }

test('two workers fetch exactly as many pages as the crawl may', async () => {
  const { out, done } = await startPair('limit', { limits: { pages: 61 } })
  assert.deepEqual(await done, ['pages', 'pages'])
  const pages = (await splitEntries(out)).filter(({ t }) => t === 'page')
  assert.equal(pages.length, 61)
  const held = readdirSync(join(out, 'parts'))
  assert.equal(held.length, 4)
})

test('pause, excludes and stop reach both workers', async () => {
  const pair = await startPair('reached', slow)
  const { out, engine, statuses, done } = pair
  await until('pages of both', () => statuses.size === 2 && [...statuses.values()].every(({ pages }) => pages > 2))
  const { pause, excludes } = crawlDirectory(out)
  writeFileSync(pause, '')
  const isQuiet = ({ paused, underWay }: Status): boolean => paused && underWay === 0
  await until('a pause of both', () => [...statuses.values()].every(isQuiet), 15_000)
  const asked = server.requests().length
  appendFileSync(excludes, 'http://*\nhttps://*\n')
  rmSync(pause)
  await until('the end of the pause', () => [...statuses.values()].every(({ paused }) => !paused), 15_000)
  // everything is excluded: whatever is left is given up without a request
  assert.deepEqual(await done, ['finished', 'finished'])
  assert.equal(server.requests().length, asked)
  const again = await startPair('stopped', slow)
  await until('pages of both', () => again.statuses.size === 2 && again.pages() > 10)
  await again.engine.stop('interrupted')
  assert.deepEqual(await again.done, ['interrupted', 'interrupted'])
  assert.notEqual(engine, again.engine)
})
