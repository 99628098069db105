/** Hosts and groups by name. Where a strategy groups by server (or not at all), a group is a host; otherwise each host has many. */
import { getDomain } from 'tldts'
import type { GroupBy, GroupId, HostId, StrategyNeed } from '../contracts.js'
import { directoryOf, hostOf, segmentOf, serverKeyOf, tldOf } from '../page/url-parts.js'

const MAX_TLDS = 0x10000

export class Groups {
  private readonly hostIds = new Map<string, HostId>()
  private readonly hostNames: string[] = []
  private readonly groupIds = new Map<string, GroupId>()
  private readonly groupHosts: HostId[] = []
  private readonly groupsByHost: GroupId[][] = []
  private readonly keyOf: ((url: string) => string) | null
  private readonly tldIds = new Map<string, number>([['', 0]])
  private readonly domainIds = new Map<string, number>()
  /** By group; null unless the strategy asks for it. Replaced when it grows. */
  tld: Uint16Array | null
  domain: Uint32Array | null
  host: Uint32Array | null

  /** `announce` hears of each new group before it is used. */
  constructor(
    groupBy: GroupBy,
    private readonly announce: (group: GroupId, host: HostId) => void,
    asked: ReadonlySet<StrategyNeed> = new Set(),
  ) {
    this.tld = asked.has('tld') ? new Uint16Array(1024) : null
    this.domain = asked.has('domain') ? new Uint32Array(1024) : null
    this.host = asked.has('host') ? new Uint32Array(1024) : null
    this.keyOf = groupBy === 'directory' ? directoryOf : groupBy === 'segment' ? segmentOf : null
  }

  get hostCount(): number {
    return this.hostNames.length
  }

  get groupCount(): number {
    return this.groupHosts.length
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

  /** The group of a canonical URL. */
  groupOf(url: string): GroupId {
    if (this.keyOf === null) return this.hostOf(url)
    const key = this.keyOf(url)
    const known = this.groupIds.get(key)
    if (known !== undefined) return known
    const group = this.addGroup(this.hostOf(url), url)
    this.groupIds.set(key, group)
    return group
  }

  private hostOf(url: string): HostId {
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
      if (group >= this.host.length) this.host = grown(this.host, new Uint32Array(group * 2))
      this.host[group] = hostId
    }
    if (this.tld !== null) {
      if (group >= this.tld.length) this.tld = grown(this.tld, new Uint16Array(group * 2))
      this.tld[group] = numberOf(tldOf(url), this.tldIds, MAX_TLDS)
    }
    if (this.domain !== null) {
      if (group >= this.domain.length) this.domain = grown(this.domain, new Uint32Array(group * 2))
      const host = hostOf(url)
      // an address in numbers, or a name that nobody can register, is its own domain
      this.domain[group] = numberOf(getDomain(host, { allowPrivateDomains: true }) ?? host, this.domainIds, Infinity)
    }
  }
}

/** Names are numbered as they come; past the limit they share the number of the empty name. */
function numberOf(name: string, ids: Map<string, number>, limit: number): number {
  const known = ids.get(name)
  if (known !== undefined) return known
  if (ids.size >= limit) return 0
  ids.set(name, ids.size)
  return ids.size - 1
}

function grown<T extends Uint16Array | Uint32Array>(old: T, fresh: T): T {
  fresh.set(old)
  return fresh
}
