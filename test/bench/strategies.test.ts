/** What the benchmark of strategies measures: a wrong yardstick would choose a wrong strategy. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { areaOf } from '../../bench/strategies/area.js'
import { parseSeeds, variantsOf } from '../../bench/strategies/cases.js'
import { floorsTable } from '../../bench/strategies/floors.js'
import { checksum } from '../../bench/strategies/checksum.js'
import { judgedWrongly } from '../../bench/strategies/judge-errors.js'
import { measure, STEPS, type Measured } from '../../bench/strategies/measure.js'
import { openResultsCache } from '../../bench/strategies/results-cache.js'
import { writeSection } from '../../bench/strategies/sections.js'
import { judgedRightly, truthOf } from '../../bench/strategies/truth.js'
import { coverageAfter, coverageOf, duel, harvestAt, margins, pagesTo } from '../../bench/strategies/summary.js'
import { generateGraph } from '../../src/graph/generate/index.js'
import { CRAWLED, RELEVANT } from '../../src/graph/index.js'
import { simulate } from '../../src/simulate/index.js'
import { createStrategy } from '../../src/strategy/index.js'

const graph = await generateGraph({ preset: 'thai-2004', scale: 0.001, seed: 1 })
const right = judgedRightly(graph)

/** A run that finds `rates[i]` relevant pages per page in its i-th tenth of 1000 relevant pages. */
function run(spec: string, harvest: number, coverage: number): Measured {
  const relevant = Math.round(1000 * coverage)
  const pagesAt = Array.from({ length: Math.floor(coverage * STEPS) + 1 }, (_, i) =>
    Math.ceil(Math.ceil((i / STEPS) * 1000) / harvest),
  )
  const pages = pagesAt[pagesAt.length - 1]
  const graph = 'made up'
  return {
    spec,
    pages,
    relevant,
    relevantInReach: 1000,
    servers: 1,
    area: 0.9,
    pagesAt,
    estimates: [],
    signs: [],
    atEnd: null,
    cpuSeconds: 0,
    graph,
  }
}

test('milestones are the very page at which a coverage was reached', () => {
  const measured = measure(right, 'soft-focused', '')
  const order: number[] = []
  simulate(graph, createStrategy('soft-focused'), {
    spec: 'soft-focused',
    seeds: graph.seeds,
    onVisit: page => order.push(page),
  })
  for (const coverage of [0.5, 0.8, 0.99]) {
    const needed = Math.ceil(coverage * measured.relevantInReach)
    let found = 0
    const page = order.findIndex(each => (graph.flags[each] & RELEVANT) !== 0 && ++found === needed)
    assert.equal(pagesTo(measured, coverage), page + 1)
    assert.equal(harvestAt(measured, coverage), needed / (page + 1))
  }
  assert.equal(measured.pages, order.length)
  assert.equal(coverageOf(measured), 1)
})

test('a judge that errs changes the crawl, the same way each time, but not the truth', () => {
  const wrong = judgedWrongly(graph, 0.05)
  const sure = measure(right, 'hard-focused', '')
  const noisy = measure(wrong, 'hard-focused', '')
  assert.notEqual(noisy.pages, sure.pages)
  assert.equal(noisy.relevantInReach, sure.relevantInReach)
  const again = measure(judgedWrongly(graph, 0.05), 'hard-focused', '')
  assert.deepEqual({ ...again, cpuSeconds: 0 }, { ...noisy, cpuSeconds: 0 })
  assert.equal(measure(wrong, 'perfect', '').pages, measure(right, 'perfect', '').pages)
})

test('a crawl that finds all wanted pages first has an area of 1, one that ends early less', () => {
  assert.equal(areaOf(Uint32Array.of(0, 1, 2, 2, 2), 4, 2), 1)
  assert.equal(areaOf(Uint32Array.of(0, 1), 4, 2), 4 / 7)
  assert.deepEqual(
    [500, 1000, 5000].map(pages => coverageAfter(run('lswc', 0.5, 0.8), pages)),
    [0.25, 0.5, 0.8],
  )
})

