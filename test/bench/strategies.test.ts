/** What the benchmark of strategies measures: a wrong yardstick would choose a wrong strategy. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { earliness } from '../../bench/strategies/area.js'
import { parseSeeds, variantsOf } from '../../bench/strategies/cases.js'
import { floorsTable } from '../../bench/strategies/floors.js'
import { checksum, measure, STEPS, type Measured } from '../../bench/strategies/measure.js'
import { openResultsCache } from '../../bench/strategies/results-cache.js'
import { writeSection } from '../../bench/strategies/sections.js'
import { coverageOf, duel, harvestAt, margins, pagesTo } from '../../bench/strategies/summary.js'
import { generateGraph } from '../../src/graph/generate/index.js'
import { RELEVANT } from '../../src/graph/index.js'
import { simulate } from '../../src/simulate/index.js'
import { createStrategy } from '../../src/strategy/index.js'

const graph = await generateGraph({ preset: 'thai-2004', scale: 0.001, seed: 1 })

/** A run that finds `rates[i]` relevant pages per page in its i-th tenth of 1000 relevant pages. */
function run(spec: string, harvest: number, coverage: number): Measured {
  const relevant = Math.round(1000 * coverage)
  const pagesAt = Array.from({ length: Math.floor(coverage * STEPS) + 1 }, (_, i) =>
    Math.ceil(Math.ceil((i / STEPS) * 1000) / harvest),
  )
  const pages = pagesAt[pagesAt.length - 1]
  const graph = 'made up'
  return { spec, pages, relevant, relevantInGraph: 1000, servers: 1, pagesAt, estimates: [], cpuSeconds: 0, graph }
}

test('milestones are the very page at which a coverage was reached', () => {
  const measured = measure(graph, 'soft-focused', 0)
  const order: number[] = []
  simulate(graph, createStrategy('soft-focused'), {
    spec: 'soft-focused',
    seeds: graph.seeds,
    onVisit: page => order.push(page),
  })
  for (const coverage of [0.5, 0.8, 0.99]) {
    const needed = Math.ceil(coverage * measured.relevantInGraph)
    let found = 0
    const page = order.findIndex(each => (graph.flags[each] & RELEVANT) !== 0 && ++found === needed)
    assert.equal(pagesTo(measured, coverage), page + 1)
    assert.equal(harvestAt(measured, coverage), needed / (page + 1))
  }
  assert.equal(measured.pages, order.length)
  assert.equal(coverageOf(measured), 1)
})

test('a judge that errs changes the crawl, the same way each time, but not the truth', () => {
  const right = measure(graph, 'hard-focused', 0)
  const noisy = measure(graph, 'hard-focused', 0.05)
  assert.notEqual(noisy.pages, right.pages)
  assert.equal(noisy.relevantInGraph, right.relevantInGraph)
  assert.deepEqual({ ...measure(graph, 'hard-focused', 0.05), cpuSeconds: 0 }, { ...noisy, cpuSeconds: 0 })
  const ideal = measure(graph, 'perfect', 0)
  assert.equal(measure(graph, 'perfect', 0.05).pages, ideal.pages)
})

test('a crawl that finds all wanted pages first has an area of 1, one that ends early less', () => {
  assert.equal(earliness(Uint32Array.of(0, 1, 2, 2, 2), 4, 2).area, 1)
  const early = earliness(Uint32Array.of(0, 1), 4, 2)
  assert.equal(early.area, 4 / 7)
  assert.deepEqual(early.foundAfter, [0, 0.5, 0.5])
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
    const [variant] = variantsOf('tune', parseSeeds('1-3,7'), 0.001)
    assert.deepEqual(variant.seeds, [1, 2, 3, 7])
    const before = openResultsCache(directory, 'before')
    before.save(variant, 1, run('longtail', 0.9, 1))
    before.save(variant, 1, run('soft-focused', 0.9, 1))
    const after = openResultsCache(directory, 'after')
    assert.equal(after.find(variant, 1, 'longtail'), null)
    assert.equal(after.find(variant, 1, 'soft-focused')?.spec, 'soft-focused')
    assert.equal(after.find({ ...variant, judgeErrors: 0.05 }, 1, 'soft-focused'), null)
    assert.equal(after.find(variant, 2, 'soft-focused'), null)
    assert.equal(before.find(variant, 1, 'longtail')?.pages, 1112)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('a graph with other labels or anchors has another checksum', () => {
  const flags = graph.flags.slice()
  flags[0] ^= RELEVANT
  assert.notEqual(checksum({ ...graph, flags }), checksum(graph))
  assert.notEqual(checksum({ ...graph, anchors: null }), checksum(graph))
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
