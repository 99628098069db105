/**
 * What a crawl remembers of servers and of their directories, and how likely a page of a directory is by that alone.
 *
 * Relevance is shared from above: a directory that was hardly looked at is believed to be like its server, a server like
 * servers in general. With R relevant of N pages,
 *
 *   m(server) = (a·π + R) / (a + N)        m(directory) = (b·m(server) + R') / (b + N')
 *
 * and the log-odds of both, with what else is known (top-level domain, who links to an unseen server, what its domain's
 * other servers were like), go into a model that learns what each is worth.
 */
import type { GroupId, HostId, Persistent, StateFields } from '../../contracts.js'
import { logitOf, logOfNext, OnlineLogistic } from '../../learn/index.js'
import { tellNullable } from '../../state-collections.js'
import { growAll, tellAll } from '../../growing-arrays.js'
import { TldClasses, tldKey } from '../tld-classes.js'
import type { JudgeDoubt } from './judge-doubt.js'

/** Pages that an opinion about a server (directory) counts for before any was seen. */
const SERVER_WEIGHT = 2
const DIRECTORY_WEIGHT = 2
/** π: an unknown server, linked to by pages that were worth fetching. It only matters for a server's first pages. */
const PRIOR = 0.3
const TLDS = 64

/** Best link to a server so far. */
export const EVIDENCE = { relevantPage: 0, relevantServer: 1, other: 2 } as const

// features
const CONSTANT = 0
const UNSEEN = 1
const RELEVANT_SOURCES = 2
const OTHER_SOURCES = 3
const SOURCE_SHARE = 4
const FROM_RELEVANT_PAGE = 5
const DOMAIN_RELEVANT = 6
const DOMAIN_OTHER = 7
const DOMAIN_PURE = 8
const SERVER_ODDS = 9
const DIRECTORY_ODDS = 10
const FRUITLESS_SERVER = 11
const FRUITLESS_DIRECTORY = 12
const NEW_DIRECTORY = 13
/** Top-level domains say much about a server of which nothing is known, and little about a known one. */
const TLD_UNSEEN = 14
const TLD_SEEN = TLD_UNSEEN + TLDS
const FEATURES = TLD_SEEN + TLDS
const SEEN = 3
/**
 * A top-level domain that few of its servers were seen of must be believed from few: it may be all that is known of a server to which one
 * irrelevant page links (docs/portfolio.md).
 */
export const TLDS_FASTER = 3

/** What the visited page's `Features` say about groups. */
export interface GroupColumns {
  readonly host: Uint32Array
  readonly tld: Uint16Array | null
  readonly domain: Uint32Array | null
  readonly tldNames?: readonly string[]
}

/** All that is known of the server and the directory of a page. */
export interface ServerFacts {
  tldClass: number
  pages: number
  finds: number
  groupPages: number
  groupFinds: number
  relevantSources: number
  otherSources: number
  /** One of EVIDENCE. */
  evidence: number
  /** Servers of its domain fetched from, and those with relevant pages. */
  domainServers: number
  domainFinds: number
}

export function createFacts(): ServerFacts {
  return {
    tldClass: 0,
    pages: 0,
    finds: 0,
    groupPages: 0,
    groupFinds: 0,
    relevantSources: 0,
    otherSources: 0,
    evidence: EVIDENCE.other,
    domainServers: 0,
    domainFinds: 0,
  }
}

export class ServerMemory implements Persistent {
  readonly model: OnlineLogistic
  readonly tlds = new TldClasses(TLDS)
  private readonly facts = createFacts()
  columns: GroupColumns = { host: new Uint32Array(0), tld: null, domain: null }
  readonly servers = {
    pages: new Uint32Array(0),
    finds: new Uint32Array(0),
    evidence: new Uint8Array(0), // best of EVIDENCE + 1; 0: nobody links there
    // servers that link there, relevant when they did and others; runs of links from one server count once
    relevantSources: new Uint16Array(0),
    otherSources: new Uint16Array(0),
    lastSource: new Uint32Array(0), // server + 1
    oddsAtRanking: new Float64Array(0),
    firstGroup: new Uint32Array(0), // group + 1
  }
  private readonly groups = {
    groupPages: new Uint32Array(0),
    groupFinds: new Uint32Array(0),
    nextGroup: new Uint32Array(0), // of the same server, + 1
    isListed: new Uint8Array(0),
  }
  /** Servers fetched from, and those with relevant pages. */
  private readonly domains = { domainServers: new Uint32Array(0), domainFinds: new Uint32Array(0) }

  constructor(
    rate: number,
    caution: number,
    private readonly hierarchy: boolean,
    private readonly doubt: JudgeDoubt,
  ) {
    const faster = { from: TLD_UNSEEN, to: TLD_SEEN, times: TLDS_FASTER }
    this.model = new OnlineLogistic({ features: FEATURES, active: 16, rate, caution, faster })
    this.model.weights[CONSTANT] = -0.8
    this.model.weights[SERVER_ODDS] = 0.9
    this.model.weights[DIRECTORY_ODDS] = 0.9
  }

