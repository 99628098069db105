import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crawlDirectory, readHostReport } from '../../src/collection/index.js'
import { createStrategy } from '../../src/strategy/index.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'
import { crawlDemo, loggedPages } from './demo-crawl.js'
import { temporaryDirectory } from './run-cli.js'

let directory: string
let web: DemoWeb
let server: DemoServer

before(async () => {
  directory = temporaryDirectory('learning')
  web = buildDemoWeb({ hosts: 24, pagesPerHost: 20, seed: 4 })
  server = await serveDemoWeb(web)
})

after(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

test('longtail: looking at what it expects and how it explains changes nothing, and its model survives stops exactly', async () => {
  const parts = { strategy: 'longtail', network: { connections: 1 }, limits: { pages: 120 } }
  const quiet = join(directory, 'longtail-quiet')
  await crawlDemo(web, server, quiet, parts)
  const asked = join(directory, 'longtail-asked')
  for (const pages of [1, 47, 83, 120])
    await crawlDemo(web, server, asked, { ...parts, limits: { pages } }, undefined, {
      createStrategy: (spec, knowledge) => {
        const strategy = createStrategy(spec, knowledge)
        return {
          ...strategy,
          score(visit, links, out, places) {
            strategy.score(visit, links, out, places)
            strategy.estimate?.()
            strategy.explain?.(visit.host)
            strategy.model?.()
          },
        }
      },
    })
  const order = async (out: string) => (await loggedPages(out)).map(page => page.url)
  assert.deepEqual(await order(asked), await order(quiet))
  const learned = (out: string) => JSON.parse(readFileSync(join(out, 'model.json'), 'utf8')).numbers
  assert.deepEqual(learned(asked), learned(quiet))

  const warm = join(directory, 'longtail-warm')
  for (const pages of [40, 90]) await crawlDemo(web, server, warm, { ...parts, 'warm-start': quiet, limits: { pages } })
  const straight = join(directory, 'longtail-warm-straight')
  await crawlDemo(web, server, straight, { ...parts, 'warm-start': quiet, limits: { pages: 90 } })
  assert.deepEqual(await order(warm), await order(straight))
  assert.deepEqual(learned(warm), learned(straight))
  for (const line of readHostReport(crawlDirectory(straight))) assert.ok(line.reason.length > 5, line.host)
})
