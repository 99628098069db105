import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlOf, type WebGraph } from '../../src/graph/web-graph.js'
import { simulate } from '../../src/simulate/index.js'
import { createDraws } from '../../src/simulate/network-draws.js'
import { completeNetwork, type NetworkModel } from '../../src/simulate/network-model.js'
import { simulateNetwork } from '../../src/simulate/network.js'
import type { RunResult } from '../../src/simulate/result.js'
import { createStrategy, STRATEGIES } from '../../src/strategy/index.js'
import { tinyGraph } from '../graph/tiny-graph.js'
import { parityGraph } from './parity-graph.js'

/** A network in which nothing takes time, and what a test says about it. */
function network(parts: Partial<NetworkModel> = {}): NetworkModel {
  return completeNetwork({
    interval: 0,
    connections: 1,
    latency: 0,
    jitter: 0,
    bandwidth: 0,
    speed: 0,
    size: 0,
    spread: 0,
    ...parts,
  })
}

interface Run {
  readonly result: RunResult
  readonly seconds: number
  readonly order: readonly string[]
}

function run(graph: WebGraph, parts: Partial<NetworkModel>, spec = 'breadth-first', maxPages?: number): Run {
  const order: string[] = []
  const result = simulateNetwork(graph, createStrategy(spec), {
    spec,
    seeds: graph.seeds,
    network: network(parts),
    maxPages,
    onVisit: page => order.push(urlOf(graph, page).replace('http://', '')),
  })
  return { result, seconds: (result.network?.hours ?? NaN) * 3600, order }
}

/** A page that links to `count` others, all on its server or each on one of its own. */
function star(count: number, place: 'one server' | 'many servers'): WebGraph {
  const others = Array.from({ length: count }, (_, i) => (place === 'one server' ? `a.th/${i}` : `s${i}.th/`))
  return tinyGraph([`a.th/home tha → ${others.join(' ')}`, ...others.map(page => `${page} tha →`)].join('\n'))
}

