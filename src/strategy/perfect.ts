import { LongtailError } from '../errors.js'
import { defineStrategy, inOneQueue } from './definition.js'

/**
 * Knows which links lead to relevant pages, and follows those alone: the union of the breadth-first paths from the seeds
 * to every relevant page. An oracle on *which* links, not on *order*: a learned order may harvest more at first.
 */
export const perfect = defineStrategy({
  name: 'perfect',
  summary: 'follows only links known to lead to relevant pages, in the order in which they were found; on graphs only',
  source: 'Tamura, Somboonviwat, Kitsuregawa 2007, section 5.1',
  parameters: {},
  graphsOnly: true,
  create(_values, knowledge) {
    if (knowledge?.leadsToRelevant === undefined) {
      throw new LongtailError('E_STRATEGY', 'strategy perfect runs on graphs only: use it with "longtail simulate"')
    }
    const { leadsToRelevant } = knowledge
    return inOneQueue((_visit, { to, start, end }, out) => {
      const leads = leadsToRelevant
      for (let i = start; i < end; i++) out[i - start] = leads[to[i]]
    })
  },
})
