import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '../../src/collection/index.js'
import { hostOf, serverHash, tldOf } from '../../src/report/crawl/addresses.js'
import { BoundedTable } from '../../src/report/crawl/bounded-table.js'
import { Course, Pace, type CourseSample } from '../../src/report/crawl/course.js'
import { KnownUrls } from '../../src/report/crawl/known-urls.js'
import { LogSurvey } from '../../src/report/crawl/log-survey.js'
import { Runs } from '../../src/report/crawl/runs.js'
import { languageName } from '../../src/page/language/english-name.js'
import { dateInWords, durationInWords, targetInWords } from '../../src/report/crawl/words.js'
import { at } from './made-up-crawl.js'

test('a full table loses its small rows and keeps the large ones', () => {
  const table = new BoundedTable(
    100,
    () => ({ seen: 0 }),
    row => row.seen,
  )
  for (let i = 0; i < 50; i++) for (const name of ['large', 'larger', 'larger']) table.row(name).seen++
  for (let i = 0; i < 5000; i++) table.row(`small-${i}`).seen++
  assert.ok(table.size <= 100 && table.dropped >= 4900, `${table.size} rows, ${table.dropped} dropped`)
  assert.deepEqual(
    table.top(2).map(([name, { seen }]) => [name, seen]),
    [
      ['larger', 100],
      ['large', 50],
    ],
  )
  assert.equal(table.top(7, row => (row.seen > 99 ? row.seen : 0)).length, 1)
  assert.equal(table.row('__proto__').seen, 0)
})

test('the first rows of a table are those that sorting all of it gives', () => {
  const table = new BoundedTable(
    10_000,
    () => ({ seen: 0 }),
    row => row.seen,
  )
  for (let i = 0; i < 1000; i++) table.row(`n${i}`).seen = (i * 7919) % 503
  const all = table.top(1000)
  assert.deepEqual(table.top(10), all.slice(0, 10))
  assert.ok(all.every(([, { seen }], index) => index === 0 || seen <= all[index - 1][1].seen))
})

test('hosts and domains are cut out of whatever stands in a log', () => {
  assert.equal(hostOf('http://www.a.co.th:8080/x/y?z=http://b.example/'), 'www.a.co.th:8080')
  assert.equal(tldOf('www.a.co.th:8080'), 'th')
  for (const host of ['127.0.0.1', '[::1]:80', 'localhost', '']) assert.equal(tldOf(host), '', host)
  for (const odd of ['', '://', 'http://', 'no url', 'http://a']) assert.equal(typeof hostOf(odd), 'string')
  assert.equal(serverHash('http://a.example/x'), serverHash('https://a.example/y/z'))
  assert.notEqual(serverHash('http://a.example/'), serverHash('http://a.example:81/'))
})

test('samples along a crawl stay few, even and end with the last page', () => {
  const course = new Course()
  const seen: boolean[] = []
  for (let pages = 1; pages <= 50_001; pages++) {
    const isRelevant = pages % 3 === 0 || pages > 49_500
    seen.push(isRelevant)
    const rest = { waiting: 1, hosts: 1, relevantHosts: 1, seconds: pages }
    course.add(isRelevant, { pages, relevant: seen.length, ...rest })
  }
  const points = course.points()
  assert.ok(points.length > 500 && points.length <= 1024, `${points.length} points`)
  assert.equal(points.at(-1)?.pages, 50_001)
  const steps = new Set(points.slice(1, -1).map((point: CourseSample, index) => point.pages - points[index].pages))
  assert.equal(steps.size, 1)
  for (const { pages, recentHarvest } of points.filter((_, index) => index % 50 === 0)) {
    const recent = seen.slice(Math.max(0, pages - 1000), pages)
    assert.equal(recentHarvest, recent.filter(Boolean).length / recent.length)
  }
})

test('pages per stretch of time add up, however long it takes', () => {
  const pace = new Pace()
  const seconds = 400_000
  for (let second = 0; second < seconds; second += 10) pace.add(second, second % 20 === 0)
  const stretches = pace.stretches(seconds, 100)
  assert.ok(stretches.length <= 100 && stretches.length > 20, `${stretches.length}`)
  const sum = (key: 'pages' | 'relevant'): number => stretches.reduce((total, one) => total + one[key], 0)
  assert.deepEqual([sum('pages'), sum('relevant')], [40_000, 20_000])
  assert.equal(stretches.at(-1)?.toSecond, seconds)
  assert.ok(stretches.every(({ fromSecond }, i) => i === 0 || fromSecond === stretches[i - 1].toSecond))
})

