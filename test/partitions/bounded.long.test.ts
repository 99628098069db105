import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { packageRoot } from '../package-root.js'
import { crawlDemo, demoCampaign, loggedPages } from '../crawl/demo-crawl.js'
import { startMany, until } from './many-processes.js'
import { splitEntries } from './split-crawl.js'

let web: DemoWeb
let server: DemoServer
const directory = mkdtempSync(join(tmpdir(), 'longtail-bound-'))

before(async () => {
  web = buildDemoWeb({ hosts: 30, pagesPerHost: 12, seed: 5 })
  server = await serveDemoWeb(web)
})
after(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

test('a worker that is away does not fill Redis: senders wait, and status says so', async () => {
  const campaign = { strategy: 'breadth-first', politeness: { delay: '100ms' } }
  await crawlDemo(web, server, join(directory, 'undisturbed'), { strategy: 'breadth-first' })
  const crawl = startMany(join(directory, 'many'), demoCampaign(web, server, campaign), '--processes', '2')
  await until('the first pages', () => crawl.pages() >= 20 && crawl.workers().length === 2)
  const redis = (...words: string[]): string =>
    execFileSync('redis-cli', ['-s', join(crawl.out, 'redis.sock'), ...words], { encoding: 'utf8' })
  const used = (): number => Number(/^used_memory:(\d+)/m.exec(redis('INFO', 'memory'))?.[1])
  const own = Number(redis('CONFIG', 'GET', 'maxmemory').split('\n')[1])
  assert.ok(own > 0, 'a Redis of our own has a bound')
  assert.equal(redis('CONFIG', 'GET', 'maxmemory-policy').split('\n')[1], 'noeviction')
  const [away] = crawl.workers()
  process.kill(away, 'SIGSTOP')
  // above four fifths from now on: nothing more is taken for anybody
  const bound = Math.round(used() * 1.2)
  redis('CONFIG', 'SET', 'maxmemory', String(bound))
  let most = 0
  let said: { workers: { worker: string; partitions: number; heldBatches: number; memoryBound: number }[] } | null =
    null
  await until('a sender that waits', () => {
    most = Math.max(most, used())
    said = JSON.parse(status(crawl.out, '--json'))
    return said?.workers.some(worker => worker.heldBatches > 0) === true
  })
  assert.ok(most <= bound, `${most} of ${bound} bytes`)
  assert.ok(said !== null)
  const text = status(crawl.out)
  assert.match(text, /^Redis: [\d.]+ MB of [\d.]+ MB; when it is full, senders wait$/m)
  assert.match(text, /partitions share links and prices only/)
  assert.match(text, /partitions, \d+ links to send, \d+ batches to take, \d+ times a stream was full, leases renewed/)
  redis('CONFIG', 'SET', 'maxmemory', String(own))
  process.kill(away, 'SIGCONT')
  const { code, said: printed } = await crawl.done
  assert.equal(code, 0, printed)
  const pages = (await splitEntries(crawl.out)).flatMap(entry => (entry.t === 'page' ? [entry] : []))
  assert.deepEqual(answers(pages), answers(await loggedPages(join(directory, 'undisturbed'))))
})

function status(out: string, ...flags: string[]): string {
  const main = join(packageRoot, 'dist', 'src', 'cli', 'main.js')
  return execFileSync(process.execPath, [main, 'status', out, ...flags], { encoding: 'utf8' })
}

function answers(pages: readonly { readonly url: string; readonly digest?: string }[]): string[] {
  return pages.map(({ url, digest }) => `${url} ${digest}`).sort()
}
