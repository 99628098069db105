/** Compares a crawl that was stopped and resumed with one that was not. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { STRATEGIES } from '../../src/strategy/index.js'
import { crawlDemo, loggedPages } from './demo-crawl.js'
import { temporaryDirectory } from './run-cli.js'

export const RESUMABLE = [
  ...STRATEGIES.filter(entry => !entry.graphsOnly).map(entry => entry.name),
  // these learn within the few pages of the demo
  'naive-bayes:kb=30',
  'naive-bayes:kb=0,features=language+anchor+source-tld',
  'site-svm:probe=2,retrain=3',
  'longtail:mode=harvest,worth=3',
]
/** The default, and one that holds pages back: compared in the short suite. */
export const COMPARED_FIRST = ['longtail', 'server-conservative']

/** Registers a test for each strategy. */
export function compareStoppedCrawls(names: readonly string[]): void {
  let directory: string
  let web: DemoWeb
  let server: DemoServer

  before(async () => {
    directory = temporaryDirectory('stopped')
    web = buildDemoWeb({ hosts: 30, pagesPerHost: 30, seed: 3 })
    server = await serveDemoWeb(web)
  })

  after(async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })

  for (const name of names) {
    test(`${name}: a crawl stopped three times visits the same pages in the same order as one that was not`, async () => {
      const one = { connections: 1 }
      const straight = join(directory, `straight-${name}`)
      await crawlDemo(web, server, straight, { strategy: name, limits: { pages: 120 }, network: one })
      const halting = join(directory, `halting-${name}`)
      for (const pages of [1, 50, 83, 120]) {
        const summary = await crawlDemo(web, server, halting, { strategy: name, limits: { pages }, network: one })
        assert.ok(summary.pages <= pages)
      }
      const order = async (out: string) => (await loggedPages(out)).map(page => page.url)
      assert.deepEqual(await order(halting), await order(straight))
      assert.ok((await order(straight)).length > 20)
    })
  }
}
