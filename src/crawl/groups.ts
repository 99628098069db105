/** Hosts and groups by name. Where a strategy groups by server (or not at all), a group is a host; otherwise each host has many. */
import { getDomain } from '../page/url/registrable-domain.js'
import type { GroupBy, GroupId, HostId, Persistent, StateFields, StrategyNeed } from '../contracts.js'
import { grownShorts, grownWords } from '../growing-arrays.js'
import { directoryOf, hostOf as nameOfHost, serverKeyOf, tldOf } from '../page/url/parts.js'
import { segmentAbove, segmentIn } from '../page/url/segments.js'
import { tellMap } from '../state-collections.js'

const MAX_TLDS = 0x10000
/** More than there are; a log that somebody changed may name any. */
const MAX_COUNTRIES = 0x1000

export class Groups implements Persistent {
  private readonly hostIds = new Map<string, HostId>()
  private readonly hostNames: string[] = []
  private readonly groupIds = new Map<string, GroupId>()
  private readonly groupHosts: HostId[] = []
  private readonly groupsByHost: GroupId[][] = []
  private readonly keyOf: ((url: string) => string) | null
  private readonly isNested: boolean
  private readonly tldIds = new Map<string, number>([['', 0]])
  /** By number in `tld` and `country`; they grow. */
  readonly tldNames: string[] = ['']
  readonly countryNames: string[] = ['']
  private readonly domainIds = new Map<string, number>()
  private readonly countryIds = new Map<string, number>([['', 0]])
  private readonly hostCountries = new Map<HostId, number>()
  /** By group; null unless the strategy asks for it. Replaced when it grows. */
  tld: Uint16Array | null
  domain: Uint32Array | null
  host: Uint32Array | null
  /** The group of the directory above, where groups are segments; a top one is its own. */
  parent: Uint32Array | null
  /** 0 as long as the host has not answered. */
  country: Uint16Array | null

  /** `announce` hears of each new group before it is used. */
  constructor(
    groupBy: GroupBy,
    private readonly announce: (group: GroupId, host: HostId) => void,
    asked: ReadonlySet<StrategyNeed> = new Set(),
  ) {
    this.tld = asked.has('tld') ? new Uint16Array(1024) : null
    this.domain = asked.has('domain') ? new Uint32Array(1024) : null
    this.host = asked.has('host') ? new Uint32Array(1024) : null
    this.country = asked.has('country') ? new Uint16Array(1024) : null
    this.parent = asked.has('parent') && groupBy === 'segment' ? new Uint32Array(1024) : null
    const isSegment = (name: string): boolean => this.groupIds.has(name)
    this.keyOf = groupBy === 'directory' ? directoryOf : groupBy === 'segment' ? url => segmentIn(isSegment, url) : null
    this.isNested = groupBy === 'segment'
  }

  get hostCount(): number {
    return this.hostNames.length
  }

  get groupCount(): number {
    return this.groupHosts.length
  }

  /** The host of a name, with its port; -1 when it was never met. */
  hostNamed(name: string): HostId {
    return this.hostIds.get(name) ?? -1
  }

  hostName(host: HostId): string {
    return this.hostNames[host]
  }

  hostOfGroup(group: GroupId): HostId {
    return this.groupHosts[group]
  }

  groupsOf(host: HostId): readonly GroupId[] {
    return this.groupsByHost[host]
  }

  /** Nothing is announced while loading: the frontier has a state of its own. */
  persist(fields: StateFields): void {
    const { hostIds, groupIds, domainIds, tldIds, countryIds } = this
    persistIds(fields, 'hosts', hostIds, this.hostNames)
    persistIds(fields, 'groups', groupIds)
    persistIds(fields, 'domains', domainIds)
    persistIds(fields, 'tlds', tldIds, this.tldNames)
    persistIds(fields, 'countries', countryIds, this.countryNames)
    tellMap(fields, 'hostCountries', this.hostCountries)
    const groupHosts = fields.array('groupHosts', Uint32Array.from(this.groupHosts))
    if (fields.isLoading) {
      for (let host = 0; host < this.hostNames.length; host++) this.groupsByHost.push([])
      groupHosts.forEach((host, group) => {
        this.groupHosts.push(host)
        this.groupsByHost[host].push(group)
      })
    }
    if (this.tld !== null) this.tld = fields.array('tld', this.tld)
    if (this.domain !== null) this.domain = fields.array('domain', this.domain)
    if (this.host !== null) this.host = fields.array('host', this.host)
    if (this.parent !== null) this.parent = fields.array('parent', this.parent)
    if (this.country !== null) this.country = fields.array('country', this.country)
  }

