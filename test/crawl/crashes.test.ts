import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'node:test'
import { parseCampaign } from '../../src/campaign/index.js'
import { crawlDirectory, readLog, readStatus, type LogEntry } from '../../src/collection/index.js'
import type { AnalysisOptions } from '../../src/crawl/analysis.js'
import { Crashes } from '../../src/crawl/crashes.js'
import { runCrawl, type CrawlSummary } from '../../src/crawl/index.js'
import { Isolation } from '../../src/crawl/isolation.js'
import { leftUnderWay, UnderWay } from '../../src/crawl/under-way.js'
import { temporaryDirectory } from './run-cli.js'
import { until } from '../web/servers.js'
import { html, serveSmallWeb, status, type Answer } from './small-web.js'

const left = (path: string): readonly string[] => leftUnderWay(path).urls

test('what is under way is on the disk until it is over, and nothing is left of a run that ends by itself', async () => {
  const path = join(temporaryDirectory('under-way'), 'under-way')
  const underWay = new UnderWay(path, 0)
  let finish = (): void => {}
  const slow = underWay.during('http://a.test/slow', () => new Promise<void>(resolve => (finish = resolve)))
  await underWay.during('http://a.test/fast', async () => {
    assert.deepEqual(left(path), ['http://a.test/slow', 'http://a.test/fast'])
  })
  await until(() => left(path).length === 1)
  assert.deepEqual(left(path), ['http://a.test/slow'])
  await underWay.during('http://a.test/fetched', async () => undefined)
  await underWay.during('http://a.test/fetched', async () => {
    assert.deepEqual(left(path), ['http://a.test/slow', 'http://a.test/fetched'], 'analysed right after it was fetched')
  })
  await assert.rejects(
    underWay.during('http://a.test/bad', () => Promise.reject(new Error('bad'))),
    /bad/,
  )
  const alone = underWay.during('http://a.test/alone', () => new Promise<void>(resolve => resolve()), true)
  assert.deepEqual(leftUnderWay(path).alone, ['http://a.test/alone'])
  assert.deepEqual(
    left(path),
    ['http://a.test/slow', 'http://a.test/alone'],
    'what is over goes with the next to begin',
  )
  await alone
  finish()
  await slow
  await until(() => left(path).length === 0)
  for (let i = 0; i < 2000; i++) await underWay.during(`http://a.test/${i}`, async () => undefined)
  await until(() => left(path).length === 0)
  const written = 2000 * 'http://a.test/1000'.length
  assert.ok(readFileSync(path).length < written, 'it is begun anew when it has grown')
  underWay.close()
  assert.equal(existsSync(path), false)
  assert.deepEqual(left(path), [])
})

test('the file of what is under way stays small, and a line that is cut says nothing', async () => {
  const path = join(temporaryDirectory('under-way'), 'under-way')
  const underWay = new UnderWay(path, 0)
  const url = `http://a.test/${'x'.repeat(2_000)}`
  await underWay.during('http://a.test/slow', async () => {
    for (let i = 0; i < 2_000; i++) await underWay.during(`${url}${i}`, async () => undefined)
    assert.ok(readFileSync(path).length < 1_100_000)
    await until(() => left(path).length === 1)
    assert.deepEqual(left(path), ['http://a.test/slow'])
  })
  underWay.close()
  writeFileSync(path, '+http://a.test/1\n+http://a.test/2')
  assert.deepEqual(left(path), ['http://a.test/1'])
})

test('a URL is suspect after two crashes, until something comes of it', () => {
  const crashes = new Crashes()
  const url = 'http://a.test/x'
  crashes.add([url], [])
  assert.equal(crashes.verdictOn(url), 'usual')
  for (let crash = 0; crash < 30; crash++) {
    crashes.add([url], [])
    assert.equal(crashes.verdictOn(url), 'suspect', 'however often it was there with others')
  }
  assert.equal(crashes.verdictOn('http://a.test/y'), 'usual')
  crashes.settle(url)
  assert.equal(crashes.verdictOn(url), 'usual')
})

test('it is asked for later and later, and then given up, when the crawler itself dies while it is asked for alone', () => {
  const crashes = new Crashes()
  const url = 'http://a.test/x'
  const waits: number[] = []
  while (crashes.verdictOn(url) !== 'hopeless') {
    waits.push(crashes.waitMs(url) / 1000)
    crashes.add([url], [url])
  }
  // kills from outside that come every few seconds fall into no run that asks for it
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 0, 0, 0, 20, 40, 80, 160, 320, 640])
})

test('of many that were there, those are suspect that were there most often', () => {
  const crashes = new Crashes()
  const many = Array.from({ length: 60 }, (_, i) => `http://a.test/${i}`)
  crashes.add(many, [])
  crashes.add(many, [])
  crashes.add([many[59]], [])
  const suspects = many.filter(url => crashes.verdictOn(url) === 'suspect')
  assert.equal(suspects.length, 8)
  assert.ok(suspects.includes(many[59]))
  for (const url of suspects) crashes.settle(url)
  assert.equal(many.filter(url => crashes.verdictOn(url) === 'suspect').length, 8, 'and then the next ones')
})

