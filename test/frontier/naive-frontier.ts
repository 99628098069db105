import type { Frontier, GroupId, HostId, PageId } from '../../src/contracts.js'

interface Queued {
  readonly page: PageId
  readonly group: GroupId
  readonly level: number
  readonly age: number
}

interface Group {
  host: HostId
  bias: number
  parked: boolean
}

interface Host {
  connections: number
  readyAt: number
}

/** The contract in the plainest words: an array that is sorted at every take. The real frontiers are compared with it. */
export function createNaiveFrontier(options: { maxConnectionsPerHost?: number } = {}): Frontier {
  const max = options.maxConnectionsPerHost ?? 1
  let queue: Queued[] = []
  const last = new Map<PageId, Queued>()
  const out = new Set<PageId>()
  const discarded = new Set<PageId>()
  const groups = new Map<GroupId, Group>()
  const hosts = new Map<HostId, Host>()
  const spared = new Set<HostId>()
  let cutoff = Infinity
  let ages = 0
  let now = -Infinity

  const group = (id: GroupId): Group => {
    const known = groups.get(id) ?? { host: -1, bias: 0, parked: false }
    groups.set(id, known)
    return known
  }
  const host = (id: HostId): Host => {
    const known = hosts.get(id) ?? { connections: 0, readyAt: -Infinity }
    hosts.set(id, known)
    return known
  }
  const open = (): Queued[] => queue.filter(queued => !group(queued.group).parked)
  const place = (queued: Queued): number => queued.level - group(queued.group).bias
  const allowed = (): Queued[] =>
    open().filter(queued => place(queued) <= cutoff || spared.has(group(queued.group).host))

  /** What may be taken now, best first. */
  const ready = (nowMs: number): Queued[] => {
    now = Math.max(now, nowMs)
    return allowed()
      .filter(queued => {
        const { connections, readyAt } = host(group(queued.group).host)
        return connections < max && readyAt <= now
      })
      .sort((a, b) => place(a) - place(b) || a.age - b.age)
  }

  return {
    get offers() {
      return ages
    },
    bestPlaces(nowMs, most) {
      const seen = new Set<HostId>()
      const best = ready(nowMs).filter(queued => {
        const isFirst = !seen.has(group(queued.group).host)
        seen.add(group(queued.group).host)
        return isFirst
      })
      return best.slice(0, most).map(queued => ({ place: place(queued), offer: queued.age }))
    },
    get size() {
      return open().length
    },
    get parked() {
      return queue.length - open().length
    },
    addGroup(id, hostId) {
      group(id).host = hostId
    },
    offer(page, groupId, level) {
      if (discarded.has(page) || level === 0 || last.get(page)?.level === level) return
      const queued = { page, group: groupId, level, age: ++ages }
      if (!out.has(page)) queue = [...queue.filter(other => other.page !== page), queued]
      last.set(page, queued)
    },
    take(nowMs) {
      const best = ready(nowMs).at(0)
      if (best === undefined) return -1
      queue = queue.filter(queued => queued !== best)
      out.add(best.page)
      host(group(best.group).host).connections++
      return best.page
    },
    levelsSkipped(nowMs) {
      now = Math.max(now, nowMs)
      const isReady = (queued: Queued): boolean => {
        const { connections, readyAt } = host(group(queued.group).host)
        return connections < max && readyAt <= now
      }
      const ready = allowed().filter(isReady).map(place)
      const waiting = allowed()
        .filter(queued => !isReady(queued) && host(group(queued.group).host).readyAt < Infinity)
        .map(place)
      return ready.length === 0 || waiting.length === 0 ? 0 : Math.max(0, Math.min(...ready) - Math.min(...waiting))
    },
    bestPlace(nowMs) {
      const [best] = ready(nowMs)
      return best === undefined ? Infinity : place(best)
    },
    acquire(id, nowMs) {
      const known = host(id)
      if (known.connections >= max || known.readyAt > nowMs) return false
      known.connections++
      return true
    },
    release(id, readyAtMs) {
      const known = host(id)
      known.connections = Math.max(0, known.connections - 1)
      known.readyAt = Math.max(known.readyAt, readyAtMs)
    },
    hold(id, readyAtMs) {
      const known = host(id)
      known.readyAt = Math.max(known.readyAt, readyAtMs)
    },
    putBack(page) {
      const queued = last.get(page)
      if ((!out.delete(page) && !discarded.has(page)) || queued === undefined) return
      discarded.delete(page)
      queue = [...queue, queued]
    },
    discard(page) {
      out.delete(page)
      discarded.add(page)
      queue = queue.filter(queued => queued.page !== page)
    },
    bias(id, levels) {
      group(id).bias = levels
    },
    park(id) {
      group(id).parked = true
    },
    readmit(id) {
      group(id).parked = false
    },
    cutoff(latest) {
      cutoff = latest
    },
    spare(id, isSpared) {
      if (isSpared) spared.add(id)
      else spared.delete(id)
    },
    nextReadyAt() {
      const times = allowed()
        .map(queued => host(group(queued.group).host))
        .filter(({ connections, readyAt }) => connections < max && readyAt > now)
        .map(({ readyAt }) => readyAt)
      return Math.min(Infinity, ...times)
    },
    levelOf(page) {
      return last.get(page)?.level ?? 0
    },
    close() {},
  }
}
