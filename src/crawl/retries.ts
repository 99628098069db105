/** What is worth asking for again, and when. */
import type { FetchOutcome } from '../contracts.js'

/** Answers that say "later": asked again, within `network.retries`. */
const RETRY_STATUS = new Set([429, 500, 502, 503, 504])

export function deservesRetry(outcome: FetchOutcome): boolean {
  return outcome.ok ? RETRY_STATUS.has(outcome.status) : outcome.consequence === 'retry'
}

/** 1 s, 4 s, 16 s … on top of the host's own delay. */
export function backOffMs(attempt: number): number {
  return 1000 * 4 ** Math.min(attempt - 1, 4)
}
