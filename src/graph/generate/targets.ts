/** Where links to other servers lead. First the sort of page is drawn, with the chances of the link tables, then one such page. */
import { RELEVANT } from '../web-graph.js'
import type { Plan } from './plan.js'
import type { Stream } from './random.js'
import { KIND } from './servers.js'
import { pick } from './distributions.js'

export const SORT = { relevant: 0, irrelevant: 1, other: 2, famous: 3 } as const

const TO_HOME = 0.45
const LANDINGS = 4
const SEARCH = 32
/** Links to irrelevant pages stay in the domain so many times as often: they go to the English part of one's own house. */
const IRRELEVANT_STAY = 1.8

export class LinkTargets {
  private server = 0
  private domainFirst = 0
  private domainEnd = 0
  /** Neighbours: servers of the same kind with numbers near ours, from this one on. */
  private cluster = 0
  private clusterSize = 0
  // chances of the present page's links to stay in the domain, to hit a relevant page, a server with relevant pages
  private stay = 0
  private toRelevant = 0
  private toSite = 0
  private readonly unfetchedFirst: number
  private readonly unfetched: number
  /** Prime to the number of pages of unfetched servers: multiples of it visit them all, far from one another. */
  private readonly stride: number

  constructor(
    private readonly plan: Plan,
    private readonly flags: Uint8Array,
    private readonly random: Stream,
  ) {
    const { servers, firstPage } = plan
    this.unfetchedFirst = firstPage[servers.fetched]
    this.unfetched = firstPage[servers.count] - this.unfetchedFirst
    this.stride = primeTo(this.unfetched)
  }

  from(server: number): void {
    const { servers, parameters } = this.plan
    this.server = server
    const domain = servers.domain[server]
    this.domainFirst = servers.domainFirst[domain]
    this.domainEnd = servers.domainFirst[domain + 1]
    const neighbours = Math.floor(parameters.neighbours)
    this.cluster = Math.floor(servers.rank[server] / neighbours) * neighbours
    this.clusterSize = Math.min(neighbours, servers.others.length - this.cluster)
  }

  startPage(relevant: boolean, bilingual: boolean): void {
    const { parameters, means, siblingSite, siblingMixed } = this.plan
    if (!this.ownKind()) {
      this.toRelevant = parameters['other-to-relevant']
      this.toSite = parameters['other-to-site']
    } else if (relevant) {
      this.stay = siblingSite
      this.toRelevant = parameters['relevant-to-relevant']
      this.toSite = parameters['relevant-to-site']
    } else {
      this.stay = siblingMixed
      this.toRelevant = bilingual ? means.bilingualToRelevant : means.monolingualToRelevant
      this.toSite = bilingual ? means.bilingualToSite : means.monolingualToSite
    }
  }

  sort(): number {
    const chance = this.random.unit()
    if (chance < this.toRelevant) return SORT.relevant
    if (chance < this.toSite) return SORT.irrelevant
    return this.ownKind() ? SORT.famous : SORT.other
  }

  /** A page of that sort on another server, or -1: try again. */
  draw(sort: number): number {
    const { plan, random } = this
    const { servers } = plan
    if (sort === SORT.famous) return this.famous()
    if (sort === SORT.other) return this.other()
    const wanted = sort === SORT.relevant
    const stay = wanted ? this.stay : IRRELEVANT_STAY * this.stay
    const sibling = this.ownKind() && random.unit() < stay ? this.sibling() : -1
    const server = sibling >= 0 ? sibling : servers.sites[pick(wanted ? plan.toRelevant : plan.toIrrelevant, random)]
    return server === this.server ? -1 : this.landing(server, wanted)
  }

  private ownKind(): boolean {
    return this.plan.servers.kind[this.server] !== KIND.other
  }

  private sibling(): number {
    const others = this.domainEnd - this.domainFirst - 1
    if (others === 0) return -1
    const server = this.domainFirst + this.random.below(others)
    return server < this.server ? server : server + 1
  }

