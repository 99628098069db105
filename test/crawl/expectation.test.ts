import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Estimate, Strategy } from '../../src/contracts.js'
import { expectation, occasionalExpectation } from '../../src/crawl/expectation.js'
import { createStrategy } from '../../src/strategy/index.js'

function expecting(estimate: () => Estimate): Strategy {
  return { ...createStrategy('breadth-first'), estimate }
}

test('coverage follows from what was found and what is expected', () => {
  const said = expectation(
    expecting(() => ({ remaining: 25, low: 0, high: 100 })),
    100,
  )
  assert.deepEqual(said, { remaining: 25, low: 0, high: 100, coverage: 0.8, coverageLow: 0.5, coverageHigh: 1 })
  const nothing = expectation(
    expecting(() => ({ remaining: 0, low: 0, high: 0 })),
    0,
  )
  assert.equal(nothing?.coverage, 0, 'nothing found is no coverage')
})

test('an estimate that makes no sense is not shown', () => {
  const cases: Estimate[] = [
    { remaining: NaN, low: 0, high: 1 },
    { remaining: 5, low: 0, high: Infinity },
    { remaining: 5, low: 6, high: 9 },
    { remaining: 5, low: 1, high: 4 },
    { remaining: -1, low: -2, high: 0 },
  ]
  for (const each of cases)
    assert.equal(
      expectation(
        expecting(() => each),
        10,
      ),
      null,
      JSON.stringify(each),
    )
  assert.equal(expectation(createStrategy('breadth-first'), 10), null)
})

test('a strategy is asked now and then only, and in any case at the end', () => {
  let asked = 0
  const ask = occasionalExpectation(expecting(() => ({ remaining: ++asked, low: 0, high: 1000 })))
  for (let ms = 0; ms < 20_000; ms += 500) ask(10, ms, false)
  assert.ok(asked >= 1 && asked <= 4, `asked ${asked} times in 20 s`)
  const before = asked
  assert.equal(ask(10, 20_000, true)?.remaining, before + 1)
})
