import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryEngine } from '../../src/partitions/memory-engine.js'
import { shareTurns } from '../../src/partitions/live/shared-turns.js'
import { steadyNow } from '../../src/steady-clock.js'
import { createPoliteness } from '../../src/web/politeness.js'

test('an address that serves hosts of two workers is asked no more often than by one', async () => {
  const pauseMs = 40
  const engine = new MemoryEngine()
  const workers = [0, 1].map(() =>
    shareTurns(createPoliteness({ delayMs: 4 * pauseMs, ipIntervalMs: pauseMs }), engine, pauseMs),
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
