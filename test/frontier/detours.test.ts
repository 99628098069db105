import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Detours } from '../../src/frontier/detours.js'

/** Offers `count` pages that are all out of order, one after the other in time order, and counts those allowed. */
function outOfOrder(detours: Detours, count: number): number {
  let allowed = 0
  for (let i = 0; i < count; i++) {
    if (!detours.allows(1, 0)) continue
    detours.count(1, 0)
    allowed++
  }
  return allowed
}

test('at most the given share of downloads goes out of order', () => {
  const detours = new Detours(0.2, 0)
  for (let i = 0; i < 80; i++) {
    assert.ok(detours.allows(0, 0))
    detours.count(0, 0)
  }
  assert.equal(outOfOrder(detours, 1000), 20)
})

test('a share of 1 never waits, a share of 0 always does', () => {
  const free = new Detours(1, 0)
  free.count(0, 0)
  assert.equal(outOfOrder(free, 50), 50)
  const strict = new Detours(0, 0)
  strict.count(0, 0)
  assert.equal(outOfOrder(strict, 50), 0)
  assert.ok(!strict.allows(1, 1e9))
})

test('differences within the tolerance are no detours', () => {
  const detours = new Detours(0, 64)
  detours.count(0, 0)
  assert.ok(detours.allows(64, 0))
  assert.ok(!detours.allows(65, 0))
})

test('a host that hangs does not stop the crawl', () => {
  const detours = new Detours(0.1, 0)
  detours.count(0, 0)
  outOfOrder(detours, 10)
  assert.ok(!detours.allows(1, 1000))
  assert.ok(detours.allows(1, 6000))
})
