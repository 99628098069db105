import { choice, defineStrategy, integer } from './definition.js'
import { grownBytes } from '../growing-arrays.js'

const UNKNOWN = 255

/**
 * A page's distance is the number of consecutive irrelevant pages between it and its last relevant ancestor: 0 for a
 * child of a relevant page and for a seed; the minimum over the parents found so far. n=0 is hard-focused, a large n
 * follows everything.
 *
 * A page fetched before its nearest parent was found keeps the distance it was fetched with: nothing is fetched twice.
 */
export const limitedDistance = defineStrategy({
  name: 'limited-distance',
  summary: 'follows at most n irrelevant pages in a row',
  source: 'Somboonviwat, Kitsuregawa, Tamura 2005 (simulation study of language specific crawling)',
  parameters: {
    n: integer(4, 0, 250, 'irrelevant pages in a row that are followed'),
    mode: choice(['prioritised', 'non-prioritised'], 'nearest to a relevant page first, or one queue'),
  },
  create({ n, mode }) {
    const step = mode === 'prioritised' ? 1 : 0 // levels per irrelevant page
    let distance: Uint8Array = new Uint8Array(0)
    return {
      levels: 1 + n * step,
      groupBy: 'none',
      reorders: 'never',
      needs: [],
      reserve(pages) {
        distance = grownBytes(distance, pages, UNKNOWN)
      },
      seed(page) {
        distance[page] = 0
        return 1
      },
      score(visit, links, out) {
        const { to, start, end } = links
        const nearest = distance
        const d = visit.relevant ? 0 : nearest[visit.page] + 1
        if (d > n) {
          out.fill(0, 0, end - start)
          return
        }
        for (let i = start; i < end; i++) {
          const page = to[i]
          const known = nearest[page]
          if (d < known) nearest[page] = d
          out[i - start] = 1 + step * (d < known ? d : known)
        }
      },
      persist(fields) {
        distance = fields.array('distance', distance)
      },
      hop(from, to) {
        if (distance[from] < distance[to]) distance[to] = distance[from]
      },
    }
  },
})
