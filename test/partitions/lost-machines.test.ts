import assert from 'node:assert/strict'
import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { indexPathOf } from '../../src/archive/index.js'
import { crawlDirectory, partPaths } from '../../src/collection/crawl-directory.js'
import { epochsOf, updateEpoch } from '../../src/collection/epochs.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { crawlDemo } from '../crawl/demo-crawl.js'
import { checkSplitCrawl, pagesOf } from './check-split-crawl.js'
import { splitArchives } from './many-processes.js'
import { splitRun } from './split-crawl.js'

/** Machines that never come back, and stores that are gone for a while. */
let web: DemoWeb
let server: DemoServer
let expected: string[]
const directory = mkdtempSync(join(tmpdir(), 'longtail-lost-'))
const campaign = { strategy: 'breadth-first' }
/** Linux has no process with so large a number. */
const NO_PROCESS = 2 ** 30

before(async () => {
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 3 })
  server = await serveDemoWeb(web)
  await crawlDemo(web, server, join(directory, 'one'), campaign)
  expected = await pagesOf(join(directory, 'one'))
})
after(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

test('archives that a machine left open when it was lost are cut, closed and indexed by its successor', async () => {
  const out = join(directory, 'machine')
  await splitRun(web, server, out, { ...campaign, limits: { pages: 40 } })
  for (const part of partPaths(crawlDirectory(out))) {
    const last = epochsOf(part).at(-1)
    assert.ok(last !== undefined)
    const { path, ...head } = last
    updateEpoch(part, { ...head, machine: 'elsewhere' })
    rmSync(join(path, 'released'))
  }
  const archives = splitArchives(out).filter(name => name.endsWith('.warc.gz'))
  for (const file of archives) {
    rmSync(indexPathOf(file))
    appendFileSync(file, 'what was not logged')
    renameSync(file, `${file}.open`)
  }
  await splitRun(web, server, out, campaign)
  await checkSplitCrawl(out, expected)
  for (const file of archives) assert.ok(existsSync(indexPathOf(file)), `${file} has an index`)
})

test('what does not count of a worker that died is cut, also when its successor died before it could do so', async () => {
  const out = join(directory, 'successor')
  await splitRun(web, server, out, { ...campaign, limits: { pages: 60 } })
  await splitRun(web, server, out, { ...campaign, limits: { pages: 160 } })
  for (const part of partPaths(crawlDirectory(out))) {
    const last = epochsOf(part).at(-1)
    assert.ok(last !== undefined)
    const { path, ...head } = last
    updateEpoch(part, { ...head, process: `${NO_PROCESS} 0` })
    rmSync(join(path, 'released'))
  }
  const archives = splitArchives(out).filter(name => /-e2-\d+-\d{5}\.warc\.gz$/.test(name))
  assert.ok(archives.length > 0)
  // closed before its worker died, and older than what the log speaks of
  const unlogged = archives.map(file => file.replace(/-\d{14}-\d{5}(?=\.warc\.gz$)/, '-20200101000000-00000'))
  for (const [i, file] of archives.entries()) copyFileSync(file, unlogged[i])
  await splitRun(web, server, out, campaign)
  await checkSplitCrawl(out, expected)
  for (const file of unlogged) assert.ok(!existsSync(file), `${file} is gone`)
})

test('a worker whose store is gone stops, and the next one goes on', async () => {
  const out = join(directory, 'store')
  const away = `${out}.away`
  // slow enough to be under way when it is looked at
  const slow = { ...campaign, politeness: { delay: '500ms' } }
  let isGone = false
  const run = splitRun(web, server, out, slow, {
    onProgress: ({ pages }) => {
      if (isGone || pages < 5) return
      renameSync(out, away)
      isGone = true
    },
  })
  await assert.rejects(run, { code: 'E_DISK' })
  rmSync(out, { recursive: true, force: true })
  renameSync(away, out)
  await splitRun(web, server, out, campaign)
  await checkSplitCrawl(out, expected)
  for (const part of partPaths(crawlDirectory(out)))
    assert.deepEqual(
      readdirSync(part).filter(name => name.endsWith('.tmp')),
      [],
    )
})
