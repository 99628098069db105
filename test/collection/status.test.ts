import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crawlDirectory, readStatus, writtenAt } from '../../src/collection/index.js'
import { statusIn, writeStatus } from '../../src/collection/status.js'
import { progressLine } from '../../src/cli/show-progress.js'
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
