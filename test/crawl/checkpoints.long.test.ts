/**
 * A checkpoint and a replay of the whole log must come to the same memory, whatever happened before: stops, kills, several runs,
 * embedded objects, pages that were put off. So crawls are ended in all these ways, opened twice (with their checkpoint and with
 * the checkpoint taken away) and compared, field by field and page by page.
 */
import assert from 'node:assert/strict'
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWarcWriter } from '../../src/archive/index.js'
import { parseCampaign } from '../../src/campaign/index.js'
import { crawlDirectory } from '../../src/collection/index.js'
import { Checkpoints } from '../../src/crawl/checkpoints.js'
import { runCrawl } from '../../src/crawl/index.js'
import { recall, type Recalled } from '../../src/crawl/recall.js'
import { Recorder } from '../../src/crawl/recorder.js'
import { repairAndReplay } from '../../src/crawl/resume.js'
import { createLinkFeatures, askingForLanguages } from '../../src/crawl/link-features.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { collectState } from '../../src/disk/state-tree.js'
import { createStrategy, DEFAULT_STRATEGY } from '../../src/strategy/index.js'
import { crawlDemo, demoCampaign, loggedPages, type CampaignPart } from './demo-crawl.js'
import { logText } from './log-files.js'
import { startCli, temporaryDirectory, writeCampaign } from './run-cli.js'

let directory: string
let web: DemoWeb
let server: DemoServer
/** Pages whose place in the queue was compared. */
let compared = 0

before(async () => {
  directory = temporaryDirectory('checkpoints')
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 20, seed: 7 })
  server = await serveDemoWeb(web)
})

