import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  crawlDirectory,
  LogFold,
  partPaths,
  readLog,
  readWholeLog,
  type LogEntry,
  type PageEntry,
} from '../../src/collection/index.js'
import { firstRun } from '../../src/collection/first-run.js'
import { readTotals } from '../../src/collection/log-totals.js'
import { listSources } from '../../src/collection/source-list.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { crawlDemo, loggedPages } from '../crawl/demo-crawl.js'
import { MemoryEngine } from '../../src/partitions/memory-engine.js'
import { makeSplit, splitEntries, splitRun } from './split-crawl.js'

let web: DemoWeb
let server: DemoServer
const directory = mkdtempSync(join(tmpdir(), 'longtail-split-'))
const [one, many] = [join(directory, 'one'), join(directory, 'many')]
const campaign = { strategy: 'breadth-first' }

before(async () => {
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 3 })
  server = await serveDemoWeb(web)
  await crawlDemo(web, server, one, campaign)
  const { stopped } = await splitRun(web, server, many, campaign)
  assert.equal(stopped, 'finished')
})
after(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

test('many partitions fetch the pages that one fetches', async () => {
  const pages = (await splitEntries(many)).filter(isPage)
  assert.deepEqual(answers(pages), answers(await loggedPages(one)))
})

test('a crawl of many partitions is read as one', async () => {
  const [single, split] = [await readTotals(crawlDirectory(one)), await readTotals(crawlDirectory(many))]
  assert.deepEqual([split.totals.pages, split.totals.relevant], [single.totals.pages, single.totals.relevant])
  assert.deepEqual(split.ending, single.ending)
  assert.deepEqual((await firstRun(crawlDirectory(many)))?.seeds, (await firstRun(crawlDirectory(one)))?.seeds)
  assert.equal(listSources([many]).length, partPaths(crawlDirectory(many)).length)
  // which twins are only redirected to depends on which was asked for first; pages do not
  const urls = await urlsIn(many)
  assert.equal(new Set(urls).size, urls.length, 'every URL has one number')
  const missing = (await loggedPages(one)).filter(({ url }) => !urls.includes(url))
  assert.deepEqual(missing, [])
})

test('what others sent is in the log, from lines that only grow', async () => {
  const last = new Map<string, number>()
  let links = 0
  for (const part of partPaths(crawlDirectory(many)))
    for await (const { entry } of readLog(crawlDirectory(part))) {
      if (entry.t !== 'links') continue
      const way = `${entry.from} ${part}`
      assert.ok(entry.line > (last.get(way) ?? 0), `${way}: line ${entry.line} came twice`)
      last.set(way, entry.line)
      links += entry.links.length
    }
  assert.ok(links > 50, `${links} links`)
})

test('a limit of pages holds for all partitions together, and the next run goes on', async () => {
  const out = join(directory, 'limited')
  const first = await splitRun(web, server, out, { ...campaign, limits: { pages: 40 } })
  assert.deepEqual([first.stopped, first.pages], ['pages', 40])
  const second = await splitRun(web, server, out, campaign)
  assert.equal(second.stopped, 'finished')
  assert.deepEqual(answers((await splitEntries(out)).filter(isPage)), answers(await loggedPages(one)))
  const epochs = partPaths(crawlDirectory(out)).map(
    part => readdirSync(part).filter(name => /^\d{6}$/.test(name)).length,
  )
  assert.deepEqual([...new Set(epochs)], [2], 'each run is an epoch')
})

test('what one worker cannot use of a limit is left to the others', async () => {
  const out = join(directory, 'idle')
  const parts = { ...campaign, limits: { pages: 1 }, seeds: web.seeds[web.options.target].slice(0, 1) }
  await makeSplit(web, server, out, parts)
  const engine = new MemoryEngine()
  // two of them have no seed
  const workers = ['a', 'b', 'c'].map(worker => ({ worker, engine, expected: 3, isAlone: false }))
  const ended = await Promise.all(workers.map(options => splitRun(web, server, out, parts, options)))
  assert.deepEqual(
    ended.map(({ stopped }) => stopped),
    ['pages', 'pages', 'pages'],
  )
  assert.equal((await splitEntries(out)).filter(isPage).length, 1)
})

test('a crawl is split or not, for good', async () => {
  await assert.rejects(splitRun(web, server, one, campaign), { code: 'E_OUT_DIR', message: /one partition/ })
  await assert.rejects(crawlDemo(web, server, many, campaign), { code: 'E_OUT_DIR', message: /4 partitions/ })
  const kept = { ...campaign, archive: { keep: 'path' } }
  await assert.rejects(splitRun(web, server, join(directory, 'kept'), kept), { code: 'E_CAMPAIGN' })
})

/** Every URL that is numbered, once. */
async function urlsIn(out: string): Promise<string[]> {
  const urls: string[] = []
  const fold = new LogFold({ url: url => void urls.push(url) })
  for await (const entry of readWholeLog(crawlDirectory(out))) fold.add(entry)
  return urls.sort()
}

function answers(pages: readonly PageEntry[]): string[] {
  return pages.map(({ url, digest, relevant }) => `${url} ${digest} ${relevant}`).sort()
}

function isPage(entry: LogEntry): entry is PageEntry {
  return entry.t === 'page'
}
