import type { Checkpointed, Frontier, GroupId, HostId, PageId, QueuePlace, StateFields } from '../contracts.js'
import { LongtailError } from '../errors.js'
import type { BlockStore, BlockColumn } from './columns.js'
import { ENTRY_WORDS, EntryHeap } from './entry-heap.js'
import { GroupHeap } from './group-heap.js'
import { BIAS, COUNT, FLAGS, GROUP_WORDS, GroupTable, HOST, LISTED, PARKED, ROOT, ROOT_PAGE } from './group-table.js'
import { Hosts } from './hosts.js'
import { PagesOut } from './pages-out.js'
import { QUEUE_FILES } from './scratch-files.js'

/**
 * The queue of a crawl: strategies say how early (level, bias, park), politeness says when (release, hold), `take` hands out
 * the earliest page that may be asked for now. One algorithm; the store decides whether pages lie in memory or on disk.
 *
 *   pages of a group (EntryHeap) → groups of a host (GroupHeap) → hosts that may be asked (Hosts) → take
 *
 * Invariants:
 * - an entry is live when its page is queued and points back to it; others are stale (the page was offered again at another
 *   level, or discarded) and are dropped when they surface;
 * - the root of a group is always live, so a group's key is never better than its best page ("stale-low");
 * - a group is in its host's heap exactly when it has pages and is not parked (LISTED).
 *
 * A checkpoint holds a page that is out as one that is queued, since whoever goes on from it will have to fetch the page: its
 * place goes on changing as offers say, and is where the page is put back to.
 *
 * In memory: 48 bytes per group and about 60 per host. In the store: 12 bytes per page and 16 per offer, leaving out offers
 * that change nothing.
 */
export interface QueueOptions {
  /** Pages of one host that may be out at the same time; 1 unless said. */
  readonly maxConnectionsPerHost?: number
}

const PLACE_WORDS = 2
/** With its group and one entry. */
export const WORDS_PER_PAGE = PLACE_WORDS + 1 + ENTRY_WORDS
const ENTRY = 0
/** Level in the lower half, state in the upper; 0 is a page nobody offered. */
const STATUS = 1
const LEVEL_MASK = 0xffff
const STATE_MASK = 0xffff_0000
const QUEUED = 1 << 16
/** Taken: its entry is out of the heap, and offers give it another without putting that into the heap. */
const OUT = 2 << 16
/** Discarded, and its entry is out of the heap. */
const GONE = 3 << 16
/** Discarded, but its entry has not surfaced yet: putting it back calls it live again instead of inserting it twice. */
const BURIED = 4 << 16

const MAX_LEVEL = 0xffff
const MIN_BIAS = -0x8000_0000
const MAX_BIAS = 0x7fff_ffff

/** A frontier that checkpoints can hold. */
export interface StoredFrontier extends Frontier, Checkpointed {}

/** The store belongs to the queue as far as checkpoints are concerned, also when others have columns in it. */
export function createQueue(store: BlockStore, options: QueueOptions): StoredFrontier {
  const max = options.maxConnectionsPerHost ?? 1
  if (!Number.isInteger(max) || max < 1) {
    throw new LongtailError('E_FRONTIER', `maxConnectionsPerHost is ${max}; it must be a whole number from 1`)
  }
  return new Queue(store, max)
}

class Queue implements StoredFrontier {
  size = 0
  parked = 0
  private hostCount = 0
  private readonly groups = new GroupTable()
  private readonly groupHeap = new GroupHeap(this.groups)
  private readonly hosts: Hosts
  private readonly heap: EntryHeap
  private readonly places: BlockColumn
  private readonly pageGroups: BlockColumn
  private readonly out = new PagesOut(page => (this.places.word(page, STATUS) & STATE_MASK) === OUT)

  constructor(
    private readonly store: BlockStore,
    maxConnections: number,
  ) {
    this.hosts = new Hosts(this.groups, this.groupHeap, maxConnections)
    this.heap = new EntryHeap(store, store.column(ENTRY_WORDS, QUEUE_FILES.entries), this.groups)
    this.places = store.column(PLACE_WORDS, QUEUE_FILES.places)
    this.pageGroups = store.column(1, QUEUE_FILES.groups)
  }

  addGroup(group: GroupId, host: HostId): void {
    this.groups.announce(group, host)
    this.hostCount = Math.max(this.hostCount, host + 1)
    this.groupHeap.reserve(host)
    this.hosts.reserve(host)
  }

