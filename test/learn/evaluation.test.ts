import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  confusionOf,
  createRandom,
  fitSigmoid,
  probabilityOf,
  qualityOf,
  Reservoir,
  stratifiedFolds,
} from '../../src/learn/index.js'

test('the measures are those of the 2,000 pages that Somboonviwat et al. 2006 judged by hand', () => {
  // 764 true and 71 false positives, 50 false and 1,115 true negatives: P .915, R .939, accuracy .940
  const quality = qualityOf({ truePositives: 764, falsePositives: 71, falseNegatives: 50, trueNegatives: 1115 })
  assert.equal(quality.precision.toFixed(3), '0.915')
  assert.equal(quality.recall.toFixed(3), '0.939')
  assert.equal(quality.accuracy.toFixed(4), '0.9395')
  assert.equal(quality.f1.toFixed(3), '0.927')
  assert.equal(quality.gMean.toFixed(3), Math.sqrt((764 / 814) * (1115 / 1186)).toFixed(3))
})

test('examples are counted by label and prediction, and shares of nothing are 0', () => {
  const confusion = confusionOf([1, 1, 1, 0, 0, 1], [1, 0, 1, 1, 0, 0])
  assert.deepEqual(confusion, { truePositives: 2, falsePositives: 1, falseNegatives: 2, trueNegatives: 1 })
  const none = qualityOf(confusionOf([], []))
  for (const value of Object.values(none)) assert.equal(value, 0)
})

test('folds have equal parts of each class', () => {
  const labels = Uint8Array.from({ length: 103 }, (_, i) => (i % 10 === 0 ? 1 : 0))
  const folds = stratifiedFolds(labels, 5)
  for (let fold = 0; fold < 5; fold++) {
    const members = [...labels].filter((_, i) => folds[i] === fold)
    assert.ok(members.length === 20 || members.length === 21)
    const wanted = members.filter(label => label === 1).length
    assert.ok(wanted === 2 || wanted === 3)
  }
  assert.deepEqual(stratifiedFolds(labels, 5), folds)
  assert.notDeepEqual(stratifiedFolds(labels, 5, 2), folds)
  assert.throws(() => stratifiedFolds(labels, 1), RangeError)
})

test('a sigmoid fitted to scores says how often they are right', () => {
  const random = createRandom(7)
  const scores = Float64Array.from({ length: 4000 }, () => random() * 8 - 4)
  const truth = (score: number) => 1 / (1 + Math.exp(-1.5 * score + 0.5))
  const labels = Uint8Array.from(scores, score => (random() < truth(score) ? 1 : 0))
  const sigmoid = fitSigmoid(scores, labels)
  for (const score of [-3, -1, 0, 1, 3]) {
    assert.ok(Math.abs(probabilityOf(sigmoid, score) - truth(score)) < 0.03, `at ${score}`)
  }
})

test('a sigmoid stays finite for scores without overlap, one class, and huge scores', () => {
  for (const [scores, labels] of [
    [
      [-1, -2, 1, 2],
      [0, 0, 1, 1],
    ],
    [
      [1, 2, 3],
      [1, 1, 1],
    ],
    [
      [-1e6, 1e6],
      [0, 1],
    ],
  ]) {
    const sigmoid = fitSigmoid(scores, labels)
    for (const score of [...scores, 0, -1e9, 1e9]) {
      const p = probabilityOf(sigmoid, score)
      assert.ok(p >= 0 && p <= 1, `${p}`)
    }
  }
})

test('a reservoir keeps what it can hold, and of more a fair sample', () => {
  const small = new Reservoir(10, 2, 1)
  for (let i = 0; i < 4; i++) small.add(Float64Array.of(i, -i))
  assert.deepEqual([...small.values()], [0, -0, 1, -1, 2, -2, 3, -3])
  assert.equal(small.size, 4)

  const hits = new Uint32Array(10)
  for (let seed = 0; seed < 400; seed++) {
    const reservoir = new Reservoir(20, 1, seed)
    for (let i = 0; i < 100; i++) reservoir.add(Float64Array.of(i))
    assert.equal(reservoir.size, 20)
    assert.equal(reservoir.added, 100)
    for (const value of reservoir.values()) hits[Math.floor(value / 10)]++
  }
  // 8,000 kept in ten tenths
  for (const count of hits) assert.ok(count > 700 && count < 900, `${hits}`)
})
