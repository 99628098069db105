/**
 * Our own: the budget goes where a visit buys most worth.
 *
 * Keeping a page fresh. One more visit to a page gains ∂F/∂f, as in optimal-frequencies.ts: at the optimum all pages are visited when
 * their gain has risen to the same height. So no frequency has to be solved for: the pages with the highest gain now are the
 * best ones to visit now. The rate of a page is not one number but a gamma distribution (shrunk-rates.ts): the chance that a page is
 * unchanged after τ days is S(τ) = (days / (days + τ))^shape, and the gain is ∫₀^τ S(u) du − τ·S(τ). A page of which little is known
 * keeps a chance to be slow, so it is visited now and then, where a single estimate would give it up for ever.
 *
 * Finding new pages. When ν wanted pages a day appear on a page and nobody looks for τ days, they are missing for τ/2 days on average:
 * one more visit gains ν·τ²/2 days of a wanted page, in the same unit. ν is learned from what visits led to, and shrunk in the same way.
 * With `discovery` at 1 a day of a new page counts as much as a fresh day of a known one. At 0.5 slightly more of the wanted web was current
 * on the graphs of seed 1, and slightly fewer new pages were found (docs/recrawl.md).
 *
 * Exploration. Every page has at least a small share of the mean worth, so that unwanted pages are looked at, too: they may have turned.
 */
import { decimal } from '../strategy/definition.js'
import { changeRates } from './change-rates.js'
import type { KnownPages } from './contracts.js'
import { definePolicy } from './definition.js'
import { shrunkRates, type RateBeliefs } from './shrunk-rates.js'
import { takeBest } from './take-best.js'

/** New wanted pages per day that are expected of a page while none was found anywhere. */
const FIRST_GUESS = 0.001

export const longtail = definePolicy({
  name: 'longtail',
  summary: 'the page whose visit gains most: freshness weighted by worth, and new relevant pages',
  source: 'docs/recrawl.md',
  parameters: {
    shape: decimal(0.5, 0.01, 100, 'how similar pages of one kind and place are assumed to be'),
    discovery: decimal(1, 0, 1000, 'value of a day of a new relevant page, relative to a fresh day of a known one'),
    explore: decimal(0.01, 0, 1, 'least worth of a page, as a share of the mean'),
  },
  choose({ shape, discovery, explore }, pages, now, budget) {
    const { count, lastVisit, worth } = pages
    const { mean, ofWanted } = worths(pages)
    const changes = changeRates(pages, shape)
    const births = newPageRates(pages, shape)
    const least = mean * explore
    const ofNew = (discovery * ofWanted) / 2
    const priority = new Float32Array(count)
    for (let page = 0; page < count; page++) {
      const waited = now - lastVisit[page]
      if (!(waited > 0)) continue
      const fresh = gainOfVisit(changes.shape[page], changes.days[page], waited)
      const appeared = births.shape[page] / births.days[page]
      priority[page] = (worth[page] + least) * fresh + ofNew * appeared * waited * waited
    }
    return takeBest(priority, count, budget)
  },
})

/** ∫₀^τ S(u) du − τ·S(τ), for S(u) = (days / (days + u))^shape. Days of freshness that one more visit gains. */
export function gainOfVisit(shape: number, days: number, waited: number): number {
  const share = waited / days
  // the first term of the series: the formula takes two numbers from each other that are nearly the same
  if (share < 1e-4) return (shape * share * waited) / 2
  const growth = 1 + share
  const logGrowth = Math.log(growth)
  const unchanged = Math.exp(-shape * logGrowth)
  const rest = 1 - shape
  // days · ∫₁^growth v^(−shape) dv, whose formula divides by 0 at a shape of 1
  const fresh = days * (Math.abs(rest) < 1e-6 ? logGrowth : (unchanged * growth - 1) / rest)
  return Math.max(fresh - waited * unchanged, 0)
}

/** New wanted pages per day by page. */
function newPageRates(pages: KnownPages, shape: number): RateBeliefs {
  const { count, foundNew, firstVisit, lastVisit } = pages
  const events = new Float64Array(count)
  const days = new Float64Array(count)
  for (let page = 0; page < count; page++) {
    days[page] = Math.max(lastVisit[page] - firstVisit[page], 0)
    events[page] = foundNew[page]
  }
  return shrunkRates(pages, events, days, shape, FIRST_GUESS)
}

/** The mean worth of all pages, and of a page that is chosen by its worth: a new page counts as much as such a one. */
function worths({ count, worth }: KnownPages): { mean: number; ofWanted: number } {
  let sum = 0
  let squares = 0
  for (let page = 0; page < count; page++) {
    sum += worth[page]
    squares += worth[page] * worth[page]
  }
  // where nothing has any worth, all pages are alike
  return sum > 0 ? { mean: sum / count, ofWanted: squares / sum } : { mean: 1, ofWanted: 1 }
}
