import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearTicks, logBounds, logTicks, niceStep, tickLabel } from '../../src/report/charts/ticks.js'
import { seededRandom } from './made-up-result.js'

test('steps are 1, 2 or 5 times a power of ten', () => {
  assert.deepEqual(
    [niceStep(10, 5), niceStep(11, 5), niceStep(18.3e6, 7), niceStep(0.7, 7), niceStep(1, 10)],
    [2, 5, 5e6, 0.1, 0.1],
  )
  const random = seededRandom(1)
  for (let i = 0; i < 500; i++) {
    const span = 10 ** (random() * 20 - 8)
    const step = niceStep(span, 1 + Math.floor(random() * 10))
    const leading = Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toPrecision(6))
    assert.ok([1, 2, 5].includes(leading), `${step} for ${span}`)
  }
})

test('ticks cover the range, are exact decimals and not too many', () => {
  assert.deepEqual(linearTicks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1])
  assert.deepEqual(linearTicks(0, 0.3, 3), [0, 0.1, 0.2, 0.3])
  assert.deepEqual(linearTicks(0, 18_344_127, 7), [0, 5e6, 10e6, 15e6, 20e6])
  const random = seededRandom(2)
  for (let i = 0; i < 500; i++) {
    const max = 10 ** (random() * 12 - 4)
    const ticks = linearTicks(0, max, 6)
    assert.ok(ticks[0] === 0 && ticks[ticks.length - 1] >= max * (1 - 1e-9), `${max}: ${ticks.join()}`)
    assert.ok(ticks.length >= 2 && ticks.length <= 8, `${max}: ${ticks.join()}`)
  }
})

test('ticks of distances are whole numbers', () => {
  assert.deepEqual(linearTicks(0, 2, 7, true), [0, 1, 2])
  assert.deepEqual(linearTicks(0, 14, 7, true), [0, 2, 4, 6, 8, 10, 12, 14])
})

test('an empty or absurd range still has an end', () => {
  assert.deepEqual(linearTicks(0, 0, 5), [0, 0.2, 0.4, 0.6, 0.8, 1])
  assert.ok(linearTicks(-1e300, -1e300, 5).length <= 64)
  assert.ok(linearTicks(0, Number.MAX_VALUE / 4, 5).length <= 64)
})

test('logarithmic axes are marked at powers of ten, and in between when there are few', () => {
  assert.deepEqual(logTicks(1, 1e4, 7), [1, 10, 100, 1000, 10_000])
  assert.deepEqual(logTicks(20, 500, 7), [20, 50, 100, 200, 500])
  assert.deepEqual(logTicks(1e-3, 1, 7), [0.001, 0.01, 0.1, 1])
  assert.ok(logTicks(1, 1e15, 7).length <= 8)
  assert.deepEqual(logBounds(3, 700), [2, 1000])
  assert.deepEqual(logBounds(10, 10), [10, 100])
})

test('labels are short', () => {
  assert.deepEqual(
    [
      tickLabel(2e6, 'count'),
      tickLabel(5e5, 'count'),
      tickLabel(0.2, 'share'),
      tickLabel(1e-4, 'number'),
      tickLabel(0.1, 'number'),
    ],
    ['2M', '500k', '20\u00a0%', '10⁻⁴', '0.1'],
  )
})
