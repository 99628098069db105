/**
 * The known optimum for freshness, with estimated rates (Cho and Garcia-Molina 2003): solve for the best frequency of each page, and
 * visit first what has waited longest for its turn. Pages that change too fast to be kept fresh are left out.
 */
import { decimal, flag } from '../strategy/definition.js'
import { changeRates } from './change-rates.js'
import type { KnownPages } from './contracts.js'
import { definePolicy } from './definition.js'
import { optimalFrequency, solveMultiplier } from './optimal-frequencies.js'
import { takeBest } from './take-best.js'

export const changeRate = definePolicy({
  name: 'change-rate',
  summary:
    'visits each page at its optimal frequency for its estimated rate of change; leaves out pages that change too fast',
  source:
    'Cho and Garcia-Molina, "Effective page refresh policies for Web crawlers", TODS 2003; "Estimating frequency of change", TOIT 2003',
  parameters: {
    weighted: flag(false, 'weight the freshness of a page by its worth'),
    shape: decimal(0.5, 0.01, 100, 'how similar pages of one kind and place are assumed to be'),
  },
  choose({ weighted, shape }, pages, now, budget, interval) {
    const { shape: events, days } = changeRates(pages, shape)
    const rates = events.map((seen, page) => seen / days[page])
    return chooseByRates(pages, rates, weighted, now, budget, interval)
  },
})

/** The same for rates that are known: the simulator knows the true ones. */
export function chooseByRates(
  pages: KnownPages,
  rates: ArrayLike<number>,
  weighted: boolean,
  now: number,
  budget: number,
  interval: number,
): Uint32Array {
  const { count, lastVisit, worth } = pages
  const weights = weighted ? worth : new Float64Array(count).fill(1)
  const multiplier = solveMultiplier(rates, weights, count, budget / interval)
  const priority = new Float32Array(count)
  for (let page = 0; page < count; page++) {
    const frequency = optimalFrequency(rates[page], weights[page], multiplier)
    // above 1: its turn has passed
    priority[page] = frequency * (now - lastVisit[page])
  }
  return takeBest(priority, count, budget)
}
