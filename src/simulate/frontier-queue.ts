import type { Frontier, GroupId, HostId, PageId, PlaceControl, Strategy } from '../contracts.js'
import { createMemoryFrontier } from '../frontier/index.js'
import { CRAWLED, type WebGraph } from '../graph/index.js'
import type { PageQueue } from './queue.js'

/** Each page is released as soon as it is taken: with connections to spare its host need not leave the ready ones in between. */
const ALWAYS_READY = 2
const OFFERED = 1
const TAKEN = 2
const LOST = 3

/**
 * The queue of strategies that move groups again and again as they learn: the live crawl's own frontier, with hosts that
 * are always ready. A heap of groups makes news about a group cost the same however many pages it has queued.
 *
 * A strategy that wants to hear of pages that cannot be had (`lost`) hears of a page that is only known when its turn
 * comes, as it would in a live crawl; the page still counts as queued.
 */
export class FrontierQueue implements PageQueue, PlaceControl {
  private readonly state: Uint8Array
  private readonly flags: Uint8Array
  private readonly server: Uint32Array
  // by group: pages that are only known, which the frontier never hears of
  private readonly known: Uint32Array
  private readonly parked: Uint8Array
  private knownListed = 0

  private readonly onLost: ((page: PageId) => void) | null

  constructor(
    graph: WebGraph,
    private readonly group: Uint32Array,
    groups: number,
    strategy: Pick<Strategy, 'lost'> = {},
    /** Where others have queues for the other pages. */
    isMine: (page: PageId) => boolean = () => true,
    /** Another one for a loop that keeps the time itself (network.ts). */
    readonly frontier: Frontier = createMemoryFrontier({ maxConnectionsPerHost: ALWAYS_READY }, graph.pages),
  ) {
    this.onLost = strategy.lost === undefined ? null : page => strategy.lost?.(page)
    this.state = new Uint8Array(graph.pages)
    this.flags = graph.flags
    this.server = graph.server
    this.known = new Uint32Array(groups)
    this.parked = new Uint8Array(groups)
    const announced = new Uint8Array(groups)
    for (let page = 0; page < graph.pages; page++) {
      if (announced[group[page]] === 1 || !isMine(page)) continue
      announced[group[page]] = 1
      this.frontier.addGroup(group[page], graph.server[page])
    }
  }

  get size(): number {
    return this.frontier.size + this.knownListed
  }

  offer(page: PageId, level: number): void {
    if (level === 0 || this.state[page] >= TAKEN) return
    const group = this.group[page]
    if ((this.flags[page] & CRAWLED) !== 0 || this.onLost !== null) {
      this.frontier.offer(page, group, level)
    } else if (this.state[page] === 0) {
      this.state[page] = OFFERED
      this.known[group]++
      if (this.parked[group] === 0) this.knownListed++
    }
  }

  offerLinks(to: Uint32Array, start: number, end: number, levels: Uint16Array): void {
    for (let i = start; i < end; i++) this.offer(to[i], levels[i - start])
  }

  take(): PageId {
    while (true) {
      const page = this.takeOrLose()
      if (page !== null) return page
    }
  }

  /** The best page, -1 when there is none; null when it was only known: pages elsewhere may be better than the next one here. */
  takeOrLose(): PageId | null {
    const page = this.frontier.take(0)
    if (page === -1) return -1
    this.frontier.release(this.server[page], 0)
    if (this.isLost(page)) return null
    this.frontier.discard(page)
    this.state[page] = TAKEN
    return page
  }

  /** Whether a page that the frontier handed out is only known. It still counts as queued, and the strategy hears of it. */
  isLost(page: PageId): boolean {
    if ((this.flags[page] & CRAWLED) !== 0) return false
    this.frontier.discard(page)
    this.state[page] = LOST
    this.known[this.group[page]]++
    if (this.parked[this.group[page]] === 0) this.knownListed++
    this.onLost?.(page)
    return true
  }

  /** A page that was handed out is kept out of reach, as a live crawl keeps what a trap holds back. */
  hold(page: PageId): void {
    this.frontier.discard(page)
    this.state[page] = LOST
  }

  letBack(page: PageId): void {
    if (this.state[page] !== LOST) return
    this.state[page] = 0
    this.frontier.putBack(page)
  }

  wasTaken(page: PageId): boolean {
    return this.state[page] === TAKEN
  }

  move(page: PageId, level: number): void {
    if (this.frontier.levelOf(page) !== 0) this.offer(page, level)
  }

  bias(group: GroupId, levels: number): void {
    this.frontier.bias(group, levels)
  }

  park(group: GroupId): void {
    if (this.parked[group] === 1) return
    this.parked[group] = 1
    this.knownListed -= this.known[group]
    this.frontier.park(group)
  }

  readmit(group: GroupId): void {
    if (this.parked[group] === 0) return
    this.parked[group] = 0
    this.knownListed += this.known[group]
    this.frontier.readmit(group)
  }

  cutoff(place: number): void {
    this.frontier.cutoff(place)
  }

  spare(host: HostId, isSpared: boolean): void {
    this.frontier.spare(host, isSpared)
  }
}
