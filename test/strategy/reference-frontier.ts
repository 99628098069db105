/**
 * The frontier's order written as plainly as possible, to test strategies against: the smallest level minus bias first,
 * then the oldest; pages of parked groups are passed over; the last offer wins, at the same level the age stays.
 */
import type { GroupId, HostId, PageId, PlaceControl } from '../../src/contracts.js'

interface Queued {
  readonly page: PageId
  readonly group: GroupId
  readonly level: number
  readonly age: number
}

export interface ReferenceFrontier extends PlaceControl {
  offer(page: PageId, group: GroupId, level: number): void
  take(): PageId
  levelOf(page: PageId): number
  readonly size: number
  readonly parkedPages: number
}

/** `hostOf` tells the host of a group; a group is its own host unless said. */
export function createReferenceFrontier(hostOf: (group: GroupId) => HostId = group => group): ReferenceFrontier {
  const queue = new Map<PageId, Queued>()
  const levels = new Map<PageId, number>()
  const taken = new Set<PageId>()
  const biases = new Map<GroupId, number>()
  const parked = new Set<GroupId>()
  const spared = new Set<HostId>()
  let cutoff = Infinity
  let offers = 0

  const offer = (page: PageId, group: GroupId, level: number): void => {
    if (level === 0 || taken.has(page) || queue.get(page)?.level === level) return
    queue.set(page, { page, group, level, age: offers++ })
    levels.set(page, level)
  }
  const place = (entry: Queued) => entry.level - (biases.get(entry.group) ?? 0)

  const isHeldBack = (entry: Queued) => place(entry) > cutoff && !spared.has(hostOf(entry.group))

  return {
    offer,
    take() {
      let first: Queued | undefined
      for (const entry of queue.values()) {
        if (parked.has(entry.group) || isHeldBack(entry)) continue
        const ahead = first === undefined ? -1 : place(entry) - place(first) || entry.age - first.age
        if (ahead < 0) first = entry
      }
      if (first === undefined) return -1
      queue.delete(first.page)
      taken.add(first.page)
      return first.page
    },
    move(page, level) {
      const queued = queue.get(page)
      if (queued !== undefined) offer(page, queued.group, level)
    },
    bias: (group, levels) => void biases.set(group, levels),
    park: group => void parked.add(group),
    readmit: group => void parked.delete(group),
    cutoff: latest => void (cutoff = latest),
    spare: (host, isSpared) => void (isSpared ? spared.add(host) : spared.delete(host)),
    levelOf: page => levels.get(page) ?? 0,
    get size() {
      return [...queue.values()].filter(entry => !parked.has(entry.group)).length
    },
    get parkedPages() {
      return [...queue.values()].filter(entry => parked.has(entry.group)).length
    },
  }
}
