import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { CrawlerOrder } from '../endure/crawler.js'
import { startProgram, temporaryDirectory, writeCampaign } from './run-cli.js'
import { html, serveSmallWeb } from './small-web.js'

const CRAWLER = fileURLToPath(new URL('../endure/crawler.js', import.meta.url))
const DAY_MS = 86_400_000
const PAGES = 12
const DELAY_MS = 100

test('a clock that is set while a crawl runs neither keeps it waiting nor shortens its pauses', async () => {
  const links = Array.from({ length: PAGES }, (_, i) => `<a href="/${i}">page ${i}</a>`).join(' ')
  const web = await serveSmallWeb((_, response) => html(response, links))
  const directory = temporaryDirectory('clock')
  try {
    const order: CrawlerOrder = {
      campaign: writeCampaign(directory, {
        seeds: ['http://a.test/'],
        strategy: 'breadth-first',
        politeness: { delay: `${DELAY_MS}ms`, robots: false },
        network: { hosts: { '*': web.origin } },
        workers: 1,
      }),
      out: join(directory, 'out'),
      upkeep: {},
      jumps: [
        { afterMs: 400, byMs: DAY_MS },
        { afterMs: 800, byMs: -2 * DAY_MS },
        { afterMs: 1200, byMs: DAY_MS / 24 },
      ],
    }
    const { child, result } = startProgram(CRAWLER, [JSON.stringify(order)])
    const stuck = setTimeout(() => child.kill('SIGKILL'), 60_000)
    const { code, signal, stderr } = await result
    clearTimeout(stuck)
    assert.deepEqual({ code, signal }, { code: 0, signal: null }, stderr)
    assert.equal(web.requests.length, PAGES + 1)
    const times = web.requests.map(request => request.at)
    // a request follows the answer to the one before, so that a busy machine cannot bring them closer together
    for (let i = 1; i < times.length; i++) assert.ok(times[i] - times[i - 1] >= DELAY_MS - 2, `${times}`)
  } finally {
    await web.close()
  }
})
