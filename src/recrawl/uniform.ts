/** Every page as often as every other: the least recently visited first. What a crawler does that knows nothing about change. */
import { definePolicy } from './definition.js'
import { takeBest } from './take-best.js'

export const uniform = definePolicy({
  name: 'uniform',
  summary: 'the least recently visited page first, so that all pages are visited equally often',
  source:
    'the usual baseline, as in Cho and Garcia-Molina, "Effective page refresh policies for Web crawlers", TODS 2003',
  parameters: {},
  choose(_values, pages, now, budget) {
    const { count, lastVisit } = pages
    const priority = new Float32Array(count)
    for (let page = 0; page < count; page++) priority[page] = Math.max(now - lastVisit[page], 0)
    return takeBest(priority, count, budget)
  },
})
