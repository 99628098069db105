import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { madeZip } from '../documents/made-office.js'
import { demoCampaign, type CampaignPart } from './demo-crawl.js'
import { logText } from './log-files.js'
import { runCli, startCli, temporaryDirectory, writeCampaign } from './run-cli.js'

let directory: string
let web: DemoWeb
let server: DemoServer

before(async () => {
  directory = temporaryDirectory('cli')
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 20, seed: 8 })
  server = await serveDemoWeb(web)
})

after(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

function campaign(name: string, parts: CampaignPart = {}): string {
  return writeCampaign(directory, demoCampaign(web, server, parts), `${name}.yaml`)
}

test('crawl --json prints one object as its last line, progress goes to stderr, status reads the same', async () => {
  const out = join(directory, 'json')
  const { code, stdout, stderr } = await runCli('crawl', campaign('json'), '--out', out, '--max-pages', '40', '--json')
  assert.equal(code, 0, stderr)
  const lines = stdout.trimEnd().split('\n')
  assert.equal(lines.length, 1)
  const summary = JSON.parse(lines[0])
  assert.deepEqual(Object.keys(summary), [
    'pages',
    'relevant',
    'harvest',
    'bytes',
    'hosts',
    'seconds',
    'stopped',
    'why',
    'warc',
    'embeds',
    'reused',
    'texts',
    'unfetched',
  ])
  assert.equal(summary.pages, 40)
  assert.equal(summary.stopped, 'pages')
  assert.ok(stderr.includes('crawling into'))
  const status = JSON.parse((await runCli('status', out, '--json')).stdout)
  assert.equal(status.pages, 40)
  assert.equal(status.relevant, summary.relevant)
  assert.equal(status.running, false)
})

test('Ctrl-C saves and exits 0, and the same command goes on', async () => {
  const out = join(directory, 'interrupt')
  const file = campaign('interrupt', { politeness: { delay: '50ms' } })
  const { child, result } = startCli(['crawl', file, '--out', out, '--json', '--max-pages', '150'])
  await new Promise<void>(started =>
    child.stderr?.on('data', text => String(text).includes('crawling into') && setTimeout(started, 500)),
  )
  child.kill('SIGINT')
  const first = await result
  assert.equal(first.code, 0, first.stderr)
  assert.equal(JSON.parse(first.stdout).stopped, 'interrupted')
  const second = await runCli('crawl', file, '--out', out, '--json', '--max-pages', '150')
  assert.equal(JSON.parse(second.stdout).pages, 150)
})

test('a crawl says what it expects, and another begins with what it learned, found beside its campaign', async () => {
  const out = join(directory, 'teacher')
  const parts = { strategy: 'longtail', limits: { pages: 8 } }
  const first = await runCli('crawl', campaign('teacher', parts), '--out', out)
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /coverage unknown: too few pages so far/)
  const goOn = (pages: string): ReturnType<typeof runCli> =>
    runCli('crawl', campaign('teacher', parts), '--out', out, '--max-pages', pages)
  const more = await goOn('300')
  assert.match(more.stdout, /coverage about \d+ % \(\d+–\d+\): about \d+ relevant pages? left \(\d+ to \d+\)/)
  const all = await goOn('700')
  // pages come in another order each time: either the queue is empty, or what is left in it is known not to pay
  const queueIsEmpty = all.stdout.includes('nothing is left to fetch')
  if (!queueIsEmpty) assert.match(all.stdout, /the rest of the queue is not worth its downloads/)
  const expected = queueIsEmpty
    ? /coverage about 100 % \(100–100\)/
    : /coverage about (9[5-9]|100) % \(9[5-9]–(99|100)\)/
  assert.match(all.stdout, expected)
  assert.match(all.stdout, /about 0 relevant pages left \(0 to \d\)/)
  const pupil = join(directory, 'pupil')
  const second = await runCli('crawl', campaign('pupil', { ...parts, 'warm-start': 'teacher' }), '--out', pupil)
  assert.equal(second.code, 0, second.stderr)
  assert.equal(readFileSync(join(pupil, 'warm-start.json'), 'utf8'), readFileSync(join(out, 'model.json'), 'utf8'))
})

