/**
 * The promise of the simulator: the order in which it visits the pages of a graph is the order in which the live crawl
 * fetches them, page for page, when that graph is served as a web and one page is fetched at a time.
 */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseCampaign } from '../../src/campaign/index.js'
import { runCrawl } from '../../src/crawl/index.js'
import { createTextReader } from '../../src/graph/import/text-reader.js'
import { importGraph } from '../../src/graph/import/index.js'
import { CRAWLED, urlOf, type WebGraph } from '../../src/graph/web-graph.js'
import { simulate } from '../../src/simulate/index.js'
import { createStrategy, DEFAULT_STRATEGY, STRATEGIES } from '../../src/strategy/index.js'
import { archivesOf, loggedPages } from '../crawl/demo-crawl.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { serveGraph, type GraphServer } from './graph-server.js'
import { judged } from './parity-judge.js'
import { parityGraph, type ParityWeb } from './parity-graph.js'

/** Parameters to run a strategy with, so that all its rules are met; '' are the defaults, and all that those not named here run with. */
const SETTINGS: Record<string, readonly string[]> = {
  'limited-distance': ['', 'n=1', 'n=2,mode=non-prioritised'],
  lswc: ['', 's=1,t=1', 's=2,t=2,parked=false,exempt=false', 's=2,t=3,smode=depth'],
  'server-aggressive': ['', 't=1,parked=true'],
  'server-conservative': ['', 't=2,parked=true', 't=3,fall=60'],
  'directory-conservative': ['', 't=1,parked=true'],
  // by default more pages than this graph has are fetched breadth-first to learn from
  'naive-bayes': [
    'kb=40',
    'kb=60,learn=kb,lambda=0,features=language+relation',
    'kb=0,lambda=2,features=language+tld+relation+charset+anchor+source-tld',
  ],
  longtail: [
    '',
    'duplicates=false',
    'words=false',
    'mode=harvest,explore=0',
    'words=false,duplicates=false,hierarchy=false,domains=false,hubs=false',
  ],
  linguacrawl: ['', 'tlds=any,scout=3,share=0.4'],
  spiderling: ['least=1,strength=0.5', 'external=true'],
  'site-svm': ['', 'probe=2,retrain=4', 'probe=1,retrain=3,known=score'],
}
/** Live crawls tell these what the text of links says, which this graph does not have: text-parity.test.ts compares them. */
const GO_BY_TEXT = new Set(['segment-predictor', 'shark', 'tag-bandit'])
const INHERITING = ['soft-focused', 'lswc:s=1,t=1', 'server-conservative:t=2']
/** Keep nothing about groups and learn nothing: a page that is not there cannot change what they do next. */
const UNMOVED_BY_MISSING_PAGES = ['soft-focused', 'limited-distance:n=2', 'best-first']

let directory: string
let web: ParityWeb
let server: GraphServer
let gappyWeb: ParityWeb
let gappyServer: GraphServer
let crawls = 0

interface LiveOptions {
  readonly inheritUnknown?: boolean
  /** The directory to leave the crawl in; by default nothing is left. */
  readonly keepAt?: string
}

/** URLs in the order of a live crawl. The web is a server, or archives. */
async function liveOrder(
  { graph }: ParityWeb,
  web: GraphServer | readonly string[],
  spec: string,
  { inheritUnknown = false, keepAt }: LiveOptions = {},
): Promise<string[]> {
  const seeds = [...graph.seeds].map(page => urlOf(graph, page))
  const campaign = parseCampaign(
    JSON.stringify({
      name: 'parity',
      contact: 'https://longtail.example/crawler',
      target: { language: graph.target, 'inherit-unknown': inheritUnknown },
      seeds,
      strategy: spec,
      politeness: { delay: '0s', robots: false },
      network: { ...('origin' in web ? { hosts: { '*': web.origin } } : { archive: web }), connections: 1 },
      archive: { keep: keepAt === undefined ? 'relevant' : 'all', compression: 1 },
      frontier: { kind: 'memory' },
      workers: 1,
    }),
    'parity',
  )
  const out = keepAt ?? join(directory, String(crawls++))
  const summary = await runCrawl({ campaign, campaignPath: null, seeds, out, warn: () => {}, onProgress: () => {} })
  assert.equal(summary.stopped, 'finished')
  const order = (await loggedPages(out)).map(page => page.url)
  if (keepAt === undefined) rmSync(out, { recursive: true })
  return order
}

function simulatedOrder(graph: WebGraph, spec: string, { inheritUnknown = false }: LiveOptions = {}): string[] {
  const order: string[] = []
  simulate(graph, createStrategy(spec), {
    spec,
    seeds: graph.seeds,
    inheritUnknown,
    onVisit: page => order.push(urlOf(graph, page)),
  })
  return order
}