after(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

interface Opened extends Recalled {
  readonly warnings: readonly string[]
}

/** The memory of a crawl, as a run that begins now would have it. */
async function open(out: string, parts: CampaignPart): Promise<Opened> {
  const campaign = parseCampaign(JSON.stringify(demoCampaign(web, server, parts)), 'test')
  const crawl = crawlDirectory(out)
  const strategyName = campaign.strategy === '' ? DEFAULT_STRATEGY : campaign.strategy
  const newStrategy = () => createStrategy(strategyName)
  const features = createLinkFeatures(askingForLanguages(newStrategy()), ['tha'])
  const warnings: string[] = []
  const recalled = recall({
    campaign,
    directory: crawl,
    strategyName,
    newStrategy,
    features,
    targets: new Set(['tha']),
    fetchesEmbeds: campaign.archive.embeds === 'relevant',
    warn: message => warnings.push(message),
  })
  await repairAndReplay(crawl, recalled.memory, recalled.position, () => {})
  return { ...recalled, warnings }
}

/** Everything but the frontier's own tables, which may lie differently; order is compared by taking pages. */
function remembered({ memory }: Recalled): Map<string, unknown> {
  return new Map(collectState(memory).fields)
}

function takeAll({ frontier, memory }: Recalled): string[] {
  const order: string[] = []
  for (let page = frontier.frontier.take(0); page !== -1; page = frontier.frontier.take(0)) {
    order.push(`${memory.state.frontier.levelOf(page)} ${memory.state.urls.url(page)}`)
    frontier.frontier.release(memory.state.hostOf(page), 0)
  }
  return order
}

function close({ frontier, memory }: Recalled): void {
  frontier.close()
  memory.spool?.close()
}

/** Compares the memory from the checkpoint with that from the log alone. Returns where the checkpoint ends. */
async function compare(out: string, parts: CampaignPart): Promise<number> {
  const [kept, bare] = [`${out}-kept`, `${out}-bare`]
  for (const copy of [kept, bare]) cpSync(out, copy, { recursive: true })
  rmSync(join(bare, 'checkpoint'), { force: true })
  const fromCheckpoint = await open(kept, parts)
  const fromLog = await open(bare, parts)
  try {
    assert.deepEqual(fromCheckpoint.warnings, [])
    assert.equal(fromLog.position.line, 0)
    const [a, b] = [remembered(fromCheckpoint), remembered(fromLog)]
    assert.deepEqual([...a.keys()], [...b.keys()])
    for (const [name, value] of a) assert.deepEqual(value, b.get(name), name)
    const tables = [fromCheckpoint, fromLog].map(({ memory }) => memory.state.urls)
    assert.equal(tables[0].size, tables[1].size)
    for (let id = 0; id < tables[0].size; id++) assert.equal(tables[0].url(id), tables[1].url(id))
    const order = takeAll(fromCheckpoint)
    assert.deepEqual(order, takeAll(fromLog))
    compared += order.length
  } finally {
    close(fromCheckpoint)
    close(fromLog)
    for (const copy of [kept, bare]) rmSync(copy, { recursive: true, force: true })
  }
  return fromCheckpoint.position.line
}

const WAYS: readonly (readonly [name: string, parts: CampaignPart])[] = [
  ['the default strategy, frontier on disk', {}],
  ['the default strategy, frontier in memory', { frontier: { kind: 'memory' } }],
  ['embedded objects', { archive: { embeds: 'relevant' } }],
  ['records that wait for a relevant page', { archive: { keep: 'path' }, strategy: 'soft-focused' }],
  ['limits for hosts and hops', { limits: { 'per-host': 6, hops: 4 }, strategy: 'server-conservative:t=3' }],
  ['a strategy with parameters', { strategy: 'lswc:s=2,t=3' }],
]

for (const [name, parts] of WAYS) {
  test(`a checkpoint holds what a replay comes to: ${name}`, async () => {
    const out = join(directory, name.replaceAll(/\W+/g, '-'))
    const upTo = (pages: number): CampaignPart => ({ ...parts, limits: { ...(parts.limits as object), pages } })
    await crawlDemo(web, server, out, upTo(40))
    const lines = (await logText(out)).split('\n').length - 1
    assert.equal(await compare(out, upTo(40)), lines, 'the last checkpoint goes to the end of the log')
    // a run from a checkpoint, interrupted in the middle, with many connections
    await crawlDemo(web, server, out, upTo(200), stop => setTimeout(stop, 150))
    await compare(out, upTo(200))
    await crawlDemo(web, server, out, upTo(90))
    await compare(out, upTo(90))
    assert.ok(compared > 0)
  })
}

test('a crawl that is stopped again and again goes on in the order of one that is not', async () => {
  const parts: CampaignPart = { network: { hosts: { '*': server.origin }, connections: 1 } }
  const whole = join(directory, 'whole')
  await crawlDemo(web, server, whole, { ...parts, limits: { pages: 150 } })
  const parted = join(directory, 'parted')
  for (const pages of [1, 13, 14, 60, 61, 120, 150])
    await crawlDemo(web, server, parted, { ...parts, limits: { pages } })
  const urls = async (out: string): Promise<string[]> => (await loggedPages(out)).map(page => page.url)
  assert.deepEqual(await urls(parted), await urls(whole))
})

test('after a kill the last checkpoint counts, and what came later is replayed', async () => {
  const out = join(directory, 'killed')
  const parts = demoCampaign(web, server, { politeness: { delay: '20ms' } })
  await crawlDemo(web, server, out, { limits: { pages: 30 } })
  const campaign = writeCampaign(directory, parts, 'killed.yaml')
  const lines = (await logText(out)).length
  const { child, result } = startCli(['crawl', campaign, '--out', out, '--json'])
  while ((await logText(out)).length < lines + 20_000 && child.exitCode === null) await sleep(20)
  child.kill('SIGKILL')
  assert.equal((await result).signal, 'SIGKILL')
  const from = await compare(out, {})
  assert.ok(from >= 30, `the checkpoint at line ${from}`)
  assert.ok((await logText(out)).split('\n').length > from + 10, 'something was crawled after it')
})

test('a checkpoint that is damaged, of another strategy, limit or kind of frontier costs a replay, and says why', async () => {
  const out = join(directory, 'useless')
  await crawlDemo(web, server, out, { limits: { pages: 50 } })
  const pages = (await loggedPages(out)).length
  const checkpoint = readFileSync(join(out, 'checkpoint'))
  const goOn = async (parts: CampaignPart, upTo: number): Promise<string> => {
    const warnings: string[] = []
    const campaign = parseCampaign(
      JSON.stringify(demoCampaign(web, server, { ...parts, limits: { ...(parts.limits as object), pages: upTo } })),
      'test',
    )
    const seeds = Array.isArray(campaign.seeds) ? campaign.seeds : []
    const warn = (message: string): number => warnings.push(message)
    const summary = await runCrawl({ campaign, campaignPath: null, seeds, out, warn, onProgress: () => {} })
    assert.equal(summary.pages, upTo)
    return warnings.join('\n')
  }
  assert.equal(await goOn({}, pages + 1), '')
  assert.match(await goOn({ strategy: 'breadth-first' }, pages + 2), /does not fit \(another strategy\)/)
  assert.match(
    await goOn({ strategy: 'breadth-first', limits: { 'per-host': 30 } }, pages + 3),
    /another limits.per-host/,
  )
  assert.match(
    await goOn({ strategy: 'breadth-first', frontier: { kind: 'memory' } }, pages + 4),
    /another (frontier|limits)/,
  )
  const size = readFileSync(join(out, 'checkpoint')).length
  truncateSync(join(out, 'checkpoint'), size - 100)
  assert.match(await goOn({}, pages + 5), /cannot be used/)
  writeFileSync(join(out, 'checkpoint'), 'no checkpoint at all')
  assert.match(await goOn({}, pages + 6), /cannot be used/)
  // an old one: its frontier files have gone on without it
  writeFileSync(join(out, 'checkpoint'), checkpoint)
  assert.match(await goOn({}, pages + 7), /the log is replayed|rebuilt from its log/)
  rmSync(join(out, 'frontier'), { recursive: true })
  assert.match(await goOn({}, pages + 8), /rebuilt from its log|replayed/)
  rmSync(join(out, 'checkpoint'))
  rmSync(join(out, 'frontier'), { recursive: true })
  assert.equal(await goOn({}, pages + 9), '')
  const urls = (await loggedPages(out)).map(page => page.url)
  assert.equal(new Set(urls).size, urls.length, 'no page was fetched twice')
})

test('lines that could not be written make no checkpoint', { skip: !existsSync('/dev/full') }, async () => {
  const out = join(directory, 'full')
  await crawlDemo(web, server, out, { limits: { pages: 10 } })
  const recalled = await open(out, {})
  const crawl = crawlDirectory(out)
  const before = readFileSync(crawl.checkpoint)
  const warc = createWarcWriter({ directory: crawl.warc, prefix: 'full', maxBytes: 1e6, compression: 1, info: [] })
  // by a link: a log that is closed is renamed
  const full = { ...crawl, log: join(out, 'full') }
  symlinkSync('/dev/full', full.log)
  const recorder = await Recorder.open(full, recalled.position, warc, null, { onFailure: () => {} })
  try {
    recorder.write(JSON.stringify({ t: 'survived', at: '', url: 'http://a.test/' }))
    const checkpoints = new Checkpoints({ ...recalled, directory: crawl, recorder })
    await assert.rejects(checkpoints.saveLast(), { code: 'E_DISK' })
    assert.deepEqual(readFileSync(crawl.checkpoint), before)
  } finally {
    await recorder.close()
    close(recalled)
  }
})

test('a log that was cut back behind a checkpoint is replayed, and the crawl goes on from there', async () => {
  const out = join(directory, 'cut')
  await crawlDemo(web, server, out, { limits: { pages: 60 } })
  const { log, segments, warc } = crawlDirectory(out)
  const lines = (await logText(out)).split('\n')
  rmSync(segments, { recursive: true })
  writeFileSync(log, `${lines.slice(0, 30).join('\n')}\n`)
  // a run that is killed before its first checkpoint: the log may be as long as it was, and say something else
  const killed = await open(out, {})
  close(killed)
  assert.match(killed.warnings.join(), /shorter than at the last checkpoint/)
  assert.ok(!existsSync(join(out, 'checkpoint')), 'it must not count for the next start')
  const summary = await crawlDemo(web, server, out, { limits: { pages: 60 } })
  assert.equal(summary.pages, 60)
  const urls = (await loggedPages(out)).map(page => page.url)
  assert.equal(new Set(urls).size, urls.length)
  assert.ok(existsSync(warc))
})
