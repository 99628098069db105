/**
 * Which servers there are, before any page: how large they are, what they are for, and which domain they belong to.
 *
 * Servers of one domain are neighbours in number; domains come in random order, so that a number tells nothing about
 * relevance. Servers nobody fetched from come last.
 */
import { sharedBytes, sharedWords } from '../web-graph.js'
import type { Parameters } from './parameters.js'
import { keyOf, PURPOSE, shuffle, Stream } from './random.js'
import { paretoSizes } from './distributions.js'

/** `site`: has relevant pages. `hidden`: it has, but only behind irrelevant ones. */
export const KIND = { other: 0, site: 1, hidden: 2, unfetched: 3 } as const

export type Servers = Readonly<ReturnType<typeof planServers>>

/** Servers of a domain; hosts of other people's pages have hundreds. */
const LARGEST_SITE_DOMAIN = 60
const LARGEST_OTHER_DOMAIN = 600

/** How many servers each domain has: one, or a number with a heavy tail. */
function domainSizes(servers: number, lone: number, largest: number, random: Stream): number[] {
  const sizes: number[] = []
  let left = servers
  while (left > 0) {
    const wanted = random.unit() < lone ? 1 : Math.min(largest, 1 + Math.floor((1 - random.unit()) ** -1))
    const size = Math.min(left, wanted)
    sizes.push(size)
    left -= size
  }
  return sizes
}

export function planServers(parameters: Parameters, scale: number, seed: number) {
  const random = new Stream(keyOf(seed, PURPOSE.domains))
  const pages = Math.round(parameters.pages * scale)
  const crawled = Math.round(parameters.crawled * scale)
  const relevantTarget = Math.max(3, Math.round(parameters.relevant * crawled))
  const sitePages = Math.min(crawled, Math.max(6, Math.round(relevantTarget / parameters['relevant-sites'])))
  const otherPages = crawled - sitePages
  const siteCount = Math.max(3, Math.round(sitePages / parameters['site-size']))
  const otherCount = otherPages === 0 ? 0 : Math.max(1, Math.round(otherPages / parameters['other-size']))
  const fetched = siteCount + otherCount
  const uncrawled = pages - crawled
  const unfetchedPages = Math.round(uncrawled * parameters['unfetched-pages'])
  const unfetchedCount =
    unfetchedPages === 0 ? 0 : Math.max(1, Math.round(unfetchedPages / parameters['unfetched-size']))
  const count = fetched + unfetchedCount
  const largest = Math.max(10, parameters['largest-site'] * Math.sqrt(scale))

  const siteDomains = domainSizes(siteCount, parameters['lone-domains'], LARGEST_SITE_DOMAIN, random)
  const otherDomains = domainSizes(otherCount, parameters['lone-domains'], LARGEST_OTHER_DOMAIN, random)
  const order = new Uint32Array(siteDomains.length + otherDomains.length).map((_, i) => i)
  shuffle(order, random)

  const kind = sharedBytes(count)
  const size = sharedWords(count)
  const domain = sharedWords(count)
  const domains = order.length + unfetchedCount
  const domainFirst = sharedWords(domains + 1)
  const sites = sharedWords(siteCount)
  const others = sharedWords(otherCount)
  const rank = sharedWords(count)
  const siteSizes = shuffled(paretoSizes(siteCount, sitePages, largest), random)
  const otherSizes = shuffled(paretoSizes(otherCount, otherPages, largest), random)
  let server = 0
  let siteEnd = 0
  let otherEnd = 0
  for (let d = 0; d < order.length; d++) {
    const isSite = order[d] < siteDomains.length
    const members = isSite ? siteDomains[order[d]] : otherDomains[order[d] - siteDomains.length]
    domainFirst[d] = server
    for (let m = 0; m < members; m++) {
      domain[server] = d
      kind[server] = isSite ? KIND.site : KIND.other
      size[server] = isSite ? siteSizes[siteEnd] : otherSizes[otherEnd]
      rank[server] = isSite ? siteEnd : otherEnd
      if (isSite) sites[siteEnd++] = server
      else others[otherEnd++] = server
      server++
    }
  }
  for (let d = order.length; d < domains; d++) {
    domainFirst[d] = server
    domain[server] = d
    kind[server] = KIND.unfetched
    server++
  }
  domainFirst[domains] = server

  const leaves = sharedWords(count)
  leavesOfFetched(parameters, kind, size, leaves, fetched, uncrawled - unfetchedPages, random)
  leaves.set(shuffled(paretoSizes(unfetchedCount, unfetchedPages, largest), random), fetched)
  return {
    count,
    /** Servers with fetched pages: numbers 0 … fetched - 1. */
    fetched,
    kind,
    /** Fetched pages. */
    size,
    /** Pages that are known from links alone. */
    leaves,
    domain,
    /** First server of each domain, and one more entry. */
    domainFirst,
    sites,
    others,
    /** Position in `sites` or `others`. */
    rank,
    relevantTarget,
    unfetchedPages,
  }
}

/** Unfetched pages of fetched servers, in proportion to the links there are for them; exactly `total` in all. */
function leavesOfFetched(
  parameters: Parameters,
  kind: Uint8Array,
  size: Uint32Array,
  leaves: Uint32Array,
  fetched: number,
  total: number,
  random: Stream,
): void {
  const weight = new Float64Array(fetched)
  let sitePages = 0
  let siteSum = 0
  let otherSum = 0
  for (let s = 0; s < fetched; s++) {
    // some servers had hardly begun to be crawled when the crawl ended, others were done
    weight[s] = size[s] * (0.2 + 1.6 * random.unit())
    if (kind[s] === KIND.other) {
      otherSum += weight[s]
    } else {
      siteSum += weight[s]
      sitePages += size[s]
    }
  }
  const wanted = (sitePages * parameters['known-links-site']) / parameters['site-reuse']
  const onSites = otherSum === 0 ? total : Math.min(wanted, total)
  let carried = 0
  let given = 0
  for (let s = 0; s < fetched; s++) {
    carried += kind[s] === KIND.other ? (weight[s] / otherSum) * (total - onSites) : (weight[s] / siteSum) * onSites
    leaves[s] = Math.round(carried) - given
    given += leaves[s]
  }
  if (given < total) leaves[fetched - 1] += total - given
}

function shuffled(list: Uint32Array, random: Stream): Uint32Array {
  shuffle(list, random)
  return list
}