  /** There are no more servers than groups. */
  reserve(groups: number): void {
    growAll(this.servers, groups)
    growAll(this.groups, groups)
  }

  persist(fields: StateFields): void {
    fields.part('model', this.model)
    fields.part('tlds', this.tlds)
    // of the last visit: until the next one, estimates and explanations are asked for
    const { host, tld, domain } = this.columns
    this.columns = {
      host: fields.array('host', host),
      tld: tellNullable(fields, 'tld', tld, new Uint16Array(0)),
      domain: tellNullable(fields, 'domain', domain, new Uint32Array(0)),
    }
    tellAll(fields, this.servers)
    tellAll(fields, this.groups)
    tellAll(fields, this.domains)
  }

  /** True when the group was not known before. */
  list(group: GroupId): boolean {
    if (this.groups.isListed[group] === 1) return false
    this.groups.isListed[group] = 1
    const server = this.columns.host[group]
    this.groups.nextGroup[group] = this.servers.firstGroup[server]
    this.servers.firstGroup[server] = group + 1
    return true
  }

  /** The server's groups, newest first: `for (g = first(s); g !== -1; g = after(g))`. */
  first(server: HostId): GroupId {
    return this.servers.firstGroup[server] - 1
  }

  after(group: GroupId): GroupId {
    return this.groups.nextGroup[group] - 1
  }

  isListed(group: GroupId): boolean {
    return this.groups.isListed[group] === 1
  }

  /** No page of the group was fetched: it is believed to be like all such groups of its server. */
  isNew(group: GroupId): boolean {
    return this.groups.groupPages[group] === 0
  }

  /** A page of the group was fetched. */
  count(group: GroupId, server: HostId, isFind: boolean): void {
    if (this.columns.domain !== null) this.countInDomain(this.columns.domain[group], server, isFind)
    this.servers.pages[server]++
    this.groups.groupPages[group]++
    if (!isFind) return
    this.servers.finds[server]++
    this.groups.groupFinds[group]++
  }

  private countInDomain(domain: number, server: HostId, isFind: boolean): void {
    growAll(this.domains, domain + 1)
    if (this.servers.pages[server] === 0) this.domains.domainServers[domain]++
    if (isFind && this.servers.finds[server] === 0) this.domains.domainFinds[domain]++
  }

  /** A link from another server, relevant or not. True when it changes what is believed of its target. */
  linkBetween(source: HostId, isRelevant: boolean, target: HostId, evidence: number): boolean {
    let isNews = false
    const known = this.servers.evidence[target]
    if (known === 0 || evidence < known - 1) {
      this.servers.evidence[target] = evidence + 1
      isNews = true
    }
    if (this.isRelevant(target) || this.servers.lastSource[target] === source + 1) return isNews
    this.servers.lastSource[target] = source + 1
    const counts = isRelevant ? this.servers.relevantSources : this.servers.otherSources
    if (counts[target] === 0xffff) return isNews
    const count = ++counts[target]
    // logarithms of counts are what is believed: the ninth source says little that the eighth did not
    return isNews || (count & (count - 1)) === 0
  }

  /** Has it relevant pages, or only such that a judge who errs may have taken for relevant? */
  isRelevant(server: HostId): boolean {
    return this.showsRelevance(this.servers.finds[server], this.servers.pages[server])
  }

  /** The same of any server, by its finds and pages. */
  showsRelevance(finds: number, pages: number): boolean {
    return finds > 0 && finds >= this.doubt.leastFinds(pages)
  }

  bestEvidence(server: HostId): number {
    return this.servers.evidence[server] === 0 ? EVIDENCE.other : this.servers.evidence[server] - 1
  }

  /** See TldClasses. */
  tldKey(group: GroupId): number {
    const { tld, tldNames } = this.columns
    return tld === null ? 0 : tldKey(tld[group], tldNames)
  }

  /** Has the opinion about a server moved enough for all its pages to be placed anew? */
  hasMoved(server: HostId, threshold: number): boolean {
    return Math.abs(this.serverOdds(server) - this.servers.oddsAtRanking[server]) > threshold
  }

  ranked(server: HostId): void {
    this.servers.oddsAtRanking[server] = this.serverOdds(server)
  }

  private serverOdds(server: HostId): number {
    return logitOf((SERVER_WEIGHT * PRIOR + this.servers.finds[server]) / (SERVER_WEIGHT + this.servers.pages[server]))
  }

  /** What is known of the group and its server. One object for all answers: read at once, never kept. */
  look(group: GroupId): ServerFacts {
    const { facts, servers } = this
    const { host, tld, domain, tldNames } = this.columns
    const server = host[group]
    facts.tldClass = tld === null ? 0 : this.tlds.of(tld[group], tldNames)
    facts.pages = servers.pages[server]
    facts.finds = servers.finds[server]
    facts.groupPages = this.groups.groupPages[group]
    facts.groupFinds = this.groups.groupFinds[group]
    facts.relevantSources = servers.relevantSources[server]
    facts.otherSources = servers.otherSources[server]
    facts.evidence = this.bestEvidence(server)
    const isKnown = domain !== null && domain[group] < this.domains.domainServers.length
    facts.domainServers = isKnown ? this.domains.domainServers[domain[group]] : 0
    facts.domainFinds = isKnown ? this.domains.domainFinds[domain[group]] : 0
    return facts
  }

