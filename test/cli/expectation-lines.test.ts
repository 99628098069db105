import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectationLines } from '../../src/cli/expectation-lines.js'

const found = { coverage: 0.9, coverageLow: 0.8, coverageHigh: 0.99 }

function said(remaining: number, low: number, high: number, queue = 600): string[] {
  return expectationLines({ estimate: { ...found, remaining, low, high }, queue }, 'finished')
}

test('a crawl that ended says what is left, and what each page of it would cost', () => {
  assert.deepEqual(said(20, 2, 60), [
    'coverage about 90 % (80–99): about 20 relevant pages left (2 to 60)',
    '600 links left in the queue: some 30 downloads for each relevant page (10 to 300)',
  ])
  assert.match(said(20, 0, 60)[1], /\(10 to more\)$/)
})

test('where hardly anything is left, the words say so', () => {
  assert.match(said(0.2, 0, 22)[1], /: no relevant page is expected in them, at best one in 28 downloads$/)
  assert.match(said(0.2, 0, 0.4)[1], /: no relevant page is expected in them$/)
  assert.equal(said(0, 0, 0, 0).length, 1, 'nothing is in the queue')
})

test('without an estimate nothing is claimed', () => {
  const unknown = { estimate: null, queue: 7 }
  assert.match(expectationLines(unknown, 'pages').join(), /^coverage unknown: too few pages/)
  assert.equal(expectationLines(unknown, 'finished')[1], '7 links left in the queue')
  assert.deepEqual(expectationLines({ estimate: null, queue: 0 }, 'finished'), [])
})