  /** The group of a canonical URL. Asked once for each, when it is first seen: segments depend on what was seen before. */
  groupOf(url: string): GroupId {
    if (this.keyOf === null) return this.hostOf(url)
    return this.groupNamed(this.keyOf(url), url)
  }

  /** Where a segment is seen, so are those above it, whether they have pages of their own or not. */
  private groupNamed(key: string, url: string): GroupId {
    const known = this.groupIds.get(key)
    if (known !== undefined) return known
    const above = this.isNested ? segmentAbove(key) : ''
    const parent = above === '' ? -1 : this.groupNamed(above, url)
    const group = this.addGroup(this.hostOf(url), url)
    this.groupIds.set(key, group)
    if (this.parent !== null) {
      this.parent = grownWords(this.parent, group + 1)
      this.parent[group] = parent === -1 ? group : parent
    }
    return group
  }

  /** A host has answered from an address in this country; '' when nobody knows. */
  setCountry(host: HostId, country: string): void {
    if (this.country === null || country === '') return
    const id = numberOf(country, this.countryIds, MAX_COUNTRIES, this.countryNames)
    if (this.hostCountries.get(host) === id) return
    this.hostCountries.set(host, id)
    for (const group of this.groupsByHost[host]) this.country[group] = id
  }

  /** By its name; -1 when it was never met. */
  findHost(name: string): HostId {
    return this.hostIds.get(name) ?? -1
  }

  /** The host of a canonical URL, without a group for the URL where groups are parts of hosts. */
  hostOf(url: string): HostId {
    const name = serverKeyOf(url)
    const known = this.hostIds.get(name)
    if (known !== undefined) return known
    const host = this.hostNames.length
    this.hostIds.set(name, host)
    this.hostNames.push(name)
    this.groupsByHost.push([])
    if (this.keyOf === null) this.addGroup(host, url)
    return host
  }

  private addGroup(host: HostId, url: string): GroupId {
    const group = this.groupHosts.length
    this.describe(group, host, url)
    this.groupHosts.push(host)
    this.groupsByHost[host].push(group)
    this.announce(group, host)
    return group
  }

  /** Its host, its top-level and its registrable domain, where anybody wants to know. */
  private describe(group: GroupId, hostId: HostId, url: string): void {
    if (this.host !== null) {
      this.host = grownWords(this.host, group + 1)
      this.host[group] = hostId
    }
    if (this.country !== null) {
      this.country = grownShorts(this.country, group + 1)
      this.country[group] = this.hostCountries.get(hostId) ?? 0
    }
    if (this.tld !== null) {
      this.tld = grownShorts(this.tld, group + 1)
      this.tld[group] = numberOf(tldOf(url), this.tldIds, MAX_TLDS, this.tldNames)
    }
    if (this.domain !== null) {
      this.domain = grownWords(this.domain, group + 1)
      const host = nameOfHost(url)
      // an address in numbers, or a name that nobody can register, is its own domain
      this.domain[group] = numberOf(getDomain(host, { allowPrivateDomains: true }) ?? host, this.domainIds, Infinity)
    }
  }
}

/** Names are numbered as they come; past the limit they share the number of the empty name. */
function numberOf(name: string, ids: Map<string, number>, limit: number, names?: string[]): number {
  const known = ids.get(name)
  if (known !== undefined) return known
  if (ids.size >= limit) return 0
  ids.set(name, ids.size)
  names?.push(name)
  return ids.size - 1
}

/** Ids are given in order, so the names alone, in the order in which they were added, say it all. */
function persistIds(fields: StateFields, name: string, ids: Map<string, number>, names?: string[]): void {
  const saved = fields.texts(name, [...ids.keys()])
  if (!fields.isLoading) return
  ids.clear()
  if (names !== undefined) names.length = 0
  for (const one of saved) {
    ids.set(one, ids.size)
    names?.push(one)
  }
}
