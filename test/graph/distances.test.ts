import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distancesFromSeeds, FAR, nearestRelevant, UNREACHABLE } from '../../src/graph/distances.js'
import { RELEVANT } from '../../src/graph/web-graph.js'
import type { WebGraph } from '../../src/graph/web-graph.js'
import { LongtailError } from '../../src/errors.js'
import { tinyGraph } from './tiny-graph.js'

test('distances follow links from the nearest seed, uncrawled pages included', () => {
  const graph = tinyGraph(`
    a.th/ tha → b.th/ c.th/
    b.th/ tha → d.th/ e.th/
    c.th/ tha → e.th/ a.th/
    f.th/ tha → d.th/
    d.th/ tha → x.th/
  `)
  // ids: a b c f d, then e x, which no line describes
  assert.deepEqual([...distancesFromSeeds(graph, Uint32Array.of(0))], [0, 1, 1, UNREACHABLE, 2, 2, 3])
  assert.deepEqual([...distancesFromSeeds(graph, Uint32Array.of(0, 3, 3))], [0, 1, 1, 0, 1, 2, 2])
  assert.deepEqual([...distancesFromSeeds(graph, Uint32Array.of(6))], [...Array<number>(6).fill(UNREACHABLE), 0])
  assert.deepEqual([...distancesFromSeeds(graph, new Uint32Array())], Array<number>(7).fill(UNREACHABLE))
})

test('a distance beyond 254 is 254, and the search goes on', () => {
  const line = Array.from({ length: 300 }, (_, i) => `a.th/${i} tha → a.th/${i + 1}`).join('\n')
  const distances = distancesFromSeeds(tinyGraph(line), Uint32Array.of(0))
  assert.deepEqual([...distances.subarray(250)], [250, 251, 252, 253, ...Array<number>(47).fill(FAR)])
})

test('many pages beyond distance 254 do not make the unreachable ones reachable', () => {
  const line = Array.from({ length: 254 }, (_, i) => `a.th/${i} tha → a.th/${i + 1}`)
  const many = Array.from({ length: 100 }, (_, i) => `b.th/${i}`)
  const beyond = many.map((name, i) => `${name} tha → e.th/${i}`)
  const lines = [...line, `a.th/254 tha → ${many.join(' ')}`, ...beyond, 'c.th/ tha → d.th/']
  const graph = tinyGraph(lines.join('\n'))
  const distances = distancesFromSeeds(graph, Uint32Array.of(0))
  const count = (distance: number) => distances.filter(one => one === distance).length
  assert.deepEqual([count(253), count(FAR), count(UNREACHABLE)], [1, 201, 2])
})

test('a seed outside the graph is refused', () => {
  const graph = tinyGraph('a.th/ tha → b.th/')
  assert.throws(
    () => distancesFromSeeds(graph, Uint32Array.of(0, 2)),
    (error: unknown) =>
      error instanceof LongtailError && error.code === 'E_USAGE' && /seed 2 .* 0 to 1/.test(error.message),
  )
})

const near = (text: string): Record<string, number> => {
  const graph = tinyGraph(text)
  return Object.fromEntries(
    [...nearestRelevant(graph)].map((distance, id) => [graph.urls?.url(id).slice(7) ?? '', distance]),
  )
}

test('a relevant page is as far as the irrelevant pages before it make it', () => {
  assert.deepEqual(
    near(`
      a/1 tha → a/2 a/x
      a/2 tha →
      a/x eng → a/y
      a/y eng → a/3
      a/3 tha → a/4 a/u
      a/4 tha →
      a/z eng → a/5
      a/5 tha →
    `),
    // nothing leads to a/1, and only an irrelevant page that nothing leads to links to a/5
    { 'a/1': 255, 'a/2': 1, 'a/x': 0, 'a/y': 0, 'a/3': 3, 'a/4': 1, 'a/z': 0, 'a/5': 255, 'a/u': 0 },
  )
})

