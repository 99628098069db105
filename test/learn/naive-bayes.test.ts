import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CategoricalBayes, sigmoid } from '../../src/learn/index.js'

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`)

test('before the first example nothing is known', () => {
  const bayes = new CategoricalBayes([3, 2])
  assert.equal(bayes.logOdds([2, 1]), 0)
  assert.equal(sigmoid(bayes.logOdds([0, 0])), 0.5)
})

test('the probability is that of the formula with Laplace smoothing', () => {
  const bayes = new CategoricalBayes([3, 2])
  const examples: readonly (readonly [values: readonly number[], relevant: boolean])[] = [
    [[0, 0], true],
    [[0, 1], true],
    [[0, 0], true],
    [[1, 1], false],
    [[2, 1], false],
  ]
  for (const [values, relevant] of examples) bayes.add(values, relevant)
  assert.equal(bayes.size, 5)
  const relevant = (4 / 7) * ((3 + 1) / (3 + 3)) * ((1 + 1) / (3 + 2))
  const irrelevant = (3 / 7) * ((0 + 1) / (2 + 3)) * ((2 + 1) / (2 + 2))
  near(sigmoid(bayes.logOdds([0, 1])), relevant / (relevant + irrelevant))
  near(bayes.logOdds([0, 1]), bayes.prior() + bayes.evidence(0, 0) + bayes.evidence(1, 1))
})

test('the order of examples makes no difference', () => {
  const forwards = new CategoricalBayes([4])
  const backwards = new CategoricalBayes([4])
  const values = [0, 3, 1, 1, 2, 0, 3, 3]
  for (const value of values) forwards.add([value], value > 1)
  for (const value of values.toReversed()) backwards.add([value], value > 1)
  for (let value = 0; value < 4; value++) assert.equal(forwards.logOdds([value]), backwards.logOdds([value]))
})

test('a value that was never seen is no evidence when the classes are as large', () => {
  const bayes = new CategoricalBayes([3])
  bayes.add([0], true)
  bayes.add([1], false)
  assert.equal(bayes.evidence(0, 2), 0)
})