const ANALYSIS: AnalysisOptions = {
  judge: { kind: 'language', languages: ['tha'], policy: 'modern' },
  honourNofollow: true,
  keep: 'all',
  inheritUnknown: false,
  compression: 3,
  fingerprintKey: [1, 2],
  asking: { name: 'test', needs: [] },
  languages: ['tha'],
  embeds: false,
  renders: false,
}

const DYING = `
process.on('message', ({ url }) => {
  if (url === undefined) return process.send('ready')
  if (url.endsWith('abort')) process.abort()
  if (url.endsWith('kill')) process.kill(process.pid, 'SIGKILL')
  else process.send({ ok: false, url, startedAt: 0, fetchMs: 0, code: 'E_FETCH_DNS', message: '', consequence: 'skip' })
})
`

test('what a process of its own dies of is set aside; one that is killed proves nothing', async () => {
  const program = join(temporaryDirectory('isolation'), 'dying.mjs')
  writeFileSync(program, DYING)
  const isolation = new Isolation(
    { network: { userAgent: 'test' }, analysis: ANALYSIS },
    20_000,
    pathToFileURL(program),
  )
  const ask = async (path: string): Promise<string> => {
    while (!isolation.isReady) await new Promise(resolve => setTimeout(resolve, 5))
    const outcome = await isolation.fetch(`http://a.test/${path}`, null)
    return outcome.ok ? '' : `${outcome.code} ${outcome.consequence}`
  }
  try {
    assert.equal(await ask('fine'), 'E_FETCH_DNS skip')
    assert.equal(await ask('abort'), 'E_FETCH_CRASHED skip')
    assert.equal(await ask('kill'), 'E_FETCH_ABORTED retry')
    assert.equal(await ask('fine'), 'E_FETCH_DNS skip')
  } finally {
    isolation.close()
  }
})

/** Crawls a small web whose page /x was under way when the two runs before died. */
async function afterTwoCrashes(
  onX: () => void,
): Promise<{ summary: CrawlSummary; entries: LogEntry[]; out: string; asked: number }> {
  let asked = 0
  const answer: Answer = ({ path }, response) => {
    if (path === '/') html(response, '<a href="/x">x</a><a href="/y">y</a>')
    else if (path === '/robots.txt') status(response, 404)
    else {
      if (path === '/x') {
        asked++
        onX()
      }
      html(response, path)
    }
  }
  const web = await serveSmallWeb(answer)
  const out = join(temporaryDirectory('crashes'), 'crawl')
  const crawl = (limits: object): Promise<CrawlSummary> => {
    const text = JSON.stringify({
      name: 'crashes',
      contact: 'a@b.example',
      target: { language: 'tha' },
      seeds: ['http://a.test/'],
      strategy: 'breadth-first',
      politeness: { delay: '0s' },
      network: { hosts: { '*': web.origin } },
      workers: 1,
      limits,
    })
    const campaign = parseCampaign(text, 'test')
    const seeds = ['http://a.test/']
    return runCrawl({ campaign, campaignPath: null, seeds, out, warn: () => {}, onProgress: () => {} })
  }
  try {
    await crawl({ pages: 1 })
    for (let crash = 0; crash < 2; crash++) {
      writeFileSync(crawlDirectory(out).underWay, '+http://a.test/x\n+http://a.test/y\n-http://a.test/y\n')
      if (crash === 0) await crawl({ pages: 1 })
    }
    const summary = await crawl({})
    const entries: LogEntry[] = []
    for await (const { entry } of readLog(crawlDirectory(out))) entries.push(entry)
    return { summary, entries, out, asked }
  } finally {
    await web.close()
  }
}

test('a page that was under way in two crashes is asked for by a process of its own, and archived when it does no harm', async () => {
  const { summary, entries, asked } = await afterTwoCrashes(() => {})
  assert.deepEqual([summary.pages, asked], [3, 1])
  const crashes = entries.filter(entry => entry.t === 'crash')
  assert.deepEqual(
    crashes.map(({ urls }) => urls),
    [['http://a.test/x'], ['http://a.test/x']],
  )
  const survived = entries.filter(entry => entry.t === 'survived')
  assert.deepEqual(
    survived.map(({ url }) => url),
    ['http://a.test/x'],
  )
})

test('a page of which that process dies is set aside with a reason, and the crawl goes on', async () => {
  const { pid } = process
  const { summary, entries, out } = await afterTwoCrashes(() => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const child of children) process.kill(Number(child), 'SIGABRT')
  })
  assert.equal(summary.pages, 2)
  const aside = entries.flatMap(entry => (entry.t === 'skip' ? [entry] : []))
  assert.deepEqual(
    aside.map(({ url }) => url),
    ['http://a.test/x'],
  )
  assert.match(aside[0].reason, /^E_FETCH_CRASHED: .*SIGABRT/)
  assert.equal(readStatus(crawlDirectory(out))?.crashed, 1)
})