  offer(page: PageId, group: GroupId, level: number): void {
    if (!(level >= 1)) return
    const { store, places } = this
    let offset = places.read(page)
    const status = store.words[offset + STATUS]
    const state = status & STATE_MASK
    if (state === GONE || state === BURIED || (state !== 0 && (status & LEVEL_MASK) === level)) return
    const { records } = this.groups
    const at = group * GROUP_WORDS
    if (!(at < records.length) || records[at + HOST] === 0) {
      throw new LongtailError('E_FRONTIER', `page ${page} was offered in group ${group}, which was never announced`)
    }
    if (level > MAX_LEVEL) {
      throw new LongtailError('E_FRONTIER', `page ${page} was offered at level ${level}; the largest is ${MAX_LEVEL}`)
    }
    if (state !== 0) {
      const entry = store.words[offset + ENTRY]
      const first = this.pageGroups.word(page, 0)
      if (first !== group) {
        throw new LongtailError(
          'E_FRONTIER',
          `page ${page} belongs to group ${first} and cannot move to group ${group}`,
        )
      }
      if (state === QUEUED) this.withdraw(group, entry)
    } else {
      offset = this.pageGroups.write(page)
      store.words[offset] = group
    }
    const entry = this.heap.next()
    if (state !== OUT) this.heap.insert(group, entry, page, level)
    offset = places.write(page)
    const { words } = store
    words[offset + ENTRY] = entry
    words[offset + STATUS] = (state === OUT ? OUT : QUEUED) | level
    if (state === OUT) return
    this.count(group, 1)
    if (records[at + ROOT] === entry) this.improved(group)
  }

  take(nowMs: number): PageId {
    const host = this.hosts.best(nowMs)
    if (host < 0) return -1
    const group = this.groupHeap.bestOf(host)
    const page = this.groups.records[group * GROUP_WORDS + ROOT_PAGE]
    const offset = this.places.write(page)
    const { words } = this.store
    words[offset + STATUS] = OUT | (words[offset + STATUS] & LEVEL_MASK)
    this.out.add(page)
    this.count(group, -1)
    this.hosts.connect(host)
    this.dropRoot(group)
    return page
  }

  bestPlaces(nowMs: number, most: number): QueuePlace[] {
    return this.hosts.bestPlaces(nowMs, most)
  }

  get offers(): number {
    return this.heap.count
  }

  levelsSkipped(nowMs: number): number {
    return this.hosts.levelsSkipped(nowMs)
  }

  bestPlace(nowMs: number): number {
    return this.hosts.bestPlace(nowMs)
  }

  acquire(host: HostId, nowMs: number): boolean {
    this.groupHeap.reserve(host)
    return this.hosts.acquire(host, nowMs)
  }

  release(host: HostId, readyAtMs: number): void {
    this.groupHeap.reserve(host)
    this.hosts.release(host, readyAtMs)
  }

  hold(host: HostId, readyAtMs: number): void {
    this.groupHeap.reserve(host)
    this.hosts.hold(host, readyAtMs)
  }

  putBack(page: PageId): void {
    const status = this.places.word(page, STATUS)
    const entry = this.places.word(page, ENTRY)
    const state = status & STATE_MASK
    // Nothing to undo; or discarded before anybody offered it, so that it never had a place.
    if (state === 0 || state === QUEUED || entry === 0) return
    const level = status & LEVEL_MASK
    this.setStatus(page, QUEUED | level)
    const group = this.pageGroups.word(page, 0)
    this.count(group, 1)
    if (state === BURIED) return
    this.heap.insert(group, entry, page, level)
    if (this.groups.records[group * GROUP_WORDS + ROOT] === entry) this.improved(group)
  }

  discard(page: PageId): void {
    const status = this.places.word(page, STATUS)
    const state = status & STATE_MASK
    if (state === GONE || state === BURIED) return
    let left = true
    if (state === QUEUED) left = this.withdraw(this.pageGroups.word(page, 0), this.places.word(page, ENTRY))
    this.setStatus(page, (left ? GONE : BURIED) | (status & LEVEL_MASK))
  }

  bias(group: GroupId, levels: number): void {
    this.groups.reserve(group)
    const bias = Math.max(MIN_BIAS, Math.min(MAX_BIAS, levels)) | 0
    const { records } = this.groups
    const at = group * GROUP_WORDS
    if ((records[at + BIAS] | 0) === bias) return
    records[at + BIAS] = bias
    this.relist(group)
  }

