/**
 * How servers are found: each but the seeds has one link to its home page from a server with a smaller number, or from a
 * seed. So everything can be reached from the seeds, whatever else chance does.
 */
import { RELEVANT, sharedWords } from '../web-graph.js'
import type { GeneratedColumns, HomeLinks } from './columns.js'
import type { Plan } from './plan.js'
import { keyOf, PURPOSE, Stream } from './random.js'
import { KIND } from './servers.js'

/** How often a server with relevant pages is found from a relevant page of the other server, if that has one. */
const FROM_RELEVANT_PAGE = 0.93
const TRIES = 12
/** Servers are below this number (2^26), pages below 2^27: both fit in the 53 bits of a key. */
const KEY = 67_108_864

export function makeHomeLinks(plan: Plan, columns: GeneratedColumns): HomeLinks {
  const { servers, firstPage, seeds } = plan
  const random = new Stream(keyOf(plan.seed, PURPOSE.homeLinks))
  const isSeed = new Set(seeds)
  const keys = new Float64Array(servers.fetched - seeds.length)
  let end = 0
  let sitesBefore = 0
  let othersBefore = 0
  for (let s = 0; s < servers.fetched; s++) {
    random.start(s)
    const isOther = servers.kind[s] === KIND.other
    if (!isSeed.has(s)) {
      const parent = parentServer(plan, isOther, sitesBefore, othersBefore, random)
      keys[end++] = sourcePage(plan, columns, parent, isOther, random) * KEY + s
    }
    if (isOther) othersBefore++
    else sitesBefore++
  }
  keys.sort()
  const source = sharedWords(end)
  const target = sharedWords(end)
  const firstOf = sharedWords(servers.fetched + 1)
  let hook = 0
  for (let s = 0; s < servers.fetched; s++) {
    firstOf[s] = hook
    for (; hook < end && Math.floor(keys[hook] / KEY) < firstPage[s + 1]; hook++) {
      source[hook] = Math.floor(keys[hook] / KEY)
      target[hook] = firstPage[keys[hook] % KEY]
    }
  }
  firstOf[servers.fetched] = hook
  return { source, target, firstOf }
}

function parentServer(plan: Plan, isOther: boolean, sitesBefore: number, othersBefore: number, random: Stream): number {
  const { servers, parameters, seeds } = plan
  const fromSite = random.unit() < parameters[isOther ? 'others-found-from-sites' : 'found-from-relevant']
  if (fromSite || othersBefore === 0) {
    return sitesBefore === 0 ? seeds[random.below(seeds.length)] : servers.sites[random.below(sitesBefore)]
  }
  // the first are the best known: everything is near them
  const u = random.unit()
  return servers.others[Math.floor(u * u * u * othersBefore)]
}

function sourcePage(plan: Plan, columns: GeneratedColumns, server: number, isOther: boolean, random: Stream): number {
  const { servers, firstPage } = plan
  const first = firstPage[server]
  const size = servers.size[server]
  const u = random.unit()
  let page = first + Math.floor(u * u * size)
  if (isOther || servers.kind[server] === KIND.other || random.unit() > FROM_RELEVANT_PAGE) return page
  for (let attempt = 0; attempt < TRIES && (columns.flags[page] & RELEVANT) === 0; attempt++) {
    page = first + random.below(size)
  }
  return page
}
