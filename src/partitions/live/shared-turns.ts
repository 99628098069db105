/**
 * Politeness towards addresses that several workers ask: hosts of different partitions may share a server. Before an address is asked its
 * turn is taken in the engine, where it lasts as long as the pause between two requests to an address. While the engine is away each
 * worker keeps the pause for itself.
 */
import type { Politeness } from '../../web/index.js'
import { steadyNow } from '../../steady-clock.js'
import type { Engine } from '../engine.js'
import { isAway } from './away.js'

/** How soon is asked again whether the engine has answered. */
const ANSWER_MS = 30
const MOST_ADDRESSES = 10_000

interface AddressTurn {
  /** Until then the turn is ours; -1 while nobody has answered. */
  readonly until: number
  /** When to ask again where another worker has it. */
  readonly retryAt: number
}

export function shareTurns(politeness: Politeness, engine: Pick<Engine, 'lockAddress'>, pauseMs: number): Politeness {
  if (pauseMs === 0) return politeness
  const turns = new Map<string, AddressTurn>()
  const ask = async (address: string): Promise<void> => {
    turns.set(address, { until: -1, retryAt: Infinity })
    let waitMs = 0
    try {
      waitMs = await engine.lockAddress(address, pauseMs)
    } catch (error) {
      if (!isAway(error)) throw error
    }
    const now = steadyNow()
    // as long as it is ours, and once
    turns.set(address, waitMs === 0 ? { until: now + pauseMs, retryAt: 0 } : { until: 0, retryAt: now + waitMs })
  }
  return {
    ...politeness,
    get size() {
      return politeness.size
    },
    takeTurn(host, address, nowMs) {
      const turn = turns.get(address)
      if (turn !== undefined && turn.until > nowMs) {
        turns.delete(address)
        return politeness.takeTurn(host, address, nowMs)
      }
      if (turn?.until === -1) return nowMs + ANSWER_MS
      if (turn !== undefined && turn.until === 0 && turn.retryAt > nowMs) return turn.retryAt
      if (turns.size > MOST_ADDRESSES) turns.clear()
      void ask(address)
      return nowMs + ANSWER_MS
    },
  }
}
