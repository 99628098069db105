/**
 * Mean link counts to draw with, so that what comes out has the means that were asked for: small servers have no room for
 * the links of large ones, and the links that make every page reachable count as well.
 */
import type { Parameters } from './parameters.js'
import type { Relevance } from './relevance.js'
import { KIND, type Servers } from './servers.js'
import { QUANTILES, solve } from './distributions.js'

export type Means = Readonly<ReturnType<typeof planMeans>>

export function planMeans(parameters: Parameters, servers: Servers, relevance: Relevance, counts: Float32Array) {
  const rooms = {
    relevant: new Map<number, number>(),
    mixed: new Map<number, number>(),
    other: new Map<number, number>(),
  }
  const add = (map: Map<number, number>, room: number, pages: number): void => {
    map.set(room, (map.get(room) ?? 0) + pages)
  }
  const pages = { relevant: 0, mixed: 0, other: 0, siteLeaves: 0, otherLeaves: 0 }
  const { size, leaves, kind, fetched } = servers
  for (let s = 0; s < fetched; s++) {
    if (kind[s] === KIND.other) {
      add(rooms.other, size[s] - 2, size[s])
      pages.other += size[s]
      pages.otherLeaves += leaves[s]
    } else {
      const relevant = relevance.relevantPages[s]
      const room = size[s] - relevance.detourPages[s] - 2
      add(rooms.relevant, room, relevant)
      add(rooms.mixed, Math.min(room, Math.round(size[s] - relevant) + 1), size[s] - relevant)
      pages.relevant += relevant
      pages.mixed += size[s] - relevant
      pages.siteLeaves += leaves[s]
    }
  }
  const sites = servers.sites.length
  const others = servers.others.length
  const sitePages = Math.max(1, pages.relevant + pages.mixed)
  const treeOfSites = 1 - sites / sitePages
  const treeOfOthers = pages.other === 0 ? 0 : 1 - others / pages.other
  const fromSites = sites * parameters['found-from-relevant'] + others * parameters['others-found-from-sites']
  const hooksOfSites = fromSites / sitePages
  const hooksOfOthers = pages.other === 0 ? 0 : (sites + others - fromSites) / pages.other
  const extra = (map: Map<number, number>, mean: number): number => multiplier(map, Math.max(0, mean), counts)

  const unfetchedLinks =
    sitePages * parameters['unfetched-links-site'] + pages.other * parameters['unfetched-links-other']
  // a little more than one for each page: chance must not leave a page without a link
  const leavesToFind = Math.max(1, servers.unfetchedPages)
  const spare = 1.004 + 8 / Math.sqrt(leavesToFind) + 1000 / leavesToFind
  const fresh = unfetchedLinks === 0 ? 0 : (servers.unfetchedPages * spare) / unfetchedLinks
  const freshSite = parameters['unfetched-links-site'] * fresh
  const freshOther = parameters['unfetched-links-other'] * fresh
  return {
    /** Links within a server besides those of its tree. */
    intraRelevant: extra(rooms.relevant, parameters['intra-relevant'] - treeOfSites),
    intraMixed: extra(rooms.mixed, parameters['intra-mixed'] - treeOfSites),
    intraOther: extra(rooms.other, parameters['intra-other'] - treeOfOthers),
    /** Links to fetched pages of other servers, besides those that lead to a new server. */
    interRelevant: Math.max(0, parameters['inter-relevant'] - hooksOfSites),
    interMixed: Math.max(0, parameters['inter-mixed'] - hooksOfSites),
    interOther: Math.max(0, parameters['inter-other'] - hooksOfOthers),
    ...bilingualMeans(parameters),
    /** Links to unfetched pages of the own server, besides the first to each. */
    knownSite: Math.max(0, parameters['known-links-site'] - pages.siteLeaves / sitePages),
    knownOther: Math.max(0, parameters['known-links-other'] - pages.otherLeaves / Math.max(1, pages.other)),
    /** Links to unfetched servers: the first to each page, and others. */
    freshSite,
    freshOther,
    wildSite: Math.max(0, parameters['unfetched-links-site'] - freshSite),
    wildOther: Math.max(0, parameters['unfetched-links-other'] - freshOther),
  }
}

/** Bilingual pages are lists of links: they have many of them, most to relevant pages; the means over all pages stay. */
function bilingualMeans(parameters: Parameters) {
  const toRelevant = parameters['mixed-to-relevant']
  const toSite = parameters['mixed-to-site']
  const share = parameters.bilingual
  const bilingualLinks = share === 0 ? 0 : Math.min(5, 0.6 / share)
  const weight = share * bilingualLinks
  const bilingualToRelevant = weight === 0 ? 0 : Math.min(Math.max(0.65, toRelevant), toRelevant / weight)
  const bilingualToSite = weight === 0 ? 0 : Math.min(Math.max(0.8, toSite), toSite / weight)
  return {
    /** How many times as many links to other servers bilingual pages have, and the other irrelevant pages beside them. */
    bilingualLinks,
    monolingualLinks: (1 - weight) / Math.max(0.01, 1 - share),
    bilingualToRelevant,
    bilingualToSite,
    monolingualToRelevant: (toRelevant - weight * bilingualToRelevant) / (1 - weight),
    monolingualToSite: (toSite - weight * bilingualToSite) / (1 - weight),
  }
}

/** The factor for a table of counts with mean 1, cut off at the room there is, to reach a mean over all pages. */
function multiplier(rooms: ReadonlyMap<number, number>, mean: number, counts: Float32Array): number {
  const sums = new Float64Array(QUANTILES + 1)
  for (let i = 0; i < QUANTILES; i++) sums[i + 1] = sums[i] + counts[i]
  let pages = 0
  for (const weight of rooms.values()) pages += weight
  const reached = (factor: number): number => {
    let sum = 0
    for (const [room, weight] of rooms) {
      const limit = Math.max(0, room) / factor
      let low = 0
      let high = QUANTILES
      while (low < high) {
        const middle = (low + high) >> 1
        if (counts[middle] < limit) low = middle + 1
        else high = middle
      }
      sum += (weight * factor * (sums[low] + (QUANTILES - low) * limit)) / QUANTILES
    }
    return sum / Math.max(1, pages)
  }
  return mean <= 0 ? 0 : solve(reached, mean, 1e-6, 20 * mean + 10)
}
