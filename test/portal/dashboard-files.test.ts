import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { askToPause, crawlDirectory } from '../../src/collection/index.js'
import { statusIn } from '../../src/collection/status.js'
import { resumeCommand } from '../../src/portal/dashboard/command.js'
import { findCrawls, type KnownCrawl } from '../../src/portal/dashboard/crawls.js'
import { excludeMistakes } from '../../src/portal/dashboard/exclude-file.js'
import { glanceAt } from '../../src/portal/dashboard/glance.js'
import { History } from '../../src/portal/dashboard/history.js'
import { LogTail } from '../../src/portal/dashboard/log-tail.js'
import { WatchedCrawl } from '../../src/portal/dashboard/watched-crawl.js'
import { temporaryDirectory } from '../crawl/run-cli.js'

let directory: string

before(() => {
  directory = temporaryDirectory('dashboard-files')
})

after(() => {
  rmSync(directory, { recursive: true, force: true })
})

function page(id: number, relevant: boolean, more: Record<string, unknown> = {}): string {
  const entry = { t: 'page', id, url: `http://a.test/p${id}`, at: '2026-01-02T03:04:05.000Z', status: 200 }
  const judged = { relevant, score: relevant ? 0.9 : 0.1, language: relevant ? 'tha' : 'eng', title: `Page ${id}` }
  return `${JSON.stringify({ ...entry, ...judged, ...more, links: [`http://a.test/p${id + 1}`], anchors: ['next'] })}\n`
}

function crawlIn(name: string, files: Record<string, string> = {}): KnownCrawl {
  const path = join(directory, name)
  mkdirSync(path)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text)
  const [crawl] = findCrawls([], [path])
  return crawl
}

const IDENTITY = JSON.stringify({ format: 'longtail-crawl', version: 1, name: 'Thai web', target: {}, created: '' })

test('a log is read once, and from then on only what was added to it', async () => {
  const { directory: crawl } = crawlIn('growing')
  const { log } = crawl
  writeFileSync(log, `{"t":"run","strategy":"breadth-first","seeds":[]}\n${page(0, true)}${page(1, false)}`)
  const tail = new LogTail(crawl)
  await tail.follow(5000)
  assert.deepEqual([tail.survey.pages, tail.survey.relevant, tail.share], [2, 1, 1])
  const { survey } = tail
  const third = page(2, true)
  appendFileSync(log, third.slice(0, 40))
  await tail.follow(5000)
  assert.equal(tail.survey.pages, 2, 'half a line is none yet')
  appendFileSync(log, third.slice(40))
  appendFileSync(log, '{"t":"skip","id":3,"url":"http://b.test/","reason":"E_DNS: b.test is unknown"}\n')
  appendFileSync(log, '{"t":"later","id":4,"url":"http://c.test/","reason":"E_DNS: c.test is unknown"}\n')
  await tail.follow(5000)
  assert.equal(tail.survey, survey, 'it went on where it was')
  assert.deepEqual(
    tail.survey.recent().map(({ id, relevant, language }) => [id, relevant, language]),
    [
      [2, true, 'tha'],
      [1, false, 'eng'],
      [0, true, 'tha'],
    ],
  )
  assert.deepEqual(tail.survey.trouble(), [
    { reason: 'E_DNS', skipped: 1, later: 1, example: 'E_DNS: b.test is unknown' },
  ])
  assert.deepEqual(tail.survey.languages(), [
    { name: 'tha', pages: 2, relevant: 2 },
    { name: 'eng', pages: 1, relevant: 0 },
  ])

  // what a repair does after a kill
  truncateSync(log, `{"t":"run","strategy":"breadth-first","seeds":[]}\n${page(0, true)}`.length)
  await tail.follow(5000)
  assert.equal(tail.survey.pages, 1)
})

test('a log that was cut back and went on is not mistaken for one that went on', async () => {
  const { directory: crawl } = crawlIn('cut-back')
  const { log } = crawl
  const whole = page(0, true) + page(1, true)
  writeFileSync(log, whole + page(2, true).slice(0, 90))
  const tail = new LogTail(crawl)
  await tail.follow(5000)
  assert.equal(tail.survey.pages, 2)
  // before anybody looked again it was longer than before
  writeFileSync(log, page(0, true) + page(7, false) + page(8, false) + page(9, false))
  await tail.follow(5000)
  assert.deepEqual([tail.survey.pages, tail.survey.relevant, tail.survey.damage], [4, 1, ''])
})

