/** Rounds: a crawl comes back, asks for what it knows, and stores only what changed. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { RecordReader } from '../../src/archive/record-reader.js'
import { readWarc, targetUri } from '../../src/archive/index.js'
import { crawlDirectory, readLog, type AgainEntry } from '../../src/collection/index.js'
import { openHoldings } from '../../src/collection/holdings.js'
import { readTotals } from '../../src/collection/log-totals.js'
import { archivesOf } from './demo-crawl.js'
import { crawlLiving, ChangingWeb } from './living-web.js'
import { checkIndependently } from './read-archives.js'
import { temporaryDirectory } from './run-cli.js'

const directory = temporaryDirectory('rounds')
const out = join(directory, 'crawl')
const seeds = ['http://a.test/']
let web: ChangingWeb

before(async () => {
  web = await ChangingWeb.start()
  web.add('a.test/', 'none', ['a.test/etag', 'a.test/modified', 'a.test/both', 'b.test/none', 'b.test/new-date'])
  web.add('a.test/etag', 'etag')
  web.add('a.test/modified', 'modified')
  web.add('a.test/both', 'both')
  web.add('b.test/none', 'none', ['b.test/gone', 'b.test/moved'])
  web.add('b.test/new-date', 'always-new')
  web.add('b.test/gone', 'etag')
  web.add('b.test/moved', 'etag')
})
after(async () => {
  await web.close()
  rmSync(directory, { recursive: true, force: true })
})

async function againOf(round: number): Promise<Map<string, AgainEntry>> {
  const found = new Map<string, AgainEntry>()
  for await (const { entry } of readLog(crawlDirectory(out)))
    if (entry.t === 'again' && entry.round === round) found.set(entry.url.slice('http://'.length), entry)
  return found
}

/** What the collection shows of each page, as an export reads it. */
async function held(): Promise<Map<string, string>> {
  const warnings: string[] = []
  const holdings = await openHoldings({
    sources: [out],
    scratch: join(directory, 'scratch'),
    onWarning: message => warnings.push(message),
  })
  const reader = new RecordReader()
  try {
    const texts = new Map<string, string>()
    for (const { url, place, payload } of holdings.list()) {
      const exchange = await reader.exchange({ place, payload })
      assert.equal(exchange?.status, 200, url)
      texts.set(url.slice('http://'.length), Buffer.from(exchange.body).toString())
    }
    assert.deepEqual(warnings, [])
    return texts
  } finally {
    await reader.close()
    holdings.close()
  }
}

test('the first round is the crawl as it was', async () => {
  const summary = await crawlLiving(web, out, seeds, { again: true })
  assert.equal(summary.stopped, 'finished')
  assert.equal(summary.pages, 8)
  assert.equal(summary.round?.round, 1)
  assert.equal(summary.round?.newPages, 8)
})

test('the second round asks with validators, and stores what changed', async () => {
  web.change('a.test/both', 'b.test/none')
  web.page('b.test/gone').state = 'gone'
  web.page('b.test/moved').state = { to: 'b.test/there' }
  web.add('b.test/there', 'etag')
  web.page('b.test/none').links.push('b.test/born')
  web.add('b.test/born', 'none')
  web.asked.length = 0
  const summary = await crawlLiving(web, out, seeds, { again: true })
  const { round } = summary
  assert.deepEqual(
    [round?.round, round?.planned, round?.asked, round?.notModified, round?.same, round?.changed, round?.moved],
    [2, 8, 8, 2, 2, 2, 1],
  )
  assert.deepEqual([round?.gone, round?.failed, round?.refused, round?.newPages], [1, 0, 0, 2])
  assert.equal(summary.pages, 10)
  const conditions = new Map(web.asked.map(({ host, path, conditions }) => [host + path, conditions]))
  assert.deepEqual(conditions.get('a.test/etag'), ['if-none-match'])
  assert.deepEqual(conditions.get('a.test/modified'), ['if-modified-since'])
  assert.deepEqual(conditions.get('a.test/both'), ['if-none-match', 'if-modified-since'])
  assert.deepEqual(conditions.get('b.test/none'), [])
  const found = await againOf(2)
  assert.equal(found.get('a.test/etag')?.found, 'not-modified')
  assert.equal(found.get('a.test/')?.found, 'same')
  assert.equal(found.get('b.test/new-date')?.found, 'same')
  assert.equal(found.get('a.test/both')?.found, 'changed')
  assert.equal(found.get('b.test/gone')?.found, 'gone')
  assert.equal(found.get('b.test/moved')?.found, 'moved')
})

test('the newest good capture stands for each page, also of one that is gone', async () => {
  const texts = await held()
  assert.equal(texts.size, 10)
  for (const place of [
    'a.test/',
    'a.test/etag',
    'a.test/both',
    'b.test/none',
    'b.test/born',
    'b.test/there',
    'b.test/gone',
  ])
    assert.equal(texts.get(place), web.body(place), place)
})

test('records say what was not modified, and what is the same; every archive is valid', async () => {
  const profiles = new Map<string, string>()
  for (const path of archivesOf(out))
    for await (const record of readWarc(path))
      if (record.type === 'revisit') {
        profiles.set(targetUri(record), record.headers.get('warc-profile')?.split('/').at(-1) ?? '')
        assert.equal(record.headers.get('warc-refers-to-target-uri'), targetUri(record))
      }
  assert.equal(profiles.get('http://a.test/etag'), 'server-not-modified')
  assert.equal(profiles.get('http://a.test/'), 'identical-payload-digest')
  await checkIndependently(archivesOf(out))
})

test('the third round sees what came since, and counts no page twice', async () => {
  web.page('b.test/gone').state = 'here'
  web.change('b.test/gone', 'b.test/born', 'a.test/etag')
  const { round, pages, relevant } = await crawlLiving(web, out, seeds, { again: true })
  assert.deepEqual([round?.round, round?.planned, round?.changed, round?.gone, round?.newPages], [3, 10, 3, 0, 0])
  assert.deepEqual([pages, relevant], [10, 10])
  const texts = await held()
  for (const [place, page] of web.pages)
    if (page.state === 'here') assert.equal(texts.get(place), web.body(place), place)
  const { totals } = await readTotals(crawlDirectory(out))
  assert.deepEqual([totals.pages, totals.relevant, totals.round.round, totals.round.changed], [10, 10, 3, 3])
  rmSync(crawlDirectory(out).status)
  const { totals: anew } = await readTotals(crawlDirectory(out))
  assert.deepEqual(anew, totals)
})
