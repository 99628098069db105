import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CRAWLED, sharedBytes, sharedShorts, sharedWords, type WebGraph } from '../../src/graph/index.js'
import { FlatQueue } from '../../src/simulate/flat-queue.js'
import { FrontierQueue } from '../../src/simulate/frontier-queue.js'
import { GroupedQueue } from '../../src/simulate/grouped-queue.js'
import { createReferenceFrontier } from '../strategy/reference-frontier.js'

const PAGES = 400
const GROUPS = 20
const LEVELS = 7

/** Every fifth page is only known. */
function bareGraph(): WebGraph {
  const server = sharedWords(PAGES)
  const flags = sharedBytes(PAGES)
  for (let page = 0; page < PAGES; page++) {
    server[page] = page % GROUPS
    flags[page] = page % 5 === 4 ? 0 : CRAWLED
  }
  return {
    pages: PAGES,
    links: 0,
    servers: GROUPS,
    directories: GROUPS,
    domains: GROUPS,
    seeds: sharedWords(0),
    offsets: sharedWords(PAGES + 1),
    to: sharedWords(0),
    server,
    directory: server,
    flags,
    language: sharedBytes(PAGES),
    languages: ['und'],
    target: [],
    serverTld: sharedShorts(GROUPS),
    tlds: [''],
    serverDomain: sharedWords(GROUPS),
    charset: null,
    score: null,
    anchors: null,
    urls: null,
    origin: {},
  }
}

function flat(levels: number) {
  return { name: 'flat', levels, reorders: 'never' } as const
}

function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The same random life for the queue and for the plainest possible one; they must hand out the same pages. */
function compare(
  queue: FlatQueue | GroupedQueue | FrontierQueue,
  graph: WebGraph,
  seed: number,
  options: { worse: boolean },
) {
  const random = randomOf(seed)
  const reference = createReferenceFrontier()
  const level = new Uint16Array(PAGES)
  const parked = new Set<number>()
  const known = new Set<number>()
  let taken = 0
  for (let step = 0; step < 4000; step++) {
    const action = random(10)
    const group = random(GROUPS)
    if (action < 6) {
      const to = Uint32Array.from(new Set(Array.from({ length: 1 + random(6) }, () => random(PAGES))))
      const levels = Uint16Array.from(to, page => {
        const wanted = random(LEVELS + 1)
        return options.worse || level[page] === 0 || wanted < level[page] ? wanted : level[page]
      })
      queue.offerLinks(to, 0, to.length, levels)
      to.forEach((page, i) => {
        if (levels[i] > 0) level[page] = levels[i]
        if ((graph.flags[page] & CRAWLED) !== 0) reference.offer(page, graph.server[page], levels[i])
        else if (levels[i] > 0) known.add(page)
      })
    } else if (action < 8 || queue instanceof FlatQueue) {
      const page = queue.take()
      assert.equal(page, reference.take(), `step ${step}`)
      if (page !== -1) taken++
    } else if (action === 8) {
      const bias = random(2 * LEVELS + 1) - LEVELS
      queue.bias(group, bias)
      reference.bias(group, bias)
    } else if (parked.has(group)) {
      parked.delete(group)
      queue.readmit(group)
      reference.readmit(group)
    } else if (parked.size < GROUPS / 2) {
      parked.add(group)
      queue.park(group)
      reference.park(group)
    }
    const knownListed = [...known].filter(page => !parked.has(graph.server[page])).length
    assert.equal(queue.size, reference.size + knownListed, `size after step ${step}`)
  }
  assert.ok(taken > 100)
}

test('the flat queue keeps the order of the frontier', () => {
  const graph = bareGraph()
  for (let seed = 1; seed <= 10; seed++) {
    compare(new FlatQueue(graph, flat(LEVELS)), graph, seed, { worse: false })
  }
})

test('the flat queue keeps it with more levels than a byte holds', () => {
  const graph = bareGraph()
  compare(new FlatQueue(graph, flat(1024)), graph, 1, { worse: false })
})

test('the flat queue refuses what it would get wrong', () => {
  const queue = new FlatQueue(bareGraph(), flat(LEVELS))
  queue.offer(0, 3)
  const refusal = { code: 'E_STRATEGY', message: /strategy flat moves page 0 back from level 3 to 4, but declares/ }
  assert.throws(() => queue.move(0, 4), refusal)
  assert.throws(() => queue.offer(0, 4), refusal)
})

test('the grouped queue keeps the order of the frontier while groups are lifted, lowered, parked and re-admitted', () => {
  const graph = bareGraph()
  for (let seed = 1; seed <= 20; seed++) {
    compare(new GroupedQueue(graph, LEVELS, graph.server, GROUPS), graph, seed, { worse: true })
  }
})

test('the grouped queue refuses a bias that it has no place for', () => {
  const queue = new GroupedQueue(bareGraph(), LEVELS, bareGraph().server, GROUPS)
  assert.throws(() => queue.bias(0, LEVELS + 1), /bias 8 is past ±7/)
})

test("the live crawl's frontier as a queue keeps its order, and counts pages that are only known", () => {
  const graph = bareGraph()
  for (let seed = 1; seed <= 20; seed++) {
    compare(new FrontierQueue(graph, graph.server, GROUPS), graph, seed, { worse: true })
  }
})
