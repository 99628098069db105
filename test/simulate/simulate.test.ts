import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distancesFromSeeds, type WebGraph } from '../../src/graph/index.js'
import { runStrategy, type StrategyRunOptions } from '../../src/simulate/index.js'
import { tinyGraph } from '../graph/tiny-graph.js'

const graph = tinyGraph(`
  a.th/home  tha → a.th/1 b.com/home c.com/leaf
  a.th/1     eng → a.th/2 b.com/1
  b.com/home eng → b.com/1 c.com/leaf c.com/other
  a.th/2     tha →
  b.com/1    eng → d.com/home
  d.com/home tha → a.th/1
`)
const names = ['a/home', 'a/1', 'b/home', 'a/2', 'b/1', 'd/home']

function run(web: WebGraph, options: Partial<StrategyRunOptions> & { spec: string }) {
  const order: string[] = []
  const result = runStrategy(web, {
    seeds: web.seeds,
    distances: distancesFromSeeds(web, web.seeds),
    onVisit: page => order.push(names[page]),
    ...options,
  })
  return { result, order: order.join(' ') }
}

test('a run counts pages, relevant pages, servers and the queue, in which pages that were never crawled stay', () => {
  const { result, order } = run(graph, { spec: 'breadth-first' })
  assert.equal(order, 'a/home a/1 b/home a/2 b/1 d/home')
  assert.deepEqual(
    [result.strategy, result.pages, result.relevant, result.coverage, result.harvest, result.servers, result.links],
    ['breadth-first', 6, 3, 1, 0.5, 3, 10],
  )
  assert.equal(result.maxQueue, 4)
  assert.equal(result.stopped, 'finished')
  assert.deepEqual(
    result.curve.slice(0, 7).map(point => [point.pages, point.relevant, point.queue, point.servers]),
    [
      [0, 0, 1, 0],
      [1, 1, 3, 1],
      [2, 1, 4, 1],
      [3, 1, 4, 2],
      [4, 2, 3, 2],
      [5, 2, 3, 2],
      [6, 3, 2, 3],
    ],
  )
})

test('a strategy that drops links misses pages, by their distance from the seeds', () => {
  const { result, order } = run(graph, { spec: 'hard-focused' })
  assert.equal(order, 'a/home a/1 b/home')
  assert.equal(result.coverage, 1 / 3)
  assert.deepEqual(result.missed, [
    { distance: 0, relevant: 1, missed: 0, ratio: 0 },
    { distance: 1, relevant: 1, missed: 0, ratio: 0 },
    { distance: 2, relevant: 2, missed: 1, ratio: 0.5 },
    { distance: 3, relevant: 3, missed: 2, ratio: 2 / 3 },
  ])
})

test('the perfect strategy visits only what leads to relevant pages', () => {
  const { result, order } = run(graph, { spec: 'perfect' })
  assert.equal(order, 'a/home a/1 a/2 b/1 d/home')
  assert.equal(result.coverage, 1)
})

test('a limit on pages stops a run', () => {
  const { result } = run(graph, { spec: 'breadth-first', maxPages: 2 })
  assert.deepEqual([result.pages, result.stopped], [2, 'pages'])
})

test('a run is stopped from outside', () => {
  const { result } = run(graph, { spec: 'breadth-first', onProgress: () => false })
  assert.deepEqual([result.pages, result.stopped], [0, 'interrupted'])
})

test('a page without a language passes on the relevance of its parent when that is wanted, but does not count', () => {
  const web = tinyGraph(`
    a.th/home tha → a.th/1
    a.th/1    und → b.com/home
    b.com/home und → a.th/2
    a.th/2    tha →
  `)
  assert.equal(run(web, { spec: 'hard-focused' }).result.pages, 2)
  const { result } = run(web, { spec: 'hard-focused', inheritUnknown: true })
  assert.deepEqual([result.pages, result.relevant, result.coverage], [4, 2, 1])
})

test('a graph without relevant pages gives zeros, not NaN', () => {
  const web = tinyGraph('a.th/home eng → a.th/1\na.th/1 eng →')
  const { result } = run(web, { spec: 'soft-focused' })
  assert.deepEqual([result.coverage, result.harvest, result.pages], [0, 0, 2])
})

test('best-first sees the scores of the graph', () => {
  const web = tinyGraph(`
    a.th/home tha:1   → a.th/1 b.com/home
    a.th/1    eng:0.1 → a.th/2
    b.com/home eng:0.6 → b.com/1
    a.th/2    tha:1   →
    b.com/1   tha:1   →
  `)
  assert.equal(run(web, { spec: 'best-first' }).order, 'a/home a/1 b/home b/1 a/2')
})

test('a strategy whose features the graph lacks fails before the run', () => {
  assert.throws(() => run(graph, { spec: 'naive-bayes:a3=anchor' }), /needs anchor|a3/)
})

test('a curve has at least 500 points, begins at 0 pages and ends with the run', () => {
  const chain = tinyGraph(
    Array.from(
      { length: 5000 },
      (_, i) => `s${i % 7}.th/${i} ${i % 3 === 0 ? 'tha' : 'eng'} → s${(i + 1) % 7}.th/${i + 1}`,
    ).join('\n'),
  )
  const { result } = run(chain, { spec: 'breadth-first' })
  assert.ok(result.curve.length >= 500 && result.curve.length <= 2049, `${result.curve.length} points`)
  assert.equal(result.curve[0].pages, 0)
  assert.deepEqual(result.curve.at(-1), { pages: 5000, relevant: 1667, queue: 1, servers: 7 })
  const steps = result.curve.slice(1, -1).map((point, i) => point.pages - result.curve[i].pages)
  assert.deepEqual([...new Set(steps)], [4])
  const short = run(graph, { spec: 'breadth-first' }).result.curve
  assert.equal(short.length, 500)
  assert.deepEqual(short.at(-1), short[6])
})
