/** Partitions learn from what their worker has written down once. A checkpoint and a replay of their logs must come to the same memory. */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseCampaign } from '../../src/campaign/index.js'
import { crawlDirectory, partPaths, readIdentity, readLog } from '../../src/collection/index.js'
import { partDirectory } from '../../src/collection/crawl-directory.js'
import { LessonReader } from '../../src/collection/lessons.js'
import { askingForLanguages, createLinkFeatures } from '../../src/crawl/link-features.js'
import { recall, type Recalled } from '../../src/crawl/recall.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { collectState } from '../../src/disk/state-tree.js'
import { withShare } from '../../src/partitions/live/open-partition.js'
import { partitionOfUrl } from '../../src/partitions/live/partition-of-url.js'
import { createStrategy, DEFAULT_STRATEGY } from '../../src/strategy/index.js'
import { demoCampaign } from '../crawl/demo-crawl.js'
import { FAST, splitEntries, splitRun } from './split-crawl.js'

/** So many that a worker writes it down once. */
const PARTITIONS = 8
let web: DemoWeb
let server: DemoServer
const directory = mkdtempSync(join(tmpdir(), 'longtail-lessons-'))
const out = join(directory, 'crawl')

before(async () => {
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 3 })
  server = await serveDemoWeb(web)
  const options = { partitions: PARTITIONS, pace: { ...FAST, lessonsMs: 20 } }
  assert.equal((await splitRun(web, server, out, { limits: { pages: 60 } }, options)).stopped, 'pages')
  assert.equal((await splitRun(web, server, out, {}, options)).stopped, 'finished')
})
after(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

test('what a worker learned is written once for each of its runs', async () => {
  const entries = await splitEntries(out)
  assert.deepEqual(readdirSync(join(out, 'lessons')).sort(), ['only-1.jsonl', 'only.jsonl'])
  const places = entries.flatMap(entry => (entry.t === 'lessons' ? [entry.place.join(' ')] : []))
  assert.ok(places.length > new Set(places).size, 'partitions refer to the same lines')
  assert.ok(!entries.some(({ t }) => t === 'absorbed'))
})

test('a replay learns what was learned', async () => {
  let lessons = 0
  for (let part = 0; part < PARTITIONS; part++) {
    const [kept, bare] = [`${out}-kept`, `${out}-bare`]
    for (const copy of [kept, bare]) cpSync(out, copy, { recursive: true })
    rmSync(partDirectory(partPaths(crawlDirectory(bare))[part]).checkpoint)
    const fromCheckpoint = await open(kept, part)
    const fromLog = await open(bare, part)
    assert.deepEqual([fromCheckpoint.lessons, fromLog.position.line], [0, 0])
    const [a, b] = [fromCheckpoint, fromLog].map(({ memory }) => new Map(collectState(memory).fields))
    assert.deepEqual([...a.keys()], [...b.keys()])
    for (const [name, value] of a) assert.deepEqual(value, b.get(name), `${name} of partition ${part}`)
    lessons += fromLog.lessons
    for (const { frontier } of [fromCheckpoint, fromLog]) frontier.close()
    for (const copy of [kept, bare]) rmSync(copy, { recursive: true })
  }
  assert.ok(lessons > PARTITIONS, `${lessons} lessons`)
})

/** A partition as a run that begins now would have it, and how often it learned while it replayed its log. */
async function open(crawl: string, part: number): Promise<Recalled & { readonly lessons: number }> {
  const campaign = parseCampaign(JSON.stringify(demoCampaign(web, server)), 'test')
  const key = readIdentity(crawlDirectory(crawl))?.key ?? [0, 0]
  const newStrategy = () => createStrategy(DEFAULT_STRATEGY)
  const warn = (message: string): void => assert.fail(message)
  const reader = new LessonReader(crawl, warn)
  let lessons = 0
  const counted = {
    read(entry: Parameters<LessonReader['read']>[0]) {
      lessons++
      return reader.read(entry)
    },
  }
  const own = partDirectory(partPaths(crawlDirectory(crawl))[part])
  const recalled = recall({
    campaign: withShare(campaign, PARTITIONS),
    directory: own,
    strategyName: DEFAULT_STRATEGY,
    newStrategy,
    features: createLinkFeatures(askingForLanguages(newStrategy()), ['tha']),
    targets: new Set(['tha']),
    fetchesEmbeds: false,
    part: { split: { partition: part, partitions: PARTITIONS, of: partitionOfUrl(key, PARTITIONS) }, key },
    lessons: counted,
    warn,
  })
  for await (const { entry } of readLog(own, recalled.position)) recalled.memory.apply(entry)
  reader.close()
  return { ...recalled, lessons }
}
