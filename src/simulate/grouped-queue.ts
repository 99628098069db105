import type { GroupControl, GroupId, PageId } from '../contracts.js'
import { CRAWLED, type WebGraph } from '../graph/index.js'
import { AgeHeap } from './age-heap.js'
import { Fifo, type SpareBlocks } from './fifo.js'
import { rowsBy, type RowsByKey } from '../rows-by.js'
import { FIRST_PLACE, initialPlaces, KNOWN, KNOWN_QUEUED, TAKEN, type PageQueue } from './queue.js'

/**
 * The queue of strategies that now and then lift or park a whole group: one list per place, where
 *
 *   place = level - bias of the group + shift     (smallest first, equal places by age of the offer)
 *
 * A list holds (page, age) in order of age. What lifting or re-admitting a group brings to a place is older or younger
 * than what is there, so it goes to a heap by age beside the list, and the older of the two heads is next. Entries that
 * are no longer true (the page moved, or its group is parked) are dropped when they surface; a group that is lifted or
 * re-admitted lists its queued pages anew, at the cost of its size. So this is right for any strategy, and fast for those
 * that do it a few times per group.
 */
export class GroupedQueue implements PageQueue, Pick<GroupControl, 'bias' | 'park' | 'readmit'> {
  size = 0
  /** By page: FIRST_PLACE + place, or one of queue.ts' marks. */
  private readonly place: Uint8Array | Uint16Array
  /** By page: number of the offer that gave it its level. */
  private readonly age: Uint32Array
  private readonly group: Uint32Array
  private readonly flags: Uint8Array
  // by group
  private readonly shift: Int32Array // place - level
  private readonly queued: Uint32Array
  private readonly parked: Uint8Array
  // by place
  private readonly lists: Fifo[] = []
  private readonly movedIn: AgeHeap[] = []
  /** Crawled pages by group: made when a group is first lifted or re-admitted. */
  private members: RowsByKey | null = null
  private offers = 0
  private best: number

  constructor(
    graph: WebGraph,
    private readonly levels: number,
    group: Uint32Array,
    private readonly groups: number,
  ) {
    this.group = group
    this.flags = graph.flags
    this.place = initialPlaces(graph, 3 * levels)
    this.age = new Uint32Array(graph.pages)
    this.shift = new Int32Array(groups).fill(levels)
    this.queued = new Uint32Array(groups)
    this.parked = new Uint8Array(groups)
    const spare: SpareBlocks = []
    for (let place = 0; place <= 3 * levels; place++) {
      this.lists.push(new Fifo(spare))
      this.movedIn.push(new AgeHeap())
    }
    this.best = this.lists.length
  }

  offer(page: PageId, level: number): void {
    this.offerLinks(Uint32Array.of(page), 0, 1, Uint16Array.of(level))
  }

  offerLinks(to: Uint32Array, start: number, end: number, levels: Uint16Array): void {
    const { place, age, group, shift, queued, parked, lists } = this
    let { size, best, offers } = this
    for (let i = start; i < end; i++) {
      const level = levels[i - start]
      if (level === 0) continue
      const page = to[i]
      const before = place[page]
      if (before === TAKEN || before === KNOWN_QUEUED) continue
      const g = group[page]
      const at = level + shift[g]
      if (before === FIRST_PLACE + at) continue
      if (before < FIRST_PLACE) {
        queued[g]++
        if (parked[g] === 0) size++
        if (before === KNOWN) {
          place[page] = KNOWN_QUEUED
          continue
        }
      }
      place[page] = FIRST_PLACE + at
      age[page] = ++offers
      lists[at].push(page)
      lists[at].push(offers)
      if (at < best) best = at
    }
    this.size = size
    this.best = best
    this.offers = offers
  }

  take(): PageId {
    const { lists, movedIn } = this
    for (; this.best < lists.length; this.best++) {
      const list = lists[this.best]
      const heap = movedIn[this.best]
      while (list.length > 0 || heap.length > 0) {
        const page = this.oldest(list, heap)
        if (page === -1) continue
        this.place[page] = TAKEN
        this.queued[this.group[page]]--
        this.size--
        return page
      }
    }
    return -1
  }

  /** Removes the older of the two heads; -1 when it is no longer true. */
  private oldest(list: Fifo, heap: AgeHeap): PageId {
    const listed = list.length > 0 ? list.peek(1) : Infinity
    const moved = heap.length > 0 ? heap.oldestAge : Infinity
    let page: PageId
    if (listed <= moved) {
      page = list.shift()
      list.shift()
    } else {
      page = heap.pop()
    }
    const isTrue = this.place[page] === FIRST_PLACE + this.best && this.age[page] === Math.min(listed, moved)
    return isTrue && this.parked[this.group[page]] === 0 ? page : -1
  }

  wasTaken(page: PageId): boolean {
    return this.place[page] === TAKEN
  }

  move(page: PageId, level: number): void {
    if (this.place[page] >= FIRST_PLACE) this.offer(page, level)
  }

  bias(group: GroupId, levels: number): void {
    const shift = this.levels - levels
    if (shift < 0 || shift > 2 * this.levels) throw new RangeError(`bias ${levels} is past ±${this.levels}`)
    const by = shift - this.shift[group]
    if (by === 0) return
    this.shift[group] = shift
    this.relist(group, by)
  }

  park(group: GroupId): void {
    if (this.parked[group] === 1) return
    this.parked[group] = 1
    this.size -= this.queued[group]
  }

  readmit(group: GroupId): void {
    if (this.parked[group] === 0) return
    this.parked[group] = 0
    this.size += this.queued[group]
    this.relist(group, 0)
  }

  /** Lists the queued pages of a group anew, `by` places later. */
  private relist(group: GroupId, by: number): void {
    if (this.queued[group] === 0) return
    const { place, age, flags } = this
    this.members ??= rowsBy(this.group, this.groups, page => (flags[page] & CRAWLED) !== 0)
    const { starts, rows: pages } = this.members
    for (let i = starts[group]; i < starts[group + 1]; i++) {
      const page = pages[i]
      if (place[page] < FIRST_PLACE) continue
      const at = place[page] - FIRST_PLACE + by
      place[page] = FIRST_PLACE + at
      this.movedIn[at].push(age[page], page)
      if (at < this.best) this.best = at
    }
  }
}
