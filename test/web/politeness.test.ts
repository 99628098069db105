import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPoliteness } from '../../src/web/politeness.js'
import type { ServerAnswer } from '../../src/web/politeness.js'

const fine: ServerAnswer = { status: 200, fetchMs: 100, retryAfter: null }
const refused: ServerAnswer = { status: 429, fetchMs: 100, retryAfter: null }

test('a host is never asked twice within its delay', () => {
  const politeness = createPoliteness({ delayMs: 2_000 })
  assert.equal(politeness.readyAt('a', 500), 500)
  assert.equal(politeness.onResponse('a', fine, 1_000), 3_000)
  assert.equal(politeness.readyAt('a', 1_500), 3_000)
  assert.equal(politeness.readyAt('a', 3_500), 3_500)
  assert.equal(politeness.readyAt('b', 1_500), 1_500)
})

test('a delay of 0 never makes anybody wait, whatever the answers and the robots.txt say, and keeps no memory', () => {
  const politeness = createPoliteness({ delayMs: 0 })
  politeness.setCrawlDelay('a', 10_000)
  politeness.onRequest('a')
  assert.equal(politeness.takeTurn('a', '192.0.2.1', 7), 7)
  assert.equal(politeness.takeTurn('b', '192.0.2.1', 7), 7)
  for (const status of [200, 429, 503, 0])
    assert.equal(politeness.onResponse('a', { status, fetchMs: 60_000, retryAfter: '3600' }, 7), 7)
  assert.equal(politeness.readyAt('a', 7), 7)
  assert.equal(politeness.size, 0)
})

test('adaptive can be asked for without a delay', () => {
  const politeness = createPoliteness({ delayMs: 0, adaptive: true, slowFactor: 0 })
  assert.equal(politeness.onResponse('a', fine, 0), 0)
  assert.equal(politeness.onResponse('a', { ...refused, retryAfter: '60' }, 0), 60_000)
})

test('a Crawl-delay lengthens the delay, up to its cap, and never shortens it', () => {
  const politeness = createPoliteness({ delayMs: 2_000, maxDelayMs: 20_000 })
  politeness.setCrawlDelay('a', 10_000)
  politeness.setCrawlDelay('b', 1_000)
  politeness.setCrawlDelay('c', 86_400_000)
  assert.equal(politeness.onResponse('a', fine, 0), 10_000)
  assert.equal(politeness.onResponse('b', fine, 0), 2_000)
  assert.equal(politeness.onResponse('c', fine, 0), 20_000)
  politeness.setCrawlDelay('a', 0)
  assert.equal(politeness.onResponse('a', fine, 0), 2_000)
})

test('a slow host is given time in proportion, up to an hour, also where back-off ends sooner', () => {
  const politeness = createPoliteness({ delayMs: 1_000, slowFactor: 4, maxDelayMs: 30_000 })
  assert.equal(politeness.onResponse('a', { ...fine, fetchMs: 200 }, 0), 1_000)
  assert.equal(politeness.onResponse('a', { ...fine, fetchMs: 3_000 }, 0), 12_000)
  assert.equal(politeness.onResponse('a', { ...fine, fetchMs: 60_000 }, 0), 30_000)
})