test('the clock of crawling leaves out the time between runs, and never runs backwards', () => {
  const runs = new Runs()
  const run = { software: '', strategy: 's', seeds: 1 }
  runs.start({ ...run, at: at(0) })
  assert.equal(runs.page(at(10), true), 10)
  assert.equal(runs.page(at(5), false), 5)
  runs.stop(at(20), { reason: 'interrupted' })
  runs.start({ ...run, at: at(86_400) })
  assert.equal(runs.page(at(86_410), false), 30)
  assert.equal(runs.time('no date'), 30)
  // out of an archive
  runs.page(at(-1e8), false)
  assert.equal(runs.undated, 1)
  assert.equal(runs.seconds, 30)
  assert.deepEqual(
    runs.list().map(({ pages, relevant, seconds, stopped }) => [pages, relevant, seconds, stopped]),
    [
      [2, 1, 20, 'interrupted'],
      [2, 0, 10, ''],
    ],
  )
  for (let i = 0; i < 1000; i++) runs.start({ ...run, at: at(90_000 + i) })
  assert.equal(runs.total, 1002)
  assert.equal(runs.list().length, 200)
  assert.equal(runs.list()[0].at, at(0))
})

test('links are counted by what their ends turn out to be, through redirects, and only between fetched pages', () => {
  const urls = new KnownUrls()
  // 0 relevant page, 1 other page of the same host, 2 redirect to 3, 3 relevant elsewhere, 4 never fetched
  for (const url of ['a.example/', 'a.example/1', 'b.example/2', 'b.example/3', 'c.example/']) urls.add(`http://${url}`)
  urls.link('http://a.example/', true, [1, 2, 4, -1])
  urls.link('http://a.example/1', false, [0, 3])
  urls.finish(0, true, true)
  urls.finish(1, true, false)
  urls.finish(2)
  urls.redirect(2, 3)
  urls.finish(3, true, true)
  assert.equal(urls.finish(3, true, true), false)
  assert.equal(urls.finish(99), false)
  assert.equal(urls.done, 4)
  assert.deepEqual(urls.locality(), {
    fromRelevant: { links: 2, toRelevant: 1, betweenHosts: 1, betweenHostsToRelevant: 1 },
    fromOther: { links: 2, toRelevant: 2, betweenHosts: 1, betweenHostsToRelevant: 1 },
  })
})

test('with more URLs than can be followed up links are left out, and a circle of redirects ends', () => {
  const urls = new KnownUrls(2000)
  for (let i = 0; i < 5000; i++) urls.add(`http://a.example/${i}`)
  urls.link('http://a.example/', true, [1, 4999])
  assert.equal(urls.locality(), null)
  assert.equal(urls.count, 5000)
  const circle = new KnownUrls()
  for (const url of ['http://a.example/', 'http://b.example/']) circle.add(url)
  circle.redirect(0, 1)
  circle.redirect(1, 0)
  assert.equal(circle.locality()?.fromOther.links, 0)
})

test('lines without what they should have, or with nonsense in it, are survived', () => {
  const survey = new LogSurvey(10)
  const nonsense: unknown[] = [null, -1, 1e300, '', 'x'.repeat(100_000), {}, [[]], true, ['', 7, null, -3, 1e99]]
  const keys = [
    'id',
    'url',
    'at',
    'status',
    'bytes',
    'hops',
    'language',
    'mime',
    'links',
    'leads',
    'reason',
    'seeds',
    'title',
    'score',
  ]
  for (const t of [
    'page',
    'run',
    'page',
    'redirect',
    'sitemap',
    'sitemaps',
    'robots',
    'skip',
    'later',
    'archived',
    'stop',
  ])
    for (const value of nonsense) survey.add(entry({ t, ...Object.fromEntries(keys.map(key => [key, value])) }))
  survey.add(entry({ t: 'page' }))
  const numbers = survey.numbers()
  assert.equal(numbers.pages, 2 * nonsense.length + 1)
  assert.doesNotMatch(JSON.stringify(numbers), /null|NaN/)
})

/** What a reader of a changed log would hand on: only `t` is sure. */
function entry(value: Readonly<Record<string, unknown>>): LogEntry {
  return JSON.parse(JSON.stringify(value))
}

test('codes, dates and durations read as words, and what is none as itself or a dash', () => {
  assert.deepEqual(
    ['tha', 'und', 'xq', '<b>', ''].map(code => languageName(code)),
    ['Thai', 'unknown', 'xq', '<b>', 'unknown'],
  )
  assert.equal(
    targetInWords({ language: ['tha', 'lao'], policy: 'strict', 'inherit-unknown': false }),
    'Thai or Lao; policy: strict',
  )
  for (const target of [null, undefined, 7, {}, [], { language: null }])
    assert.equal(typeof targetInWords(target), 'string')
  assert.equal(dateInWords('2026-11-15T13:30:39.123Z'), '2026-11-15 13:30:39 UTC')
  assert.equal(dateInWords('<script>'), '–')
  assert.deepEqual([3, 600, 36_000, 864_000, Number.NaN].map(durationInWords), [
    '3.00 s',
    '10 min',
    '10.0 h',
    '10.0 days',
    '–',
  ])
})
