/** How often pages change, from what visits found. */
import type { KnownPages } from './contracts.js'
import { shrunkRates, type RateBeliefs } from './shrunk-rates.js'

/** Changes per day that are expected of a page while nothing was seen anywhere: once in 50 days, the half-life of pages in Cho and Garcia-Molina 2000. */
const FIRST_GUESS = 0.02

/**
 * Changes in all the time between the first visit and the last one, of which `changed` of `visits` later visits found at least one each
 * (Cho and Garcia-Molina, "Estimating frequency of change", TOIT 2003, section 4.2: the estimator with reduced bias, −log((n − X + ½) / (n + ½)) per
 * interval). Counting the visits that found a change would miss all changes but one between two visits.
 */
export function estimatedChanges(visits: number, changed: number): number {
  if (visits <= 0 || changed <= 0) return 0
  const found = Math.min(changed, visits)
  return -Math.log((visits - found + 0.5) / (visits + 0.5)) * visits
}

/** Rates of change by page, shrunk toward those of its kind, server and directory. */
export function changeRates(pages: KnownPages, shape: number): RateBeliefs {
  const { count, visits, changes, firstVisit, lastVisit } = pages
  const events = new Float64Array(count)
  const days = new Float64Array(count)
  for (let page = 0; page < count; page++) {
    days[page] = Math.max(lastVisit[page] - firstVisit[page], 0)
    if (changes[page] > 0 && days[page] > 0) events[page] = estimatedChanges(visits[page] - 1, changes[page])
  }
  return shrunkRates(pages, events, days, shape, FIRST_GUESS)
}
