import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { wholeLines } from '../../src/collection/log/read-log.js'
import { crawlDirectory, partDirectory, partPaths } from '../../src/collection/crawl-directory.js'
import { beginEpoch, epochsOf } from '../../src/collection/epochs.js'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { crawlDemo } from '../crawl/demo-crawl.js'
import { checkSplitCrawl, pagesOf } from './check-split-crawl.js'
import { splitRun } from './split-crawl.js'

const TIMES_TAKEN = 12
/** Of about 300 pages. A partition that is taken when the crawl ends is for the other machine to finish, which is not there. */
const LAST_TAKEN_AT = 150

/** What another machine does that takes this one for dead. */
async function takeAway(part: string): Promise<void> {
  const last = epochsOf(part).at(-1)
  assert.ok(last !== undefined)
  const end = await wholeLines(partDirectory(part))
  const { at, worker, process } = last
  beginEpoch(part, { at, worker, process, epoch: last.epoch + 1, machine: 'elsewhere', before: { end, line: 0 } })
}

test('partitions that are taken away while their checkpoints are written cost the worker nothing else', async t => {
  const web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 3 })
  const server = await serveDemoWeb(web)
  const directory = mkdtempSync(join(tmpdir(), 'longtail-saving-'))
  t.after(async () => {
    await server.close()
    rmSync(directory, { recursive: true })
  })
  const campaign = { strategy: 'breadth-first', frontier: { kind: 'disk' }, politeness: { delay: '400ms' } }
  await crawlDemo(web, server, join(directory, 'one'), { ...campaign, politeness: { delay: '0ms' } })
  const out = join(directory, 'split')
  let taken = 0
  const warnings: string[] = []
  const taking: Promise<void>[] = []
  await splitRun(web, server, out, campaign, {
    upkeep: { checkpointMs: 1, checkpointLines: 1 },
    warn: message => warnings.push(message),
    onProgress: ({ pages }) => {
      if (pages > LAST_TAKEN_AT || taken >= TIMES_TAKEN) return
      taken++
      taking.push(...partPaths(crawlDirectory(out)).map(takeAway))
    },
  })
  await Promise.all(taking)
  assert.ok(taken > 1)
  assert.ok(warnings.filter(message => message.includes('taken by another worker')).length >= taken)
  await checkSplitCrawl(out, await pagesOf(join(directory, 'one')))
})
