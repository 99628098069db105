import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Exchange } from '../../src/contracts.js'
import { loggedPages } from './demo-crawl.js'
import { recordingStrategy, type Recording } from './recording-strategy.js'
import { runCli, temporaryDirectory } from './run-cli.js'
import { crawlShown, logged, serveShownWeb, shownBy, THAI } from './shown-web.js'
import { archivedUrls } from './read-archives.js'
import type { SmallWeb } from './small-web.js'

let directory: string
let web: SmallWeb

before(async () => {
  directory = temporaryDirectory('quota')
  web = await serveShownWeb(40)
})

after(async () => {
  await web.close()
  rmSync(directory, { recursive: true, force: true })
})

test('a quota ends the crawl after so many relevant pages, and what they show is fetched before it ends', async () => {
  const out = join(directory, 'quota')
  const summary = await crawlShown(web, out, { limits: { relevant: 4 } })
  assert.equal(summary.stopped, 'quota')
  assert.equal(summary.relevant, 4)
  const relevant = (await loggedPages(out)).filter(page => page.relevant)
  const numbers = relevant.map(({ url }) => Number(url.split('/p')[1]))
  const archived = await archivedUrls(summary.warc)
  for (const url of numbers.flatMap(shownBy)) assert.equal(archived.get(url), 1, url)

  const asked = web.requests.length
  const again = await crawlShown(web, out, { limits: { relevant: 4 } })
  assert.deepEqual([again.stopped, again.relevant, again.pages], ['quota', 4, summary.pages])
  assert.equal(web.requests.length, asked, 'nothing is left to do')
  const more = await crawlShown(web, out, { limits: { relevant: 6 } })
  assert.deepEqual([more.stopped, more.relevant], ['quota', 6])
})

async function recordShown(out: string, parts: Record<string, unknown>, shared?: (url: string) => Exchange | null) {
  let recording: Recording = recordingStrategy()
  const summary = await crawlShown(
    web,
    out,
    { network: { connections: 1 }, ...parts },
    {
      createStrategy: () => {
        recording = recordingStrategy()
        return recording.strategy
      },
      ...(shared === undefined ? {} : { shared: { find: async url => shared(url) } }),
    },
  )
  return { summary, calls: recording.calls }
}

test('after the quota the pages left in the queue are fetched for their text, and nobody learns from them', async () => {
  const out = join(directory, 'texts')
  const parts = { limits: { relevant: 3 }, archive: { 'frontier-text': true } }
  const { summary, calls } = await recordShown(out, parts)
  assert.equal(summary.stopped, 'quota')
  const pages = await loggedPages(out)
  const texts = pages.filter(({ frontier }) => frontier === true)
  assert.equal(pages.length, summary.pages + texts.length)
  assert.equal(summary.texts, texts.length)
  assert.equal(summary.relevant, 3, 'relevant texts are no relevant pages of the crawl')
  assert.ok(texts.some(({ relevant }) => relevant))
  assert.ok(texts.every(page => page.links.length === 0 && page.embeds === undefined))
  assert.equal(calls.filter(call => call.startsWith('{')).length, summary.pages)
  // of a tree with two links per page as many are left as were seen, each of them once
  const seen = new Set(pages.map(({ url }) => url))
  assert.equal(seen.size, pages.length)
  for (const page of pages.filter(({ frontier }) => frontier !== true))
    for (const link of page.links) if (typeof link === 'string') assert.ok(seen.has(link), link)

  const status = await runCli('status', out)
  assert.match(status.stdout, new RegExp(`${texts.length} pages after the quota`))

  const halting = join(directory, 'halting-texts')
  for (const bytes of [9_000, 20_000, 23_000]) await recordShown(halting, { ...parts, limits: { relevant: 3, bytes } })
  const resumed = await recordShown(halting, parts)
  assert.deepEqual([resumed.summary.texts, resumed.summary.pages], [summary.texts, summary.pages])
  assert.deepEqual(resumed.calls, calls, 'a replay tells the strategy the same')
})

test('the limits of pages, in all and of a host, hold for texts, too', async () => {
  for (const limits of [
    { relevant: 3, pages: 8 },
    { relevant: 3, 'per-host': 8 },
  ]) {
    const out = join(directory, Object.keys(limits).join('-'))
    for (let run = 0; run < 2; run++) {
      const { summary } = await recordShown(out, { limits, archive: { 'frontier-text': true } })
      assert.equal(summary.pages + summary.texts, 8, `run ${run}`)
    }
  }
})

