/**
 * What it is worth to go on probing a server that has shown nothing relevant yet.
 *
 * z(k) is the chance that its next page is its first relevant one after k misses: a model of who links to it, what it links
 * to itself, its top-level domain and its domain's other servers, learned from every such page that is fetched. A server that turns
 * out relevant pays V relevant pages for W downloads, the running means over those discovered so far. Probing up to m more
 * pages and then harvesting gives
 *
 *   index = max over m of  q·V / (E[probes] + q·W),      q = 1 - Π(1 - z)
 *
 * relevant pages per download: the same unit as the probability of a page, so that both can stand in one queue. It takes
 * the place of a fixed tolerance (a Gittins index for "probe on or give up").
 */
import type { GroupId, HostId, Links, Persistent, StateFields } from '../../contracts.js'
import { logOfNext, OnlineLogistic, sigmoid } from '../../learn/index.js'
import { grownShorts } from '../../growing-arrays.js'
import { TLDS_FASTER, type ServerFacts, type ServerMemory } from './server-memory.js'

/** Probes that are looked ahead. */
const HORIZON = 20
const WANING = 0.8
/** Misses so far, in steps that become wider. */
const STEP_OF = [0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 9]
const STEPS = 10
const TLDS = 64
/** Discovered servers from which on their means are believed. */
const ENOUGH = 5
const FIRST_YIELD = 20
const FIRST_COST = 30

// features
const CONSTANT = 0
const RELEVANT_SOURCES = 1
const OTHER_SOURCES = 2
const SOURCE_SHARE = 3
const LINKS_TO_RELEVANT = 4
const SHARE_TO_RELEVANT = 5
const NONE_TO_RELEVANT = 6
const DOMAIN_RELEVANT = 7
const DOMAIN_OTHER = 8
const DOMAIN_PURE = 9
const EVIDENCE_FIRST = 10
const STEP_FIRST = EVIDENCE_FIRST + 3
const TLD_FIRST = STEP_FIRST + STEPS
const FEATURES = TLD_FIRST + TLDS

export interface ExplorationSwitches {
  /** Where a server's own pages link to counts. */
  readonly hubs: boolean
}

/** Links from a server without finds to other servers, and to relevant ones. */
export interface HubFacts {
  readonly links: number
  readonly toRelevant: number
}

export class Exploration implements Persistent {
  readonly model: OnlineLogistic
  // by server, while nothing relevant was found there: links to other servers, and to relevant ones
  private links: Uint16Array = new Uint16Array(0)
  private linksToRelevant: Uint16Array = new Uint16Array(0)
  private discovered = 0
  private yields = 0
  private costs = 0

  constructor(
    private readonly memory: ServerMemory,
    rate: number,
    caution: number,
    private readonly switches: ExplorationSwitches,
  ) {
    const faster = { from: TLD_FIRST, to: FEATURES, times: TLDS_FASTER }
    this.model = new OnlineLogistic({ features: FEATURES, active: 16, rate, caution, faster })
    const { weights } = this.model
    weights[CONSTANT] = -3
    weights[RELEVANT_SOURCES] = 0.5
    weights[OTHER_SOURCES] = -0.5
    weights[SOURCE_SHARE] = 1
    weights[EVIDENCE_FIRST] = 0.5
    weights[EVIDENCE_FIRST + 2] = -2
  }

  reserve(groups: number): void {
    this.links = grownShorts(this.links, groups)
    this.linksToRelevant = grownShorts(this.linksToRelevant, groups)
  }

  persist(fields: StateFields): void {
    fields.part('model', this.model)
    this.links = fields.array('links', this.links)
    this.linksToRelevant = fields.array('links-to-relevant', this.linksToRelevant)
    this.discovered = fields.number('discovered', this.discovered)
    this.yields = fields.number('yields', this.yields)
    this.costs = fields.number('costs', this.costs)
  }

  /** V: relevant pages that a relevant server has paid so far, on average. */
  get meanYield(): number {
    return this.discovered > ENOUGH ? this.yields / this.discovered : FIRST_YIELD
  }

  /** W: and the downloads that it took. */
  get meanCost(): number {
    return this.discovered > ENOUGH ? this.costs / this.discovered : FIRST_COST
  }

  /** What is known of where the server's own pages link to. */
  hubOf(server: HostId): HubFacts {
    HUB.links = this.links[server]
    HUB.toRelevant = this.linksToRelevant[server]
    return HUB
  }

