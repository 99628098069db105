import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { crawlDirectory, readLog } from '../../src/collection/index.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { archivedUrls, checkIndependently } from './read-archives.js'
import { runCli, startCli, temporaryDirectory, writeCampaign } from './run-cli.js'

const KILLS = 22

/** Seeded, so that a failure can be run again. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

function campaignFor(server: DemoServer, web: DemoWeb, delay: string): Record<string, unknown> {
  return {
    seeds: Object.values(web.seeds).flat(),
    strategy: 'breadth-first',
    politeness: { delay, 'max-crawl-delay': '0s' },
    network: { hosts: { '*': server.origin } },
    archive: { 'file-size': '400kB' },
    workers: 1,
  }
}

/** Resolves when the log has grown by so many bytes. */
async function logGrows(out: string, bytes: number, child: ChildProcess): Promise<void> {
  const { log } = crawlDirectory(out)
  const size = (): number => (existsSync(log) ? statSync(log).size : 0)
  const wanted = size() + 1 + bytes
  while (size() < wanted && child.exitCode === null) await sleep(5)
}

/** How many pages each run logged before it was killed. */
async function pagesPerRun(out: string): Promise<number[]> {
  const runs: number[] = []
  for await (const { entry } of readLog(crawlDirectory(out))) {
    if (entry.t === 'run') runs.push(0)
    else if (entry.t === 'page') runs[runs.length - 1]++
  }
  return runs
}

test(
  `a crawl killed ${KILLS} times archives what an undisturbed one does, each page once`,
  { timeout: 300_000 },
  async () => {
    const directory = temporaryDirectory('kill')
    const web = buildDemoWeb({ hosts: 30, pagesPerHost: 36, seed: 5 })
    const server = await serveDemoWeb(web)
    try {
      const calm = writeCampaign(directory, campaignFor(server, web, '0s'), 'calm.yaml')
      const whole = await runCli('crawl', calm, '--out', join(directory, 'calm'), '--json')
      assert.equal(whole.code, 0, whole.stderr)
      const expected = await archivedUrls(JSON.parse(whole.stdout).warc)

      // slow enough for the kills to hit starts, replays, flushes and rolls of archive files
      const troubled = writeCampaign(directory, campaignFor(server, web, '300ms'), 'troubled.yaml')
      const out = join(directory, 'troubled')
      const random = seededRandom(20041105)
      let kills = 0
      while (kills < KILLS) {
        const { child, result } = startCli(['crawl', troubled, '--out', out, '--json'])
        // one in six dies while it starts, repairs and replays; the others after some progress, at any moment between two flushes
        if (kills % 6 !== 5) await logGrows(out, random() * 15_000, child)
        await sleep(random() * (kills % 6 === 5 ? 900 : 250))
        assert.ok(child.exitCode === null, `the crawl ended after ${kills} kills: make it slower`)
        child.kill('SIGKILL')
        const { signal } = await result
        assert.equal(signal, 'SIGKILL')
        kills++
      }
      const runs = await pagesPerRun(out)
      assert.ok(runs.filter(pages => pages > 0).length >= KILLS / 2, `pages in the runs that were killed: ${runs}`)
      // the rest at full speed: politeness may change between runs
      const last = await runCli('crawl', calm, '--out', out, '--json')
      assert.equal(last.code, 0, last.stderr)
      const summary = JSON.parse(last.stdout)
      assert.equal(summary.stopped, 'finished')

      const archived = await archivedUrls(summary.warc)
      const twice = [...archived].filter(([, count]) => count > 1).map(([url]) => url)
      assert.deepEqual(twice, [], 'archived more than once')
      assert.deepEqual([...archived.keys()].sort(), [...expected.keys()].sort())
      assert.equal(summary.pages, JSON.parse(whole.stdout).pages)
      assert.equal(summary.relevant, JSON.parse(whole.stdout).relevant)
      await checkIndependently(summary.warc)
    } finally {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    }
  },
)