  private landing(server: number, relevant: boolean): number {
    const { random, flags, plan } = this
    const first = plan.firstPage[server]
    if (plan.servers.kind[server] === KIND.hidden) return relevant ? -1 : first
    const free = plan.servers.size[server] - plan.relevance.detourPages[server]
    const wanted = relevant ? RELEVANT : 0
    let position = 0
    for (let attempt = 0; attempt < LANDINGS; attempt++) {
      const u = random.unit()
      position = u < TO_HOME ? 0 : random.below(free)
      if ((flags[first + position] & RELEVANT) === wanted) return first + position
    }
    for (let step = 0; step < SEARCH; step++) {
      position = position + 1 < free ? position + 1 : 0
      if ((flags[first + position] & RELEVANT) === wanted) return first + position
    }
    return -1
  }

  private famous(): number {
    const { plan, random } = this
    const { servers, firstPage } = plan
    if (servers.others.length === 0) return -1
    const server = servers.others[pick(plan.toFamous, random)]
    const u = random.unit()
    const size = servers.size[server]
    if (size === 1 || u < plan.parameters['famous-homes']) return firstPage[server]
    let skewed = random.unit()
    const base = skewed
    for (let power = plan.parameters['fame-skew']; power >= 2; power--) skewed *= base
    return firstPage[server] + Math.floor(skewed * size)
  }

  private other(): number {
    const { plan, random } = this
    const { servers, firstPage, parameters } = plan
    const { others } = servers
    if (others.length === 0) return -1
    let server = -1
    if (random.unit() < plan.siblingOther) server = this.sibling()
    if (server < 0) {
      if (random.unit() < parameters['neighbour-links']) {
        server = others[this.cluster + random.below(this.clusterSize)]
      } else {
        server = others[pick(plan.toOther, random)]
      }
    }
    if (server === this.server) return -1
    const u = random.unit()
    if (u < TO_HOME) return firstPage[server]
    const v = random.unit()
    return firstPage[server] + Math.floor(v * v * servers.size[server])
  }

  /** An unfetched page of another fetched server. */
  drawLeaf(): number {
    const { plan, random } = this
    const { servers, firstPage, parameters } = plan
    const site = this.ownKind()
    const chance = parameters[site ? 'relevant-to-site' : 'other-to-site']
    for (let attempt = 0; attempt < 50; attempt++) {
      const toSite = random.unit() < chance || servers.others.length === 0
      let server: number
      if (toSite) server = servers.sites[pick(plan.toRelevant, random)]
      else server = servers.others[pick(site ? plan.toFamous : plan.toOther, random)]
      const leaves = servers.leaves[server]
      if (server !== this.server && leaves > 0) return firstPage[server] + servers.size[server] + random.below(leaves)
    }
    return this.unfetchedFirst + random.below(this.unfetched)
  }

  /** A leaf that the row does not have yet, after many tries one of an unfetched server. */
  nextLeaf(to: Uint32Array, begin: number, end: number): number {
    for (let attempt = 0; ; attempt++) {
      const leaf = attempt < 20 ? this.drawLeaf() : this.wildLeaf()
      if (!to.subarray(begin, end).includes(leaf)) return leaf
    }
  }

  freshLeaf(k: number): number {
    return this.unfetchedFirst + ((k * this.stride) % this.unfetched)
  }

  wildLeaf(): number {
    const u = this.random.unit()
    return this.unfetchedFirst + Math.floor(u * u * this.unfetched)
  }

  after(leaf: number): number {
    return leaf + 1 < this.unfetchedFirst + this.unfetched ? leaf + 1 : this.unfetchedFirst
  }
}

function primeTo(count: number): number {
  let stride = Math.max(1, Math.floor(count * 0.6180339887498949))
  while (greatestDivisor(stride, count) !== 1) stride++
  return stride
}

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
