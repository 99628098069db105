import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fitSigmoid,
  groupedFolds,
  isKeptTerm,
  PAPER_SELECTION,
  probabilityOf,
  rowsOf,
  svmScores,
  termThreshold,
  termWorth,
  trainMultinomial,
  WEB_1T_MAX,
} from '../../src/learn/index.js'

test('the threshold grows by β with each doubling of the background count, from Rth to Tth', () => {
  const { rareThreshold: rth, popularThreshold: tth } = PAPER_SELECTION
  const beta = (tth / rth) ** (1 / 17)
  assert.equal(termThreshold(999, PAPER_SELECTION), rth)
  assert.ok(Math.abs(termThreshold(1000, PAPER_SELECTION) - rth * beta) < 1e-12)
  assert.ok(Math.abs(termThreshold(1999, PAPER_SELECTION) - rth * beta) < 1e-12)
  assert.ok(Math.abs(termThreshold(2000, PAPER_SELECTION) - rth * beta ** 2) < 1e-12)
  assert.ok(Math.abs(termThreshold(131_071_999, PAPER_SELECTION) - tth) < 1e-9)
  assert.equal(termThreshold(131_072_000, PAPER_SELECTION), Infinity)
})

test('a rare term is kept when it stands three times on 100 pages, a common one never', () => {
  assert.ok(isKeptTerm(0.03, 500, WEB_1T_MAX, PAPER_SELECTION))
  assert.ok(!isKeptTerm(0.02, 500, WEB_1T_MAX, PAPER_SELECTION))
  assert.ok(!isKeptTerm(50, 5e9, WEB_1T_MAX, PAPER_SELECTION))
  assert.ok(isKeptTerm(1, 1e8, WEB_1T_MAX, PAPER_SELECTION))
  assert.ok(!isKeptTerm(0.5, 1e8, WEB_1T_MAX, PAPER_SELECTION))
})

test('the worth of a term is its occurrences times the logarithm of its rarity', () => {
  assert.equal(termWorth(2, 1e6, 1e9), 2 * Math.log(1000))
  assert.ok(Number.isFinite(termWorth(2, 0, 1e9)))
})

test('naive Bayes gives a word that neither class has seen no weight, however unequal the classes are', () => {
  const row = (...columns: number[]) => ({ columns, values: columns.map(() => 1) })
  const rows = rowsOf([row(0), row(1), row(1), row(1), row(1, 3)], 4)
  const model = trainMultinomial(rows, [1, 0, 0, 0, 0])
  assert.ok(model.weights[0] > 0)
  assert.ok(model.weights[1] < 0)
  assert.equal(model.weights[2], 0)
  const scores = svmScores(model, rows)
  assert.ok(scores[0] > scores[1])
})

test('a balanced fit puts one half in the middle between the classes, whatever their sizes', () => {
  const scores = [1, 1.2, 0.8, ...Array.from({ length: 300 }, (_, i) => -1 + ((i % 5) - 2) / 10)]
  const labels = scores.map((_, i) => Number(i < 3))
  const balanced = fitSigmoid(scores, labels, { balanced: true })
  assert.ok(Math.abs(probabilityOf(balanced, 0) - 0.5) < 0.1, `${probabilityOf(balanced, 0)}`)
  assert.ok(probabilityOf(balanced, 1) > 0.5 && probabilityOf(balanced, -1) < 0.5)
})

test('folds by group never part a group and spread the wanted class', () => {
  const groups = Array.from({ length: 60 }, (_, i) => `host${i % 12}`)
  const labels = groups.map((_, i) => Number(i % 12 < 6))
  const folds = groupedFolds(labels, groups, 3)
  for (let i = 0; i < 60; i++) assert.equal(folds[i], folds[i % 12])
  for (let fold = 0; fold < 3; fold++)
    assert.equal(labels.filter((label, i) => label === 1 && folds[i] === fold).length, 10)
})
