import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankQuality } from '../../src/train/rank-quality.js'

test('a perfect order, the opposite and no order at all are told apart', () => {
  const labels = Uint8Array.from({ length: 200 }, (_, i) => (i % 4 === 0 ? 1 : 0))
  const perfect = rankQuality(
    Float64Array.from(labels, label => (label === 1 ? 3 : 9)),
    labels,
  )
  assert.deepEqual(perfect, { predictions: 200, auc: 1, precision: 1, recall: 1, f1: 1, gMean: 1 })
  assert.equal(
    rankQuality(
      Float64Array.from(labels, label => (label === 1 ? 9 : 3)),
      labels,
    )?.auc,
    0,
  )
  assert.equal(rankQuality(new Float64Array(200).fill(5), labels)?.auc, 0.5)
})

test('the area is the share of pairs in the right order, equal places counting half', () => {
  // later half: relevant at 1 and 2, others at 2 and 3: pairs right 1 + 1 + ½ + 1 of 4
  const half = { places: [1, 2, 2, 3], labels: [1, 1, 0, 0] }
  const places = Float64Array.from(Array.from({ length: 80 }, (_, i) => half.places[i % 4]))
  const labels = Uint8Array.from(Array.from({ length: 80 }, (_, i) => half.labels[i % 4]))
  assert.equal(rankQuality(places, labels)?.auc, 3.5 / 4)
})

test('a threshold that was right early and wrong later shows', () => {
  const labels = Uint8Array.from({ length: 200 }, (_, i) => i % 2)
  const places = Float64Array.from({ length: 200 }, (_, i) => (i < 100 ? 0 : 50) + (i % 2 === 1 ? 1 : 9))
  const quality = rankQuality(places, labels)
  assert.equal(quality?.auc, 1)
  assert.equal(quality?.recall, 0)
})

test('with too few of one kind nothing is said', () => {
  assert.equal(rankQuality(new Float64Array(100), new Uint8Array(100)), null)
  assert.equal(rankQuality(new Float64Array(0), new Uint8Array(0)), null)
})
