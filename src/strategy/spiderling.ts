import { grownBytes, grownWords } from '../growing-arrays.js'
import { decimal, defineStrategy, flag, integer } from './definition.js'

/** What all pages have; the yield of a host lifts or lowers it by half of this. */
const LEVEL = 501
const STEPS = 2 * (LEVEL - 1)

const OPEN = 0
const DROPPED = 1

/**
 * Hosts by their yield, what was wanted of what was downloaded:
 *
 *   yield = R / N        dropped when N ≥ least and yield < strength · (log10 N - 1)
 *
 * so a host must yield the more, the more was downloaded from it. Hosts with the best yield come first, the pages of a host in the
 * order of finding. A page that is not wanted leads on inside its host only. The source counts bytes of text per byte; strategies
 * are told no sizes, so pages are counted here.
 */
export const spiderling = defineStrategy({
  name: 'spiderling',
  summary: 'hosts by their yield; drops a host whose yield is too low for its size',
  source: 'Suchomel, Pomikálek 2012 (SpiderLing)',
  parameters: {
    strength: decimal(0.05, 0, 1, 'yield that a host must have per power of ten pages, from 10 pages on'),
    least: integer(20, 1, 60_000, 'pages of a host before it can be dropped'),
    external: flag(false, 'irrelevant pages lead to other hosts, too'),
  },
  create({ strength, least, external }) {
    let state: Uint8Array = new Uint8Array(0) // by host
    let downloads: Uint32Array = new Uint32Array(0) // N
    let finds: Uint32Array = new Uint32Array(0) // R
    return {
      levels: LEVEL,
      groupBy: 'server',
      reorders: 'often',
      needs: [],
      reserve(_pages, groups) {
        state = grownBytes(state, groups)
        downloads = grownWords(downloads, groups)
        finds = grownWords(finds, groups)
      },
      seed: () => LEVEL,
      score(visit, links, out, groups) {
        const { to, start, end, group } = links
        const host = group[visit.page]
        const pages = ++downloads[host]
        const wanted = visit.relevant ? ++finds[host] : finds[host]
        if (state[host] === OPEN && pages >= least && wanted / pages < strength * (Math.log10(pages) - 1)) {
          state[host] = DROPPED
          groups.park(host)
        }
        // a host that nobody knows yet counts as one that yields a half
        if (state[host] === OPEN) groups.bias(host, Math.round(((wanted + 1) / (pages + 2) - 0.5) * STEPS))

        const explores = external || visit.relevant
        for (let i = start; i < end; i++) {
          const target = group[to[i]]
          out[i - start] = state[target] === OPEN && (explores || target === host) ? LEVEL : 0
        }
      },
      persist(fields) {
        state = fields.array('state', state)
        downloads = fields.array('downloads', downloads)
        finds = fields.array('finds', finds)
      },
    }
  },
})