function assertSeconds(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} seconds, ${expected} expected`)
}

test('one server is asked at its interval, however many connections there are', () => {
  const graph = star(9, 'one server')
  assertSeconds(run(graph, { interval: 60 }).seconds, 9 * 60)
  assertSeconds(run(graph, { interval: 60, connections: 30 }).seconds, 9 * 60)
  // the interval begins when an answer has ended
  assertSeconds(run(graph, { interval: 60, latency: 0.5, connections: 30 }).seconds, 9 * 60 + 10 * 0.5)
})

test('the intervals of different servers pass at the same time', () => {
  const rows = ['a.th/0 tha → a.th/1 a.th/2 b.th/0 b.th/1 b.th/2', 'a.th/1 tha →', 'a.th/2 tha →']
  const graph = tinyGraph([...rows, 'b.th/0 tha →', 'b.th/1 tha →', 'b.th/2 tha →'].join('\n'))
  assertSeconds(run(graph, { interval: 60 }).seconds, 2 * 60)
})

test('no more downloads are under way than there are connections', () => {
  const graph = star(10, 'many servers')
  assertSeconds(run(graph, { latency: 10, connections: 1 }).seconds, 110)
  assertSeconds(run(graph, { latency: 10, connections: 5 }).seconds, 10 + 20)
  assertSeconds(run(graph, { latency: 10, connections: 10 }).seconds, 10 + 10)
})

test('downloads share the bandwidth and none is faster than its connection', () => {
  const graph = star(4, 'many servers')
  const parts = { connections: 4, size: 1000 }
  assertSeconds(run(graph, { ...parts, bandwidth: 1000 }).seconds, 1 + 4)
  assertSeconds(run(graph, { ...parts, bandwidth: 1000, speed: 500 }).seconds, 2 + 4)
  assertSeconds(run(graph, { ...parts, speed: 500 }).seconds, 2 + 2)
  assert.equal(run(graph, { ...parts, speed: 500 }).result.network?.bytes, 5000)
})

test('utilisation is the share of the connections that were in use', () => {
  const graph = star(4, 'many servers')
  assert.equal(run(graph, { latency: 10, connections: 1 }).result.network?.utilisation, 1)
  // 10 seconds with one of four, 10 seconds with all
  assert.equal(run(graph, { latency: 10, connections: 4 }).result.network?.utilisation, 50 / 80)
  assert.equal(run(graph, {}).result.network?.utilisation, 0)
})

test('the strategy sees pages in the order in which their downloads end', () => {
  const graph = star(20, 'many servers')
  const { order } = run(graph, { latency: 1, jitter: 1, connections: 20 })
  const draws = createDraws(network({ latency: 1, jitter: 1 }))
  const byLatency = [...graph.to].sort((a, b) => draws.latencyMs(graph.server[a]) - draws.latencyMs(graph.server[b]))
  assert.deepEqual(
    order.slice(1),
    byLatency.map(page => urlOf(graph, page).replace('http://', '')),
  )
})

test('a page without an answer is asked for again, later each time, and given up in the end', () => {
  const graph = tinyGraph('a.th/0 tha →')
  const parts = { failures: 1, retries: 2, timeout: 10, backoff: 1 }
  const { result, seconds } = run(graph, parts)
  assert.equal(result.pages, 0)
  assert.equal(result.stopped, 'finished')
  assert.equal(result.network?.failures, 3)
  assertSeconds(seconds, 10 + 1 + 10 + 4 + 10)
  // never sooner than the server's interval
  assertSeconds(run(graph, { ...parts, interval: 3 }).seconds, 10 + 3 + 10 + 4 + 10)
  assert.equal(run(graph, { ...parts, retries: 0 }).result.network?.failures, 1)
})

test('failures cost time and no page, as long as there are enough retries', () => {
  const { graph } = parityGraph({ servers: 12, knownOnly: 0, seed: 2 })
  const good = run(graph, { connections: 8, latency: 1 })
  const bad = run(graph, { connections: 8, latency: 1, failures: 0.3, retries: 20, timeout: 5 })
  assert.equal(bad.result.pages, good.result.pages)
  assert.equal(new Set(bad.order).size, bad.order.length, 'a page was visited twice')
  const failures = bad.result.network?.failures ?? 0
  // of n requests until the success of 150 pages 0.3 fail: 0.43 per page
  assert.ok(failures > 0.2 * good.result.pages && failures < 0.8 * good.result.pages, `${failures} failures`)
  assert.ok(bad.seconds > good.seconds)
})

test('a page that is given up is not told to the strategy, and its links are not found', () => {
  const graph = tinyGraph('a.th/0 tha → b.th/0\nb.th/0 tha → c.th/0\nc.th/0 tha →')
  const failing = [...Array(200).keys()].find(seed => {
    const draws = createDraws(network({ failures: 0.5, seed }))
    return !draws.fails(0, 0) && draws.fails(1, 0)
  })
  const { order, result } = run(graph, { failures: 0.5, retries: 0, seed: failing })
  assert.deepEqual(order, ['a.th/0'])
  assert.equal(result.network?.failures, 1)
})

test('pages that are only known cost no time and stay in the queue', () => {
  const known = tinyGraph('a.th/0 tha → a.th/1 a.th/2 b.th/1\na.th/1 tha →')
  const { result, seconds, order } = run(known, { interval: 60, latency: 1 })
  assert.deepEqual(order, ['a.th/0', 'a.th/1'])
  assertSeconds(seconds, 62)
  assert.equal(result.curve.at(-1)?.queue, 2)
  assert.equal(result.maxQueue, 3)
})

test('while better links wait for their server, worse ones wait too, but for the detours that are allowed', () => {
  const rows = ['a.th/0 tha → a.th/1 a.th/2', 'b.com/0 eng → c.com/0', 'a.th/1 tha →', 'a.th/2 tha →', 'c.com/0 eng →']
  const graph = tinyGraph(rows.join('\n'), { seeds: 2 })
  const parts = { interval: 5, connections: 4 }
  const strict = run(graph, { ...parts, detours: 0 }, 'soft-focused')
  assert.deepEqual(strict.order, ['a.th/0', 'b.com/0', 'a.th/1', 'a.th/2', 'c.com/0'])
  const free = run(graph, { ...parts, detours: 1 }, 'soft-focused')
  assert.deepEqual(free.order, ['a.th/0', 'b.com/0', 'c.com/0', 'a.th/1', 'a.th/2'])
})

test('a limit on pages is kept to the page, whatever is under way', () => {
  const { graph } = parityGraph({ servers: 12, knownOnly: 0, seed: 2 })
  for (const failures of [0, 0.3]) {
    const { result } = run(graph, { connections: 16, latency: 1, failures }, 'breadth-first', 50)
    assert.equal(result.pages, 50)
    assert.equal(result.stopped, 'pages')
  }
})

test('a run can be interrupted', () => {
  const graph = star(5, 'one server')
  const result = simulateNetwork(graph, createStrategy('breadth-first'), {
    spec: 'breadth-first',
    seeds: graph.seeds,
    network: network(),
    onProgress: () => false,
  })
  assert.equal(result.stopped, 'interrupted')
  assert.equal(result.pages, 0)
})

test('the curve goes from 0 to the end, and its hours never fall', () => {
  const { graph } = parityGraph({ servers: 12, knownOnly: 0, seed: 2 })
  const { result } = run(graph, { interval: 30, connections: 4, latency: 1, jitter: 1 })
  const { curve } = result
  assert.ok(curve.length >= 500)
  assert.deepEqual([curve[0].pages, curve[0].hours], [0, 0])
  assert.deepEqual([curve.at(-1)?.pages, curve.at(-1)?.hours], [result.pages, result.network?.hours])
  for (let i = 1; i < curve.length; i++) assert.ok((curve[i].hours ?? NaN) >= (curve[i - 1].hours ?? NaN))
})

test('the same seed gives the same run, another one another', () => {
  const { graph } = parityGraph({ servers: 12, knownOnly: 0.1, seed: 2 })
  const parts = { interval: 5, connections: 6, latency: 0.5, jitter: 1, size: 2e4, spread: 1, bandwidth: 1e5 }
  const of = (seed: number) => run(graph, { ...parts, failures: 0.1, seed }, 'lswc')
  const first = of(1)
  assert.deepEqual({ ...of(1).result, seconds: 0 }, { ...first.result, seconds: 0 })
  assert.deepEqual(of(1).order, first.order)
  assert.notDeepEqual(of(2).order, first.order)
})

/** Every link stands somewhere in its page, for strategies that ask. */
function withPlaces(graph: WebGraph): WebGraph {
  const places = {
    tagPath: Uint32Array.from({ length: graph.links }, (_, link) => 1 + (link % 7)),
    listPlace: new Uint8Array(graph.links),
  }
  return {
    ...graph,
    linkText: { anchorScore: null, contextScore: null, context: 'elements', names: null, words: null, places },
  }
}

for (const { name, graphsOnly } of STRATEGIES) {
  if (graphsOnly) continue
  test(`${name}: where nothing takes time, one connection visits pages as a simulation without a network does`, () => {
    const graph = withPlaces(parityGraph({ servers: 24, knownOnly: 0.2, seed: 5 }).graph)
    const visited: string[] = []
    const plain = simulate(graph, createStrategy(name), {
      spec: name,
      seeds: graph.seeds,
      onVisit: page => visited.push(urlOf(graph, page).replace('http://', '')),
    })
    const { result, order } = run(graph, {}, name)
    assert.deepEqual(order, visited)
    const { network: found, ...same } = result
    assert.deepEqual(
      { ...same, seconds: 0, curve: same.curve.map(({ hours, ...point }) => ({ ...point, hours: hours === 0 })) },
      { ...plain, seconds: 0, curve: plain.curve.map(point => ({ ...point, hours: true })) },
    )
    assert.deepEqual(found, { hours: 0, bytes: 0, failures: 0, utilisation: 0 })
  })
}
