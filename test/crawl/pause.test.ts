import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { askToGoOn, askToPause, crawlDirectory, isPauseAsked, type Status } from '../../src/collection/index.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { crawlDemo, demoCampaign, loggedPages } from './demo-crawl.js'
import { runCli, temporaryDirectory, writeCampaign } from './run-cli.js'

let directory: string
let web: DemoWeb
let server: DemoServer

/** Slow enough for somebody to interfere. */
const SLOW = { strategy: 'breadth-first', politeness: { delay: '30ms' } }

before(async () => {
  directory = temporaryDirectory('pause')
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 3 })
  server = await serveDemoWeb(web)
})

after(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

function statusOf(out: string): Status | null {
  const { status } = crawlDirectory(out)
  return existsSync(status) ? JSON.parse(readFileSync(status, 'utf8')) : null
}

/** Bounded: a crawl that never gets there fails the test by its assertions. */
async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !condition(); i++) await sleep(20)
}

test('a paused crawl asks for nothing, says so, and then finds what an undisturbed one finds', async () => {
  const out = join(directory, 'paused')
  const paths = crawlDirectory(out)
  const seeds = Object.values(web.seeds).flat()
  const said: string[] = []
  let finished = false
  const running = crawlDemo(web, server, out, { ...SLOW, seeds }, undefined, {
    warn: message => said.push(message),
  }).finally(() => (finished = true))
  await until(() => server.requests().length > 3)
  askToPause(paths)

  await until(() => statusOf(out)?.paused === true && statusOf(out)?.underWay === 0)
  assert.equal(statusOf(out)?.paused, true)
  assert.match(said[0], /^paused: .*pause is removed$/)
  const asked = server.requests().length
  const { stdout } = await runCli('status', out)
  assert.match(stdout, /^test: paused \(process \d+\)/)
  assert.equal(server.requests().length, asked, 'somebody was asked for something during the pause')
  assert.equal(finished, false)

  askToGoOn(paths)
  const summary = await running
  assert.equal(summary.stopped, 'finished')
  assert.equal(said[1], 'resumed after a pause')
  assert.equal(statusOf(out)?.paused, false)
  const calm = join(directory, 'calm')
  await crawlDemo(web, server, calm, { strategy: 'breadth-first', seeds })
  const urls = async (path: string): Promise<string[]> => (await loggedPages(path)).map(({ url }) => url).sort()
  assert.deepEqual(await urls(out), await urls(calm))
})

test('a crawl that starts paused can be stopped, stays paused, and goes on when the file is gone', async () => {
  const out = join(directory, 'from-the-start')
  const paths = crawlDirectory(out)
  mkdirSync(out)
  askToPause(paths)
  const asked = server.requests().length
  const said: string[] = []
  const summary = await crawlDemo(
    web,
    server,
    out,
    SLOW,
    stop => void until(() => statusOf(out)?.paused === true).then(stop),
    { warn: message => said.push(message) },
  )
  assert.equal(summary.stopped, 'interrupted')
  assert.equal(summary.pages, 0)
  assert.equal(server.requests().length, asked)
  assert.match(said[0], /^paused: /)
  assert.ok(isPauseAsked(paths), 'the next run is paused as well')
  askToGoOn(paths)
  assert.equal(isPauseAsked(paths), false)
  const next = await crawlDemo(web, server, out, { ...SLOW, limits: { pages: 5 } })
  assert.deepEqual([next.stopped, next.pages], ['pages', 5])
})

test('the time of a pause does not count for a limit of time', async () => {
  const out = join(directory, 'time')
  const paths = crawlDirectory(out)
  mkdirSync(out)
  askToPause(paths)
  const summary = await crawlDemo(
    web,
    server,
    out,
    { ...SLOW, limits: { time: '1s', pages: 3 } },
    // longer than the limit
    () => void sleep(1500).then(() => askToGoOn(paths)),
  )
  assert.deepEqual([summary.stopped, summary.pages], ['pages', 3])
})

test('status.json says by which campaign file the crawl can be started again', async () => {
  const path = writeCampaign(directory, demoCampaign(web, server, { limits: { pages: 2 } }))
  const out = join(directory, 'by-campaign')
  const { code, stderr } = await runCli('crawl', path, '--out', out)
  assert.equal(code, 0, stderr)
  assert.equal(statusOf(out)?.campaign, path)
})
