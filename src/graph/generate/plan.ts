/**
 * Everything about a web that is decided before its pages are numbered: a bundle of small shared arrays that every thread
 * reads. Pages and links are then drawn from it one server at a time, each thread for its own servers.
 */
import { sharedWords } from '../web-graph.js'
import { planMeans } from './means.js'
import { planNames, type LabelScheme } from './names.js'
import type { Parameters } from './parameters.js'
import type { CrawlPreset } from './presets.js'
import { keyOf, PURPOSE, Stream } from './random.js'
import { planDirectories, planRelevance, type Relevance } from './relevance.js'
import { KIND, planServers, type Servers } from './servers.js'
import { aliasTable, logNormalTable } from './distributions.js'

export type Plan = Readonly<ReturnType<typeof makePlan>>

/** Links of one sort on one page. Ordinary webs come nowhere near; looking for duplicates takes the square of it. */
const LONGEST_ROW = 4000

export function makePlan(
  preset: CrawlPreset,
  parameters: Parameters,
  scale: number,
  seed: number,
  labels: LabelScheme,
) {
  const servers = planServers(parameters, scale, seed)
  const directories = planDirectories(servers, seed)
  const relevance = planRelevance(parameters, servers, directories, scale, seed)
  const names = planNames(preset, servers, labels, seed)
  const firstPage = sharedWords(servers.count + 1)
  let page = 0
  for (let s = 0; s < servers.count; s++) {
    firstPage[s] = page
    page += servers.size[s] + servers.leaves[s]
  }
  firstPage[servers.count] = page
  const intraCounts = logNormalTable(1.0)
  const interCounts = logNormalTable(1.3)
  return {
    seed,
    scale,
    parameters,
    servers,
    directories,
    relevance,
    names,
    /** First page of each server, and one more entry: fetched pages first, then the ones known from links alone. */
    firstPage,
    means: planMeans(parameters, servers, relevance, intraCounts),
    /** Standard deviations 1.0 and 1.3 of the logarithm: how unevenly links are spread over pages. */
    intraCounts,
    interCounts,
    /** No page has more links than this to other servers, and of each sort to unfetched pages: tiny webs have no more. */
    mostInter: Math.min(LONGEST_ROW, Math.floor(servers.fetched / 4)),
    mostUnfetched: Math.min(LONGEST_ROW, Math.floor(servers.unfetchedPages / 8)),
    ...attraction(parameters, servers, relevance, seed),
    /** Chance that a link to a server of the same kind stays in the domain, where the domain has more than one server. */
    siblingSite: siblingChance(servers, servers.sites, parameters['sibling-links']),
    siblingMixed: siblingChance(servers, servers.sites, parameters['sibling-links-mixed']),
    siblingOther: siblingChance(servers, servers.others, parameters['sibling-links-other']),
  }
}

function siblingChance(servers: Servers, list: Uint32Array, share: number): number {
  const { domain, domainFirst, size } = servers
  let all = 0
  let several = 0
  for (const s of list) {
    all += size[s]
    if (domainFirst[domain[s] + 1] - domainFirst[domain[s]] > 1) several += size[s]
  }
  return several === 0 ? 0 : Math.min(0.9, (share * all) / several)
}

function attraction(parameters: Parameters, servers: Servers, relevance: Relevance, seed: number) {
  const { sites, others, size, kind } = servers
  const random = new Stream(keyOf(seed, PURPOSE.plan))
  const siteFame = fameOf(sites, size, parameters['site-fame'], FAME_NOISE, random)
  const relevantWeights = new Float64Array(sites.length)
  const irrelevantWeights = new Float64Array(sites.length)
  for (let i = 0; i < sites.length; i++) {
    const s = sites[i]
    const share = relevance.relevantPages[s] / size[s]
    const hidden = kind[s] === KIND.hidden
    relevantWeights[i] = hidden ? 0 : siteFame[i] * share ** 0.25
    irrelevantWeights[i] = siteFame[i] * (hidden ? 0.2 : Math.max(0, 1 - share))
  }
  // home pages of the best known servers, nearly all of whose pages are relevant
  const renown = (i: number): number => relevantWeights[i] * (relevance.share[sites[i]] > 0.8 ? 1 : 1e-6)
  const seeds = Array.from(sites.keys())
    .sort((a, b) => renown(b) - renown(a))
    .slice(0, 3)
  for (const i of seeds) showAgain(servers, relevance, sites[i])
  const fame = fameOf(others, size, parameters.fame, parameters['fame-by-size'], random)
  const otherWeights = fame.map((value, i) => Math.sqrt(value * size[others[i]]))
  return {
    /** Servers as targets of links from elsewhere, by how many links they attract. Indices into `sites` or `others`. */
    toRelevant: aliasTable(relevantWeights),
    toIrrelevant: aliasTable(irrelevantWeights),
    toFamous: aliasTable(fame),
    toOther: aliasTable(otherWeights),
    /** Servers in which a crawl begins. */
    seeds: Uint32Array.from(seeds, i => sites[i]).sort(),
  }
}

/** A crawl begins at relevant pages, even where every server hides them. */
function showAgain(servers: Servers, relevance: Relevance, server: number): void {
  if (servers.kind[server] !== KIND.hidden) return
  servers.kind[server] = KIND.site
  relevance.gates[server] = 0
  relevance.splash[server] = 0
}

/** Of servers with relevant pages. */
const FAME_NOISE = 1.2

/**
 * Quantiles of a Pareto distribution: every graph has its one most famous server. Fame goes by size, roughly: were it
 * independent, the most famous server would have one page in one graph and thousands in the next.
 */
function fameOf(list: Uint32Array, size: Uint32Array, exponent: number, noise: number, random: Stream): Float64Array {
  const keys = new Float64Array(list.length)
  for (let i = 0; i < list.length; i++) keys[i] = -Math.log(size[list[i]]) + noise * random.normal()
  const order = new Uint32Array(list.length).map((_, i) => i).sort((a, b) => keys[a] - keys[b])
  const fame = new Float64Array(list.length)
  for (let place = 0; place < order.length; place++) {
    fame[order[place]] = ((place + 0.5) / order.length) ** (-1 / exponent)
  }
  return fame
}
