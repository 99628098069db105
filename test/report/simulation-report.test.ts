import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { simulationTable, writeReport } from '../../src/report/index.js'
import { count, measured, percent, seconds } from '../../src/report/numbers.js'
import { milestone } from '../../src/report/simulation/milestones.js'
import { POSSIBLE_FILES, simulationReport } from '../../src/report/simulation/report.js'
import type { RunResult } from '../../src/simulate/result.js'
import { madeUpResult, madeUpRun } from './made-up-result.js'
import { madeUpStatistics } from './made-up-statistics.js'
import { parseHtml, parseXml } from './read-markup.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-report-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const several = [
  madeUpRun({ strategy: 'server-conservative:t=10', pages: 35_817, coverage: 0.9973, hours: 31.4 }),
  madeUpRun({ strategy: 'hard-focused', pages: 24_011, coverage: 0.878, hours: 23.9 }),
  madeUpRun({ strategy: 'soft-focused', pages: 183_441, coverage: 1, hours: 170.2 }),
  madeUpRun({ strategy: 'perfect', pages: 17_931, coverage: 1, hours: 15 }),
  madeUpRun({ strategy: 'lswc:s=3,t=5', pages: 30_000, coverage: 0.91, stopped: 'pages', hours: 30 }),
]

function pageOf(...arguments_: Parameters<typeof simulationReport>): string {
  return simulationReport(...arguments_).find(({ path }) => path === 'report.html')?.content ?? ''
}

test('every number of the results is in the page and in the terminal', () => {
  const { text } = parseHtml(pageOf(madeUpResult(several), null))
  const table = simulationTable(madeUpResult(several))
  for (const run of several) {
    const numbers = [run.pages, run.relevant, run.servers, run.maxQueue].map(count)
    const shares = [run.coverage, run.harvest].map(share => percent(share).replace('\u00a0', ' '))
    for (const expected of [run.strategy, ...numbers, ...shares, seconds(run.seconds)]) {
      assert.ok(text.includes(expected), `${expected} of ${run.strategy} in the page`)
      assert.ok(table.includes(expected), `${expected} of ${run.strategy} in the terminal`)
    }
  }
  const rows = table.split('\n')
  assert.equal(rows.length, 2 + several.length)
  assert.match(rows[0], /^strategy +pages +relevant +coverage +harvest +servers +max queue +seconds$/)
  for (const row of rows) assert.equal(row.length, rows[1].length)
})

test('pages and harvest at fixed coverages are read off the curve', () => {
  const point = (pages: number, relevant: number) => ({ pages, relevant, queue: 0, servers: 1 })
  const run: RunResult = { ...several[0], curve: [point(0, 0), point(100, 50), point(300, 100)] }
  assert.deepEqual(milestone(run, 200, 0.5), { coverage: 0.5, pages: 300, harvest: 1 / 3, hours: null })
  assert.deepEqual(milestone(run, 100, 0.75), { coverage: 0.75, pages: 200, harvest: 75 / 200, hours: null })
  assert.equal(milestone(run, 200, 0.9), null)
  assert.equal(milestone(run, 0, 0.5), null)
  const { text } = parseHtml(pageOf(madeUpResult(several), null))
  for (const coverage of [0.5, 0.8, 0.9, 0.95, 0.98, 0.99]) {
    const at = milestone(several[0], madeUpResult([]).graph.relevant, coverage)
    assert.ok(at !== null && text.includes(measured(at.pages)))
  }
})

test('the summary says who reached what, and leaves the oracle out', () => {
  const { text } = parseHtml(pageOf(madeUpResult(several), null))
  assert.match(text, /5 strategies on a graph of 183,441 crawled pages \(390,787 known, on 5,741 servers\)/)
  assert.match(text, /Highest coverage: soft-focused found 100 % of the relevant pages in 183k pages\./)
  assert.match(text, /90 % coverage: \S+ needed the fewest pages/)
  assert.doesNotMatch(text, /perfect needed the fewest/)
  assert.match(text, /Stopped before the end: lswc:s=3,t=5 by the limit of 30,000 pages\./)
  assert.doesNotMatch(text, /took the same course/)
  const twice = [several[0], { ...several[0], strategy: 'another-name' }]
  assert.match(
    parseHtml(pageOf(madeUpResult(twice), null)).text,
    /server-conservative:t=10 and another-name took the same course/,
  )
  assert.match(text, /longtail simulate small\.graph --strategy soft-focused --out report/)
  assert.match(text, /Longtail\/\d/)
})

