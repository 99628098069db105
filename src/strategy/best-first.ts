import { defineStrategy, shareOf } from './definition.js'
import { grownShorts } from '../growing-arrays.js'

const LEVELS = 1024

/** A link is worth what its best parent found so far scored. Quantised: equal levels are served by age. */
export const bestFirst = defineStrategy({
  name: 'best-first',
  summary: "links in the order of their best parent's score; drops nothing",
  source: 'Chakrabarti et al. 1999 (soft focus by score); "best-page" of Suebchua et al. 2014',
  parameters: {},
  create() {
    let best: Uint16Array = new Uint16Array(0) // best level given to a page, 0: none yet
    return {
      levels: LEVELS,
      groupBy: 'none',
      reorders: 'never',
      needs: [],
      reserve(pages) {
        best = grownShorts(best, pages)
      },
      seed(page) {
        best[page] = 1
        return 1
      },
      score(visit, links, out) {
        const { to, start, end } = links
        const given = best
        const level = levelOf(visit.score)
        for (let i = start; i < end; i++) {
          const page = to[i]
          const known = given[page]
          if (known !== 0 && known <= level) {
            out[i - start] = known
          } else {
            given[page] = out[i - start] = level
          }
        }
      },
      persist(fields) {
        best = fields.array('best', best)
      },
      hop(from, to) {
        if (best[from] !== 0 && (best[to] === 0 || best[from] < best[to])) best[to] = best[from]
      },
    }
  },
})

/** 1 for a score of 1, LEVELS for 0. */
function levelOf(score: number): number {
  return 1 + Math.round((1 - shareOf(score)) * (LEVELS - 1))
}
