import type { PageId } from '../contracts.js'
import { grownBytes, grownWords } from '../growing-arrays.js'
import { tellInto, tellList } from '../state-collections.js'
import { decimal, defineStrategy, integer, type Parameter } from './definition.js'

const OPEN = 0
const DROPPED = 1

// a top-level domain
const UNKNOWN = 0
const INSIDE = 1
const OUTSIDE = 2

/**
 * A fence of top-level domains, and a scout for each host: when `scout` pages of a host were fetched, it is looked at once. If less
 * than `share` of them is wanted the host is dropped, else it is crawled to its end. Links to other hosts lead only into the fence,
 * links inside a host lead anywhere. First found, first fetched.
 */
export const linguacrawl = defineStrategy({
  name: 'linguacrawl',
  summary: 'hosts of given top-level domains; drops a host when too few of its first pages are relevant',
  source: 'linguacrawl, Universitat d’Alacant 2020 (its scout and its accepted top-level domains)',
  parameters: {
    tlds: topLevelDomains('top-level domains that links to other hosts may lead to'),
    scout: integer(200, 1, 60_000, 'pages of a host after which it is kept or dropped'),
    share: decimal(0.1, 0, 1, 'a host is kept when this share of these pages is relevant'),
  },
  create({ tlds, scout, share }) {
    const named = new Set(tlds.split('+'))
    const fence = new Uint8Array(0x10000) // by interned top-level domain
    let state: Uint8Array = new Uint8Array(0) // by host
    let downloads: Uint32Array = new Uint32Array(0)
    let finds: Uint32Array = new Uint32Array(0)
    const seeds: PageId[] = [] // whose hosts are not known yet

    function isInside(tld: number, names: readonly string[] | undefined): boolean {
      if (tlds === 'any') return true
      // what the seeds have is known before the first link; names may be learned later
      if (tlds !== 'seeds' && fence[tld] === UNKNOWN) fence[tld] = named.has(names?.[tld] ?? '') ? INSIDE : OUTSIDE
      return fence[tld] === INSIDE
    }

    return {
      levels: 1,
      groupBy: 'server',
      reorders: 'seldom',
      needs: tlds === 'any' ? [] : ['tld'],
      reserve(_pages, groups) {
        state = grownBytes(state, groups)
        downloads = grownWords(downloads, groups)
        finds = grownWords(finds, groups)
      },
      seed(page) {
        if (tlds === 'seeds') seeds.push(page)
        return 1
      },
      score(visit, links, out, groups) {
        const { to, start, end, group } = links
        const { tld, tldNames } = links.features
        if (tld !== null) for (const page of seeds) fence[tld[group[page]]] = INSIDE
        seeds.length = 0

        const host = group[visit.page]
        downloads[host]++
        if (visit.relevant) finds[host]++
        if (downloads[host] === scout && finds[host] < share * scout) {
          state[host] = DROPPED
          groups.park(host)
        }
        for (let i = start; i < end; i++) {
          const target = group[to[i]]
          const follows = target === host || isInside(tld?.[target] ?? 0, tldNames)
          out[i - start] = follows && state[target] === OPEN ? 1 : 0
        }
      },
      persist(fields) {
        tellInto(fields, 'fence', fence)
        state = fields.array('state', state)
        downloads = fields.array('downloads', downloads)
        finds = fields.array('finds', finds)
        tellList(fields, 'seeds', seeds)
      },
    }
  },
})

/** `seeds`, `any`, or names joined by `+`. */
function topLevelDomains(meaning: string): Parameter<string> {
  return {
    default: 'seeds',
    range: 'seeds (those of the seeds), any, or names joined by +',
    meaning,
    examples: ['seeds', 'any', 'th+com'],
    parse: text => (/^[\p{L}\d-]+(\+[\p{L}\d-]+)*$/u.test(text) ? text.toLowerCase() : undefined),
  }
}