test('two processes cannot crawl into one directory', async () => {
  const out = join(directory, 'locked')
  const file = campaign('locked', { politeness: { delay: '300ms' } })
  const { child, result } = startCli(['crawl', file, '--out', out])
  await new Promise<void>(started =>
    child.stdout?.on('data', text => String(text).includes('crawling into') && started()),
  )
  const other = await runCli('crawl', file, '--out', out)
  assert.equal(other.code, 1)
  assert.match(other.stderr, /E_OUT_DIR: .* is being crawled by process \d+/)
  child.kill('SIGINT')
  assert.equal((await result).code, 0)
})

test('bad input is refused with a clear message, and touches nothing', async () => {
  const out = join(directory, 'refused')
  const cases: [args: string[], code: number, message: RegExp][] = [
    [['crawl', campaign('unknown-key', { limts: {} })], 2, /unknown-key\.yaml:1: unknown key "limts"/],
    [['crawl', campaign('no-seeds', { seeds: [] })], 2, /no seeds/],
    [
      ['crawl', campaign('bad-seed', { seeds: ['http://ok.example/', 'gopher://x/', 'nonsense'] })],
      2,
      /seeds: "gopher:\/\/x\/", "nonsense": not http or https URLs/,
    ],
    [['crawl', campaign('no-contact', { contact: '' })], 2, /contact/],
    [['crawl', campaign('strategy', { strategy: 'clairvoyant' })], 2, /E_STRATEGY.*clairvoyant/],
    [['crawl', campaign('language', { target: { language: 'klingonese' } })], 2, /E_LANGUAGE/],
    [['crawl', join(directory, 'absent.yaml')], 2, /cannot be read/],
    [['crawl', campaign('archive', { network: { archive: ['absent.warc.gz'] } })], 1, /E_ARCHIVE.*absent\.warc\.gz/],
    [['crawl', campaign('flag'), '--max-pages', 'lots'], 2, /whole number/],
    [['crawl', campaign('flag2'), '--no-such-flag'], 2, /unknown option/],
    [
      ['crawl', campaign('no-model', { strategy: 'longtail', 'warm-start': 'absent' })],
      2,
      /E_CAMPAIGN.*absent.*model\.json/,
    ],
    [['frobnicate'], 2, /unknown command/],
    [['judge', join(directory, 'absent.html'), '--language', 'tha'], 2, /the file does not exist/],
    [['status', join(directory, 'absent')], 1, /is not a crawl directory/],
  ]
  await Promise.all(
    cases.map(async ([args, code, message], index) => {
      const place = `${out}-${index}`
      const result = await runCli(...args, ...(args[0] === 'crawl' ? ['--out', place] : []))
      assert.equal(result.code, code, `${args.join(' ')}: ${result.stderr}`)
      assert.match(result.stderr, message)
      assert.ok(!/\n\s+at /.test(result.stderr), 'no stack trace')
      assert.ok(!existsSync(place), 'nothing was made')
    }),
  )
})

test("a directory with somebody else's files, or another campaign's crawl, is left alone", async () => {
  const foreign = join(directory, 'foreign')
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'thesis.doc'), 'precious')
  const first = await runCli('crawl', campaign('mine'), '--out', foreign)
  assert.equal(first.code, 1)
  assert.match(first.stderr, /E_OUT_DIR: .*is neither empty nor a crawl directory/)
  assert.deepEqual(readdirSync(foreign), ['thesis.doc'])

  const out = join(directory, 'owned')
  assert.equal((await runCli('crawl', campaign('owner'), '--out', out, '--max-pages', '5')).code, 0)
  const before = await logText(out)
  const renamed = await runCli('crawl', campaign('other', { name: 'other' }), '--out', out)
  assert.equal(renamed.code, 1)
  assert.match(renamed.stderr, /contains the crawl of campaign "test", not of "other"/)
  const retargeted = await runCli('crawl', campaign('lao', { target: { language: 'lao' } }), '--out', out)
  assert.match(retargeted.stderr, /another target/)
  assert.equal(await logText(out), before)
})