test('names from outside stay text: no element, attribute or script of theirs gets in', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>'\u202e\u0000&amp;</svg></style>`
  const runs = [
    { ...several[0], strategy: evil },
    { ...several[1], strategy: 'a\tb\nc' },
    { ...several[2], strategy: '' },
  ]
  const result = madeUpResult(runs, {
    file: evil,
    origin: { [evil]: evil, __proto__: evil, deep: { er: { and: { deeper: evil } } } },
  })
  const options = { ...result.options, command: evil, target: evil, network: { [evil]: 1 } }
  const plain = parseHtml(pageOf(madeUpResult(several.slice(0, 3)), madeUpStatistics(7)))
  const files = simulationReport({ ...result, options }, madeUpStatistics(7))
  const { tags } = parseHtml(pageOf({ ...result, options }, madeUpStatistics(7)))
  const elements = (all: typeof tags) => [...new Set(all.map(({ name }) => name))].sort()
  assert.deepEqual(elements(tags), elements(plain.tags))
  assert.equal(tags.filter(({ name }) => name === 'script').length, 1)
  assert.deepEqual(
    tags.flatMap(({ attributes }) => Object.keys(attributes).filter(name => name.startsWith('on'))),
    [],
  )
  for (const { path, content } of files) if (path.endsWith('.svg')) parseXml(content)
  const tsv = files.find(({ path }) => path === 'curves.tsv')?.content ?? ''
  for (const line of tsv.trimEnd().split('\n')) assert.equal(line.split('\t').length, 8)
})

