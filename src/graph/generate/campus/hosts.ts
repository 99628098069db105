/**
 * Which hosts an organisation has: their sizes, what they are for, how large their menus are, and how much of them is about the topic.
 * Sizes and menus are quantiles, dealt out in one order: were they drawn, one large menu on one large host would make half of all
 * links in one web and none in the next.
 */
import { logNormalTable, paretoSizes, QUANTILES } from '../distributions.js'
import { keyOf, PURPOSE, Stream } from '../random.js'
import type { CampusParameters } from './preset.js'

/** `site`: menus, posts, calendars. `plain`: directories of pages. `lists`: mailing lists. `session`: a trap. */
export type CampusHostKind = 'site' | 'plain' | 'lists' | 'session'

export interface Host {
  readonly number: number
  readonly kind: CampusHostKind
  readonly pages: number
  /** The home page leads nowhere. */
  readonly closed: boolean
  /** Links in the menu. */
  readonly menu: number
  /** Share of pages about the topic. */
  readonly topic: number
}

const GOLDEN = 0.6180339887498949
const PLASTIC = 0.7548776662466927
const SUPERGOLDEN = 0.5698402909980532
/** Where the walk over the menus begins: it gives the second largest host the largest menu, as in the web it was fitted to. */
const FIRST_MENU = 0.215
/** Of the pages of a host that is about the topic, and of one where some directories are. */
const WHOLLY = 0.97
const PARTLY = 0.58
/** Of the other hosts, share with a few pages about it. */
const SCATTERED = 0.6

export function planHosts(parameters: CampusParameters, scale: number, seed: number): Host[] {
  const random = new Stream(keyOf(seed, PURPOSE.plan))
  const total = Math.round(parameters.pages * scale)
  const count = Math.max(4, Math.round(total / parameters['host-size']))
  const sizes = paretoSizes(count, total, parameters['largest-host'] * Math.sqrt(scale))
  const kinds = dealKinds(sizes, total, parameters)
  const topics = dealTopics(sizes, kinds, total, parameters, random)
  const menus = logNormalTable(parameters['menu-spread'])
  const median = menus[QUANTILES / 2]
  const hosts = Array.from(sizes, (pages, rank): Host => {
    const place = (FIRST_MENU + rank * PLASTIC) % 1
    const menu = Math.round((parameters.menu * menus[Math.floor(place * QUANTILES)]) / median)
    return {
      number: 0,
      kind: kinds[rank],
      pages,
      closed: kinds[rank] !== 'session' && (rank * GOLDEN) % 1 < parameters['closed-hosts'],
      menu: kinds[rank] === 'site' ? Math.min(menu, Math.floor(pages / 2)) : 0,
      topic: topics[rank],
    }
  })
  // the number of a host tells nothing about it
  const order = hosts.map(host => ({ host, key: random.unit() })).sort((a, b) => a.key - b.key)
  return order.map(({ host }, number) => ({ ...host, number }))
}

/** Traps and lists take the largest hosts that fit into their share of all pages. */
function dealKinds(sizes: Uint32Array, total: number, parameters: CampusParameters): CampusHostKind[] {
  const kinds = Array.from(sizes, (_, rank): CampusHostKind =>
    (rank * SUPERGOLDEN) % 1 > 1 - parameters.plain ? 'plain' : 'site',
  )
  for (const kind of ['session', 'lists'] as const) {
    let left = total * parameters[kind === 'session' ? 'session-pages' : 'list-pages']
    for (let rank = 1; rank < sizes.length && left >= SMALLEST_SPECIAL; rank++) {
      if (sizes[rank] > left || kinds[rank] === 'session') continue
      kinds[rank] = kind
      left -= sizes[rank]
    }
  }
  return kinds
}

/** A trap or a list with fewer pages is neither. */
const SMALLEST_SPECIAL = 20

function dealTopics(
  sizes: Uint32Array,
  kinds: readonly CampusHostKind[],
  total: number,
  parameters: CampusParameters,
  random: Stream,
): Float64Array {
  const wanted = total * parameters.relevant
  const topics = new Float64Array(sizes.length)
  const give = (share: number, quota: number): number => {
    let left = quota
    const start = random.below(Math.ceil(sizes.length / 16))
    for (let step = 0; step < sizes.length; step++) {
      const rank = (start + step) % sizes.length
      const pages = sizes[rank] * share
      if (topics[rank] > 0 || kinds[rank] !== 'site' || pages > left) continue
      topics[rank] = share
      left -= pages
      if (left < quota / 10) break
    }
    return quota - left
  }
  const given = give(WHOLLY, wanted * parameters['topic-hosts']) + give(PARTLY, wanted * parameters['topic-sections'])
  const others: number[] = []
  let pages = 0
  for (let rank = 0; rank < sizes.length; rank++) {
    if (topics[rank] > 0 || kinds[rank] === 'session' || random.unit() >= SCATTERED) continue
    others.push(rank)
    pages += sizes[rank]
  }
  for (const rank of others) topics[rank] = Math.min(0.5, Math.max(0, wanted - given) / pages)
  return topics
}
