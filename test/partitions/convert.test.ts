import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseCampaign } from '../../src/campaign/index.js'
import { crawlDirectory, LogFold, partPaths, readWholeLog, type LogEntry } from '../../src/collection/index.js'
import { readTotals } from '../../src/collection/log-totals.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { lockDirectory } from '../../src/disk/lock.js'
import { convertCrawl } from '../../src/partitions/live/convert/convert.js'
import { archivesOf, crawlDemo, demoCampaign, type CampaignPart } from '../crawl/demo-crawl.js'
import { archivedUrls, checkIndependently } from '../crawl/read-archives.js'
import { splitArchives } from './many-processes.js'
import { splitEntries, splitRun } from './split-crawl.js'

/** A crawl that is stopped half-way and made into one of other partitions ends as one that was never disturbed. */
let web: DemoWeb
let server: DemoServer
let whole: string[]
const directory = mkdtempSync(join(tmpdir(), 'longtail-convert-'))
const [undisturbed, single, split] = ['undisturbed', 'single', 'split'].map(name => join(directory, name))
const campaign = { strategy: 'longtail:worth=0', archive: { embeds: 'relevant' } }
const half = { ...campaign, limits: { pages: 70 } }

before(async () => {
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 3 })
  server = await serveDemoWeb(web)
  await crawlDemo(web, server, undisturbed, campaign)
  whole = pagesIn(await splitEntriesOrOne(undisturbed))
  await crawlDemo(web, server, single, half)
  await splitRun(web, server, split, half)
})
after(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

function convert(from: string, out: string, isSplit: boolean, parts: CampaignPart = campaign): Promise<void> {
  const parsed = parseCampaign(JSON.stringify(demoCampaign(web, server, parts)), 'test campaign')
  return convertCrawl({ campaign: parsed, campaignPath: null, from, out, isSplit, partitions: 4, warn: () => {} })
}

test('one partition becomes many, and the crawl goes on to the same pages', async () => {
  const out = join(directory, 'made-split')
  const before = pagesIn(await splitEntriesOrOne(single))
  await convert(single, out, true)
  assert.deepEqual(pagesIn(await splitEntries(out)), before, 'everything that was collected is there')
  await sameTotals(single, out)
  const { stopped } = await splitRun(web, server, out, campaign)
  assert.equal(stopped, 'finished')
  const entries = await splitEntries(out)
  assert.deepEqual(pagesIn(entries), whole)
  await checkArchives(splitArchives(out))
  await everyNumberIsTrue(out)
})

test('many partitions become one, and the crawl goes on to the same pages', async () => {
  const out = join(directory, 'made-single')
  await convert(split, out, false)
  assert.deepEqual(pagesIn(await splitEntriesOrOne(out)), pagesIn(await splitEntries(split)))
  await sameTotals(split, out)
  const { stopped } = await crawlDemo(web, server, out, campaign)
  assert.equal(stopped, 'finished')
  assert.deepEqual(pagesIn(await splitEntriesOrOne(out)), whole)
  await checkArchives(archivesOf(out))
  await everyNumberIsTrue(out)
})

test('what cannot be is refused, and nothing is left behind', async () => {
  const out = join(directory, 'refused')
  await assert.rejects(convert(join(directory, 'nowhere'), out, true), {
    code: 'E_CRAWL_DIR',
    message: /does not exist/,
  })
  const empty = join(directory, 'empty')
  mkdirSync(empty)
  await assert.rejects(convert(empty, out, true), { code: 'E_CRAWL_DIR', message: /holds no crawl/ })
  await assert.rejects(convert(single, split, true), { code: 'E_OUT_DIR', message: /not empty/ })
  await assert.rejects(convert(single, out, false), { code: 'E_USAGE', message: /one partition already/ })
  await assert.rejects(convert(split, out, true), { code: 'E_USAGE', message: /4 partitions already/ })
  const other = { ...campaign, target: { language: 'fin' } }
  await assert.rejects(convert(single, out, true, other), { code: 'E_OUT_DIR', message: /another target/ })
  await assert.rejects(convert(single, out, true, { ...campaign, name: 'other' }), {
    code: 'E_OUT_DIR',
    message: /"other"/,
  })
  await assert.rejects(convert(single, out, true, { ...campaign, archive: { keep: 'path' } }), { code: 'E_CAMPAIGN' })
  const unlock = lockDirectory({ path: single })
  await assert.rejects(convert(single, out, true), { code: 'E_OUT_DIR', message: /being crawled/ })
  unlock()
  const status = { at: new Date().toISOString(), pages: 1 }
  mkdirSync(join(split, 'workers'), { recursive: true })
  writeFileSync(join(split, 'workers', 'far-7.json'), JSON.stringify(status))
  await assert.rejects(convert(split, out, false), { code: 'E_OUT_DIR', message: /worker far-7/ })
  rmSync(join(split, 'workers'), { recursive: true })
  assert.deepEqual(
    readdirSync(directory).filter(name => name.startsWith('refused')),
    [],
  )
})

test('a crawl without its archives is not taken apart', async () => {
  const out = join(directory, 'lost')
  const [archive] = archivesOf(undisturbed)
  rmSync(archive)
  await assert.rejects(convert(undisturbed, out, true), { code: 'E_CRAWL_DIR', message: /warc/ })
  assert.ok(!existsSync(out) && !existsSync(`${out}.partial`))
})

async function splitEntriesOrOne(out: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for await (const entry of readWholeLog(crawlDirectory(out))) entries.push(entry)
  return entries
}

function pagesIn(entries: readonly LogEntry[]): string[] {
  return entries.flatMap(entry => (entry.t === 'page' ? [`${entry.url} ${entry.digest} ${entry.relevant}`] : [])).sort()
}

async function sameTotals(one: string, other: string): Promise<void> {
  const [a, b] = [await readTotals(crawlDirectory(one)), await readTotals(crawlDirectory(other))]
  const counts = ({ totals: { pages, relevant, redirects, skipped, embeds } }: typeof a): number[] => [
    ...[pages, relevant, redirects, skipped, embeds],
  ]
  assert.deepEqual(counts(b), counts(a))
  assert.deepEqual(b.ending, a.ending)
}

/** Pages and what they show, each archived once. */
async function checkArchives(files: readonly string[]): Promise<void> {
  assert.deepEqual(
    files.filter(name => name.endsWith('.open')),
    [],
  )
  const archives = files.filter(name => name.endsWith('.warc.gz'))
  const expected = [...(await archivedUrls(archivesOf(undisturbed))).keys()]
  const found = await archivedUrls(archives)
  assert.deepEqual(
    [...found].filter(([, count]) => count > 1).map(([url]) => url),
    [],
  )
  assert.deepEqual(
    expected.filter(url => !found.has(url)),
    [],
  )
  await checkIndependently(archives)
}

/** Readers number URLs by themselves: what a line calls by number is what its URL says. */
async function everyNumberIsTrue(out: string): Promise<void> {
  for (const part of [...partPaths(crawlDirectory(out)), out]) {
    const urls: string[] = []
    const fold = new LogFold({
      url: url => void urls.push(url),
      answer: ({ id, url }) => assert.equal(urls[id], url),
    })
    for await (const entry of readWholeLog(crawlDirectory(part))) fold.add(entry)
    assert.equal(new Set(urls).size, urls.length)
  }
}