for (const status of [429, 503, 0]) {
  test(`status ${status} doubles the pause each time, and each good answer halves it`, () => {
    const politeness = createPoliteness({ delayMs: 1_000 })
    const pause = (answer: ServerAnswer) => politeness.onResponse('a', answer, 0)
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
  for (const status of [301, 403, 404, 500]) assert.equal(politeness.onResponse('a', { ...fine, status }, 0), 1_000)
})

test('Retry-After is honoured in seconds and as a date, up to the longest pause', () => {
  const now = Date.UTC(2026, 0, 31, 12, 0, 0)
  const politeness = createPoliteness({ delayMs: 1_000, maxBackoffMs: 600_000 })
  const pause = (host: string, retryAfter: string) => politeness.onResponse(host, { ...refused, retryAfter }, now) - now
  assert.equal(pause('a', '30'), 30_000)
  assert.equal(pause('b', 'Sat, 31 Jan 2026 12:01:00 GMT'), 60_000)
  assert.equal(pause('c', '600'), 600_000)
  assert.equal(pause('d', '0'), 2_000, 'less than the back-off is no reason to hurry')
  assert.equal(pause('e', 'nonsense'), 2_000)
})

test('a pause of ten years is believed of a host that refuses twice in a row, and then for an hour', () => {
  const politeness = createPoliteness({ delayMs: 1_000, maxBackoffMs: 600_000 })
  const pause = () => politeness.onResponse('a', { ...refused, retryAfter: '315360000' }, 0)
  assert.equal(pause(), 2_000, 'one page may say what it likes')
  assert.deepEqual(politeness.waits(0), [])
  assert.equal(pause(), 3_600_000)
  const reason = 'answered 429 and asked for a pause (Retry-After)'
  assert.deepEqual(politeness.waits(0), [{ host: 'a', untilMs: 3_600_000, reason }])
  assert.deepEqual(politeness.waits(3_600_000), [], 'it is over')
  politeness.onResponse('a', fine, 3_600_000)
  assert.deepEqual(politeness.waits(3_600_000), [])
})

test('a host that does not answer is told of when the pause grows long', () => {
  const politeness = createPoliteness({ delayMs: 1_000 })
  for (let i = 0; i < 3; i++) politeness.onResponse('a', { status: 0, fetchMs: 0, retryAfter: null }, 0)
  assert.deepEqual(politeness.waits(0), [])
  politeness.onResponse('a', { status: 0, fetchMs: 0, retryAfter: null }, 0)
  assert.deepEqual(politeness.waits(0), [{ host: 'a', untilMs: 16_000, reason: 'did not answer' }])
})

test('back-off is bounded however often a host refuses', () => {
  const politeness = createPoliteness({ delayMs: 1_000, maxBackoffMs: 60_000 })
  let last = 0
  for (let i = 0; i < 2_000; i++) last = politeness.onResponse('a', refused, 0)
  assert.equal(last, 60_000)
})

test('a host has as many requests under way as it may, and one without delay as many as there are', () => {
  const politeness = createPoliteness({ delayMs: 2_000, connections: 2 })
  politeness.onRequest('a')
  assert.equal(politeness.readyAt('a', 100), 100)
  politeness.onRequest('a')
  assert.equal(politeness.readyAt('a', 100), 2_100)
  politeness.onNothing('a')
  assert.equal(politeness.readyAt('a', 100), 100)
})

test('an address is asked once in its interval, whatever the hosts, and each host has a turn of its own', () => {
  const politeness = createPoliteness({ delayMs: 2_000, ipIntervalMs: 500 })
  const turn = (host: string, nowMs: number) => politeness.takeTurn(host, '192.0.2.1', nowMs)
  assert.equal(turn('a', 1_000), 1_000)
  assert.equal(politeness.takeTurn('z', '192.0.2.2', 1_000), 1_000, 'another address does not care')
  const turns = ['b', 'c', 'd'].map(host => turn(host, 1_010))
  assert.deepEqual(turns, [1_500, 2_010, 2_520])
  assert.equal(politeness.readyAt('c', 1_010), 2_010)
  assert.equal(turn('c', 1_600), 2_010, 'who comes early keeps its turn')
  assert.equal(turn('b', 1_900), 1_900, 'who comes late goes at once')
  assert.equal(turn('c', 2_010), 2_400, 'and the next one keeps the interval')
  assert.equal(turn('c', 2_400), 2_400)
  assert.equal(turn('e', 2_401), 3_030, 'those who come anew stand behind those who wait')
})

test('no crowd of hosts asks one address faster than its interval', () => {
  const politeness = createPoliteness({ delayMs: 2_000, ipIntervalMs: 500 })
  const waiting = new Map(Array.from({ length: 400 }, (_, i) => [`host${i}`, 0]))
  const asked: number[] = []
  let questions = 0
  for (let now = 0; waiting.size > 0 && now < 1_000_000; now += 7)
    for (const [host, at] of waiting) {
      if (at > now) continue
      questions++
      const turn = politeness.takeTurn(host, '192.0.2.1', now)
      waiting.set(host, turn)
      if (turn > now) continue
      asked.push(now)
      waiting.delete(host)
    }
  assert.equal(asked.length, 400)
  assert.ok(asked.every((at, i) => i === 0 || at - asked[i - 1] >= 500))
  assert.ok(asked[399] < 400 * 520, `the last at ${asked[399]}`)
  assert.ok(questions < 1_600, `${questions} questions for 400 turns`)
})

test('the interval counts from when the connection stands', () => {
  const politeness = createPoliteness({ delayMs: 2_000, ipIntervalMs: 500 })
  politeness.takeTurn('a', '192.0.2.1', 1_000)
  politeness.onConnection('192.0.2.1', 1_300)
  assert.equal(politeness.takeTurn('b', '192.0.2.1', 1_600), 1_800)
})

test('memory is bounded, and the host asked least recently is forgotten', () => {
  const politeness = createPoliteness({ delayMs: 1_000, maxEntries: 10 })
  for (let host = 0; host < 1_000; host++) {
    politeness.takeTurn(`host${host}`, `192.0.2.${host}`, 0)
    politeness.onResponse(`host${host}`, refused, 0)
  }
  assert.equal(politeness.size, 20)
  assert.equal(politeness.readyAt('host999', 0), 2_000)
  assert.equal(politeness.readyAt('host0', 0), 0)
})
