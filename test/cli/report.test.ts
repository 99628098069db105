import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'
import { at, pageLine, runLine, writeCrawl } from '../report/made-up-crawl.js'

const directory = temporaryDirectory('report-cli')
after(() => rmSync(directory, { recursive: true, force: true }))

const log = [
  runLine(['http://a.example/']),
  pageLine(0, 'http://a.example/', { relevant: true, language: 'tha', links: ['http://b.example/'] }),
  pageLine(1, 'http://b.example/', { hops: 1 }),
  { t: 'stop', at: at(5), reason: 'finished' },
]
const crawl = writeCrawl(join(directory, 'crawl'), log)

test('report writes a page into the directory of the crawl, and says where and what', async () => {
  const { code, stdout, stderr } = await runCli('report', crawl)
  assert.equal(code, 0, stderr)
  assert.equal(stdout, '2 pages, 1 relevant (50.0 %), 2 hosts\n')
  assert.equal(stderr, `report: ${join(crawl, 'report.html')}\n`)
  assert.match(readFileSync(join(crawl, 'report.html'), 'utf8'), /^<!doctype html>/)
})

test('report --json prints one object with the numbers; --out and --figures say where files go', async () => {
  const out = join(directory, 'out', 'page.html')
  const figures = join(directory, 'out', 'figures')
  const { code, stdout, stderr } = await runCli('report', crawl, '--out', out, '--figures', figures, '--json')
  assert.equal(code, 0, stderr)
  assert.equal(stdout.trimEnd().split('\n').length, 1)
  const numbers = JSON.parse(stdout)
  assert.deepEqual([numbers.pages, numbers.relevant, numbers.harvest, numbers.report], [2, 1, 0.5, out])
  assert.deepEqual([numbers.locality.fromRelevant.links, numbers.stopped], [1, 'finished'])
  assert.ok(numbers.figures.length > 5 && [out, ...numbers.figures].every((path: string) => existsSync(path)))
})

test('what is no crawl, no report or no flag is refused with a code that says so', async () => {
  const mine = join(directory, 'mine.html')
  writeFileSync(mine, 'mine')
  const damaged = writeCrawl(join(directory, 'damaged'), `${JSON.stringify(log[0])}\n{}\n`)
  const cases: [string[], number, RegExp][] = [
    [['report', directory], 1, /E_CRAWL_DIR: .* is not a crawl directory/],
    [['report', join(directory, 'nowhere')], 1, /E_CRAWL_DIR: .* is not a crawl directory/],
    [['report', crawl, '--out', mine], 1, /E_OUT_DIR: .*mine\.html exists and is not a report/],
    [['report', crawl, '--out', directory], 1, /E_OUT_DIR: .* is a directory/],
    [['report', crawl, '--out', '/dev/null'], 1, /E_OUT_DIR: .* is not a report/],
    [['report', crawl, '--out', join(mine, 'x.html')], 1, /E_DISK: /],
    [['report', damaged], 1, /E_CRAWL_DIR: .*line 2 of the log is not a crawl log line/],
    [['report'], 2, /missing required argument/],
    [['report', crawl, '--nonsense'], 2, /unknown option/],
  ]
  for (const [args, expected, message] of cases) {
    const { code, stderr } = await runCli(...args)
    assert.equal(code, expected, `${args.join(' ')}: ${stderr}`)
    assert.match(stderr, message)
  }
  assert.equal(readFileSync(mine, 'utf8'), 'mine')
  // the lines before the damage are reported all the same
  assert.match(readFileSync(join(damaged, 'report.html'), 'utf8'), /The log is damaged/)
  assert.ok(!existsSync(join(directory, 'report.html')))
})

test('the directory of a syllabus is no crawl: its topics are', async () => {
  const school = join(directory, 'school')
  mkdirSync(school)
  const topic = {
    name: 'Bees',
    slug: 'bees',
    query: 'bees',
    learnedFrom: '',
    gMean: null,
    isVague: false,
    crawledFrom: '',
  }
  const counts = {
    pages: 0,
    relevant: 0,
    bytes: 0,
    hosts: 0,
    embeds: 0,
    reused: 0,
    texts: 0,
    stopped: '',
    warnings: [],
  }
  const head = { format: 'longtail-syllabus', version: 1, name: 'school', subject: '', language: '', updated: '' }
  writeFileSync(join(school, 'syllabus.json'), JSON.stringify({ ...head, topics: [{ ...topic, ...counts }] }))
  const { code, stderr } = await runCli('report', school)
  assert.equal(code, 2)
  assert.match(stderr, /E_USAGE: .*syllabus; make the report of one topic .*bees/)
})