function sharedPage(url: string): Exchange | null {
  if (!/^http:\/\/(b\.test\/|a\.test\/private\/page)/.test(url)) return null
  const links = '<a href="http://b.test/two">two</a> <a href="http://a.test/p3">ไทย</a>'
  return {
    ok: true,
    url,
    startedAt: Date.UTC(2026, 0, 2),
    fetchMs: 3,
    // an address that the registries gave to Thailand
    ip: '203.150.0.1',
    protocol: 'http/1.1',
    requestHeaders: [],
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    body: Buffer.from(`<p>${THAI.repeat(4)} ${url}</p>${links}`),
    truncated: null,
  }
}

test('pages that another crawl has fetched are taken from there, without a request, and teach the strategy the same again', async () => {
  const before = web.requests.length
  const seeds = ['http://b.test/one', 'http://a.test/private/page', 'http://a.test/p0']
  const out = join(directory, 'shared')
  const { summary, calls } = await recordShown(out, { seeds, limits: { pages: 8 } }, sharedPage)
  assert.ok(web.requests.slice(before).every(({ host }) => host !== 'b.test'))
  const pages = await loggedPages(out)
  const reused = pages.filter(page => page.reused === true)
  assert.deepEqual(reused.map(({ url }) => url).sort(), [
    'http://a.test/private/page',
    'http://b.test/one',
    'http://b.test/two',
  ])
  assert.equal(summary.reused, 3)
  assert.ok(reused.every(page => page.relevant && page.warc !== undefined && page.country === 'TH'))
  assert.equal((await archivedUrls(summary.warc)).get('http://b.test/one'), 1)
  // the country of a host is known as soon as it has answered
  const visits = calls.filter(call => call.startsWith('{')).map(call => JSON.parse(call))
  assert.equal(visits[0].ownCountry, 1)
  assert.ok(visits.some(visit => visit.rows.some((row: { country: number }) => row.country === 0)))

  const halting = join(directory, 'shared-halting')
  for (const limit of [1, 4]) await recordShown(halting, { seeds, limits: { pages: limit } }, sharedPage)
  const resumed = await recordShown(halting, { seeds, limits: { pages: 8 } }, sharedPage)
  assert.deepEqual(resumed.calls, calls)
})

test('another crawl in trouble is no trouble: what cannot be found there is fetched', async () => {
  const warnings: string[] = []
  const summary = await crawlShown(
    web,
    join(directory, 'broken'),
    { limits: { pages: 2 } },
    {
      warn: message => warnings.push(message),
      shared: { find: () => Promise.reject(new Error('its disk is full')) },
    },
  )
  assert.deepEqual([summary.pages, summary.reused], [2, 0])
  assert.match(warnings[0], /could not be reused from another crawl: its disk is full/)
})

test('blacklists work like excludes, for pages and for what they show, and may be edited while the crawl runs', async () => {
  const list = join(directory, 'blocked.txt')
  writeFileSync(list, 'cdn.test\n*/p3\n')
  const out = join(directory, 'blacklisted')
  let edited = false
  const summary = await crawlShown(
    web,
    out,
    { blacklist: [list], limits: { pages: 39 }, politeness: { delay: '50ms' } },
    {
      onProgress: () => {
        if (!edited) writeFileSync(list, 'cdn.test\n*/p3\n*/p4*\n')
        edited = true
      },
    },
  )
  const archived = await archivedUrls(summary.warc)
  assert.ok([...archived.keys()].every(url => !url.includes('cdn.test') && !url.endsWith('/p3')))
  const entries = await logged(out)
  const against = entries.flatMap(entry =>
    'reason' in entry && entry.reason === 'blacklisted' && 'url' in entry ? [entry.url] : [],
  )
  assert.ok(against.includes('http://a.test/p3') && against.some(url => url.startsWith('http://cdn.test/')))
  assert.ok(edited)
  await assert.rejects(
    crawlShown(web, join(directory, 'no-list'), { blacklist: [join(directory, 'absent.txt')] }),
    /blacklist: .*absent\.txt cannot be read/,
  )
})
