import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryEngine } from '../../src/partitions/memory-engine.js'
import { shareTurns } from '../../src/partitions/live/shared-turns.js'
import { steadyNow } from '../../src/steady-clock.js'
import { createPoliteness } from '../../src/web/politeness.js'

const pauseMs = 40

test('an address that serves hosts of two workers is asked no more often than by one', async () => {
  const engine = new MemoryEngine()
  const workers = [0, 1].map(() =>
    shareTurns(createPoliteness({ delayMs: 4 * pauseMs, ipIntervalMs: pauseMs }), engine, {
      addressMs: pauseMs,
      hostMs: 4 * pauseMs,
    }),
  )
  const turns = [0, 0]
  const startedAt = steadyNow()
  // hosts of their own, as partitions have them
  while (turns[0] + turns[1] < 30) {
    workers.forEach((politeness, worker) => {
      const now = steadyNow()
      if (politeness.takeTurn(`${worker}-${turns[worker]}.test`, '192.0.2.7', now) <= now) turns[worker]++
    })
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const mayBe = (steadyNow() - startedAt) / pauseMs + 2
  assert.ok(turns[0] + turns[1] <= mayBe, `${turns.join(' + ')} turns, where ${Math.floor(mayBe)} are allowed`)
})

for (const address of ['192.0.2.8', null])
  test(`a host that two workers ask ${address === null ? 'through a proxy ' : ''}is asked no more often than by one`, async () => {
    const engine = new MemoryEngine()
    const hostMs = 4 * pauseMs
    const workers = [0, 1].map(() =>
      shareTurns(createPoliteness({ delayMs: hostMs, ipIntervalMs: pauseMs }), engine, { addressMs: pauseMs, hostMs }),
    )
    const turns: number[] = []
    while (turns.length < 8) {
      for (const politeness of workers) {
        const now = steadyNow()
        // a worker keeps the delay of its own requests by itself
        if (politeness.readyAt('cdn.test', now) > now || politeness.takeTurn('cdn.test', address, now) > now) continue
        turns.push(now)
        politeness.onRequest('cdn.test')
        politeness.onResponse('cdn.test', { status: 200, fetchMs: 0, retryAfter: null }, now)
      }
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    for (let i = 1; i < turns.length; i++) assert.ok(turns[i] - turns[i - 1] >= hostMs, JSON.stringify(turns))
  })
