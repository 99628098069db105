import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SharedExample, Strategy, StrategyModel } from '../../src/contracts.js'
import { RELEVANT, type WebGraph } from '../../src/graph/index.js'
import { runStrategy, simulate, type RunResult, type StrategyRunOptions } from '../../src/simulate/index.js'
import { createStrategy, splitSupport, STRATEGIES } from '../../src/strategy/index.js'
import { parityGraph } from './parity-graph.js'

const { graph } = parityGraph({ servers: 40, knownOnly: 0.1, seed: 5 })

interface Crawled extends RunResult {
  readonly order: readonly number[]
}

function crawl(web: WebGraph, spec: string, options: Partial<StrategyRunOptions> = {}): Crawled {
  const order: number[] = []
  const run = runStrategy(web, { ...options, spec, seeds: web.seeds, onVisit: page => order.push(page) })
  return { ...run, order }
}

const sorted = (pages: readonly number[]): number[] => pages.toSorted((a, b) => a - b)

/** All that need nothing but what this graph has. */
const SPECS = STRATEGIES.map(({ name }) => name).filter(name => {
  try {
    crawl(graph, name, { maxPages: 1 })
    return true
  } catch {
    return false
  }
})

test('one partition fetches the pages of today, in the same order, with every strategy', () => {
  assert.ok(SPECS.length >= 15 && SPECS.includes('longtail'))
  for (const spec of [...SPECS, 'longtail:mode=harvest', 'longtail:worth=0', 'lswc:s=2,smode=depth']) {
    const { order, ...run } = crawl(graph, spec, { partitions: 1 })
    const alone = crawl(graph, spec)
    assert.deepEqual(order, alone.order, spec)
    assert.deepEqual([run.relevant, run.servers, run.maxQueue], [alone.relevant, alone.servers, alone.maxQueue], spec)
    assert.deepEqual([run.partitions, run.delay, run.linksSent, run.examplesSent], [1, 0, 0, 0], spec)
  }
})

test('many partitions fetch the same pages when nothing is held back, however late their messages are', () => {
  for (const spec of ['longtail:worth=0', 'soft-focused', 'naive-bayes']) {
    const alone = sorted(crawl(graph, spec).order)
    for (const [partitions, delay] of [
      [2, 0],
      [9, 25],
      [9, 3000],
    ]) {
      const split = crawl(graph, spec, { partitions, delay })
      assert.deepEqual(sorted(split.order), alone, `${spec} in ${partitions}, ${delay} late`)
      assert.ok((split.linksSent ?? 0) > 0)
      assert.equal(split.linksSentPerPage, (split.linksSent ?? 0) / split.pages)
    }
  }
})

test('where one strategy sees everything, the queues of many partitions hand out its pages in the order of one queue', () => {
  for (const spec of [...SPECS, 'longtail:worth=0', 'longtail:mode=harvest']) {
    const alone = crawl(graph, spec)
    for (const partitions of [2, 16]) {
      const { order, linksSent } = crawl(graph, spec, { partitions, isShared: true })
      assert.deepEqual(order, alone.order, `${spec} in ${partitions}`)
      assert.equal(linksSent, 0)
    }
  }
})

test('places that are compared seldom move pages by a few places', () => {
  const large = parityGraph({ servers: 300, knownOnly: 0.1, seed: 6 }).graph
  const { order } = crawl(large, 'longtail:worth=0')
  const { order: late } = crawl(large, 'longtail:worth=0', { partitions: 16, delay: 10, isShared: true })
  assert.notDeepEqual(late, order)
  assert.deepEqual(sorted(late), sorted(order))
  const early = new Set(order.slice(0, order.length / 3))
  const same = late.slice(0, order.length / 3).filter(page => early.has(page)).length
  assert.ok(same > 0.8 * early.size, `${same} of ${early.size}`)
})

test('the same crawl twice is the same order', () => {
  const options = { partitions: 5, delay: 10 }
  assert.deepEqual(crawl(graph, 'longtail', options).order, crawl(graph, 'longtail', options).order)
})

test('when messages arrive at once, breadth-first goes through the levels of the web in their order', () => {
  const { order } = crawl(graph, 'breadth-first', { partitions: 8 })
  const depths = depthsOf(graph)
  assert.deepEqual(
    order.map(page => depths[page]),
    sorted(order.map(page => depths[page])),
  )
})

test('a strategy that only prices links keeps its order: levels travel, and prices say whose page is next', () => {
  const large = parityGraph({ servers: 300, knownOnly: 0.1, seed: 6 }).graph
  const early = (options: Partial<StrategyRunOptions>): number => {
    const { order } = crawl(large, 'best-first', options)
    return order.slice(0, order.length / 3).filter(page => (large.flags[page] & RELEVANT) !== 0).length
  }
  const alone = early({})
  assert.ok(early({ partitions: 8 }) > 0.95 * alone)
})

test('pages of a strategy that learns are examples for all others, and none of one that does not', () => {
  const { examplesSent = 0, pages } = crawl(graph, 'longtail:worth=0', { partitions: 4 })
  assert.ok(examplesSent > 0.1 * pages && examplesSent < 0.9 * pages, `${examplesSent} of ${pages}`)
  assert.equal(crawl(graph, 'breadth-first', { partitions: 4 }).examplesSent, 0)
  assert.equal(splitSupport(createStrategy('longtail')), 'learns together')
  assert.equal(splitSupport(createStrategy('breadth-first')), 'links and prices alone')
})

test('a page that others have learned from is worth the same to all of them, and nearly what it was to the first', () => {
  const teacher = createStrategy('longtail:worth=0')
  const pupils = [createStrategy('longtail:worth=0'), createStrategy('longtail:worth=0')]
  for (const pupil of pupils) pupil.reserve(1, 1)
  const examples: SharedExample[] = []
  const watched: Strategy = {
    ...teacher,
    score(visit, links, out, places) {
      teacher.score(visit, links, out, places)
      const example = teacher.example?.() ?? null
      if (example !== null) examples.push(example)
    },
  }
  const visits = simulate(graph, watched, { spec: '', seeds: graph.seeds }).pages
  const told = examples.reduce((sum, [isFind]) => sum + Math.max(1, Math.abs(isFind)), 0)
  assert.ok(examples.length > 100 && examples.length < visits)
  assert.ok(Math.abs(told / visits - 1) < 0.1, `${told} pages told of, ${visits} visited`)
  for (const example of examples) for (const pupil of pupils) pupil.absorb?.(JSON.parse(JSON.stringify(example)), 3)
  // top-level domains are numbered as each of them meets them
  const weights = (model: StrategyModel | undefined): number[] => Object.values(model ?? {}).flatMap(sorted)
  const [first, second] = pupils.map(pupil => weights(pupil.model?.()))
  assert.deepEqual(first, second)
  assert.ok(likeness(first, weights(teacher.model?.())) > 0.95)
})

/** By page: links from the nearest seed. */
function depthsOf({ pages, seeds, offsets, to }: WebGraph): number[] {
  const depths = new Array<number>(pages).fill(Infinity)
  const queue = [...seeds]
  for (const seed of seeds) depths[seed] = 0
  for (const page of queue)
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      if (depths[to[i]] < Infinity) continue
      depths[to[i]] = depths[page] + 1
      queue.push(to[i])
    }
  return depths
}

/** The cosine of the angle between them. */
function likeness(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((sum, value, i) => sum + value * y[i], 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