test('the page needs nothing else: links lead to its own parts and to the files beside it', () => {
  const texts = simulationReport(madeUpResult(several), madeUpStatistics(7))
  const files = [...texts, { path: 'curves.parquet' }]
  const html = pageOf(madeUpResult(several), madeUpStatistics(7))
  const { tags } = parseHtml(html)
  const ids = new Set(tags.map(({ attributes }) => attributes.id))
  for (const { name, attributes } of tags) {
    assert.equal(attributes.src, undefined)
    assert.notEqual(name, 'link')
    const { href } = attributes
    if (href === undefined) continue
    const known = href.startsWith('#') ? ids.has(href.slice(1)) : files.some(({ path }) => path.startsWith(href))
    assert.ok(known, `${href} is not there`)
  }
  const script = /<script>([^]*?)<\/script>/.exec(html)?.[1] ?? ''
  assert.ok(html.includes(`script-src &#39;sha256-${createHash('sha256').update(script).digest('base64')}&#39;`))
  assert.doesNotMatch(html, /url\(|@import|https?:\/\/(?!www\.w3\.org)/)
  assert.equal(
    new Set(tags.flatMap(({ attributes }) => attributes.id ?? [])).size,
    tags.flatMap(({ attributes }) => attributes.id ?? []).length,
  )
})

test('all SVG files are well-formed, and the drawings in the page are too', () => {
  const files = simulationReport(madeUpResult(several), madeUpStatistics(70_000))
  const drawings = files.filter(({ path }) => path.endsWith('.svg'))
  const names = drawings.map(({ path }) => path.slice('figures/'.length, -'.svg'.length))
  for (const name of ['coverage', 'harvest', 'queue', 'servers', 'missed', 'coverage-hours', 'pages-hours'])
    assert.ok(names.includes(name), name)
  for (const name of ['distance-size', 'distance-ratio', 'nearest-relevant', 'degrees', 'server-sizes'])
    assert.ok(names.includes(name), name)
  for (const { content } of drawings) parseXml(content)
  const inPage = pageOf(madeUpResult(several), madeUpStatistics(70_000)).match(/<svg[^]*?<\/svg>/g) ?? []
  assert.ok(inPage.length > drawings.length)
  for (const drawing of inPage) parseXml(drawing)
})

test('a run that halted has a mark, one that was cut off has none', () => {
  const file = (runs: readonly RunResult[]): string =>
    simulationReport(madeUpResult(runs), null).find(({ path }) => path === 'figures/coverage.svg')?.content ?? ''
  const marks = (text: string): number => parseXml(text).filter(({ attributes }) => attributes.class === 'hm').length
  assert.equal(marks(file(several)), 4)
  assert.equal(marks(file([several[4]])), 0)
})

test('nothing to show is shown as nothing: no run, no relevant page, curves of one point or none', () => {
  const nothing: RunResult = { ...madeUpRun({ strategy: 'idle', pages: 0, coverage: 0 }), missed: [] }
  const point = { pages: 0, relevant: 0, queue: 3, servers: 0 }
  const cases = [
    madeUpResult([]),
    madeUpResult([nothing]),
    madeUpResult([{ ...nothing, curve: [] }]),
    madeUpResult([{ ...nothing, curve: [point] }]),
    madeUpResult([{ ...nothing, pages: 1, curve: [{ ...point, pages: 1, relevant: 1, hours: 0 }] }]),
    madeUpResult([{ ...nothing, curve: Array.from({ length: 500 }, () => point) }, several[0]]),
    madeUpResult([{ ...several[0], coverage: Number.NaN, harvest: Number.NaN, seconds: Infinity }]),
    madeUpResult(
      several.map(run => ({
        ...run,
        relevant: 0,
        coverage: 0,
        harvest: 0,
        curve: run.curve.map(one => ({ ...one, relevant: 0 })),
      })),
      { relevant: 0, reachable: 0 },
    ),
    madeUpResult([nothing], {
      pages: 0,
      crawled: 0,
      links: 0,
      servers: 0,
      relevant: 0,
      reachable: 0,
      seeds: [],
      origin: {},
    }),
  ]
  for (const result of cases) {
    for (const stats of [null, madeUpStatistics(0)]) {
      for (const { path, content } of simulationReport(result, stats)) {
        assert.doesNotMatch(content, /NaN|Infinity|undefined|\[object/, path)
        if (path.endsWith('.svg')) parseXml(content)
      }
    }
    assert.doesNotMatch(simulationTable(result), /NaN|Infinity|undefined/)
  }
})

test('a dozen long runs with noise stay under a megabyte', () => {
  const runs = Array.from({ length: 12 }, (_, i) =>
    madeUpRun({
      strategy: `limited-distance:n=${i}`,
      pages: 20_000 + 9_000 * i,
      coverage: 0.9 + i / 150,
      hours: 40 + i,
      points: 2048,
    }),
  )
  const html = pageOf(madeUpResult(runs), madeUpStatistics(1000))
  assert.ok(Buffer.byteLength(html) < 1_000_000, `${Buffer.byteLength(html)} bytes`)
  // sixteen styles repeat after that, and still every run has its row
  const more = Array.from({ length: 20 }, (_, i) => madeUpRun({ strategy: 'twice', pages: 100 + i, coverage: 0.1 }))
  assert.match(parseHtml(pageOf(madeUpResult(more), null)).text, /twice \(20\)/)
})

test('files are written whole, under their names, and the same input gives the same files', () => {
  const out = join(directory, 'new', 'folder')
  const result = madeUpResult(several)
  const paths = writeReport(result, madeUpStatistics(5), out)
  assert.ok(paths.every(path => existsSync(path)))
  assert.equal(paths.at(-1), join(out, 'report.html'))
  assert.deepEqual(readdirSync(out).sort(), [
    'curves.csv',
    'curves.parquet',
    'curves.tsv',
    'figures',
    'missed.csv',
    'report.html',
    'results.json',
    'statistics.json',
  ])
  assert.deepEqual(JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')), result)
  const before = paths.map(path => readFileSync(path, 'utf8'))
  assert.deepEqual(writeReport(result, madeUpStatistics(5), out), paths)
  assert.deepEqual(
    paths.map(path => readFileSync(path, 'utf8')),
    before,
  )
  const lines = readFileSync(join(out, 'curves.tsv'), 'utf8').trimEnd().split('\n')
  assert.equal(lines.length, 1 + several.reduce((sum, run) => sum + run.curve.length, 0))
})

test('what an earlier report left behind goes, what others put there stays', () => {
  const out = join(directory, 'again')
  const first = writeReport(madeUpResult(several), madeUpStatistics(5), out)
  writeFileSync(join(out, 'figures', 'mine.svg'), '')
  const oneRun = madeUpResult([madeUpRun({ strategy: 'hard-focused', pages: 50, coverage: 0.1 })])
  const second = writeReport(oneRun, null, out)
  for (const path of first) assert.equal(existsSync(path), second.includes(path), path)
  assert.ok(existsSync(join(out, 'figures', 'mine.svg')))
  const possible = new Set(POSSIBLE_FILES.map(path => join(out, path)))
  assert.deepEqual(
    first.filter(path => !possible.has(path) && !/(report\.html|results\.json|curves\.\w+|missed\.csv)$/.test(path)),
    [],
  )
})

test('a directory that cannot be written is an error that says so', () => {
  const file = join(directory, 'a-file')
  writeFileSync(file, '')
  assert.throws(
    () => writeReport(madeUpResult([]), null, file),
    (error: unknown) => error instanceof LongtailError && error.code === 'E_DISK' && error.message.includes('a-file'),
  )
})