  /**
   * A page of a server without finds was fetched. What is told was known before: the page is not counted yet. `times`: it stands for so many
   * like it. Returns the error of the prediction.
   */
  learn(facts: ServerFacts, hub: HubFacts, isFind: boolean, times: number): number {
    this.describe(facts, hub)
    this.model.put(STEP_FIRST + stepOf(facts.pages), 1)
    const error = sigmoid(this.model.logit()) - (isFind ? 1 : 0)
    this.model.learn(error, times)
    if (isFind) {
      this.discovered += times
      this.costs += times * facts.pages
    }
    return error
  }

  /** A page of a relevant server was fetched, its first one included. */
  harvest(isFind: boolean, times: number): void {
    this.costs += times
    if (isFind) this.yields += times
  }

  /** The links of an irrelevant page of a server without finds. `elsewhere`: keys of relevant servers in other partitions. */
  linksFrom(server: HostId, { to, start, end, group, elsewhere: keys }: Links, elsewhere: ReadonlySet<number>): void {
    for (let i = start; i < end; i++) {
      const target = this.memory.columns.host[group[to[i]]]
      if (target !== server) this.linkFrom(server, this.memory.isRelevant(target))
    }
    for (const key of keys ?? []) this.linkFrom(server, elsewhere.has(key))
  }

  private linkFrom(server: HostId, toRelevant: boolean): void {
    if (this.links[server] === 0xffff) return
    this.links[server]++
    if (toRelevant) this.linksToRelevant[server]++
  }

  /** Expected relevant pages per download, if the server is probed on. */
  index(group: GroupId, server: HostId): number {
    const { value } = this.lookAhead(group, server)
    return value
  }

  /** Chance that probing on finds anything, up to the point where it no longer pays. */
  chance(group: GroupId, server: HostId): number {
    const { chance } = this.lookAhead(group, server)
    return chance
  }

  private lookAhead(group: GroupId, server: HostId): { value: number; chance: number } {
    const facts = this.memory.look(group)
    this.describe(facts, this.hubOf(server))
    const base = this.model.logit()
    const { weights } = this.model
    const misses = facts.pages
    const pays = this.meanYield
    const costs = this.meanCost
    let unfound = 1
    let probes = 0
    ANSWER.value = 0
    ANSWER.chance = 0
    let step = -1
    let hazard = 0
    for (let m = 0; m < HORIZON; m++) {
      if (stepOf(misses + m) !== step) {
        step = stepOf(misses + m)
        hazard = sigmoid(base + weights[STEP_FIRST + step])
      }
      probes += unfound
      unfound *= 1 - hazard
      const q = 1 - unfound
      const value = (q * pays) / (probes + q * costs)
      // chances fall with every miss: once it pays clearly less to look further, it will not pay more again
      if (value < WANING * ANSWER.value) break
      if (value <= ANSWER.value) continue
      ANSWER.value = value
      ANSWER.chance = q
    }
    return ANSWER
  }

  private describe(facts: ServerFacts, { links, toRelevant }: HubFacts): void {
    const { model } = this
    const { pages, relevantSources, otherSources, evidence, tldClass, domainServers, domainFinds } = facts
    model.begin()
    model.put(CONSTANT, 1)
    model.put(RELEVANT_SOURCES, logOfNext(relevantSources))
    model.put(OTHER_SOURCES, logOfNext(otherSources))
    model.put(SOURCE_SHARE, relevantSources / (relevantSources + otherSources + 1))
    model.put(EVIDENCE_FIRST + evidence, 1)
    model.put(TLD_FIRST + tldClass, 1)
    model.put(DOMAIN_RELEVANT, logOfNext(domainFinds))
    model.put(DOMAIN_OTHER, logOfNext(domainServers - domainFinds))
    if (domainFinds > 0 && domainFinds === domainServers) model.put(DOMAIN_PURE, 1)
    if (!this.switches.hubs || pages === 0) return
    model.put(LINKS_TO_RELEVANT, logOfNext(toRelevant))
    model.put(SHARE_TO_RELEVANT, toRelevant / (links + 1))
    if (links > 0 && toRelevant === 0) model.put(NONE_TO_RELEVANT, 1)
  }
}

/** One object of each kind for all answers: read at once, never kept. */
const ANSWER = { value: 0, chance: 0 }
const HUB = { links: 0, toRelevant: 0 }

function stepOf(misses: number): number {
  return misses < STEP_OF.length ? STEP_OF[misses] : STEPS - 1
}
