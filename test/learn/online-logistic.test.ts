import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, logitOf, OnlineLogistic, sigmoid, SparseLogistic } from '../../src/learn/index.js'

test('it learns a rule from examples, and how sure it may be', () => {
  const model = new OnlineLogistic({ features: 3, active: 3, rate: 0.2, caution: 0.05 })
  const random = createRandom(1)
  const put = (a: number, b: number): number => {
    model.begin()
    model.put(0, 1)
    model.put(1, a)
    model.put(2, b)
    return model.logit()
  }
  for (let i = 0; i < 20_000; i++) {
    const a = random() < 0.5 ? 1 : 0
    const b = random() < 0.5 ? 1 : 0
    const truth = random() < sigmoid(-1 + 3 * a - 2 * b) ? 1 : 0
    model.learn(sigmoid(put(a, b)) - truth)
  }
  assert.ok(Math.abs(sigmoid(put(0, 0)) - sigmoid(-1)) < 0.05)
  assert.ok(Math.abs(sigmoid(put(1, 0)) - sigmoid(2)) < 0.05)
  assert.ok(Math.abs(sigmoid(put(0, 1)) - sigmoid(-3)) < 0.05)
})

test('features that an example lacks stay as they are', () => {
  const model = new OnlineLogistic({ features: 2, active: 2, rate: 0.1, caution: 1 })
  model.begin()
  model.put(0, 1)
  model.put(1, 0)
  model.learn(-1)
  assert.ok(model.weights[0] > 0)
  assert.equal(model.weights[1], 0)
})

test('log-odds of certainties are finite', () => {
  assert.ok(Math.abs(logitOf(0) + logitOf(1)) < 1e-9)
  assert.ok(Number.isFinite(logitOf(1)))
  assert.equal(logitOf(0.5), 0)
})

test('where few of many features are ever met, the same numbers come out', () => {
  const options = { active: 12, rate: 0.3, caution: 0.05 }
  const dense = new OnlineLogistic({ ...options, features: 1 << 18 })
  const sparse = new SparseLogistic(options)
  const random = createRandom(5)
  const met = Array.from({ length: 1500 }, () => Math.floor(random() * (1 << 18)))
  for (let i = 0; i < 4000; i++) {
    const features = Array.from({ length: 12 }, () => met[Math.floor(random() * met.length)])
    for (const model of [dense, sparse]) {
      model.begin()
      for (const feature of features) model.put(feature, 1 / Math.sqrt(12))
    }
    assert.equal(sparse.logit(), dense.logit())
    const error = sigmoid(dense.logit()) - (features[0] % 2)
    dense.learn(error, 1 + (i % 3))
    sparse.learn(error, 1 + (i % 3))
  }
  for (const feature of met) assert.equal(sparse.weight(feature), dense.weights[feature])
  assert.equal(sparse.weight(met[0] ^ 1), dense.weights[met[0] ^ 1])
})

test('features that are many and each rare may learn faster', () => {
  const learned = (times: number): Float64Array => {
    const faster = { from: 1, to: 2, times }
    const model = new OnlineLogistic({ features: 3, active: 3, rate: 0.1, caution: 1, faster })
    model.begin()
    for (const feature of [0, 1, 2]) model.put(feature, 1)
    model.learn(-0.5)
    return model.weights
  }
  const [constant, rare, after] = learned(3)
  assert.equal(rare, 3 * learned(1)[1])
  assert.equal(constant, after)
  assert.equal(constant, learned(1)[0])
})
