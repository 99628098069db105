import { defineStrategy } from './definition.js'
import { grownBytes } from '../growing-arrays.js'

const HIGH = 1
const LOW = 2

/**
 * Two queues. A page found first on an irrelevant page and later on a relevant one moves to the high queue; the papers
 * do not say so, but otherwise the order would hang on which parent happened to be fetched first.
 */
export const softFocused = defineStrategy({
  name: 'soft-focused',
  summary: 'links of relevant pages first, those of irrelevant pages after them; drops nothing',
  source: 'Chakrabarti et al. 1999; Tamura et al. 2007, section 5.1',
  parameters: {},
  create() {
    let high: Uint8Array = new Uint8Array(0) // 1: a relevant page links here
    return {
      levels: LOW,
      groupBy: 'none',
      reorders: 'never',
      needs: [],
      reserve(pages) {
        high = grownBytes(high, pages)
      },
      seed(page) {
        high[page] = 1
        return HIGH
      },
      score(visit, links, out) {
        const { to, start, end } = links
        const marks = high
        if (visit.relevant) {
          for (let i = start; i < end; i++) marks[to[i]] = 1
          out.fill(HIGH, 0, end - start)
        } else {
          for (let i = start; i < end; i++) out[i - start] = LOW - marks[to[i]] // 1 stays 1: never demoted
        }
      },
      persist(fields) {
        high = fields.array('high', high)
      },
      hop(from, to) {
        high[to] |= high[from]
      },
    }
  },
})
