import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { NO_FEATURES } from '../../src/contracts.js'
import type { PlaceControl, Strategy } from '../../src/contracts.js'
import { generateGraph } from '../../src/graph/generate/index.js'
import { simulate } from '../../src/simulate/index.js'
import { createStrategy } from '../../src/strategy/index.js'
import { FROM_IRRELEVANT, FROM_RELEVANT, LinkEvidence } from '../../src/strategy/longtail/link-evidence.js'
import { LinkWordWeights } from '../../src/strategy/longtail/link-word-weights.js'
import { levelOf, LEVELS, logitAt } from '../../src/strategy/log-odds-places.js'
import { JudgeDoubt } from '../../src/strategy/longtail/judge-doubt.js'
import { ServerMemory } from '../../src/strategy/longtail/server-memory.js'

const graph = await generateGraph({ preset: 'thai-2004', scale: 0.004, seed: 3, threads: 1 })
const { seeds } = graph
const run = (spec: string, strategy = createStrategy(spec)) => simulate(graph, strategy, { spec, seeds })

/** Pages fetched when a share of the relevant ones was found. */
function pagesAt(spec: string, share: number): number {
  const wanted = share * graph.flags.reduce((sum, flag) => sum + (flag >> 1), 0)
  let pages = 0
  let relevant = 0
  let at = Infinity
  simulate(graph, createStrategy(spec), {
    spec,
    seeds,
    onVisit(page) {
      pages++
      relevant += graph.flags[page] >> 1
      if (relevant >= wanted && at === Infinity) at = pages
    },
  })
  return at
}

test('it needs fewer pages than what it builds on, for most of the pages and for nearly all', () => {
  for (const share of [0.8, 0.95]) {
    const ours = pagesAt('longtail', share)
    for (const other of ['server-conservative', 'soft-focused', 'lswc', 'naive-bayes:kb=1000']) {
      assert.ok(ours < pagesAt(other, share), `${other} at ${share}`)
    }
  }
})

test('coverage mode ends with at least 98 % of what can be reached, long before everything is fetched', () => {
  const ours = run('longtail')
  const all = run('breadth-first')
  assert.ok(ours.relevant >= 0.98 * all.relevant, `${ours.relevant} of ${all.relevant}`)
  assert.equal(ours.stopped, 'finished')
  assert.ok(ours.pages < 0.5 * all.pages)
})

test('without an end by coverage it finds what server-conservative finds', () => {
  const ours = run('longtail:find=0')
  const theirs = run('server-conservative')
  assert.ok(ours.relevant >= theirs.relevant, `${ours.relevant} against ${theirs.relevant}`)
})

test('harvest mode stops earlier, with a higher harvest, and earlier still when more is asked of a download', () => {
  const coverage = run('longtail')
  const harvest = run('longtail:mode=harvest')
  const strict = run('longtail:mode=harvest,worth=3')
  assert.ok(harvest.pages < coverage.pages && strict.pages < harvest.pages)
  assert.ok(harvest.harvest > coverage.harvest && strict.harvest > harvest.harvest)
})

test('without a limit it fetches everything that can be reached', () => {
  assert.equal(run('longtail:worth=0').pages, run('breadth-first').pages)
})

test('every part is worth something to somebody: switching it off changes the order', () => {
  const order = (spec: string): string => {
    const hash = createHash('sha256')
    simulate(graph, createStrategy(spec), { spec, seeds, onVisit: page => hash.update(`${page} `) })
    return hash.digest('hex')
  }
  const whole = order('longtail')
  for (const part of ['learning', 'hierarchy', 'exploration', 'domains', 'hubs', 'anchors']) {
    assert.notEqual(order(`longtail:${part}=false`), whole, part)
  }
})

test('the estimate is large at first, falls, and says nothing absurd', () => {
  const strategy = createStrategy('longtail')
  const total = graph.flags.reduce((sum, flag) => sum + (flag >> 1), 0)
  const seen: { truth: number; remaining: number; low: number; high: number }[] = []
  let relevant = 0
  simulate(graph, strategy, {
    spec: 'longtail',
    seeds,
    onVisit(page) {
      relevant += graph.flags[page] >> 1
      if ((graph.flags[page] & 2) !== 0 && relevant % 500 === 0) {
        const estimate = strategy.estimate?.()
        if (estimate) seen.push({ truth: total - relevant, ...estimate })
      }
    },
  })
  assert.ok(seen.length > 8)
  for (const { remaining, low, high } of seen) {
    assert.ok(Number.isFinite(remaining) && low >= 0 && low <= remaining && remaining <= high && Number.isFinite(high))
  }
  const held = seen.filter(({ truth, low, high }) => truth >= low && truth <= high)
  assert.ok(held.length >= 0.6 * seen.length, `${held.length} of ${seen.length} ranges hold the truth`)
  const largest = Math.max(...seen.map(({ remaining }) => remaining))
  assert.ok((seen.at(-1)?.remaining ?? Infinity) < 0.5 * largest)
})

