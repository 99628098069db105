import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { JudgeErrors, Strategy, StrategyModel } from '../../src/contracts.js'
import { crawlDirectory, readHostReport, type Status } from '../../src/collection/index.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { crawlDemo, loggedPages, type CampaignPart } from './demo-crawl.js'
import { recordingStrategy, type Recording } from './recording-strategy.js'
import { runCli, temporaryDirectory } from './run-cli.js'

let directory: string
let web: DemoWeb
let server: DemoServer

before(async () => {
  directory = temporaryDirectory('learning')
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 20, seed: 4 })
  server = await serveDemoWeb(web)
})

after(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

interface Recorded extends Recording {
  readonly progress: Status
  readonly warnings: string[]
  readonly model: StrategyModel | undefined
  readonly errors: JudgeErrors | undefined
}

async function crawlRecording(out: string, parts: CampaignPart): Promise<Recorded> {
  let recording = recordingStrategy()
  let last: Status | null = null
  let given: StrategyModel | undefined
  let errors: JudgeErrors | undefined
  const warnings: string[] = []
  await crawlDemo(web, server, out, { network: { connections: 1 }, ...parts }, undefined, {
    warn: message => warnings.push(message),
    onProgress: progress => (last = progress),
    createStrategy: (_spec, { model, judgeErrors }) => {
      given = model
      errors = judgeErrors
      recording = recordingStrategy(model)
      return recording.strategy
    },
  })
  assert.ok(last !== null)
  return { ...recording, progress: last, warnings, model: given, errors }
}

test('a crawl stopped three times tells its strategy, word for word, what one that was not tells it', async () => {
  const straight = await crawlRecording(join(directory, 'straight'), { limits: { pages: 120 } })
  const out = join(directory, 'halting')
  for (const pages of [3, 50, 90]) await crawlRecording(out, { limits: { pages } })
  const halting = await crawlRecording(out, { limits: { pages: 120 } })
  assert.deepEqual(halting.calls, straight.calls)
  assert.ok(straight.errors !== undefined && straight.errors.falsePositive < 0.01, 'how often the judge errs')
  assert.deepEqual(halting.errors, straight.errors)

  const calls = straight.calls.join('\n')
  assert.match(calls, /^lost \d+$/m, 'a page that robots.txt forbids')
  assert.match(calls, /^hop \d+ \d+$/m, 'a redirect')
  assert.match(calls, /"duplicate":true/, 'a mirror')
  const pages = await loggedPages(out)
  assert.deepEqual(
    pages.map(page => page.near !== undefined),
    straight.calls.filter(call => call.startsWith('{')).map(call => JSON.parse(call).duplicate),
  )
  assert.ok(
    pages.some(page => page.around?.some(text => text.includes('\n'))),
    'surroundings are in the log',
  )
  for (const page of pages) if (page.links.length > 0) assert.equal(page.around?.length, page.links.length)
})

test('surroundings are logged only for strategies that learn from words', async () => {
  const out = join(directory, 'wordless')
  await crawlDemo(web, server, out, { strategy: 'breadth-first', limits: { pages: 20 } })
  for (const page of await loggedPages(out)) assert.equal(page.around, undefined)
  // a strategy that wants them does with what is there
  const { calls } = await crawlRecording(out, { limits: { pages: 30 } })
  assert.equal(calls.filter(call => call.startsWith('{')).length, 30)
})

test('what the strategy expects is in progress and status, with the coverage that follows from it', async () => {
  const out = join(directory, 'expecting')
  const { progress } = await crawlRecording(out, { limits: { pages: 60 } })
  const found = progress.relevant
  assert.ok(found > 0)
  assert.deepEqual(progress.estimate, {
    remaining: found,
    low: found / 2,
    high: 3 * found,
    coverage: 1 / 2,
    coverageLow: 1 / 4,
    coverageHigh: found / (1.5 * found),
  })
  const status = await runCli('status', out)
  assert.match(status.stdout, /coverage about 50 % \(25–67\)/)
  assert.deepEqual(JSON.parse((await runCli('status', out, '--json')).stdout).progress.estimate, progress.estimate)

  const silent = join(directory, 'silent')
  await crawlDemo(web, server, silent, { strategy: 'breadth-first', limits: { pages: 10 } })
  assert.equal(JSON.parse(readFileSync(join(silent, 'status.json'), 'utf8')).estimate, null)
})

test('status lists hosts with what the strategy says about them', async () => {
  const out = join(directory, 'hosts')
  const { progress } = await crawlRecording(out, { limits: { pages: 60 } })
  const lines = readHostReport(crawlDirectory(out))
  const largest = lines.filter(line => line.list === 'largest')
  const sum = (of: (line: (typeof largest)[number]) => number): number => largest.reduce((all, one) => all + of(one), 0)
  assert.equal(
    sum(line => line.pages),
    60,
  )
  assert.equal(
    sum(line => line.relevant),
    progress.relevant,
  )
  assert.deepEqual(
    largest.map(line => line.pages),
    largest.map(line => line.pages).sort((a, b) => b - a),
  )
  assert.match(largest[0].reason, /^host \d+ with a tab, and 60 pages in all$/)

  const { stdout } = await runCli('status', out, '--hosts', '2')
  assert.match(stdout, /hosts with the most pages:\n/)
  assert.ok(stdout.includes(`  ${largest[1].host}: ${largest[1].relevant} of ${largest[1].pages} pages relevant, `))
  assert.ok(!stdout.includes(`  ${largest[2].host}:`))
  const json = JSON.parse((await runCli('status', out, '--hosts', '--json')).stdout)
  assert.deepEqual(json.hosts[0], largest[0])
  assert.equal((await runCli('status', out, '--hosts', 'many')).code, 2)

  writeFileSync(join(out, 'hosts.tsv'), 'nonsense\n')
  const damaged = await runCli('status', out, '--hosts')
  assert.equal(damaged.code, 1)
  assert.match(damaged.stderr, /E_CRAWL_DIR: .*hosts\.tsv/)
})

test('hosts that the strategy gives up are listed, the last one first', async () => {
  const out = join(directory, 'given-up')
  await crawlDemo(web, server, out, { strategy: 'server-conservative:t=2' })
  const lines = readHostReport(crawlDirectory(out)).filter(line => line.list === 'given-up')
  assert.ok(lines.length > 3)
  for (const line of lines) assert.equal(line.relevant, 0, line.host)
})

test('a new crawl begins with the model of another, keeps a copy, and goes on with the copy', async () => {
  const first = join(directory, 'first')
  const { progress } = await crawlRecording(first, { limits: { pages: 40 } })
  const saved = JSON.parse(readFileSync(join(first, 'model.json'), 'utf8'))
  const numbers = { seen: [40, progress.relevant], 'more.numbers': [0.1, -1e-7] }
  assert.deepEqual(
    { ...saved, saved: '' },
    { format: 'longtail-model', version: 1, strategy: 'recording', saved: '', pages: 40, numbers },
  )

  const original = join(directory, 'original')
  cpSync(join(first, 'model.json'), original)
  const second = join(directory, 'second')
  const warm = await crawlRecording(second, { 'warm-start': original, limits: { pages: 30 } })
  assert.deepEqual(warm.model, numbers)
  writeFileSync(original, 'gone')
  const resumed = await crawlRecording(second, { 'warm-start': original, limits: { pages: 50 } })
  assert.deepEqual(resumed.model, numbers)
  assert.deepEqual(JSON.parse(readFileSync(join(second, 'model.json'), 'utf8')).numbers.seen[0], 90)
  assert.ok(!readdirSync(second).some(name => name.endsWith('.tmp')))

  const fromDirectory = await crawlRecording(join(directory, 'third'), { 'warm-start': first, limits: { pages: 5 } })
  assert.deepEqual(fromDirectory.model, numbers)

  const late = await crawlRecording(first, { 'warm-start': second, limits: { pages: 45 } })
  assert.equal(late.model, undefined, 'a crawl that began without a model goes on without one')
  assert.match(late.warnings.join(), /warm-start is ignored: it works only for new crawls/)

  // another strategy: the log can be replayed into any
  await crawlDemo(web, server, second, { strategy: 'soft-focused', limits: { pages: 60 } })
  writeFileSync(join(second, 'warm-start.json'), '{"format":')
  await assert.rejects(crawlRecording(second, { limits: { pages: 70 } }), { code: 'E_CRAWL_DIR' })
})

test('a model that a kill left behind before the crawl existed is not one that the crawl began with', async () => {
  const out = join(directory, 'leftover')
  mkdirSync(out)
  const left = { format: 'longtail-model', version: 1, strategy: 'recording', numbers: { seen: [1, 2] } }
  writeFileSync(join(out, 'warm-start.json'), JSON.stringify(left))
  assert.equal((await crawlRecording(out, { limits: { pages: 5 } })).model, undefined)
  assert.equal((await crawlRecording(out, { limits: { pages: 9 } })).model, undefined)
})

test('a model that is none is refused before anything is touched', async () => {
  const path = join(directory, 'model.json')
  const good = { format: 'longtail-model', version: 1, strategy: 'recording', numbers: { seen: [1, 2] } }
  const cases: [value: unknown, code: string, message: RegExp][] = [
    ['{', 'E_CAMPAIGN', /is not JSON/],
    [[], 'E_CAMPAIGN', /is not a model/],
    [{ ...good, format: 'x' }, 'E_CAMPAIGN', /is not a model/],
    [{ ...good, version: 2 }, 'E_CAMPAIGN', /version 2, this build reads 1/],
    [{ ...good, strategy: 7 }, 'E_CAMPAIGN', /does not name its strategy/],
    [{ ...good, strategy: 'longtail' }, 'E_STRATEGY', /learned by strategy longtail and does not fit recording/],
    [{ ...good, numbers: [1] }, 'E_CAMPAIGN', /holds no numbers/],
    [{ ...good, numbers: { seen: 1 } }, 'E_CAMPAIGN', /"seen" is not a list of numbers/],
    [{ ...good, numbers: { seen: [1, null] } }, 'E_CAMPAIGN', /"seen" is not a list of numbers/],
    [JSON.stringify(good).replace('[1,2]', '[1e999]'), 'E_CAMPAIGN', /"seen" is not a list of numbers/],
    [JSON.stringify(good).replace('"seen"', '"__proto__"'), 'E_CAMPAIGN', /without a proper name/],
    [
      { ...good, numbers: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`n${i}`, [1]])) },
      'E_CAMPAIGN',
      /more than 1000 lists/,
    ],
  ]
  const out = join(directory, 'refused')
  for (const [value, code, message] of cases) {
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
    await assert.rejects(crawlRecording(out, { 'warm-start': path }), { code, message })
  }
  await assert.rejects(crawlRecording(out, { 'warm-start': join(directory, 'absent') }), { code: 'E_CAMPAIGN' })
  mkdirSync(join(directory, 'empty'), { recursive: true })
  await assert.rejects(crawlRecording(out, { 'warm-start': join(directory, 'empty') }), {
    code: 'E_CAMPAIGN',
    message: /contains no model\.json/,
  })
  writeFileSync(path, JSON.stringify(good))
  await assert.rejects(crawlDemo(web, server, out, { strategy: 'breadth-first', 'warm-start': path }), {
    code: 'E_STRATEGY',
    message: /breadth-first learns nothing that another crawl could use/,
  })
  assert.ok(!existsSync(out))
})

