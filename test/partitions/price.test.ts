import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OfferClock } from '../../src/partitions/offer-clock.js'
import { partitionsBy } from '../../src/partitions/partition-of.js'
import { ANY_PLACE, isWorthTaking, priceOf } from '../../src/partitions/price.js'

const at = (place: number, waited: number) => ({ place, waited })

test('the price is the place of the C-th best page over all partitions, equal places by age', () => {
  const published = [[at(3, 1), at(7, 9)], [], [at(3, 5), at(3, 2), at(8, 0)]]
  assert.deepEqual(priceOf(published, 1), at(3, 5))
  assert.deepEqual(priceOf(published, 2), at(3, 2))
  assert.deepEqual(priceOf(published, 3), at(3, 1))
  assert.deepEqual(priceOf(published, 5), at(8, 0))
})

test('with fewer pages than connections nothing is too bad', () => {
  assert.deepEqual(priceOf([[at(3, 1)], []], 2), ANY_PLACE)
  assert.ok(isWorthTaking(at(1e9, 0), ANY_PLACE))
})

test('what is worse, or as good and younger, is not worth taking', () => {
  const price = at(3, 2)
  assert.ok(isWorthTaking(at(2, 0), price))
  assert.ok(isWorthTaking(at(3, 2), price))
  assert.ok(!isWorthTaking(at(3, 1), price))
  assert.ok(!isWorthTaking(at(4, 100), price))
})

test('a clock of offers knows about when each was made, and stays small', () => {
  const clock = new OfferClock()
  assert.equal(clock.timeOf(1), 0)
  for (let time = 1; time <= 100_000; time++) clock.note(3 * time, time)
  for (const offer of [1, 100, 5000, 150_000, 299_999, 300_000]) {
    const exact = Math.ceil(offer / 3)
    assert.ok(Math.abs(clock.timeOf(offer) - exact) <= 128, `offer ${offer}: ${clock.timeOf(offer)}`)
  }
  assert.ok(clock.timeOf(1e9) > 99_800)
})

test('partitions: by domain and key alone, and about the same number of domains in each', () => {
  const of = partitionsBy([1, 2], 64)
  const other = partitionsBy([3, 4], 64)
  const counts = new Uint32Array(64)
  let moved = 0
  for (let i = 0; i < 6400; i++) {
    const domain = `site-${i}.example`
    assert.equal(of(domain), partitionsBy([1, 2], 64)(domain))
    counts[of(domain)]++
    if (of(domain) !== other(domain)) moved++
  }
  assert.ok(Math.min(...counts) > 60 && Math.max(...counts) < 140)
  assert.ok(moved > 6000)
  assert.equal(partitionsBy([1, 2], 1)('a.example'), 0)
})
