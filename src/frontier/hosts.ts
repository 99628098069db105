import type { HostId, Persistent, QueuePlace, StateFields } from '../contracts.js'
import { grownBytes, grownDoubles, grownWords } from '../growing-arrays.js'
import type { GroupHeap } from './group-heap.js'
import { BIAS, GROUP_WORDS, ROOT, ROOT_LEVEL, type GroupTable } from './group-table.js'
import { IndexedHeap } from './indexed-heap.js'

/** Longer than any usual delay; a host that is held for longer is in trouble, and nobody waits for it. */
const PATIENCE_MS = 10_000

/**
 * Which hosts may be asked, and which of these first. A host that has something to hand out and a free connection stands in
 * one of two heaps: `ready`, by the place of its best page, or `waiting`, by the time from which it may be asked. Those that
 * will be ready before long, and those whose connections are all taken, are also in `soon`, by the place of their best page.
 * A host that will never be ready in this run is in none.
 */
export class Hosts implements Persistent {
  /** The latest time anybody told us; a clock that is set back changes nothing. */
  private now = -Infinity
  private connections = new Uint32Array(64)
  private readyAt = new Float64Array(64).fill(-Infinity)
  private readonly ready = new IndexedHeap()
  private readonly waiting = new IndexedHeap()
  private readonly soon = new IndexedHeap()
  private cutoff = Infinity
  /** Which hosts hand out pages whatever the cutoff. */
  private spared = new Uint8Array(64)

  constructor(
    private readonly groups: GroupTable,
    private readonly groupHeap: GroupHeap,
    private readonly maxConnections: number,
  ) {}

  reserve(host: HostId): void {
    const known = this.connections.length
    if (host < known) return
    this.connections = grownWords(this.connections, host + 1)
    this.readyAt = grownDoubles(this.readyAt, host + 1).fill(-Infinity, known)
    this.spared = grownBytes(this.spared, host + 1)
  }

  /** Connections and times belong to a run: they are not saved, and every host is ready after loading. The caller settles all. */
  persist(fields: StateFields): void {
    this.cutoff = fields.number('cutoff', this.cutoff)
    this.spared = fields.array('spared', this.spared)
    if (!fields.isLoading) return
    this.connections = new Uint32Array(this.spared.length)
    this.readyAt = new Float64Array(this.spared.length).fill(-Infinity)
  }

  /** A change looks at every host; strategies set it once, or seldom. */
  setCutoff(place: number, hosts: number): void {
    if (this.cutoff === place) return
    this.cutoff = place
    for (let host = 0; host < hosts; host++) this.settle(host)
  }

  spare(host: HostId, isSpared: boolean): void {
    this.reserve(host)
    if (this.spared[host] === Number(isSpared)) return
    this.spared[host] = Number(isSpared)
    this.settle(host)
  }

  /** The host whose best page is the best of all that may be asked at `nowMs`; -1 when there is none. */
  best(nowMs: number): HostId {
    if (nowMs > this.now) {
      this.now = nowMs
      const { waiting } = this
      while (waiting.bestKey <= nowMs) this.settle(waiting.best)
    }
    return this.ready.best
  }

  /** See `Frontier.bestPlaces`. */
  bestPlaces(nowMs: number, most: number): QueuePlace[] {
    if (this.best(nowMs) < 0) return []
    return this.ready.first(most).map(({ key, tie }) => ({ place: key, offer: tie }))
  }

  nextReadyAt(): number {
    return this.waiting.bestKey
  }

  /** See `Frontier.levelsSkipped`. */
  levelsSkipped(nowMs: number): number {
    if (this.best(nowMs) < 0 || this.soon.best < 0) return 0
    return Math.max(0, this.ready.bestKey - this.soon.bestKey)
  }

  bestPlace(nowMs: number): number {
    return this.best(nowMs) < 0 ? Infinity : this.ready.bestKey
  }

  /** One more connection; the caller settles the host afterwards. */
  connect(host: HostId): void {
    this.connections[host]++
  }

  acquire(host: HostId, nowMs: number): boolean {
    this.reserve(host)
    if (this.connections[host] >= this.maxConnections || this.readyAt[host] > nowMs) return false
    this.connections[host]++
    this.settle(host)
    return true
  }

  release(host: HostId, readyAtMs: number): void {
    this.reserve(host)
    const wasBusy = this.connections[host] >= this.maxConnections
    if (this.connections[host] > 0) this.connections[host]--
    const isSettled = !wasBusy && Math.max(readyAtMs, this.readyAt[host]) <= this.now
    // simulations release a host as soon as they have its page: it was ready and still is
    if (isSettled) this.readyAt[host] = Math.max(readyAtMs, this.readyAt[host])
    else this.hold(host, readyAtMs)
  }

  hold(host: HostId, readyAtMs: number): void {
    this.reserve(host)
    // The later wish wins: an answer that ends a request does not shorten a back-off.
    if (readyAtMs > this.readyAt[host]) this.readyAt[host] = readyAtMs
    this.settle(host)
  }

  /** Puts the host where it belongs after any change to its groups, connections or time. */
  settle(host: HostId): void {
    const group = this.groupHeap.bestOf(host)
    const { ready, waiting, soon } = this
    const { records } = this.groups
    const at = group * GROUP_WORDS
    const place = group < 0 ? Infinity : records[at + ROOT_LEVEL] - (records[at + BIAS] | 0)
    const readyAt = this.readyAt[host]
    if (group < 0 || readyAt === Infinity || (place > this.cutoff && this.spared[host] === 0)) {
      ready.remove(host)
      waiting.remove(host)
      soon.remove(host)
      return
    }
    const isBusy = this.connections[host] >= this.maxConnections
    if (!isBusy && readyAt <= this.now) {
      waiting.remove(host)
      soon.remove(host)
      ready.set(host, place, records[at + ROOT])
      return
    }
    ready.remove(host)
    if (isBusy) waiting.remove(host)
    else waiting.set(host, readyAt, 0)
    if (isBusy || readyAt <= this.now + PATIENCE_MS) soon.set(host, place, 0)
    else soon.remove(host)
  }
}