test('a crawl ends when all that is left is held back, and hosts that are spared are crawled to the end', async () => {
  const holding = (isSparing: boolean): Strategy => ({
    ...recordingStrategy().strategy,
    score(visit, links, out, places) {
      places.cutoff(500)
      if (isSparing) places.spare(visit.host, true)
      for (let i = 0; i < links.end; i++)
        out[i] = links.features.host?.[links.group[links.to[i]]] === visit.host ? 600 : 1
    },
  })
  const crawl = async (out: string, isSparing: boolean) =>
    crawlDemo(web, server, out, { politeness: { delay: '5ms' } }, undefined, {
      createStrategy: () => holding(isSparing),
    })
  const strict = join(directory, 'strict')
  const few = await crawl(strict, false)
  assert.equal(few.stopped, 'finished')
  assert.ok(few.pages > 0)
  const held = JSON.parse(readFileSync(join(strict, 'status.json'), 'utf8')).queue
  assert.ok(held > 0, 'pages are left in the queue')
  const again = await crawl(strict, false)
  assert.equal(again.stopped, 'finished')
  assert.equal(again.pages, few.pages)

  const sparing = join(directory, 'sparing')
  const all = await crawl(sparing, true)
  assert.equal(all.stopped, 'finished')
  assert.ok(all.pages > few.pages)
  assert.equal(JSON.parse(readFileSync(join(sparing, 'status.json'), 'utf8')).queue, 0)
})

test('a strategy that breaks stops the crawl with its error instead of bringing the process down', async () => {
  const broken: Strategy = {
    ...recordingStrategy().strategy,
    estimate: () => {
      throw new Error('division by zero')
    },
  }
  await assert.rejects(
    crawlDemo(web, server, join(directory, 'broken'), { politeness: { delay: '20ms' } }, undefined, {
      createStrategy: () => broken,
    }),
    /division by zero/,
  )
})
