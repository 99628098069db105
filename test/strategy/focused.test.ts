import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_FEATURES } from '../../src/contracts.js'
import { createStrategy } from '../../src/strategy/index.js'
import { createReferenceFrontier } from './reference-frontier.js'
import { tinyWeb, visits } from './web.js'

const web = tinyWeb(`
  a/home thai    → a/1 b/home
  a/1    english → a/2 a/3
  b/home thai    → a/3 b/1
  a/2    thai    → a/4
  a/3    thai    →
`)

test('breadth-first takes pages in the order in which they are found', () => {
  assert.equal(visits(web, 'breadth-first'), 'a/home a/1 b/home a/2 a/3 b/1 a/4')
})

test('hard-focused follows no link of an irrelevant page', () => {
  assert.equal(visits(web, 'hard-focused'), 'a/home a/1 b/home a/3 b/1')
})

test('soft-focused takes the links of relevant pages first and promotes a page that a relevant page links to later', () => {
  assert.equal(visits(web, 'soft-focused'), 'a/home a/1 b/home a/3 b/1 a/2 a/4')
})

test('soft-focused does not demote a page that an irrelevant page links to as well', () => {
  const twice = tinyWeb(`
    a/home thai  → a/1 a/2 a/3
    a/1    other → a/4 a/3
  `)
  assert.equal(visits(twice, 'soft-focused'), 'a/home a/1 a/2 a/3 a/4')
})

test('soft-focused gives the target of a redirect the queue of the redirect', () => {
  const hop = tinyWeb(`
    a/home thai     → a/r a/x
    a/r    redirect → b/home
    a/x    other    → b/1 b/home
  `)
  assert.equal(visits(hop, 'soft-focused'), 'a/home a/r a/x b/home b/1')
})

test('best-first orders links by the score of their best parent, and a worse parent changes nothing', () => {
  const scored = tinyWeb(`
    a/home thai:0.9  → a/1 a/2
    a/1    other:0.2 → a/3 a/4
    a/2    thai:0.6  → a/5 a/4
    a/5    other:0.1 → a/4 a/6
  `)
  assert.equal(visits(scored, 'best-first'), 'a/home a/1 a/2 a/5 a/4 a/3 a/6')
})

test('best-first gives a redirect its own score and its target the best level of both', () => {
  const hop = tinyWeb(`
    a/home thai:0.9  → a/r a/x
    a/r    redirect  → b/home
    a/x    other:0.2 → b/1 b/home
  `)
  assert.equal(visits(hop, 'best-first'), 'a/home a/r a/x b/home b/1')
})

test('best-first has 1,024 levels, 1 for a sure page; a score that is no number is the worst', () => {
  const expected: readonly (readonly [score: number, level: number])[] = [
    [1, 1],
    [0.5, 513],
    [0, 1024],
    [2, 1],
    [-1, 1024],
    [Number.NaN, 1024],
  ]
  for (const [score, level] of expected) {
    const strategy = createStrategy('best-first')
    strategy.reserve(2, 1)
    const out = new Uint16Array(1)
    strategy.score(
      { page: 0, host: 0, relevant: false, language: 0, score, charset: 0, duplicate: false, distance: 0 },
      { to: Uint32Array.of(1), start: 0, end: 1, group: new Uint32Array(2), features: NO_FEATURES },
      out,
      createReferenceFrontier(),
    )
    assert.equal(out[0], level, `score ${score}`)
  }
})
