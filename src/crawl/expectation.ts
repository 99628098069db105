/** What the strategy expects still to find, and what share of all that is has been found. */
import type { Expectation } from '../collection/status.js'
import type { Strategy } from '../contracts.js'

const ASK_EVERY_MS = 5000
/** An estimate may look at every page: at most one hundredth of the time goes into it. */
const LEAST_PAUSE = 99

/** Null when the strategy has no estimate, does not know yet, or says what makes no sense. */
export function expectation(strategy: Strategy): Expectation | null {
  const estimate = strategy.estimate?.() ?? null
  if (estimate === null) return null
  const { found, remaining, low, high } = estimate
  if (!(low >= 0 && low <= remaining && remaining <= high && high < Infinity)) return null
  const coverage = (left: number): number => (found === 0 ? 0 : found / (found + left))
  return {
    remaining,
    low,
    high,
    coverage: coverage(remaining),
    coverageLow: coverage(high),
    coverageHigh: coverage(low),
  }
}

/** The same, asked anew only now and then; `isLast` asks in any case. */
export function occasionalExpectation(strategy: Strategy): (nowMs: number, isLast: boolean) => Expectation | null {
  let last: Expectation | null = null
  let askAt = -Infinity
  return (nowMs, isLast) => {
    if (nowMs < askAt && !isLast) return last
    const before = performance.now()
    last = expectation(strategy)
    askAt = nowMs + Math.max(ASK_EVERY_MS, LEAST_PAUSE * (performance.now() - before))
    return last
  }
}
