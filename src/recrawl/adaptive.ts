/**
 * The adaptive interval of Apache Nutch (`AdaptiveFetchSchedule`, its default rates): each visit that finds no change makes the
 * page's interval longer by 0.4 of it, each that finds one shorter by 0.2. What is due longest comes first.
 *
 * The interval follows from the counts of visits and changes, because a factor does not care for the order of the others. Only the
 * bounds would: Nutch applies them at every step, and here the number of steps beyond a bound is limited instead.
 *
 * Nutch leaves a part of the budget when too little is due; here it goes to what is due next, so that policies are compared at equal cost.
 */
import { decimal } from '../strategy/definition.js'
import { definePolicy } from './definition.js'
import { takeBest } from './take-best.js'

export const adaptive = definePolicy({
  name: 'adaptive',
  summary:
    'an interval for each page, which grows after a visit without a change and shrinks after one with a change; the most overdue page first',
  source: 'AdaptiveFetchSchedule of Apache Nutch',
  parameters: {
    interval: decimal(30, 0.01, 3650, 'days between the first two visits'),
    longer: decimal(0.4, 0, 10, 'what a visit without a change adds, as a share of the interval'),
    shorter: decimal(0.2, 0, 0.99, 'what a visit with a change takes away, as a share of the interval'),
    min: decimal(0.04, 0.001, 3650, 'days of the shortest interval'),
    max: decimal(365, 0.01, 36500, 'days of the longest interval'),
  },
  choose({ interval, longer, shorter, min, max }, pages, now, budget) {
    const { count, visits, changes, lastVisit } = pages
    const grow = Math.log(1 + longer)
    const shrink = Math.log(1 - shorter)
    const lowest = Math.log(min / interval)
    const highest = Math.log(max / interval)
    const priority = new Float32Array(count)
    for (let page = 0; page < count; page++) {
      const unchanged = Math.max(visits[page] - 1 - changes[page], 0)
      const steps = Math.min(Math.max(unchanged * grow + changes[page] * shrink, lowest), highest)
      // days overdue, moved above 0: what is due next follows what is overdue
      priority[page] = Math.max(now - lastVisit[page] - interval * Math.exp(steps) + 2 * max, 0)
    }
    return takeBest(priority, count, budget)
  },
})
