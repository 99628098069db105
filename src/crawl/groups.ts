/** Hosts and groups by name. Where a strategy groups by server (or not at all), a group is a host; otherwise each host has many. */
import type { GroupBy, GroupId, HostId } from '../contracts.js'
import { directoryOf, segmentOf, serverKeyOf } from '../page/url-parts.js'

export class Groups {
  private readonly hostIds = new Map<string, HostId>()
  private readonly hostNames: string[] = []
  private readonly groupIds = new Map<string, GroupId>()
  private readonly groupHosts: HostId[] = []
  private readonly groupsByHost: GroupId[][] = []
  private readonly keyOf: ((url: string) => string) | null

  /** `announce` hears of each new group before it is used. */
  constructor(
    groupBy: GroupBy,
    private readonly announce: (group: GroupId, host: HostId) => void,
  ) {
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
    const group = this.addGroup(this.hostOf(url))
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
    if (this.keyOf === null) this.addGroup(host)
    return host
  }

  private addGroup(host: HostId): GroupId {
    const group = this.groupHosts.length
    this.groupHosts.push(host)
    this.groupsByHost[host].push(group)
    this.announce(group, host)
    return group
  }
}
