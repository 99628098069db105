import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, denseRows, pickRows, rowsOf, svmScore, svmScores, trainSvm } from '../../src/learn/index.js'

/** Points around (2, 2) and (-2, -2), `wanted` of the first kind. */
function clouds(wanted: number, unwanted: number, distance = 2, seed = 3) {
  const random = createRandom(seed)
  const noise = () => random() + random() + random() - 1.5
  const labels = Uint8Array.from({ length: wanted + unwanted }, (_, i) => (i < wanted ? 1 : 0))
  const values = Float64Array.from({ length: 2 * labels.length }, (_, i) =>
    labels[i >> 1] === 1 ? distance + noise() : -distance + noise(),
  )
  return { rows: denseRows(values, 2), labels }
}

const correct = (scores: Float64Array, labels: Uint8Array) =>
  scores.filter((score, i) => score > 0 === (labels[i] === 1)).length

test('two points on a line: the border lies in the middle and the points on the margin', () => {
  const model = trainSvm(denseRows(Float64Array.of(3, -1), 1), [1, 0], { c: 1000, tolerance: 1e-9, maxPasses: 10_000 })
  // the constant is regularised: minimise w² + c² under 3w + c >= 1, w - c >= 1
  assert.ok(Math.abs(model.weights[0] - 0.5) < 1e-6)
  assert.ok(Math.abs(model.constant + 0.5) < 1e-6)
})

test('what can be separated is separated', () => {
  const { rows, labels } = clouds(50, 50)
  assert.equal(correct(svmScores(trainSvm(rows, labels), rows), labels), 100)
})

test('the weights satisfy the optimality conditions: no direction improves the objective', () => {
  const { rows, labels } = clouds(40, 60, 0.4)
  const c = 0.5
  const model = trainSvm(rows, labels, { c, tolerance: 1e-8, maxPasses: 20_000 })
  const objective = (weights: readonly number[], constant: number) => {
    let loss = 0
    for (let r = 0; r < rows.count; r++) {
      const score = constant + weights[0] * rows.values[2 * r] + weights[1] * rows.values[2 * r + 1]
      loss += Math.max(0, 1 - (labels[r] === 1 ? score : -score))
    }
    return (weights[0] ** 2 + weights[1] ** 2 + constant ** 2) / 2 + c * loss
  }
  const [a, b] = model.weights
  const best = objective([a, b], model.constant)
  const random = createRandom(5)
  for (let i = 0; i < 200; i++) {
    const step = () => (random() - 0.5) * 0.1
    assert.ok(objective([a + step(), b + step()], model.constant + step()) >= best - 1e-6)
  }
})

test('the same examples give the same weights', () => {
  const { rows, labels } = clouds(30, 40, 0.3)
  assert.deepEqual(trainSvm(rows, labels), trainSvm(rows, labels))
})

test('balanced: a rare class is not given up', () => {
  const { rows, labels } = clouds(12, 400, 0.35)
  const recall = (balanced: boolean) => {
    const scores = svmScores(trainSvm(rows, labels, { balanced, c: 0.05 }), rows)
    return scores.slice(0, 12).filter(score => score > 0).length / 12
  }
  assert.ok(recall(true) > recall(false))
  assert.ok(recall(true) > 0.7)
})

test('sparse and dense rows mean the same', () => {
  const sparse = rowsOf(
    [
      { columns: [0, 4], values: [1, 2] },
      { columns: [1], values: [3] },
      { columns: [], values: [] },
    ],
    5,
  )
  const dense = denseRows(Float64Array.of(1, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0), 5)
  const labels = [1, 0, 0]
  const model = trainSvm(sparse, labels)
  assert.deepEqual(trainSvm(dense, labels), model)
  assert.deepEqual(svmScores(model, sparse), svmScores(model, dense))
  assert.equal(svmScore(model, [0, 4], [1, 2]), svmScores(model, sparse)[0])
  assert.deepEqual(
    pickRows(sparse, [1, 0]),
    rowsOf(
      [
        { columns: [1], values: [3] },
        { columns: [0, 4], values: [1, 2] },
      ],
      5,
    ),
  )
  assert.throws(() => denseRows(new Float64Array(7), 2), RangeError)
})

test('one class alone, or no example at all, gives a model that says so', () => {
  const only = trainSvm(denseRows(Float64Array.of(1, 2, 3), 1), [1, 1, 1], { balanced: true })
  assert.ok(svmScore(only, [0], [2]) > 0)
  assert.deepEqual(trainSvm(denseRows(new Float64Array(0), 1), []), { weights: new Float64Array(1), constant: 0 })
})