test('what was learned can be handed on: a warm start harvests more at first', () => {
  const first = createStrategy('longtail')
  run('longtail', first)
  const model = first.model?.()
  assert.ok(model !== undefined)
  const early = (strategy: Strategy) => simulate(graph, strategy, { spec: '', seeds, maxPages: 500 }).relevant
  assert.ok(early(createStrategy('longtail', { model })) > early(createStrategy('longtail')))
  assert.throws(() => createStrategy('longtail', { model: { links: [1, 2] } }), { code: 'E_STRATEGY' })
  assert.throws(
    () => createStrategy('longtail', { model: { ...model, links: model.links.map(() => NaN) } }),
    /not a list/,
  )
})

test('a page that repeats another is no find, unless repeats are to count', () => {
  const visits = (spec: string) => {
    const strategy = createStrategy(spec)
    strategy.reserve(10, 2)
    strategy.seed(0)
    const features = { ...NO_FEATURES, host: Uint32Array.of(0, 1) }
    const group = new Uint32Array(10)
    const visit = { host: 0, relevant: true, score: 1, language: 1, charset: 0, distance: 0, duplicate: true }
    for (let page = 0; page < 5; page++) {
      const links = { to: Uint32Array.of(page + 1), start: 0, end: 1, group, features }
      strategy.score({ ...visit, page, duplicate: page > 0 }, links, new Uint16Array(1), NOTHING)
    }
    return strategy.explain?.(0)
  }
  assert.equal(visits('longtail'), '1 of 5 pages were finds; 4 more repeat other pages and do not count')
  assert.equal(visits('longtail:duplicates=false'), '5 of 5 pages were finds')
})

test('places and log-odds are two ways of saying the same', () => {
  for (const logit of [-11.9, -3, 0, 0.5, 11.9]) assert.ok(Math.abs(logitAt(levelOf(logit)) - logit) < 0.02)
  assert.equal(levelOf(1000), 1)
  assert.equal(levelOf(-1000), LEVELS)
})

test('evidence: the fast sum is the sum of the model, and counts stop at 15', () => {
  const evidence = new LinkEvidence(0.1, 0.05)
  evidence.reserve(2)
  for (let i = 0; i < 40; i++) evidence.add(0, FROM_RELEVANT.elsewhere, 0, i === 7)
  evidence.add(0, FROM_IRRELEVANT.elsewhere, 3, false)
  evidence.model.weights.set(Array.from(evidence.model.weights, (_, i) => i / 10))
  evidence.fill(evidence.wordOf(0))
  assert.ok(Math.abs(evidence.logit(0) - evidence.model.logit()) < 1e-12)
  const before = evidence.logit(0)
  evidence.add(0, FROM_RELEVANT.elsewhere, 0, false)
  assert.equal(evidence.logit(0), before)
  assert.equal(evidence.distance(0), 0)
})

test('evidence: the nearest relevant page counts, whichever link was found first', () => {
  const evidence = new LinkEvidence(0.1, 0.05)
  evidence.reserve(1)
  evidence.add(0, FROM_IRRELEVANT.sameServer, 4, false)
  assert.equal(evidence.distance(0), 4)
  evidence.add(0, FROM_IRRELEVANT.sameServer, 6, false)
  assert.equal(evidence.distance(0), 4)
  evidence.add(0, FROM_RELEVANT.sameServer, 0, false)
  assert.equal(evidence.distance(0), 0)
})

test('a directory is believed to be like its server until it shows something else', () => {
  const memory = new ServerMemory(0.1, 0.05, true, new JudgeDoubt(0))
  memory.reserve(3)
  memory.columns = { host: Uint32Array.of(0, 0, 1), tld: null, domain: null }
  for (let i = 0; i < 20; i++) memory.count(0, 0, true)
  const fresh = memory.logit(1)
  for (let i = 0; i < 5; i++) memory.count(1, 0, false)
  assert.ok(fresh > 0)
  assert.ok(memory.logit(1) < fresh)
  assert.ok(memory.logit(0) > memory.logit(1))
})

test('words learn which links pay', () => {
  const words = new LinkWordWeights(0.3, 0.05)
  const rows = { starts: Uint32Array.of(0, 2, 4), hashes: Uint32Array.of(7, 8, 9, 8) }
  for (let page = 0; page < 50; page++) {
    words.remember(page, rows, page % 2)
    words.fill(page)
    words.model.learn(page % 2 === 0 ? -0.5 : 0.5)
  }
  assert.ok(words.logit(rows, 0) > 0.5)
  assert.ok(words.logit(rows, 1) < -0.5)
})

const NOTHING: PlaceControl = { bias() {}, park() {}, readmit() {}, cutoff() {}, spare() {}, move() {} }
