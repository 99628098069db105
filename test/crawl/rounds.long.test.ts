/**
 * Ten rounds of a web that lives: pages are born, change, move, go and come back, with validators of all kinds. After each round the
 * collection holds what the web holds, for what was visited; the archives show for each date what was there then; and little is stored.
 */
import assert from 'node:assert/strict'
import { cpSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { exchangeOf, readWarc, targetUri } from '../../src/archive/index.js'
import { RecordReader } from '../../src/archive/record-reader.js'
import { parseCampaign } from '../../src/campaign/index.js'
import { openHoldings } from '../../src/collection/holdings.js'
import { crawlDirectory, readLog, type AgainEntry } from '../../src/collection/index.js'
import { askingForLanguages, createLinkFeatures } from '../../src/crawl/link-features.js'
import { recall } from '../../src/crawl/recall.js'
import { repairAndReplay } from '../../src/crawl/resume.js'
import { collectState } from '../../src/disk/state-tree.js'
import { createStrategy } from '../../src/strategy/index.js'
import { archivesOf } from './demo-crawl.js'
import { crawlLiving, livingCampaign, ChangingWeb, type Validators } from './living-web.js'
import { archivedUrls, checkIndependently } from './read-archives.js'
import { temporaryDirectory } from './run-cli.js'

const ROUNDS = 10
const KINDS: readonly Validators[] = ['etag', 'modified', 'both', 'none', 'always-new', 'ignored']
const LIARS = 'l.test'
/** The first visit in full that finds a server out: see CHECK_EVERY in src/crawl/round-plan.ts. */
const FOUND_OUT = 5
const parts = { strategy: 'longtail', network: { retries: 0 } }
const directory = temporaryDirectory('ten-rounds')
const out = join(directory, 'crawl')
const seeds = ['http://a.test/']
let web: ChangingWeb
let random = 1

/** The same in every run of the test. */
function next(below: number): number {
  random = (random * 48271) % 2147483647
  return random % below
}

before(async () => {
  web = await ChangingWeb.start()
  web.fillerWords = 400
  const places: string[] = []
  for (let i = 0; i < 48; i++) {
    const place = `${'abc'[i % 3]}.test/p${i}`
    web.add(place, KINDS[i % KINDS.length])
    places.push(place)
  }
  for (let i = 0; i < 4; i++) {
    web.add(`${LIARS}/p${i}`, 'lies')
    places.push(`${LIARS}/p${i}`)
  }
  web.add('a.test/', 'none', places)
})
after(async () => {
  await web.close()
  rmSync(directory, { recursive: true, force: true })
})

/** One round of life. */
function live(round: number): void {
  const here = [...web.pages]
    .filter(([place, { state }]) => state === 'here' && place !== 'a.test/')
    .map(([place]) => place)
  const some = (): string => here[next(here.length)]
  for (let i = 0; i < 8; i++) web.change(some())
  for (let i = 0; i < 4; i++) web.change(`${LIARS}/p${i}`)
  const gone = some()
  if (!gone.startsWith(LIARS)) web.page(gone).state = 'gone'
  const moved = some()
  const to = `b.test/moved${round}`
  if (moved !== gone && !moved.startsWith(LIARS)) {
    web.add(to, 'etag')
    web.page(moved).state = { to }
  }
  for (const page of web.pages.values()) if (page.state === 'gone' && next(4) === 0) page.state = 'here'
  for (let i = 0; i < 2; i++) {
    const born = `c.test/born${round}-${i}`
    web.add(born, KINDS[next(KINDS.length)])
    // found by a page that changes
    const parent = here.find(place => web.page(place).state === 'here' && !place.startsWith(LIARS)) ?? 'a.test/'
    web.page(parent).links.push(born)
    web.change(parent)
  }
}

async function againOf(round: number): Promise<AgainEntry[]> {
  const found: AgainEntry[] = []
  for await (const { entry } of readLog(crawlDirectory(out)))
    if (entry.t === 'again' && entry.round === round) found.push(entry)
  return found
}

async function held(): Promise<Map<string, string>> {
  const warnings: string[] = []
  const scratch = join(directory, 'scratch')
  const holdings = await openHoldings({ sources: [out], scratch, onWarning: message => warnings.push(message) })
  const reader = new RecordReader()
  try {
    const texts = new Map<string, string>()
    for (const { url, place, payload } of holdings.list()) {
      const exchange = await reader.exchange({ place, payload })
      texts.set(url.slice('http://'.length), Buffer.from(exchange?.body ?? []).toString())
    }
    assert.deepEqual(warnings, [])
    return texts
  } finally {
    await reader.close()
    holdings.close()
  }
}

function bytesOf(crawl: string): number {
  return archivesOf(crawl).reduce((sum, path) => sum + statSync(path).size, 0)
}

/** By URL: what each capture shows, revisits followed by the URI and date that they name, as replay tools do. */
async function versions(): Promise<Map<string, { at: string; body: string }[]>> {
  const bodies = new Map<string, string>()
  const found = new Map<string, { at: string; body: string }[]>()
  for (const path of archivesOf(out).sort())
    for await (const record of readWarc(path)) {
      if (record.type !== 'response' && record.type !== 'revisit') continue
      const url = targetUri(record)
      const at = record.headers.get('warc-date') ?? ''
      const exchange = exchangeOf(record)
      if (exchange === null || exchange.status === 404 || exchange.status === 301) continue
      const { headers } = record
      const original = `${headers.get('warc-refers-to-target-uri')} ${headers.get('warc-refers-to-date')}`
      const body = record.type === 'response' ? Buffer.from(exchange.body).toString() : bodies.get(original)
      assert.ok(body !== undefined, `${url} ${at} repeats ${original}, which is in no archive before it`)
      if (record.type === 'response') bodies.set(`${url} ${at.replace(/\.\d+Z$/, 'Z')}`, body)
      found.set(url, [...(found.get(url) ?? []), { at, body }])
    }
  return found
}

/** What a page held when, as its visits found it. */
const expected: { readonly url: string; readonly at: string; readonly body: string }[] = []
const stored: number[] = []
const afresh: number[] = []

async function checkRound(round: number): Promise<void> {
  const texts = await held()
  const again = await againOf(round)
  let compared = 0
  for (const { url, at, found } of again) {
    const place = url.slice('http://'.length)
    const { state } = web.page(place)
    if (state === 'gone') assert.equal(found, 'gone', `${round} ${place}`)
    else if (state !== 'here') assert.equal(found, 'moved', `${round} ${place}`)
    else {
      const isCheated = place.startsWith(LIARS) && round < FOUND_OUT
      assert.equal(texts.get(place) === web.body(place), !isCheated, `${round} ${place}`)
      if (!isCheated) expected.push({ url, at, body: web.body(place) })
      compared++
    }
    // what was there once can be read, whatever became of it
    assert.ok(texts.has(place), `${round} ${place}`)
  }
  assert.ok(compared > 30, `${compared} compared in round ${round}`)
}

test('what the collection holds is what the web holds, round by round', async () => {
  await crawlLiving(web, out, seeds, {}, campaignParts())
  stored.push(bytesOf(out))
  for (let round = 2; round <= ROUNDS; round++) {
    live(round)
    let stop = (): void => {}
    let answers = 0
    // one round is interrupted, and goes on by the same command
    web.onRequest = () => {
      if (round === 7 && ++answers === 20) stop()
    }
    const summary = await crawlLiving(web, out, seeds, { again: true, onStart: end => (stop = end) }, campaignParts())
    web.onRequest = () => {}
    if (round === 7) {
      assert.equal(summary.stopped, 'interrupted')
      assert.equal((await crawlLiving(web, out, seeds, { again: true }, campaignParts())).round?.round, 7)
    }
    await checkRound(round)
    stored.push(bytesOf(out) - stored.reduce((sum, bytes) => sum + bytes, 0))
    const fresh = join(directory, `fresh-${round}`)
    await crawlLiving(web, fresh, seeds, {}, campaignParts())
    afresh.push(bytesOf(fresh))
    rmSync(fresh, { recursive: true })
  }
})

test('pages that were born are found, and no page counts twice', async () => {
  const urls = new Set<string>()
  for await (const { entry } of readLog(crawlDirectory(out))) {
    if (entry.t !== 'page') continue
    assert.ok(!urls.has(entry.url), `${entry.url} was fetched as a new page twice`)
    urls.add(entry.url)
  }
  const reachable = [...web.pages].filter(([place]) => /moved|born/.test(place)).map(([place]) => place)
  const found = reachable.filter(place => urls.has(`http://${place}`))
  assert.ok(
    reachable.length >= 2 * (ROUNDS - 1) && found.length >= 0.8 * reachable.length,
    `${found.length} of ${reachable.length}`,
  )
})

test('a server whose Last-Modified lies is found out, and not asked by it any more', async () => {
  const lied = (await againOf(FOUND_OUT)).filter(entry => entry.lied === true)
  assert.deepEqual(
    lied.map(({ url }) => new URL(url).host),
    [LIARS, LIARS, LIARS, LIARS],
  )
  const asked = web.asked.filter(({ host }) => host === LIARS)
  assert.ok(asked.some(({ conditions }) => conditions.length > 0))
  const last = (await againOf(ROUNDS)).filter(({ url }) => url.includes(LIARS))
  assert.equal(last.length, 4)
  for (const { found } of last) assert.equal(found, 'changed')
})

test('every archive is valid, and for each date it shows the version of then', async () => {
  await checkIndependently(archivesOf(out))
  assert.ok((await archivedUrls(archivesOf(out))).size > 60)
  const found = await versions()
  assert.ok(expected.length > 300)
  for (const { url, at, body } of expected) {
    const then = found
      .get(url)
      ?.filter(version => version.at <= at)
      .at(-1)
    assert.equal(then?.body === body, true, `${url} at ${at}`)
  }
})

test('a round stores less than half of what storing everything again would', () => {
  const [again, all] = [stored.slice(1), afresh].map(list => list.reduce((sum, bytes) => sum + bytes, 0))
  console.log(`# stored by round: ${stored.join(' ')} bytes; everything again: ${afresh.join(' ')} bytes`)
  assert.ok(again < all / 2, `${again} bytes in ${ROUNDS - 1} rounds, ${all} for everything`)
})

test('the checkpoint and the replay of the log come to the same memory', async () => {
  const [kept, bare] = [`${out}-kept`, `${out}-bare`]
  for (const copy of [kept, bare]) cpSync(out, copy, { recursive: true })
  rmSync(crawlDirectory(bare).checkpoint)
  const [fromCheckpoint, fromLog] = [await remembered(kept), await remembered(bare)]
  assert.equal(fromLog.line, 0)
  assert.ok(fromCheckpoint.line > 0)
  assert.deepEqual([...fromCheckpoint.fields.keys()], [...fromLog.fields.keys()])
  for (const [name, value] of fromCheckpoint.fields) assert.deepEqual(value, fromLog.fields.get(name), name)
  assert.deepEqual(fromCheckpoint.order, fromLog.order)
})

function campaignParts(): Record<string, unknown> {
  return { ...parts, network: { ...parts.network, hosts: { '*': web.origin } } }
}

async function remembered(crawl: string) {
  const campaign = parseCampaign(JSON.stringify(livingCampaign(web, seeds, campaignParts())), 'test')
  const newStrategy = () => createStrategy('longtail')
  const recalled = recall({
    campaign,
    directory: crawlDirectory(crawl),
    strategyName: 'longtail',
    newStrategy,
    features: createLinkFeatures(askingForLanguages(newStrategy()), ['tha']),
    targets: new Set(['tha']),
    fetchesEmbeds: false,
    warn: message => assert.fail(message),
  })
  const { memory, position, frontier } = recalled
  await repairAndReplay(crawlDirectory(crawl), memory, position, () => {})
  const fields = new Map<string, unknown>(collectState(memory).fields)
  const order: string[] = []
  for (let page = frontier.frontier.take(0); page !== -1; page = frontier.frontier.take(0)) {
    order.push(`${frontier.frontier.levelOf(page)} ${memory.state.urls.url(page)}`)
    frontier.frontier.release(memory.state.hostOf(page), 0)
  }
  frontier.close()
  return { fields, order, line: position.line }
}