test('ours is compared with a strategy where that one gets to, and loses where it does not get there itself', () => {
  const results = new Map([
    ['perfect', [run('perfect', 1, 1), run('perfect', 1, 1)]],
    ['lswc', [run('lswc', 0.8, 0.97), run('lswc', 0.8, 0.9)]],
    ['server-conservative:t=10', [run('c', 0.5, 0.995), run('c', 0.5, 0.98)]],
    ['longtail', [run('longtail', 0.7, 0.996), run('longtail', 0.9, 0.985)]],
  ])
  assert.deepEqual(
    margins(results, 'longtail', 0.95).map(({ spec, compared, points }) => [spec, compared, Math.round(points)]),
    [
      ['lswc', 1, -10],
      ['server-conservative:t=10', 2, 30],
    ],
  )
  const { wins, losses, unreached } = duel(results, 'longtail', 0.99)
  assert.deepEqual([wins, losses, unreached], [1, 0, 0])
  assert.equal(duel(results, 'longtail', 0.8).losses, 1)
  const floors = floorsTable(results)
  assert.match(floors, /at 95 % coverage.*-10\.0 against `lswc`, on the 1 seeds.*FAILED/)
  assert.match(floors, /pages saved.*compared at 98 %.*ok/)
  assert.match(floors, /final coverage.*ok/)
})

test('results of ours are kept by label, those of others whatever the label', () => {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-strategies-'))
  try {
    const before = openResultsCache(directory, 'before')
    before.save('web', run('longtail', 0.9, 1))
    before.save('web', run('soft-focused', 0.9, 1))
    const after = openResultsCache(directory, 'after')
    assert.equal(after.find('made up', 'longtail'), null)
    assert.equal(after.find('made up', 'soft-focused')?.spec, 'soft-focused')
    assert.equal(after.find('another web', 'soft-focused'), null)
    assert.equal(before.find('made up', 'longtail')?.pages, 1112)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('seeds are written as numbers and ranges', () => {
  const [variant] = variantsOf('tune', parseSeeds('1-3,7'), 0.001)
  assert.deepEqual(variant.seeds, [1, 2, 3, 7])
})

test('what cannot be reached is not missed, and copies count once', () => {
  const { wanted, wantedInReach } = right.truth
  const { flags, offsets } = graph
  const leaf = flags.findIndex((flag, page) => (flag & CRAWLED) !== 0 && offsets[page] === offsets[page + 1])
  assert.equal(truthOf({ ...graph, seeds: Uint32Array.of(leaf) }, wanted, null).pagesInReach, 1)
  const [first, second] = [...wanted.keys()].filter(page => wanted[page] !== 0)
  const copies = wanted.slice()
  copies[second] = copies[first]
  const truth = truthOf(graph, copies, null)
  assert.equal(truth.wantedInReach, wantedInReach - 1)
  const measured = measure({ graph, truth }, 'breadth-first', '')
  assert.equal(coverageOf(measured), 1)
})

test('the area counted page by page is that of the curve', () => {
  const found = [0]
  simulate(graph, createStrategy('longtail'), {
    spec: 'longtail',
    seeds: graph.seeds,
    onVisit: page => found.push(found[found.length - 1] + Number((graph.flags[page] & RELEVANT) !== 0)),
  })
  const { pagesInReach, wantedInReach } = right.truth
  const area = areaOf(Uint32Array.from(found), pagesInReach, wantedInReach)
  assert.ok(Math.abs(measure(right, 'longtail', '').area - area) < 1e-9)
})

test('a graph with other labels or anchors has another checksum', () => {
  const flags = graph.flags.slice()
  flags[0] ^= RELEVANT
  const { truth } = right
  assert.notEqual(checksum({ graph: { ...graph, flags }, truth }), checksum(right))
  assert.notEqual(checksum({ graph: { ...graph, anchors: null }, truth }), checksum(right))
  const wanted = truth.wanted.map((shown, page) => (page === 0 ? 1 - shown : shown))
  assert.notEqual(checksum({ graph, truth: { ...truth, wanted } }), checksum(right))
})

test('a section of a document is replaced and the rest is left alone', () => {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-strategies-'))
  const file = join(directory, 'results.md')
  try {
    writeFileSync(file, 'head\n<!-- begin a -->\nold\n<!-- end a -->\ntail\n')
    writeSection(file, 'a', 'new')
    assert.equal(readFileSync(file, 'utf8'), 'head\n<!-- begin a -->\n\nnew\n\n<!-- end a -->\ntail\n')
    assert.throws(() => writeSection(file, 'b', 'new'), /has no place/)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
