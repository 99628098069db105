import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_RECRAWL_POLICY, RECRAWL_POLICIES, recrawlPolicy } from '../../src/recrawl/index.js'
import { drawnPages, knownPages } from './known-pages.js'

const SPECS = [...RECRAWL_POLICIES.map(({ name }) => name), 'change-rate:weighted=true']

for (const spec of SPECS) {
  test(`${spec}: each page at most once, no more than the budget, the same choice again`, () => {
    const pages = drawnPages(5000, 7)
    for (const budget of [0, 1, 250, 5000, 9999]) {
      const chosen = recrawlPolicy(spec).choose(pages, 100, budget, 1)
      assert.ok(chosen.length <= Math.min(budget, pages.count))
      assert.equal(new Set(chosen).size, chosen.length)
      assert.ok(chosen.every(page => page < pages.count))
      assert.deepEqual(recrawlPolicy(spec).choose(pages, 100, budget, 1), chosen)
    }
    assert.equal(recrawlPolicy(spec).choose(pages, 100, 250, 1).length, 250)
  })

  test(`${spec}: a smaller budget is the beginning of a larger one, or other pages by its own optimum`, () => {
    const pages = drawnPages(2000, 8)
    const few = recrawlPolicy(spec).choose(pages, 100, 50, 1)
    const many = recrawlPolicy(spec).choose(pages, 100, 500, 1)
    // only the optimum of change-rate depends on the budget
    if (spec.startsWith('change-rate')) assert.notDeepEqual(few, many.slice(0, 50))
    else assert.deepEqual(few, many.slice(0, 50))
  })

  test(`${spec}: no pages, pages without worth, and pages that were visited this moment`, () => {
    const policy = recrawlPolicy(spec)
    assert.deepEqual(policy.choose(knownPages([]), 10, 5, 1), new Uint32Array(0))
    const worthless = policy.choose(knownPages([{ worth: 0 }, { worth: 0, lastVisit: 5, visits: 2 }]), 10, 5, 1)
    assert.equal(worthless.length, spec === 'change-rate:weighted=true' ? 0 : 2)
    assert.ok(policy.choose(knownPages([{ lastVisit: 10, visits: 3, changes: 2 }]), 10, 5, 1).length <= 1)
  })
}

test('uniform asks for the least recently visited page first', () => {
  const pages = knownPages([{ lastVisit: 5 }, { lastVisit: 1 }, { lastVisit: 9 }, { lastVisit: 1 }])
  assert.deepEqual([...recrawlPolicy('uniform').choose(pages, 10, 3, 1)], [1, 3, 0])
})

test('adaptive: what changed is due sooner, what did not later', () => {
  const pages = knownPages([
    { visits: 4, changes: 0, lastVisit: 50 },
    { visits: 4, changes: 3, lastVisit: 50 },
    { visits: 1, lastVisit: 50 },
  ])
  assert.deepEqual([...recrawlPolicy('adaptive').choose(pages, 60, 3, 1)], [1, 2, 0])
  // 30 days · 1.4 twice is 58.8 days: due before a page with 60 days that was visited at the same time
  const bounded = knownPages([
    { visits: 3, lastVisit: 50 },
    { visits: 100, lastVisit: 49 },
  ])
  assert.deepEqual([...recrawlPolicy('adaptive:max=59.9').choose(bounded, 60, 2, 1)], [0, 1])
  assert.deepEqual([...recrawlPolicy('adaptive:max=58').choose(bounded, 60, 2, 1)], [1, 0])
})

test('change-rate leaves out what changes at every visit, when the budget is small', () => {
  const often = { visits: 100, changes: 99, lastVisit: 99, directory: 0, server: 0 }
  const seldom = { visits: 100, changes: 5, lastVisit: 99, directory: 1, server: 1 }
  const pages = knownPages([...Array.from({ length: 50 }, () => often), ...Array.from({ length: 50 }, () => seldom)])
  const chosen = recrawlPolicy('change-rate').choose(pages, 100, 2, 1)
  assert.equal(chosen.length, 2)
  assert.ok(chosen.every(page => page >= 50))
})

test('longtail prefers worth, then pages that led to new ones', () => {
  const alike = { visits: 5, changes: 2, lastVisit: 40 }
  const pages = knownPages([
    { ...alike, worth: 0.2 },
    { ...alike, worth: 0.9 },
    { ...alike, worth: 0.2, foundNew: 20 },
  ])
  assert.deepEqual([...recrawlPolicy('longtail').choose(pages, 50, 3, 1)], [2, 1, 0])
  assert.deepEqual([...recrawlPolicy('longtail:discovery=0').choose(pages, 50, 2, 1)], [1, 0])
})

test('longtail learns from the kind and the place of a page that was seen once', () => {
  const lively = { visits: 10, changes: 8, lastVisit: 40, server: 1, directory: 1 }
  const still = { visits: 10, changes: 0, lastVisit: 40, server: 2, directory: 2 }
  const pages = knownPages([
    ...Array.from({ length: 20 }, () => lively),
    ...Array.from({ length: 20 }, () => still),
    { lastVisit: 40, server: 2, directory: 2 },
    { lastVisit: 40, server: 1, directory: 1 },
  ])
  const order = [...recrawlPolicy('longtail').choose(pages, 42, 42, 1)]
  assert.ok(order.indexOf(41) < order.indexOf(40))
})

test('the default is one of the policies, and parameters and names are checked', () => {
  assert.equal(recrawlPolicy().name, DEFAULT_RECRAWL_POLICY)
  const wrong = (spec: string, message: RegExp): void =>
    assert.throws(() => recrawlPolicy(spec), { code: 'E_STRATEGY', message })
  wrong('unifrom', /there is no recrawl policy "unifrom"; did you mean "uniform"\?/)
  wrong('nothing-of-the-kind', /Choose one of uniform, adaptive, change-rate, longtail/)
  wrong('adaptive:intervall=3', /recrawl policy adaptive has no parameter "intervall".*did you mean "interval"/)
  wrong('adaptive:shorter=2', /shorter="2": expected 0…0\.99/)
  wrong('longtail:shape', /recrawl policy longtail: expected key=value but found "shape"/)
  wrong('./mine.js', /there is no recrawl policy "\.\/mine\.js"/)
})