test('a title cannot pass for the end of the interesting part of a line', async () => {
  const { directory: crawl } = crawlIn('title')
  const { log } = crawl
  const title = 'x","links":[1],"relevant":true,"y":"'
  writeFileSync(log, page(0, false, { title }) + page(1, false, { title: '\\' }))
  const tail = new LogTail(crawl)
  await tail.follow(5000)
  assert.deepEqual([tail.survey.pages, tail.survey.relevant, tail.survey.damage], [2, 0, ''])
  assert.deepEqual(
    tail.survey.recent().map(one => one.title),
    ['\\', title],
  )
})

test('the numbers end at a damaged line, and go on when the log is mended', async () => {
  const { directory: crawl } = crawlIn('damaged')
  const place = { warc: ['../../etc/passwd', 0, 9] }
  const good = page(0, true) + page(1, true, place)
  const odd = '{"t":"page","id":-1,"url":7,"status":"x","score":"1e9","relevant":"yes"}\n'
  for (const damaged of ['not JSON\n', '[]\n', 'null\n', odd, `${'x'.repeat(65 * 1024 * 1024)}\n`]) {
    writeFileSync(crawl.log, good + damaged + page(2, true))
    const tail = new LogTail(crawl)
    await tail.follow(20_000)
    assert.deepEqual([tail.survey.pages, tail.share], [2, 1], damaged.slice(0, 20))
    assert.match(tail.survey.damage, /line 3 of the log/)
    assert.equal(tail.survey.recent()[0].place, null, 'the log does not choose which files are read')
    writeFileSync(crawl.log, good + page(2, true))
    await tail.follow(20_000)
    assert.deepEqual([tail.survey.pages, tail.survey.damage], [3, ''])
  }
  const gone = new LogTail(crawlDirectory(join(directory, 'there-is-none')))
  await gone.follow(1000)
  assert.deepEqual([gone.survey.pages, gone.share], [0, 1])
})

test('recent pages, reasons and samples are bounded, however long the log is', async () => {
  const { directory: crawl } = crawlIn('long')
  const { log } = crawl
  for (let from = 0; from < 20_000; from += 2000)
    appendFileSync(log, Array.from({ length: 2000 }, (_, i) => page(from + i, i % 4 === 0)).join(''))
  for (let i = 0; i < 5000; i++) appendFileSync(log, `{"t":"skip","id":${i},"url":"u","reason":"odd reason ${i}"}\n`)
  const tail = new LogTail(crawl)
  await tail.follow(30_000)
  const { survey } = tail
  assert.deepEqual([survey.pages, survey.relevant], [20_000, 5000])
  assert.ok(survey.samples().length <= 1025)
  assert.equal(survey.samples().at(-1)?.pages, 20_000)
  assert.equal(survey.recent().length, 50)
  assert.ok(survey.trouble().length <= 20)
})

test('the state of a crawl is told from its files', async () => {
  const log = `{"t":"run","strategy":"breadth-first","seeds":[]}\n${page(0, true)}`
  const stop = (reason: string): string => `{"t":"stop","at":"2026-01-02T03:04:05Z","reason":"${reason}"}\n`
  const state = async (name: string, files: Record<string, string>): Promise<string> =>
    (await glanceAt(crawlIn(name, files))).state
  assert.equal(await state('empty', {}), 'never')
  assert.equal(await state('created', { 'crawl.json': IDENTITY }), 'never')
  assert.equal(await state('done', { 'crawl.json': IDENTITY, 'crawl.log.jsonl': log + stop('quota') }), 'finished')
  assert.equal(
    await state('by-hand', { 'crawl.json': IDENTITY, 'crawl.log.jsonl': log + stop('interrupted') }),
    'stopped',
  )
  assert.equal(await state('killed', { 'crawl.json': IDENTITY, 'crawl.log.jsonl': `${log}{"t":"st` }), 'brokenOff')
  assert.equal(await state('other', { 'crawl.json': '{"format":"something else"}' }), 'unreadable')
  assert.equal(await state('broken', { 'crawl.json': '{' }), 'unreadable')
  assert.equal((await glanceAt(crawlIn('named', { 'crawl.json': IDENTITY }))).title, 'Thai web')
})

test('a crawl with broken files in all places still has a page', async () => {
  const crawl = crawlIn('all-broken', {
    'crawl.json': IDENTITY,
    'crawl.log.jsonl': '\0\0\0\n{"t":"page"}\n',
    'status.json':
      '{"at":"never","pages":-5,"harvest":"x","estimate":[],"signs":7,"languages":{"__proto__":3,"tha":"x"}}',
    'hosts.tsv': 'no columns',
    'exclude.txt': '\xff\xfe',
  })
  const view = await new WatchedCrawl(crawl).view()
  assert.equal(view.state, 'brokenOff')
  assert.equal(view.live?.pages, 0)
  assert.match(view.hostsProblem, /hosts\.tsv/)
  assert.match(view.damage, /line 1 of the log/)
})

