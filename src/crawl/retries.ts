/** What is worth asking for again, and when. */
import type { FetchOutcome } from '../contracts.js'
import { findHeader, parseRetryAfter } from '../web/index.js'

/** Answers that say "later": asked again, within `network.retries`. */
const RETRY_STATUS = new Set([429, 500, 502, 503, 504])

export function deservesRetry(outcome: FetchOutcome): boolean {
  return outcome.ok ? RETRY_STATUS.has(outcome.status) : outcome.consequence === 'retry'
}

/** The reason to put a page off until the next run: it wants to be left alone for longer than a run waits for one page. Else null. */
export function unreasonablePause(outcome: FetchOutcome, maxMs: number, nowMs: number): string | null {
  if (!outcome.ok || (outcome.status !== 429 && outcome.status !== 503)) return null
  const asked = parseRetryAfter(findHeader(outcome.headers, 'retry-after'), nowMs) ?? 0
  if (asked <= maxMs) return null
  const hours = asked / 3_600_000
  const long = hours < 48 ? `${Math.ceil(hours)} h` : `${Math.round(hours / 24)} days`
  return `the server answered ${outcome.status} and asked for a pause of ${long} (Retry-After)`
}

/** 1 s, 4 s, 16 s … on top of the host's own delay. */
export function backOffMs(attempt: number): number {
  return 1000 * 4 ** Math.min(attempt - 1, 4)
}