/** Equal lists; otherwise the first difference, because the rest follows from it. */
function assertSameOrder(live: readonly string[], simulated: readonly string[]): void {
  const at = live.findIndex((url, i) => url !== simulated[i])
  const end = Math.min(live.length, simulated.length)
  if (at === -1 && live.length === simulated.length) return
  const place = at === -1 ? end : at
  assert.fail(
    `page ${place} is ${live[place]} in the live crawl (${live.length} pages) and ` +
      `${simulated[place]} in the simulation (${simulated.length} pages)`,
  )
}

/** Of the pages that were crawled, by URL. */
function simhashes(graph: WebGraph): Map<string, readonly number[]> {
  const { simhash } = graph
  assert.ok(simhash !== undefined)
  const prints = new Map<string, readonly number[]>()
  for (let page = 0; page < graph.pages; page++) {
    if ((graph.flags[page] & CRAWLED) !== 0)
      prints.set(urlOf(graph, page), [...simhash.subarray(2 * page, 2 * page + 2)])
  }
  return prints
}

const settings = STRATEGIES.filter(entry => !entry.graphsOnly && !GO_BY_TEXT.has(entry.name)).flatMap(({ name }) =>
  (SETTINGS[name] ?? ['']).map(parameters => (parameters === '' ? name : `${name}:${parameters}`)),
)

describe('a graph served as a web', { concurrency: 2 }, () => {
  before(async () => {
    directory = temporaryDirectory('parity')
    web = judged(parityGraph({ servers: 24, knownOnly: 0, seed: 1 }))
    server = await serveGraph(web)
    gappyWeb = judged(parityGraph({ servers: 12, knownOnly: 0.2, seed: 2 }))
    gappyServer = await serveGraph(gappyWeb)
  })

  after(async () => {
    await server.close()
    await gappyServer.close()
    rmSync(directory, { recursive: true, force: true })
  })

  for (const spec of settings) {
    test(`${spec}: the live crawl and the simulation visit the same pages in the same order`, async () => {
      const live = await liveOrder(web, server, spec)
      assert.ok(live.length > 60, `only ${live.length} pages were fetched: this compares little`)
      assertSameOrder(live, simulatedOrder(web.graph, spec))
    })
  }

  test(`${DEFAULT_STRATEGY} as it is by default: the crawl, its graph and the replay of its archive are one order`, async () => {
    const out = join(directory, 'default')
    const live = await liveOrder(web, server, DEFAULT_STRATEGY, { keepAt: out })
    const near = (await loggedPages(out)).filter(page => page.near !== undefined)
    assert.ok(near.length > live.length / 10, `only ${near.length} of ${live.length} pages repeat others`)
    const { graph } = await importGraph([out], { text: createTextReader(null, 'elements') })
    assertSameOrder(live, simulatedOrder(graph, DEFAULT_STRATEGY))
    const archived = await importGraph([join(out, 'warc')])
    assert.deepEqual(simhashes(archived.graph), simhashes(graph), 'texts in the log and in the archive')
    assertSameOrder(live, await liveOrder(web, archivesOf(out), DEFAULT_STRATEGY))
  })

  for (const spec of INHERITING) {
    test(`${spec}: the same with pages that inherit their parent's verdict`, async () => {
      const live = await liveOrder(web, server, spec, { inheritUnknown: true })
      assertSameOrder(live, simulatedOrder(web.graph, spec, { inheritUnknown: true }))
      assert.notDeepEqual(live, simulatedOrder(web.graph, spec), 'nothing was inherited')
    })
  }

  for (const spec of UNMOVED_BY_MISSING_PAGES) {
    test(`${spec}: pages that are not there do not change the order of the others`, async () => {
      const { graph } = gappyWeb
      const live = await liveOrder(gappyWeb, gappyServer, spec)
      const there = new Set<string>()
      for (let page = 0; page < graph.pages; page++) {
        if ((graph.flags[page] & CRAWLED) !== 0) there.add(urlOf(graph, page))
      }
      const found = live.filter(url => there.has(url))
      assert.ok(found.length < live.length, 'no missing page was asked for')
      assertSameOrder(found, simulatedOrder(graph, spec))
    })
  }

  test('no two settings visit the pages in the same order: the graph tells their rules apart', () => {
    const specs = new Map<string, string>()
    for (const spec of settings) {
      const order = simulatedOrder(web.graph, spec).join()
      assert.equal(specs.get(order), undefined, `${spec} cannot be told apart`)
      specs.set(order, spec)
    }
  })
})

test('only the strategy that knows the whole graph is left out: there is no live crawl to compare it with', () => {
  assert.deepEqual(
    STRATEGIES.filter(entry => entry.graphsOnly).map(entry => entry.name),
    ['perfect'],
  )
})
