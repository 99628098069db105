import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crawlDirectory, partPath } from '../../src/collection/crawl-directory.js'
import { readTotals } from '../../src/collection/log-totals.js'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'

/** A crawl of three partitions, which ended in different ways. */
let directory: string
const AT = '2026-01-02T03:04:05.000Z'

before(() => {
  directory = temporaryDirectory('split-status')
  const identity = {
    format: 'longtail-crawl',
    version: 1,
    name: 'thai',
    target: { language: ['tha'] },
    created: AT,
    partitions: 3,
    key: [1, 2],
  }
  writeFileSync(join(directory, 'crawl.json'), JSON.stringify(identity))
})
after(() => rmSync(directory, { recursive: true, force: true }))

function writeEndings(...endings: readonly { readonly reason: string; readonly left?: string }[]): void {
  for (const [part, ending] of endings.entries()) {
    const { path, log } = crawlDirectory(partPath(directory, part))
    mkdirSync(path, { recursive: true })
    writeFileSync(log, `${JSON.stringify({ t: 'stop', at: AT, pages: 0, ...ending })}\n`)
  }
}

test('what one partition holds back is told of the whole crawl, though nothing is left in the first', async () => {
  writeEndings({ reason: 'finished', left: 'nothing' }, { reason: 'interrupted' }, { reason: 'finished', left: 'held' })
  const { ending } = await readTotals(crawlDirectory(directory))
  assert.deepEqual([ending?.reason, ending?.left], ['finished', 'held'])
  const { stdout } = await runCli('status', directory)
  assert.match(stdout, /^thai: stopped: finished, the rest of the queue is not worth its downloads\n/)
})

test('a crawl that was stopped by its limit leaves no word about its queue', async () => {
  writeEndings({ reason: 'interrupted' }, { reason: 'pages' }, { reason: 'pages' })
  const { ending } = await readTotals(crawlDirectory(directory))
  assert.deepEqual([ending?.reason, ending?.left], ['pages', undefined])
})
