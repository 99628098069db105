import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBucketQueue } from '../../src/frontier/index.js'
import { createNaiveFrontier } from './naive-frontier.js'
import { seededRandom } from './random.js'

test('bucket queue: smaller levels first, first in first out within a level', () => {
  const queue = createBucketQueue(3, 2)
  const levels = [3, 1, 2, 1, 3, 2]
  levels.forEach((level, page) => queue.offer(page, level))
  assert.equal(queue.size, 6)
  assert.deepEqual(
    levels.map(() => queue.take()),
    [1, 3, 2, 5, 0, 4],
  )
  assert.equal(queue.take(), -1)
})

test('bucket queue: the largest number of levels is served from end to end', () => {
  const queue = createBucketQueue(65_535)
  const levels = [65_535, 1, 32_768, 1024, 1023, 31, 32, 33, 65_504]
  levels.forEach((level, page) => queue.offer(page, level))
  const taken = levels.map(() => levels[queue.take()])
  assert.deepEqual(
    taken,
    [...levels].sort((a, b) => a - b),
  )
})

test('bucket queue: levels out of range are refused', () => {
  assert.throws(() => createBucketQueue(0), RangeError)
  assert.throws(() => createBucketQueue(65_536), RangeError)
  const queue = createBucketQueue(8)
  assert.throws(() => queue.offer(1, 9), RangeError)
  queue.offer(1, 0)
  assert.equal(queue.size, 0)
})

for (const levels of [3, 1024]) {
  test(`bucket queue: thousands of random operations agree with a sorted array (${levels} levels)`, () => {
    const random = seededRandom(levels)
    const queue = createBucketQueue(levels, 4)
    const naive = createNaiveFrontier({ maxConnectionsPerHost: Infinity })
    naive.addGroup(0, 0)
    for (let step = 0; step < 5000; step++) {
      const page = random(600)
      const choice = random(10)
      if (choice < 6) {
        const level = random(levels + 1)
        queue.offer(page, level)
        naive.offer(page, 0, level)
      } else if (choice < 9) {
        const taken = naive.take(0)
        assert.equal(queue.take(), taken)
        // there is no way back in a simulation
        naive.discard(taken)
      } else if (random(10) === 0) {
        queue.discard(page)
        naive.discard(page)
      }
      assert.equal(queue.size, naive.size)
      assert.equal(queue.levelOf(page), naive.levelOf(page))
    }
    while (naive.size > 0) assert.equal(queue.take(), naive.take(0))
    assert.equal(queue.take(), -1)
  })
}