  park(group: GroupId): void {
    this.groups.reserve(group)
    const { records } = this.groups
    const at = group * GROUP_WORDS
    if ((records[at + FLAGS] & PARKED) !== 0) return
    records[at + FLAGS] |= PARKED
    this.size -= records[at + COUNT]
    this.parked += records[at + COUNT]
    this.relist(group)
  }

  readmit(group: GroupId): void {
    this.groups.reserve(group)
    const { records } = this.groups
    const at = group * GROUP_WORDS
    if ((records[at + FLAGS] & PARKED) === 0) return
    records[at + FLAGS] &= ~PARKED
    this.parked -= records[at + COUNT]
    this.size += records[at + COUNT]
    this.relist(group)
  }

  cutoff(place: number): void {
    this.hosts.setCutoff(place, this.hostCount)
  }

  spare(host: HostId, isSpared: boolean): void {
    this.groupHeap.reserve(host)
    this.hosts.spare(host, isSpared)
  }

  nextReadyAt(): number {
    return this.hosts.nextReadyAt()
  }

  levelOf(page: PageId): number {
    return this.places.word(page, STATUS) & LEVEL_MASK
  }

  close(): void {
    this.heap.close()
    this.places.close()
    this.pageGroups.close()
  }

  persist(fields: StateFields): void {
    fields.part('store', this.store)
    fields.part('groups', this.groups)
    fields.part('group-heap', this.groupHeap)
    fields.part('entry-heap', this.heap)
    fields.part('hosts', this.hosts)
    this.size = fields.number('size', this.size)
    this.parked = fields.number('parked', this.parked)
    this.hostCount = fields.number('hosts', this.hostCount)
    const out = fields.array('out', this.out.list())
    if (!fields.isLoading) return
    for (let host = 0; host < this.hostCount; host++) this.hosts.settle(host)
    for (const page of out) this.putBack(page)
  }

  checkpointed(): void {
    this.store.checkpointed()
  }

  private count(group: GroupId, by: 1 | -1): void {
    const { records } = this.groups
    const at = group * GROUP_WORDS
    records[at + COUNT] += by
    if ((records[at + FLAGS] & PARKED) === 0) this.size += by
    else this.parked += by
  }

  private setStatus(page: PageId, status: number): void {
    const offset = this.places.write(page)
    this.store.words[offset + STATUS] = status
  }

  /** A queued page gives up its place. True when its entry left the heap, false when it stays there until it surfaces. */
  private withdraw(group: GroupId, entry: number): boolean {
    this.count(group, -1)
    if (this.groups.records[group * GROUP_WORDS + ROOT] !== entry) return false
    this.dropRoot(group)
    return true
  }

  private dropRoot(group: GroupId): void {
    const { records } = this.groups
    const at = group * GROUP_WORDS
    do this.heap.pop(group)
    while (records[at + ROOT] !== 0 && !this.isLive(records[at + ROOT], records[at + ROOT_PAGE]))
    this.relist(group)
  }

  private isLive(entry: number, page: PageId): boolean {
    const offset = this.places.read(page)
    const { words } = this.store
    if (words[offset + ENTRY] !== entry) return false
    const status = words[offset + STATUS]
    if ((status & STATE_MASK) === QUEUED) return true
    this.setStatus(page, GONE | (status & LEVEL_MASK))
    return false
  }

  /** The group got a better root. */
  private improved(group: GroupId): void {
    const at = group * GROUP_WORDS
    const { records } = this.groups
    const host = records[at + HOST] - 1
    if (this.groupHeap.bestOf(host) === group) this.hosts.settle(host)
    else this.relist(group)
  }

  /** Brings the group's place among its host's groups, and the host's among all, up to date. */
  private relist(group: GroupId): void {
    const { records } = this.groups
    const at = group * GROUP_WORDS
    const flags = records[at + FLAGS]
    const wasListed = (flags & LISTED) !== 0
    const isListed = records[at + ROOT] !== 0 && (flags & PARKED) === 0
    if (!wasListed && !isListed) return
    const host = records[at + HOST] - 1
    if (wasListed) this.groupHeap.remove(host, group)
    if (isListed) this.groupHeap.insert(host, group)
    records[at + FLAGS] = isListed ? flags | LISTED : flags & ~LISTED
    this.hosts.settle(host)
  }
}