test('the way of a page back to itself does not count, but it does not hide the way of another page either', () => {
  const loop = 'a/1 tha → a/x\n a/x eng → a/1'
  assert.deepEqual(near(loop), { 'a/1': 255, 'a/x': 0 })
  // a/2 reaches a/x later than a/1 does, and a/1 must still hear of it
  const another = `${loop}\n a/2 tha → a/y\n a/y eng → a/z\n a/z eng → a/x`
  assert.deepEqual(near(another), { 'a/1': 4, 'a/x': 0, 'a/2': 255, 'a/y': 0, 'a/z': 0 })
})

test('two pages that find each other through one irrelevant page are at distance 2', () => {
  assert.deepEqual(near('a/1 tha → a/x\n a/2 tha → a/x\n a/x eng → a/1 a/2'), { 'a/1': 2, 'a/2': 2, 'a/x': 0 })
})

test('nearest relevant pages in many random graphs are those that a search from every single page finds', () => {
  let state = 12345
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  /** How many pages have a distance that takes some searching. */
  const check = (pages: number, links: number, oneIn: number) => {
    const lines = Array.from({ length: pages }, (_, id) => {
      const targets = new Set(Array.from({ length: random(links) }, () => random(pages + 2)))
      targets.delete(id)
      return `a/${id} ${random(oneIn) === 0 ? 'tha' : 'eng'} → ${[...targets].map(to => `a/${to}`).join(' ')}`
    })
    const graph = tinyGraph(lines.join('\n'))
    const relevant = Array.from(graph.flags.keys()).filter(id => (graph.flags[id] & RELEVANT) !== 0)
    const expected = new Uint8Array(graph.pages)
    for (const page of relevant) expected[page] = UNREACHABLE
    for (const page of relevant) {
      const distances = plainDistances(graph, page)
      for (const other of relevant) {
        if (other !== page) expected[other] = Math.min(expected[other], distances[other])
      }
    }
    assert.deepEqual(nearestRelevant(graph), expected, lines.join('\n'))
    return expected.filter(distance => distance > 1 && distance < UNREACHABLE).length
  }
  let found = 0
  for (let round = 0; round < 300; round++) found += check(5 + random(25), 4, 4)
  assert.ok(found > 300, `only ${found} pages test anything`)
  // large and thin enough for few pages to be at the same distance
  found = 0
  for (let round = 0; round < 4; round++) found += check(800, 4, 25)
  assert.ok(found > 40, `only ${found} pages test anything`)
})

test('distances from seeds are those of a plain search, whether many or few pages are at the same distance', () => {
  const lines = Array.from({ length: 2000 }, (_, id) => {
    const targets = new Set([id + 1, (id * 7919 + 13) % 2500])
    targets.delete(id)
    return `a/${id} eng → ${[...targets].map(to => `a/${to}`).join(' ')}`
  })
  const graph = tinyGraph(lines.join('\n'))
  for (const seed of [0, 77, 1990]) {
    assert.deepEqual(distancesFromSeeds(graph, Uint32Array.of(seed)), plainDistances(graph, seed))
  }
})

/** The textbook's way. */
function plainDistances({ pages, offsets, to }: WebGraph, from: number): Uint8Array {
  const distances = new Uint8Array(pages).fill(UNREACHABLE)
  distances[from] = 0
  const queue = [from]
  for (const page of queue) {
    for (const target of to.subarray(offsets[page], offsets[page + 1])) {
      if (distances[target] !== UNREACHABLE) continue
      distances[target] = distances[page] + 1
      queue.push(target)
    }
  }
  return distances
}

test('other flags than those of the graph can be asked about', () => {
  const graph: WebGraph = tinyGraph('a/1 tha → a/2\n a/2 eng → a/3\n a/3 eng →')
  assert.deepEqual([...nearestRelevant(graph, Uint8Array.of(3, 1, 3))], [255, 0, 2])
})
