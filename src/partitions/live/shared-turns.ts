/**
 * Politeness towards servers that several workers ask: hosts of different partitions may share an address, and what pages show or ask for in
 * a browser may come from hosts of any partition. Before a request its turn is taken in the engine: that of the address lasts as long as the
 * pause between two requests to an address, that of the host as long as its delay. While the engine is away each worker keeps the pauses for
 * itself.
 */
import { randomUUID } from 'node:crypto'
import type { Politeness } from '../../web/index.js'
import { steadyNow } from '../../steady-clock.js'
import type { Engine } from '../engine.js'
import { isAway } from './away.js'

/** How soon is asked again whether the engine has answered. */
const ANSWER_MS = 30
/** A turn that was given is good for this long at least: it is asked for a while after the engine has given it. */
const LEAST_USE_MS = 100
const MOST_HOSTS = 10_000

interface Turn {
  /** Until then the turn is ours; -1 while nobody has answered. */
  readonly until: number
  /** When to ask again where another worker has it. */
  readonly retryAt: number
}

export interface SharedPauses {
  /** Between two requests to an address. */
  readonly addressMs: number
  /** Between two requests to a host, where its robots.txt asks for no more. */
  readonly hostMs: number
}

export function shareTurns(
  politeness: Politeness,
  engine: Pick<Engine, 'lockAddress'>,
  { addressMs, hostMs }: SharedPauses,
): Politeness {
  if (addressMs === 0) return politeness
  const holder = randomUUID()
  const useMs = Math.max(addressMs, LEAST_USE_MS)
  const turns = new Map<string, Turn>()
  const crawlDelays = new Map<string, number>()
  const ask = async (key: string, host: string, address: string): Promise<void> => {
    turns.set(key, { until: -1, retryAt: Infinity })
    const askedAt = steadyNow()
    // the request goes out that much later at most
    const ms = Math.max(hostMs, crawlDelays.get(host) ?? 0) + useMs
    try {
      const waitMs = await engine.lockAddress(address, addressMs, { host, ms, holder })
      // as long as it is ours, and once
      turns.set(
        key,
        waitMs === 0 ? { until: askedAt + useMs, retryAt: 0 } : { until: 0, retryAt: steadyNow() + waitMs },
      )
    } catch (error) {
      if (!isAway(error)) throw error
      turns.set(key, { until: steadyNow() + useMs, retryAt: 0 })
    }
  }
  return {
    ...politeness,
    get size() {
      return politeness.size
    },
    setCrawlDelay(host, crawlDelayMs) {
      if (crawlDelays.size > MOST_HOSTS) crawlDelays.clear()
      if (crawlDelayMs > hostMs) crawlDelays.set(host, crawlDelayMs)
      politeness.setCrawlDelay(host, crawlDelayMs)
    },
    takeTurn(host, address, nowMs) {
      // behind a proxy a host stands for its address
      const place = address ?? host
      const key = `${place} ${host}`
      const turn = turns.get(key)
      if (turn !== undefined && turn.until > nowMs) {
        turns.delete(key)
        return politeness.takeTurn(host, address, nowMs)
      }
      if (turn?.until === -1) return nowMs + ANSWER_MS
      if (turn !== undefined && turn.until === 0 && turn.retryAt > nowMs) return turn.retryAt
      if (turns.size > MOST_HOSTS) turns.clear()
      void ask(key, host, place)
      return nowMs + ANSWER_MS
    },
  }
}
