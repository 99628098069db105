import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeStatus } from '../../src/collection/merge-status.js'
import { statusIn, type Status } from '../../src/collection/status.js'

/** A partition that expects so many more relevant pages of the whole crawl; null: it cannot tell. */
function part(remaining: number | null, counts: Partial<Status> = {}): Status {
  const expected = remaining === null ? null : { remaining, low: remaining / 2, high: 2 * remaining, coverage: 0.5 }
  const status = statusIn({ at: '2026-01-02T03:04:05.000Z', pages: 20, relevant: 10, queue: 5, estimate: expected })
  assert.ok(status !== null)
  return { ...status, ...counts }
}

test('every partition expects what is left of the whole crawl: it is not added up', () => {
  const { estimate } = mergeStatus([part(28), part(30), part(30), part(40), part(null), part(900, { pages: 0 })])
  assert.ok(estimate !== null)
  assert.deepEqual([estimate.remaining, estimate.low, estimate.high], [30, 15, 60])
  assert.equal(estimate.coverage, 60 / 90)
  assert.ok(estimate.coverageLow < estimate.coverage && estimate.coverage < estimate.coverageHigh)
  assert.equal(mergeStatus([part(null), part(null)]).estimate, null)
})

test('when no partition has anything left to fetch, nothing is left, whatever each has heard of the others', () => {
  const done = [part(28, { queue: 0 }), part(30, { queue: 0 })]
  assert.deepEqual(mergeStatus(done).estimate, {
    ...{ remaining: 0, low: 0, high: 0 },
    ...{ coverage: 1, coverageLow: 1, coverageHigh: 1 },
  })
  assert.ok((mergeStatus([...done, part(28, { queue: 0, underWay: 1 })]).estimate?.remaining ?? 0) > 0)
})
