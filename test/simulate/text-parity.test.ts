/**
 * The promise of parity.long.test.ts for what is in the text: a live crawl of a web with text, imported as a graph, is visited
 * by the simulation in the order in which it was crawled, page for page.
 */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseCampaign } from '../../src/campaign/index.js'
import type { Strategy } from '../../src/contracts.js'
import { runCrawl } from '../../src/crawl/index.js'
import { createTextReader } from '../../src/graph/import/text-reader.js'
import { judgeSpecOf } from '../../src/crawl/target.js'
import { importGraph } from '../../src/graph/import/index.js'
import { readGraph, urlOf, writeGraph, type LinkContext, type WebGraph } from '../../src/graph/index.js'
import { createJudge } from '../../src/judge/index.js'
import { simulate } from '../../src/simulate/index.js'
import { createStrategy, DEFAULT_STRATEGY } from '../../src/strategy/index.js'
import { archivesOf, loggedPages } from '../crawl/demo-crawl.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import type { SmallWeb } from '../crawl/small-web.js'
import { columnsStrategy } from './columns-strategy.js'
import { buildTextWeb, serveTextWeb, type TextWeb } from './text-web.js'

let directory: string
let web: TextWeb
let server: SmallWeb

before(async () => {
  directory = temporaryDirectory('text-parity')
  web = buildTextWeb(160, 3)
  server = await serveTextWeb(web)
})

after(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

const TARGET = { nation: { country: 'TH', in: 'eng' } }

function campaignOf(strategy: string, network: object = { hosts: { '*': server.origin } }) {
  return parseCampaign(
    JSON.stringify({
      name: 'parity',
      contact: 'https://longtail.example/crawler',
      target: TARGET,
      seeds: web.seeds,
      strategy,
      politeness: { delay: '0s', robots: false },
      network: { ...network, connections: 1 },
      frontier: { kind: 'memory' },
      workers: 1,
    }),
    'parity',
  )
}

/** Crawls until nothing is left; the order of the pages. */
async function crawl(
  out: string,
  spec: string,
  create?: () => Strategy,
  archive?: readonly string[],
): Promise<string[]> {
  const summary = await runCrawl({
    campaign: campaignOf(spec, archive === undefined ? undefined : { archive }),
    campaignPath: null,
    seeds: [...web.seeds],
    out,
    warn: () => {},
    onProgress: () => {},
    ...(create === undefined ? {} : { createStrategy: create }),
  })
  assert.equal(summary.stopped, 'finished')
  const order = (await loggedPages(out)).map(page => page.url)
  assert.ok(order.length > 60, `only ${order.length} pages were fetched: this compares little`)
  return order
}

/** As another process would read it. */
function written(graph: WebGraph): WebGraph {
  const file = join(directory, 'graph.ltg')
  writeGraph(graph, file)
  return readGraph(file)
}

async function imported(out: string, context: LinkContext = 'elements'): Promise<WebGraph> {
  const { graph } = await importGraph([out], { text: createTextReader(null, context) })
  return written(graph)
}

function simulatedOrder(graph: WebGraph, strategy: Strategy): string[] {
  const order: string[] = []
  simulate(graph, strategy, {
    spec: strategy.name,
    seeds: graph.seeds,
    onVisit: page => order.push(urlOf(graph, page)),
  })
  return order
}

function assertSameOrder(live: readonly string[], simulated: readonly string[]): void {
  const at = live.findIndex((url, i) => url !== simulated[i])
  if (at === -1 && live.length === simulated.length) return
  assert.fail(
    `page ${at} is ${live[at]} in the live crawl (${live.length} pages) and ${simulated[at]} in the simulation (${simulated.length} pages)`,
  )
}

describe('a crawl of a web with text, imported', { concurrency: 2 }, () => {
  test('a strategy that uses all there is: the same pages in the same order', async () => {
    const out = join(directory, 'columns')
    const live = await crawl(out, 'breadth-first', () => columnsStrategy('segment'))
    assertSameOrder(live, simulatedOrder(await imported(out), columnsStrategy('segment')))
    assert.deepEqual(await archiveText(out), linksByText(await imported(out)), 'what the archive says about links')
  })

  test('the same by directory, with the nearest words beside links', async () => {
    const out = join(directory, 'words')
    const live = await crawl(out, 'breadth-first', () => columnsStrategy('directory', 'words'))
    assertSameOrder(live, simulatedOrder(await imported(out, 'words'), columnsStrategy('directory', 'words')))
  })

  test(`${DEFAULT_STRATEGY} as it is by default: the crawl, its graph and the replay of its archive are one order`, async () => {
    const out = join(directory, 'default')
    const live = await crawl(out, DEFAULT_STRATEGY)
    const near = (await loggedPages(out)).filter(page => page.near !== undefined)
    assert.ok(near.length > 5, `only ${near.length} of ${live.length} pages repeat others`)
    assertSameOrder(live, simulatedOrder(await imported(out), createStrategy(DEFAULT_STRATEGY)))
    assertSameOrder(live, await crawl(join(directory, 'replayed'), DEFAULT_STRATEGY, undefined, archivesOf(out)))
  })

  for (const spec of [
    'breadth-first',
    'best-first',
    'shark',
    'best-segment',
    'segment-predictor:neighbourhood=true',
    'longtail:duplicates=false',
    'craw4llm',
    'tag-bandit',
  ]) {
    test(`${spec}: the same pages in the same order`, async () => {
      const out = join(directory, spec.replace(/\W/g, '-'))
      const live = await crawl(out, spec)
      assertSameOrder(live, simulatedOrder(await imported(out), createStrategy(spec)))
    })
  }
})

async function archiveText(out: string): Promise<Map<string, readonly number[]>> {
  const spec = judgeSpecOf(campaignOf('breadth-first').target)
  const judge = createJudge(spec)
  const text = createTextReader(spec, 'elements')
  return linksByText((await importGraph([join(out, 'warc')], { judge, target: [], spoken: ['eng'], text })).graph)
}

/** What every link says, by the URLs at its ends. */
function linksByText(graph: WebGraph): Map<string, readonly number[]> {
  const { linkText, offsets, to } = graph
  const links = new Map<string, readonly number[]>()
  assert.ok(linkText?.anchorScore && linkText.contextScore && linkText.names && linkText.words && linkText.places)
  const { anchorScore, contextScore, names, words, places } = linkText
  assert.ok(new Set(places.tagPath).size > 2 && Math.max(...places.listPlace) > 2, 'links stand in various places')
  for (let page = 0; page < graph.pages; page++) {
    for (let link = offsets[page]; link < offsets[page + 1]; link++) {
      const { anchorNames, anchorWords, urlNames, urlWords } = names
      const counts = [anchorNames[link], anchorWords[link], urlNames[link], urlWords[link]]
      const own = words.hashes.subarray(words.starts[link], words.starts[link + 1])
      links.set(`${urlOf(graph, page)} ${urlOf(graph, to[link])}`, [
        anchorScore[link],
        contextScore[link],
        ...counts,
        places.tagPath[link],
        places.listPlace[link],
        ...own,
      ])
    }
  }
  return new Map([...links].sort(([a], [b]) => (a < b ? -1 : 1)))
}