test('init writes a campaign once, and never over one that is there', async () => {
  const place = join(directory, 'fresh')
  assert.equal((await runCli('init', place)).code, 0)
  const again = await runCli('init', place)
  assert.equal(again.code, 2)
  assert.match(again.stderr, /already exists and was left as it is/)
})

test('judge explains its verdict on files and archives', async () => {
  const thai = join(directory, 'thai.html')
  writeFileSync(
    thai,
    `<title>t</title><p>${'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ '.repeat(8)}</p>`,
  )
  const out = join(directory, 'judged')
  const crawled = await runCli('crawl', campaign('judged'), '--out', out, '--max-pages', '30', '--json')
  const [warc] = JSON.parse(crawled.stdout).warc
  const { code, stdout, stderr } = await runCli('judge', thai, warc, '--campaign', campaign('judge'), '--json')
  assert.equal(code, 0, stderr)
  const { pages } = JSON.parse(stdout)
  assert.equal(pages[0].relevant, true)
  assert.equal(pages[0].language, 'tha')
  assert.ok(pages[0].reasons.length > 0)
  assert.ok(pages.length > 20, `${pages.length} pages`)
  for (const page of pages)
    for (const key of ['url', 'relevant', 'score', 'language', 'charset', 'reasons']) assert.ok(key in page)
  // a campaign that reads archives fetches nothing from the live Web
  const archived = campaign('judge-archive', { network: { archive: [warc] } })
  const [{ url }] = JSON.parse(stdout).pages.filter((page: { url: string }) => page.url.startsWith('http'))
  const fromArchive = await runCli('judge', url, '--campaign', archived, '--json')
  assert.equal(JSON.parse(fromArchive.stdout).pages[0].url, url, fromArchive.stderr)
  const absent = await runCli('judge', 'http://absent.example/', '--campaign', archived)
  assert.equal(absent.code, 1)
  assert.match(absent.stderr, /absent\.example.*network\.archive/)

  const text = await runCli('judge', thai, '--language', 'th')
  assert.match(text.stdout, /^relevant/)

  // its bytes are no text, whatever it is called
  const pdf = join(directory, 'paper.html')
  writeFileSync(pdf, '%PDF-1.4\nThis is a sentence in English that nobody sees, and this is another one.')
  const document = await runCli('judge', pdf, '--language', 'eng', '--json')
  const [{ relevant, language, reasons }] = JSON.parse(document.stdout).pages
  assert.deepEqual({ relevant, language }, { relevant: false, language: 'und' })
  assert.match(reasons.join('; '), /PDF document: it is damaged.*there is no text/)

  // a spreadsheet among the files does not end the work
  const sheet = join(directory, 'sheet.ods')
  writeFileSync(
    sheet,
    await madeZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
  )
  const rest = await runCli('judge', sheet, thai, '--language', 'th')
  assert.deepEqual([rest.code, /^relevant/.test(rest.stdout)], [0, true])
  assert.match(rest.stderr, /sheet\.ods: not a page but application\/zip/)
})

test('the demo works offline and ends by itself', async () => {
  const { code, stdout, stderr } = await runCli('demo', '--no-serve', '--pages', '120')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /breadth-first\s+120 pages, \d+ relevant/)
  assert.match(stdout, /Harvest: share of relevant pages/)
})

test('every command has help', async () => {
  for (const command of [[], ['crawl'], ['demo'], ['init'], ['status'], ['judge']]) {
    const { code, stdout } = await runCli(...command, '--help')
    assert.equal(code, 0)
    assert.match(stdout, /Usage: longtail/)
  }
})
