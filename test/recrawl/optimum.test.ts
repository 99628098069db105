import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Stream } from '../../src/graph/generate/random.js'
import { changesBetweenVisits, optimalFrequency, solveMultiplier } from '../../src/recrawl/optimal-frequencies.js'
import { gainOfVisit } from '../../src/recrawl/longtail.js'

function frequencies(rates: readonly number[], weights: readonly number[], budget: number): number[] {
  const multiplier = solveMultiplier(rates, weights, rates.length, budget)
  return rates.map((rate, page) => optimalFrequency(rate, weights[page], multiplier))
}

function freshness(rate: number, frequency: number): number {
  return frequency === 0 ? 0 : (frequency / rate) * -Math.expm1(-rate / frequency)
}

test('the example of Cho and Garcia-Molina: five pages that change 1 to 5 times a day, five visits a day', () => {
  const found = frequencies([1, 2, 3, 4, 5], [1, 1, 1, 1, 1], 5)
  assert.deepEqual(
    found.map(frequency => frequency.toFixed(2)),
    ['1.15', '1.36', '1.35', '1.14', '0.00'],
  )
})

test('changes between visits are the inverse of the gain, from the smallest to the largest', () => {
  for (const x of [1e-4, 0.01, 0.3, 0.9, 1.5, 3, 8, 15]) {
    const gain = 1 - (1 + x) * Math.exp(-x)
    const relative = Math.abs(changesBetweenVisits(gain) / x - 1)
    // of 1 − (1 + x)·exp(−x) few digits are left for small x
    assert.ok(relative < 1e-5, `${x}: ${relative}`)
  }
})

test('at the optimum one more visit gains the same for all visited pages and less for the others, and the budget is spent', () => {
  for (const seed of [1, 2, 3]) {
    const random = new Stream(seed)
    const rates = Array.from({ length: 500 }, () => 0.05 * Math.exp(2 * random.normal()))
    const weights = rates.map(() => 0.1 + random.unit())
    for (const budget of [2, 25, 400]) {
      const multiplier = solveMultiplier(rates, weights, rates.length, budget)
      const found = frequencies(rates, weights, budget)
      const spent = found.reduce((sum, frequency) => sum + frequency, 0)
      assert.ok(Math.abs(spent / budget - 1) < 0.01, `${spent} of ${budget}`)
      let left = 0
      found.forEach((frequency, page) => {
        const [rate, weight] = [rates[page], weights[page]]
        if (frequency === 0) {
          left++
          // the gain of the first visit
          assert.ok(weight / rate <= multiplier * (1 + 1e-9))
          return
        }
        const step = frequency * 1e-4
        const gain = (weight * (freshness(rate, frequency + step) - freshness(rate, frequency - step))) / (2 * step)
        assert.ok(Math.abs(gain / multiplier - 1) < 1e-3, `page ${page}: gain ${gain}, multiplier ${multiplier}`)
      })
      if (budget === 2) assert.ok(left > 0, 'a small budget leaves out what changes too fast')
    }
  }
})

test('no other frequencies are fresher for the same budget', () => {
  const random = new Stream(5)
  const rates = Array.from({ length: 40 }, () => Math.exp(2 * random.normal()))
  const weights = rates.map(() => 1)
  const best = frequencies(rates, weights, 20)
  const spent = best.reduce((sum, frequency) => sum + frequency, 0)
  const total = (all: readonly number[]): number => all.reduce((sum, one, page) => sum + freshness(rates[page], one), 0)
  for (let trial = 0; trial < 200; trial++) {
    const drawn = best.map(frequency => (frequency + 0.05) * Math.exp(0.5 * random.normal()))
    const scale = spent / drawn.reduce((sum, frequency) => sum + frequency, 0)
    assert.ok(total(drawn.map(frequency => frequency * scale)) <= total(best) + 1e-9)
  }
})

test('nothing to visit, nothing to spend', () => {
  assert.equal(solveMultiplier([], [], 0, 5), 0)
  assert.equal(solveMultiplier([1, 2], [0, 0], 2, 5), 0)
  assert.equal(solveMultiplier([1, 2], [1, 1], 2, 0), 0)
  assert.equal(optimalFrequency(1, 1, 0), 0)
})

test('the gain of a visit with an uncertain rate is the mean of the gains over its distribution', () => {
  const random = new Stream(9)
  for (const [shape, days, waited] of [
    [0.5, 10, 20],
    [1, 30, 5],
    [4, 8, 3],
  ]) {
    let sum = 0
    const draws = 200_000
    for (let draw = 0; draw < draws; draw++) {
      const x = (random.gamma(shape) / days) * waited
      sum += x < 1e-9 ? 0 : (waited / x) * (-Math.expm1(-x) - x * Math.exp(-x))
    }
    const expected = sum / draws
    assert.ok(Math.abs(gainOfVisit(shape, days, waited) / expected - 1) < 0.02, `${shape}, ${days}, ${waited}`)
  }
})
