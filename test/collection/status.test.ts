import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { hostReportText } from '../../src/collection/host-report.js'
import { crawlDirectory, readHostReport, readStatus, writtenAt } from '../../src/collection/index.js'
import { statusIn, writeStatus } from '../../src/collection/status.js'
import { progressLine } from '../../src/cli/show-progress.js'
import { lockDirectory } from '../../src/disk/lock.js'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'

let directory: string

before(() => {
  directory = temporaryDirectory('status')
})

after(() => {
  rmSync(directory, { recursive: true, force: true })
})

const AT = '2026-01-02T03:04:05.000Z'

test('what a crawl writes is what everybody reads', () => {
  const written = statusIn({ at: AT, name: 'thai', pages: 10, relevant: 5, languages: { tha: 5 }, campaign: 'a.yaml' })
  assert.ok(written !== null)
  writeStatus(crawlDirectory(directory), written)
  assert.deepEqual(readStatus(crawlDirectory(directory)), written)
  assert.equal(writtenAt(written), Date.parse(AT))
})

test('a status.json that says nothing, or is none, is none', () => {
  for (const text of [
    '{}',
    '[]',
    'null',
    '7',
    '"x"',
    '{"at":',
    '',
    '{"pages":3}',
    '{"at":7}',
    '\0\0',
    ' '.repeat(2e6),
  ]) {
    writeFileSync(join(directory, 'status.json'), text)
    assert.equal(readStatus(crawlDirectory(directory)), null, text.slice(0, 20))
  }
  assert.equal(readStatus(crawlDirectory(join(directory, 'nowhere'))), null)
})

test('fields that older builds did not write, or that make no sense, read as nothing', () => {
  const old = statusIn({ at: AT, pages: 10, relevant: 5, harvest: 0.5, languages: { tha: 5 } })
  assert.deepEqual([old?.pages, old?.relevant, old?.paused, old?.estimate, old?.campaign], [10, 5, false, null, null])
  assert.deepEqual(old?.languages, { tha: 5 })
  const estimate = { remaining: 3, low: 9, high: 1, coverage: 0.5 }
  const odd = statusIn({ at: 'never', pages: 1e400, harvest: 7, queue: -3, signs: 7, languages: [1], estimate })
  assert.deepEqual([odd?.at, odd?.pages, odd?.harvest, odd?.queue, odd?.signs], ['', 0, 1, 0, {}])
  assert.deepEqual([odd?.estimate?.low, odd?.estimate?.high, odd?.estimate?.coverageLow], [3, 3, 0.5])
  assert.equal(statusIn({ at: AT, estimate: { remaining: 3, coverage: 0 } })?.estimate, null)
  assert.match(odd === null ? '' : progressLine(odd), /^0 pages/)
})

test('"longtail status" works beside a status.json that says nothing', async () => {
  const identity = { format: 'longtail-crawl', version: 1, name: 'odd', target: {}, created: AT }
  writeFileSync(join(directory, 'crawl.json'), JSON.stringify(identity))
  for (const text of ['{}', 'garbage', '{"at":"2026-01-02","pages":"many"}']) {
    writeFileSync(join(directory, 'status.json'), text)
    const { code, stdout, stderr } = await runCli('status', directory)
    assert.deepEqual([code, stderr], [0, ''], text)
    assert.match(stdout, /^odd: not running/)
  }
})

test('"longtail status" says which hosts are waited for, until when and why, and what the crawler died of', async () => {
  const identity = { format: 'longtail-crawl', version: 1, name: 'odd', target: {}, created: AT }
  const place = crawlDirectory(directory)
  writeFileSync(place.identity, JSON.stringify(identity))
  const reason = 'answered 503 and asked for a pause (Retry-After)'
  const waiting = Array.from({ length: 7 }, (_, i) => ({ host: `h${i}.example`, until: AT, reason }))
  const status = statusIn({ at: AT, waiting: [...waiting, 7], waitingHosts: 7, crashed: 2 })
  assert.ok(status !== null)
  assert.deepEqual(status.waiting, waiting)
  writeStatus(place, status)
  const line = { list: 'waiting', host: 'h0.example', pages: 3, relevant: 1, unfetched: 9 } as const
  writeFileSync(place.hosts, hostReportText([{ ...line, reason: `until ${AT}: ${reason}` }]))
  const unlock = lockDirectory(place)
  try {
    const { stdout } = await runCli('status', directory, '--hosts')
    assert.match(stdout, /waits for 7 hosts:\n {2}h0\.example until 2026-01-02T03:04:05\.000Z: answered 503 and asked/)
    assert.match(stdout, /and 2 more\n/)
    assert.match(stdout, /2 pages were given up because they crashed the crawler/)
    assert.match(stdout, /waited for:\n {2}h0\.example: 1 of 3 pages relevant, 9 URLs not fetched; until 2026/)
    const json: unknown = JSON.parse((await runCli('status', directory, '--json', '--hosts')).stdout)
    assert.ok(typeof json === 'object' && json !== null && 'progress' in json && 'hosts' in json)
    assert.deepEqual(statusIn(json.progress)?.waiting, waiting)
    assert.deepEqual(json.hosts, readHostReport(place))
  } finally {
    unlock()
  }
  const { stdout } = await runCli('status', directory)
  assert.doesNotMatch(stdout, /waits for/, 'a crawl that does not run waits for nobody')
})
