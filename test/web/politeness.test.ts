import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPoliteness } from '../../src/web/politeness.js'
import type { ServerAnswer } from '../../src/web/politeness.js'

const fine: ServerAnswer = { status: 200, fetchMs: 100, retryAfter: null }
const refused: ServerAnswer = { status: 429, fetchMs: 100, retryAfter: null }

test('a host is never asked twice within its delay', () => {
  const politeness = createPoliteness({ delayMs: 2_000 })
  assert.equal(politeness.readyAt(1, null, 500), 500)
  assert.equal(politeness.onResponse(1, null, fine, 1_000), 3_000)
  assert.equal(politeness.readyAt(1, null, 1_500), 3_000)
  assert.equal(politeness.readyAt(1, null, 3_500), 3_500)
  assert.equal(politeness.readyAt(2, null, 1_500), 1_500)
})

test('a delay of 0 never makes anybody wait, whatever the answers and the robots.txt say, and keeps no memory', () => {
  const politeness = createPoliteness({ delayMs: 0 })
  politeness.setCrawlDelay(1, 10_000)
  politeness.onRequest('192.0.2.1', 7)
  for (const status of [200, 429, 503, 0]) {
    assert.equal(politeness.onResponse(1, '192.0.2.1', { status, fetchMs: 60_000, retryAfter: '3600' }, 7), 7)
  }
  assert.equal(politeness.readyAt(1, '192.0.2.1', 7), 7)
  assert.equal(politeness.size, 0)
})

test('adaptive can be asked for without a delay', () => {
  const politeness = createPoliteness({ delayMs: 0, adaptive: true, slowFactor: 0 })
  assert.equal(politeness.onResponse(1, null, fine, 0), 0)
  assert.equal(politeness.onResponse(1, null, { ...refused, retryAfter: '60' }, 0), 60_000)
})

test('a Crawl-delay lengthens the delay, up to its cap, and never shortens it', () => {
  const politeness = createPoliteness({ delayMs: 2_000, maxDelayMs: 20_000 })
  politeness.setCrawlDelay(1, 10_000)
  politeness.setCrawlDelay(2, 1_000)
  politeness.setCrawlDelay(3, 86_400_000)
  assert.equal(politeness.onResponse(1, null, fine, 0), 10_000)
  assert.equal(politeness.onResponse(2, null, fine, 0), 2_000)
  assert.equal(politeness.onResponse(3, null, fine, 0), 20_000)
  politeness.setCrawlDelay(1, 0)
  assert.equal(politeness.onResponse(1, null, fine, 0), 2_000)
})

test('a slow host is given time in proportion, up to an hour, also where back-off ends sooner', () => {
  const politeness = createPoliteness({ delayMs: 1_000, slowFactor: 4, maxDelayMs: 30_000 })
  assert.equal(politeness.onResponse(1, null, { ...fine, fetchMs: 200 }, 0), 1_000)
  assert.equal(politeness.onResponse(1, null, { ...fine, fetchMs: 3_000 }, 0), 12_000)
  assert.equal(politeness.onResponse(1, null, { ...fine, fetchMs: 60_000 }, 0), 30_000)
})

for (const status of [429, 503, 0]) {
  test(`status ${status} doubles the pause each time, and each good answer halves it`, () => {
    const politeness = createPoliteness({ delayMs: 1_000 })
    const pause = (answer: ServerAnswer) => politeness.onResponse(1, null, answer, 0)
    assert.deepEqual(
      [1, 2, 3].map(() => pause({ ...refused, status })),
      [2_000, 4_000, 8_000],
    )
    assert.deepEqual(
      [1, 2, 3, 4].map(() => pause(fine)),
      [4_000, 2_000, 1_000, 1_000],
    )
  })
}

test('other errors of a server do not slow us down', () => {
  const politeness = createPoliteness({ delayMs: 1_000 })
  for (const status of [301, 403, 404, 500]) assert.equal(politeness.onResponse(1, null, { ...fine, status }, 0), 1_000)
})

test('Retry-After is honoured in seconds and as a date, up to an hour, also where back-off ends sooner', () => {
  const now = Date.UTC(2026, 0, 31, 12, 0, 0)
  const politeness = createPoliteness({ delayMs: 1_000, maxBackoffMs: 600_000 })
  const pause = (host: number, retryAfter: string) =>
    politeness.onResponse(host, null, { ...refused, retryAfter }, now) - now
  assert.equal(pause(1, '30'), 30_000)
  assert.equal(pause(2, 'Sat, 31 Jan 2026 12:01:00 GMT'), 60_000)
  assert.equal(pause(3, '86400'), 3_600_000)
  assert.equal(pause(4, '0'), 2_000, 'less than the back-off is no reason to hurry')
  assert.equal(pause(5, 'nonsense'), 2_000)
})

test('back-off is bounded however often a host refuses', () => {
  const politeness = createPoliteness({ delayMs: 1_000, maxBackoffMs: 60_000 })
  let last = 0
  for (let i = 0; i < 2_000; i++) last = politeness.onResponse(1, null, refused, 0)
  assert.equal(last, 60_000)
})

test('hosts on one address keep its interval, hosts on another do not care', () => {
  const politeness = createPoliteness({ delayMs: 2_000, ipIntervalMs: 500 })
  politeness.onRequest('192.0.2.1', 1_000)
  assert.equal(politeness.readyAt(2, '192.0.2.1', 1_100), 1_500)
  assert.equal(politeness.readyAt(3, '192.0.2.2', 1_100), 1_100)
  assert.equal(politeness.readyAt(4, null, 1_100), 1_100)
  politeness.onRequest('192.0.2.1', 1_500)
  assert.equal(politeness.readyAt(5, '192.0.2.1', 1_600), 2_000)
})

test('a first answer tells which address to spare, counted from the start of its request', () => {
  const politeness = createPoliteness({ delayMs: 2_000, ipIntervalMs: 500 })
  politeness.onResponse(1, '192.0.2.1', { ...fine, fetchMs: 200 }, 1_000)
  assert.equal(politeness.readyAt(2, '192.0.2.1', 1_000), 1_300)
  politeness.onRequest('192.0.2.1', 1_400)
  politeness.onResponse(1, '192.0.2.1', { ...fine, fetchMs: 1_000 }, 1_450)
  assert.equal(politeness.readyAt(2, '192.0.2.1', 1_450), 1_900, 'an older request does not take the reservation back')
})

test('memory is bounded, and the host asked least recently is forgotten', () => {
  const politeness = createPoliteness({ delayMs: 1_000, maxEntries: 10 })
  for (let host = 0; host < 1_000; host++) politeness.onResponse(host, `192.0.2.${host}`, refused, 0)
  assert.equal(politeness.size, 20)
  assert.equal(politeness.readyAt(999, null, 0), 2_000)
  assert.equal(politeness.readyAt(0, null, 0), 0)
})