test('crawls have names that are addresses, and a syllabus has one for each topic', () => {
  const inside = join(directory, 'named')
  rmSync(inside, { recursive: true, force: true })
  const topic = (name: string, slug: string) => ({
    name,
    slug,
    query: '',
    learnedFrom: '',
    gMean: null,
    isVague: false,
    crawledFrom: '',
    pages: 0,
    relevant: 0,
    bytes: 0,
    hosts: 0,
    embeds: 0,
    reused: 0,
    texts: 0,
    stopped: '',
    warnings: [],
  })
  const syllabus = {
    format: 'longtail-syllabus',
    version: 1,
    name: 'biology',
    subject: '',
    language: '',
    updated: '',
    topics: [topic('Photosynthesis', 'photosynthesis'), topic('เซลล์', 'cells')],
  }
  for (const path of ['a/crawl', 'b/crawl', 'c/odd name?', 'biology', 'built'])
    mkdirSync(join(inside, path), { recursive: true })
  writeFileSync(join(inside, 'biology', 'syllabus.json'), JSON.stringify(syllabus))
  const watched = ['a/crawl', 'b/crawl', 'a/crawl', 'c/odd name?', 'biology'].map(path => join(inside, path))
  const crawls = findCrawls([join(inside, 'built'), join(inside, 'gone')], watched)
  assert.deepEqual(
    crawls.map(({ name, topic: said }) => [name, said]),
    [
      ['crawl', ''],
      ['crawl-2', ''],
      ['odd-name-', ''],
      ['biology-photosynthesis', 'Photosynthesis'],
      ['biology-cells', 'เซลล์'],
    ],
  )
  writeFileSync(join(inside, 'built', 'crawl.json'), IDENTITY)
  assert.deepEqual(
    findCrawls([join(inside, 'built')], []).map(({ name }) => name),
    ['built'],
  )
  const live = statusIn({ at: '', campaign: "/home/o'neil/my campaign.yaml" })
  assert.equal(
    resumeCommand({ crawl: crawls[3], live }),
    `longtail crawl '/home/o'\\''neil/my campaign.yaml' --out ${join(inside, 'biology')}`,
  )
})

test('a file named pause in a crawl that does not run is told from a pause', async () => {
  const crawl = crawlIn('waiting', { 'crawl.json': IDENTITY, 'crawl.log.jsonl': '{"t":"stop","reason":"time"}\n' })
  askToPause(crawlDirectory(crawl.directory.path))
  const { state, isPauseAsked, process } = await glanceAt(crawl)
  assert.deepEqual([state, isPauseAsked, process], ['finished', true, 0])
})

test('moments of a long watch stay few, the first and the last among them', () => {
  const history = new History()
  for (let at = 1; at <= 5000; at++) {
    const live = statusIn({ at: new Date(at * 2000).toISOString(), queue: at, pagesPerSecond: 1 })
    if (live !== null) history.add(live)
    if (live !== null) history.add(live)
  }
  const moments = history.moments()
  assert.ok(moments.length <= 400)
  assert.deepEqual([moments[0].queue, moments.at(-1)?.queue], [1, 5000])
  assert.ok(moments.every((moment, index) => index === 0 || moment.at > moments[index - 1].at))
})

test('each line of exclude.txt that cannot be meant is named, the others are not', () => {
  const good = [
    '',
    '# remark',
    'http://games.example/*',
    '*/cart/* # shops',
    '*?sort=*',
    'http*://a.example/x',
    '\uFEFF*.pdf',
  ]
  assert.deepEqual(excludeMistakes(good.join('\r\n')), [])
  const bad = ['games', '*', 'http://*', '/cart/*', '*/two words', '*/แมว*', `*${'x'.repeat(3000)}`, 'ftp://a/*']
  assert.deepEqual(
    excludeMistakes(`http://a.example/*\n${bad.join('\n')}`).map(({ line, problem }) => [line, problem]),
    [
      [2, 'excludeStart'],
      [3, 'excludeAll'],
      [4, 'excludeAll'],
      [5, 'excludeStart'],
      [6, 'excludeSpace'],
      [7, 'excludeLetters'],
      [8, 'excludeLong'],
      [9, 'excludeStart'],
    ],
  )
})
