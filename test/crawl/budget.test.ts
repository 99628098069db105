import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitingText } from '../../src/cli/show-progress.js'
import { Budget } from '../../src/crawl/budget.js'

const SPEED = { pagesPerSecond: 10, relevantPerSecond: 0, bytesPerSecond: 0 }

test('in a round, the limit of pages is one of new pages, and the forecast says so', () => {
  const budget = new Budget({ pages: 400, 'free-disk': 0 }, 0)
  const found = { pages: 200, relevant: 0 }
  assert.equal(budget.nearest(found, 0, 0, SPEED), '20 s to 400 pages')
  assert.equal(budget.nearest(found, 0, 0, SPEED, 2), '20 s to 400 new pages')
})

test('a crawl in which nothing comes says that it waits', () => {
  assert.equal(waitingText({ pagesPerSecond: 0, waitingHosts: 8 }), ' · waits for 8 hosts')
  assert.equal(waitingText({ pagesPerSecond: 0, waitingHosts: 1 }), ' · waits for 1 host')
  assert.equal(waitingText({ pagesPerSecond: 3, waitingHosts: 8 }), '')
  assert.equal(waitingText({ pagesPerSecond: 0, waitingHosts: 0 }), '')
})
