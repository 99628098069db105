import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { crawlDemo, demoCampaign, loggedPages, type CampaignPart } from '../crawl/demo-crawl.js'
import { startMany, until } from './many-processes.js'
import { splitEntries } from './split-crawl.js'

/** What "longtail crawl --processes" starts: it ends with the command, and gives nothing away. */
let web: DemoWeb
let server: DemoServer
const directory = mkdtempSync(join(tmpdir(), 'longtail-parent-'))

before(async () => {
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 12, seed: 5 })
  server = await serveDemoWeb(web)
})
after(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

test('workers and Redis end when the command is killed, and the next one goes on', async () => {
  const place = join(directory, 'killed')
  const first = startMany(place, slow(), '--processes', '2')
  await until('the first pages', () => first.pages() >= 20 && first.workers().length === 2)
  const redis = first.redis()
  assert.ok(isRunning(redis))
  first.process.kill('SIGKILL')
  await first.done
  await until('the end of Redis and the workers', () => !isRunning(redis) && first.workers().length === 0, 60_000)
  const { code, said, json } = await startMany(place, slow(), '--processes', '2').done
  assert.equal(code, 0, said)
  assert.equal(JSON.parse(json).stopped, 'finished')
  await crawlDemo(web, server, join(directory, 'undisturbed'), { strategy: 'breadth-first' })
  const pages = (await splitEntries(first.out)).flatMap(entry => (entry.t === 'page' ? [entry] : []))
  assert.deepEqual(answers(pages), answers(await loggedPages(join(directory, 'undisturbed'))))
})

test('the password of a Redis is not among the flags of the workers', async () => {
  const port = await freePort()
  const redis = spawn('redis-server', ['--port', String(port), '--requirepass', 'open-sesame', '--save', ''], {
    stdio: 'ignore',
  })
  process.env.LONGTAIL_JOIN = `redis://:open-sesame@127.0.0.1:${port}`
  const crawl = startMany(join(directory, 'password'), slow(), '--processes', '2')
  delete process.env.LONGTAIL_JOIN
  try {
    await until('the first pages', () => crawl.pages() >= 10 && crawl.workers().length === 2)
    for (const pid of [crawl.process.pid, ...crawl.workers()])
      assert.doesNotMatch(readFileSync(`/proc/${pid}/cmdline`, 'utf8'), /sesame/)
    crawl.process.kill('SIGINT')
    assert.equal((await crawl.done).code, 0)
  } finally {
    redis.kill()
    await once(redis, 'exit')
  }
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function slow(): CampaignPart {
  return demoCampaign(web, server, { strategy: 'breadth-first', politeness: { delay: '100ms' } })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function answers(pages: readonly { readonly url: string; readonly digest?: string }[]): string[] {
  return pages.map(({ url, digest }) => `${url} ${digest}`).sort()
}
