import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  crawlDirectory,
  firstRun,
  hasLog,
  isContinued,
  lastEntry,
  LOG_START,
  LogFold,
  logSize,
  readOn,
  type CrawlDirectory,
  type LogMark,
  type LogVisitor,
} from '../../src/collection/index.js'
import { temporaryDirectory } from '../crawl/run-cli.js'

let root: string

before(() => {
  root = temporaryDirectory('log-fold')
})

after(() => {
  rmSync(root, { recursive: true, force: true })
})

const RUN = {
  t: 'run',
  version: 1,
  at: '2026-01-01T00:00:00Z',
  software: 'x',
  strategy: 's',
  seeds: ['http://a.test/'],
}

function page(id: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  const judged = { relevant: true, score: 1, language: 'tha', share: 1 }
  return {
    t: 'page',
    id,
    url: `http://a.test/${id}`,
    at: '2026-01-01T00:00:01Z',
    status: 200,
    ...judged,
    links: [],
    ...more,
  }
}

function crawlOf(name: string, lines: readonly Record<string, unknown>[]): CrawlDirectory {
  const directory = crawlDirectory(join(root, name))
  mkdirSync(directory.path)
  writeFileSync(directory.log, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  return directory
}

async function fold(directory: CrawlDirectory, visitor: LogVisitor, from: LogMark = LOG_START) {
  const into = new LogFold(visitor)
  return readOn(directory, from, ({ entry }) => into.add(entry))
}

test('URLs are numbered by order of appearance, and lists are told by number', async () => {
  const directory = crawlOf('numbers', [
    RUN,
    page(0, { links: ['http://b.test/', 0, 'http://c.test/', 99, -1, {}], leads: ['http://d.test/'] }),
    { t: 'sitemaps', for: 0, sitemaps: ['http://e.test/'] },
    { ...page(7, { leads: ['http://f.test/', 4] }), t: 'redirect' },
  ])
  const urls: string[] = []
  const told: unknown[] = []
  await fold(directory, {
    url: (url, number) => (urls[number] = url),
    run: (_, seeds) => told.push(seeds),
    answer: (_, kind, numbers) => told.push([kind, numbers]),
  })
  assert.deepEqual(urls.map(url => url.charAt(7)).join(''), 'abcdef')
  assert.deepEqual(told, [
    [0],
    ['page', { isKnown: true, links: [1, 0, 2, -1, -1, -1], leads: [3] }],
    ['redirect', { isKnown: false, links: [], leads: [5, 4] }],
  ])
})

test('a page after the quota is a text, an embedded object without a status was given up', async () => {
  const embed = { t: 'embed', id: 0, url: 'http://a.test/x.png', via: 0, at: '' }
  const directory = crawlOf('kinds', [
    page(0, { frontier: true }),
    { ...embed, status: 404, mime: '' },
    { ...embed, reason: 'E_DNS: a.test is unknown' },
    { t: 'skip', id: 1, url: 'http://b.test/', at: '', reason: 'excluded' },
    { t: 'later', id: 2, url: 'http://c.test/', at: '', reason: 'E_TIMEOUT: c.test' },
  ])
  const told: unknown[] = []
  await fold(directory, {
    answer: (_, kind) => told.push(kind),
    embed: ({ status }) => told.push(status),
    givenUp: ({ what, kind, isForGood }) => told.push([what, kind, isForGood]),
  })
  assert.deepEqual(told, [
    'text',
    404,
    ['embed', 'E_DNS', true],
    ['page', 'excluded', true],
    ['page', 'E_TIMEOUT', false],
  ])
})

test('a capture is told where it lies: at once, or when it leaves the spool', async () => {
  const directory = crawlOf('captures', [
    page(0, { warc: ['a.warc.gz', 0, 10] }),
    page(1, { spool: [0, 10], title: 'kept', links: ['http://b.test/'] }),
    page(2, { spool: [10, 10] }),
    { t: 'archived', id: 1, warc: ['a.warc.gz', 10, 10] },
    { t: 'archived', id: 1, warc: ['a.warc.gz', 30, 10] },
    { t: 'archived', id: 9, warc: ['a.warc.gz', 20, 10] },
  ])
  const told: unknown[] = []
  await fold(directory, {
    capture: ({ entry, place }) => told.push([entry.id, place[1], entry.t === 'page' && entry.title]),
  })
  assert.deepEqual(told, [
    [0, 0, undefined],
    [1, 10, 'kept'],
  ])
})

test('a log is read on from a mark, and anew when it is not the same log any more', async () => {
  const directory = crawlOf('grows', [RUN, page(0)])
  let pages = 0
  const count: LogVisitor = { answer: () => pages++ }
  const { mark } = await fold(directory, count)
  assert.deepEqual([pages, mark.line, mark.end], [1, 2, logSize(directory)])
  assert.equal(await isContinued(directory, mark), true)
  appendFileSync(directory.log, `${JSON.stringify(page(1))}\n{"t":"pa`)
  assert.equal(await isContinued(directory, mark), true)
  const second = await fold(directory, count, mark)
  assert.deepEqual([pages, second.mark.line, second.damage], [2, 3, ''])
  // cut back, and longer again than it was
  writeFileSync(directory.log, [RUN, page(7), page(8), page(9)].map(line => `${JSON.stringify(line)}\n`).join(''))
  assert.equal(await isContinued(directory, second.mark), false)
  writeFileSync(directory.log, `${JSON.stringify(RUN)}\n`)
  assert.equal(await isContinued(directory, mark), false)
  assert.equal(await isContinued(directory, LOG_START), true)
})

test('reading ends at a damaged line and says which', async () => {
  const directory = crawlOf('damaged', [RUN, page(0), { t: 'nothing' }, page(1)])
  let pages = 0
  const { mark, damage } = await fold(directory, { answer: () => pages++ })
  assert.equal(pages, 1)
  assert.equal(mark.line, 2)
  assert.match(damage, /line 3 of the log is not a crawl log line/)
})

test('first run, last line and size are told without the lines between; a crawl that has not begun has none', async () => {
  const stop = { t: 'stop', at: '', reason: 'time' }
  const directory = crawlOf('ends', [RUN, page(0), stop])
  assert.equal((await firstRun(directory))?.strategy, 's')
  assert.deepEqual(await lastEntry(directory), stop)
  appendFileSync(directory.log, '{"t":"run"')
  assert.deepEqual(await lastEntry(directory), stop)
  const none = crawlDirectory(join(root, 'none'))
  assert.deepEqual([hasLog(none), logSize(none), await firstRun(none), await lastEntry(none)], [false, 0, null, null])
  assert.deepEqual(await fold(none, {}), { mark: LOG_START, damage: '' })
})
