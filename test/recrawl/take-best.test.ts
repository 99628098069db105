import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Stream } from '../../src/graph/generate/random.js'
import { takeBest } from '../../src/recrawl/take-best.js'

test('the best are those that a sort would take, in its order, ties by number', () => {
  const random = new Stream(6)
  const priority = Float32Array.from({ length: 3000 }, () => {
    const kind = random.below(4)
    return kind === 0 ? random.below(3) : kind === 1 ? -random.unit() : Math.exp(20 * random.normal())
  })
  priority[17] = NaN
  priority[18] = Infinity
  const sorted = [...priority.keys()]
    .filter(page => priority[page] > 0)
    .sort((a, b) => (priority[a] === priority[b] ? a - b : priority[a] < priority[b] ? 1 : -1))
  for (const budget of [0, 1, 10, 1000, 3000, 1e9])
    assert.deepEqual([...takeBest(priority, 3000, budget)], sorted.slice(0, budget))
})
