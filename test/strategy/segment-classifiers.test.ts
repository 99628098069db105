import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BinnedBayes, MISSING } from '../../src/strategy/segment-predictor/binned-bayes.js'
import {
  LEVELS,
  levelOf,
  scoreBias,
  FIRST_SEED,
  UNDER_WAY,
} from '../../src/strategy/segment-predictor/segment-places.js'
import { MOST_SOURCES, MOST_WORDS, SegmentPairs } from '../../src/strategy/segment-predictor/segment-pairs.js'
import { WordBayes } from '../../src/strategy/segment-predictor/word-bayes.js'

test('naive Bayes in bins counts both classes alike, and leaves out what is missing', () => {
  const bayes = new BinnedBayes(1, 10, 1)
  for (let i = 0; i < 90; i++) bayes.add(Float64Array.of(i % 3 === 0 ? 9 : 0, 5), false)
  for (let i = 0; i < 10; i++) bayes.add(Float64Array.of(i < 8 ? 9 : 0, 6), true)
  bayes.refresh()
  assert.equal(bayes.probability(Float64Array.of(MISSING, MISSING)), 0.5, 'no prior: both classes count alike')
  // 10 of each after scaling: (8 + 1) / (10/3 + 1), all over the same denominator
  assert.ok(Math.abs(Math.exp(bayes.logOdds(Float64Array.of(9, MISSING))) - 9 / (10 / 3 + 1)) < 1e-9)
  assert.ok(bayes.probability(Float64Array.of(MISSING, 6)) > 0.8)
  assert.equal(bayes.probability(Float64Array.of(MISSING, 7)), 0.5, 'a name never seen says nothing')
})

test('naive Bayes in bins comes back from its model, without names where they mean nothing elsewhere', () => {
  const bayes = new BinnedBayes(2, 10, 1)
  bayes.add(Float64Array.of(1, 2, 77), true)
  bayes.add(Float64Array.of(3, MISSING, 78), false)
  bayes.refresh()
  const values = Float64Array.of(1, 2, 77)
  const kept = new BinnedBayes(2, 10, 1)
  kept.load('x', bayes.save('x', true))
  assert.equal(kept.logOdds(values), bayes.logOdds(values))
  const nameless = new BinnedBayes(2, 10, 1)
  nameless.load('x', bayes.save('x', false))
  assert.equal(nameless.logOdds(Float64Array.of(MISSING, MISSING, 77)), 0)
})

test('naive Bayes over words knows the words of relevant links, and says nothing of new ones', () => {
  const bayes = new WordBayes()
  for (let i = 0; i < 20; i++) bayes.add(Uint32Array.of(1, 100 + i), 2, true)
  for (let i = 0; i < 200; i++) bayes.add(Uint32Array.of(2, 300 + i), 2, false)
  bayes.refresh()
  assert.ok(bayes.probability(Uint32Array.of(1), 1) > 0.9)
  assert.ok(bayes.probability(Uint32Array.of(2), 1) < 0.1)
  assert.equal(bayes.probability(Uint32Array.of(9999), 1), 0.5)
  assert.equal(bayes.probability(Uint32Array.of(), 0), -1, 'no words: no opinion')
  const copy = new WordBayes()
  copy.load('w', bayes.save('w'))
  assert.equal(copy.logOdds(Uint32Array.of(1, 2, 105), 3), bayes.logOdds(Uint32Array.of(1, 2, 105), 3))
})

test('a pair keeps each word once, up to its bound, and a destination has a bounded number of sources', () => {
  const pairs = new SegmentPairs(true)
  pairs.reserve(200)
  const pair = pairs.meet(0, 1)
  assert.equal(pairs.meet(0, 1), pair)
  const words = { starts: Uint32Array.of(0, 3), hashes: Uint32Array.of(5, 6, 5) }
  for (let i = 0; i < 100; i++) pairs.read(pair, 0, null, words)
  const into = new Uint32Array(MOST_WORDS)
  assert.deepEqual([...into.subarray(0, pairs.wordsOf(pair, into))], [5, 6])
  const many = { starts: Uint32Array.of(0, 100), hashes: Uint32Array.from({ length: 100 }, (_, i) => i) }
  const other = pairs.meet(2, 1)
  pairs.read(other, 0, null, many)
  assert.equal(pairs.wordsOf(other, into), MOST_WORDS)
  for (let source = 3; source < 150; source++) pairs.meet(source, 1)
  assert.equal(pairs.sourcesOf(1), MOST_SOURCES)
  assert.equal(pairs.meet(160, 1), 0)
})

test('names in anchors and URLs are shares of the words; without words there is no share', () => {
  const pairs = new SegmentPairs(false)
  pairs.reserve(3)
  const pair = pairs.meet(0, 1)
  assert.equal(pairs.namesInAnchors(pair), -1)
  const names = {
    anchorNames: Uint8Array.of(3),
    anchorWords: Uint8Array.of(5),
    urlNames: Uint8Array.of(2),
    urlWords: Uint8Array.of(2),
  }
  pairs.read(pair, 0, names, null)
  assert.equal(pairs.namesInAnchors(pair), 0.6)
  assert.equal(pairs.namesInUrls(pair), 1)
})

test('whatever its level, a page of a better segment is earlier, and one under way is earlier than any', () => {
  assert.equal(levelOf(255, 1), 1)
  assert.equal(levelOf(0, 0), LEVELS)
  assert.ok(levelOf(1, 0) < levelOf(0, 1), 'names in the URL count before the parent')
  assert.equal(levelOf(0, NaN), levelOf(0, 0))
  assert.ok(LEVELS - scoreBias(0.6) < 1 - scoreBias(0.5))
  assert.ok(LEVELS - FIRST_SEED < 1 - scoreBias(1))
  assert.ok(LEVELS - UNDER_WAY < 1 - FIRST_SEED)
})