  /** Log-odds of a page of the group, by what is known of server and directory: as `logitOf`, in the shortest way. */
  logit(group: GroupId): number {
    const facts = this.look(group)
    const { weights } = this.model
    const sum = weights[CONSTANT] + weights[(facts.pages < SEEN ? TLD_UNSEEN : TLD_SEEN) + facts.tldClass]
    return facts.pages === 0 ? this.plusUnseen(sum, facts) : this.plusSeen(sum, facts)
  }

  // Terms in the order of `describe…`: a sum in another order is another number, and another place in the queue.
  private plusUnseen(start: number, facts: ServerFacts): number {
    const { weights } = this.model
    const { relevantSources, otherSources, domainServers, domainFinds } = facts
    let sum = start + weights[UNSEEN]
    sum += weights[RELEVANT_SOURCES] * logOfNext(relevantSources)
    sum += weights[OTHER_SOURCES] * logOfNext(otherSources)
    sum += weights[SOURCE_SHARE] * (relevantSources / (relevantSources + otherSources + 1))
    if (facts.evidence === EVIDENCE.relevantPage) sum += weights[FROM_RELEVANT_PAGE]
    if (domainServers === 0) return sum
    sum += weights[DOMAIN_RELEVANT] * logOfNext(domainFinds)
    sum += weights[DOMAIN_OTHER] * logOfNext(domainServers - domainFinds)
    return domainFinds > 0 && domainFinds === domainServers ? sum + weights[DOMAIN_PURE] : sum
  }

  private plusSeen(start: number, { pages, finds, groupPages, groupFinds }: ServerFacts): number {
    const { weights } = this.model
    const mean = (SERVER_WEIGHT * PRIOR + finds) / (SERVER_WEIGHT + pages)
    const odds = logitOf(mean)
    let sum = start + weights[SERVER_ODDS] * odds
    if (finds === 0) sum += weights[FRUITLESS_SERVER] * logOfNext(pages)
    if (!this.hierarchy) return sum
    const inGroup = logitOf((DIRECTORY_WEIGHT * mean + groupFinds) / (DIRECTORY_WEIGHT + groupPages))
    sum += weights[DIRECTORY_ODDS] * (inGroup - odds)
    if (groupFinds === 0) sum += weights[FRUITLESS_DIRECTORY] * logOfNext(groupPages)
    return finds > 0 && groupPages === 0 ? sum + weights[NEW_DIRECTORY] : sum
  }

  /** Makes it the example at hand. */
  logitOf(facts: ServerFacts): number {
    const { model } = this
    model.begin()
    model.put(CONSTANT, 1)
    model.put((facts.pages < SEEN ? TLD_UNSEEN : TLD_SEEN) + facts.tldClass, 1)
    if (facts.pages === 0) this.describeUnseen(facts)
    else this.describeSeen(facts)
    return model.logit()
  }

  private describeUnseen({ relevantSources, otherSources, evidence, domainServers, domainFinds }: ServerFacts): void {
    const { model } = this
    model.put(UNSEEN, 1)
    model.put(RELEVANT_SOURCES, logOfNext(relevantSources))
    model.put(OTHER_SOURCES, logOfNext(otherSources))
    model.put(SOURCE_SHARE, relevantSources / (relevantSources + otherSources + 1))
    if (evidence === EVIDENCE.relevantPage) model.put(FROM_RELEVANT_PAGE, 1)
    model.put(DOMAIN_RELEVANT, logOfNext(domainFinds))
    model.put(DOMAIN_OTHER, logOfNext(domainServers - domainFinds))
    if (domainFinds > 0 && domainFinds === domainServers) model.put(DOMAIN_PURE, 1)
  }

  private describeSeen({ pages, finds, groupPages, groupFinds }: ServerFacts): void {
    const { model } = this
    const mean = (SERVER_WEIGHT * PRIOR + finds) / (SERVER_WEIGHT + pages)
    const odds = logitOf(mean)
    model.put(SERVER_ODDS, odds)
    if (finds === 0) model.put(FRUITLESS_SERVER, logOfNext(pages))
    if (!this.hierarchy) return
    model.put(DIRECTORY_ODDS, logitOf((DIRECTORY_WEIGHT * mean + groupFinds) / (DIRECTORY_WEIGHT + groupPages)) - odds)
    if (groupFinds === 0) model.put(FRUITLESS_DIRECTORY, logOfNext(groupPages))
    if (finds > 0 && groupPages === 0) model.put(NEW_DIRECTORY, 1)
  }
}
