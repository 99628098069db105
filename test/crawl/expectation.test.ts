import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Estimate, Strategy } from '../../src/contracts.js'
import { expectation, occasionalExpectation } from '../../src/crawl/expectation.js'
import { createStrategy } from '../../src/strategy/index.js'

function expecting(estimate: () => Estimate): Strategy {
  return { ...createStrategy('breadth-first'), estimate }
}

test('coverage follows from what was found and what is expected', () => {
  const said = expectation(expecting(() => ({ found: 100, remaining: 25, low: 0, high: 100 })))
  assert.deepEqual(said, { remaining: 25, low: 0, high: 100, coverage: 0.8, coverageLow: 0.5, coverageHigh: 1 })
  const nothing = expectation(expecting(() => ({ found: 0, remaining: 0, low: 0, high: 0 })))
  assert.equal(nothing?.coverage, 0, 'nothing found is no coverage')
  assert.equal(expectation({ ...createStrategy('breadth-first'), estimate: () => null }), null, 'nobody knows')
})

test('an estimate that makes no sense is not shown', () => {
  const cases: Estimate[] = [
    { found: 10, remaining: NaN, low: 0, high: 1 },
    { found: 10, remaining: 5, low: 0, high: Infinity },
    { found: 10, remaining: 5, low: 6, high: 9 },
    { found: 10, remaining: 5, low: 1, high: 4 },
    { found: 10, remaining: -1, low: -2, high: 0 },
  ]
  for (const each of cases) assert.equal(expectation(expecting(() => each)), null, JSON.stringify(each))
  assert.equal(expectation(createStrategy('breadth-first')), null)
})

test('a strategy is asked now and then only, and in any case at the end', () => {
  let asked = 0
  const ask = occasionalExpectation(expecting(() => ({ found: 10, remaining: ++asked, low: 0, high: 1000 })))
  for (let ms = 0; ms < 20_000; ms += 500) ask(ms, false)
  assert.ok(asked >= 1 && asked <= 4, `asked ${asked} times in 20 s`)
  const before = asked
  assert.equal(ask(20_000, true)?.remaining, before + 1)
})
