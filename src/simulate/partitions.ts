/**
 * A crawl of many partitions on a graph: each has its own strategy and queue, and sees the pages of its domains only. To the simulated
 * loop it is one strategy and one queue. What partitions tell each other arrives when the crawl has fetched `delay` more pages:
 *
 *   links to pages of others   priced there (Strategy.receive), or here when the strategy cannot: then the level travels
 *   what each page taught      to all others (example, absorb)
 *
 * One page is fetched at a time, as with a single connection: the partition with the best place is asked (partitions/price.ts). Places are
 * compared as they were published: by the one that was asked with its answer, and by all as often as messages arrive late. Without a delay
 * that is before each page, as in a worker that holds all partitions.
 */
import type { PageId, PlaceControl, SharedExample, Strategy, Visit, Links } from '../contracts.js'
import type { WebGraph } from '../graph/index.js'
import { isSent } from '../partition-messages.js'
import { OfferClock } from '../partitions/offer-clock.js'
import { partitionsBy } from '../partitions/partition-of.js'
import { ANY_PLACE, isWorthTaking, priceOf, type WaitingPage } from '../partitions/price.js'
import { checkedControl } from '../strategy/index.js'
import { FrontierQueue } from './frontier-queue.js'
import { groupsOf } from './graph-columns.js'
import { pickLinks } from './pick-links.js'
import type { PageQueue } from './queue.js'
import type { RunResult } from './result.js'

const CONNECTIONS = 1
/** Pages between two times that all say where their best pages stand, however late other messages are. */
const PUBLISH_EVERY_AT_MOST = 64

/** Any number: a live crawl draws its own. */
const KEY = [0x6c6f6e67, 0x7461696c] as const

type PartitionTraffic = Pick<RunResult, 'partitions' | 'delay' | 'linksSent' | 'linksSentPerPage' | 'examplesSent'>

interface Partition {
  readonly strategy: Strategy
  readonly queue: FrontierQueue
  readonly control: PlaceControl
  readonly clock: OfferClock
  /** By page of another partition: links to it so far, up to 255; or the best level that was sent. */
  readonly told: Uint8Array | Uint16Array
}

interface Message {
  readonly due: number
  deliver(): void
}

/** By server. */
function partitionColumn({ serverDomain }: WebGraph, partitions: number): Uint16Array {
  const partitionOf = partitionsBy(KEY, partitions)
  return Uint16Array.from(serverDomain, domain => partitionOf(String(domain)))
}

export class Partitions implements PageQueue {
  private readonly parts: readonly Partition[]
  /** By server. */
  readonly partitionOf: Uint16Array
  private readonly server: Uint32Array
  private readonly levels: Uint16Array
  private fetched = 0
  private linksSent = 0
  private examplesSent = 0
  private messages: Message[] = []
  private delivered = 0
  /** By partition, its best page as it was published last; none when it has none. */
  private published: WaitingPage[][] = []
  private nextPublication = 0
  private readonly publishEvery: number

  constructor(
    graph: WebGraph,
    strategies: readonly Strategy[],
    private readonly delay: number,
  ) {
    this.publishEvery = Math.max(1, Math.min(delay, PUBLISH_EVERY_AT_MOST))
    this.server = graph.server
    this.partitionOf = partitionColumn(graph, strategies.length)
    this.levels = new Uint16Array(longestRow(graph.offsets))
    this.parts = strategies.map((strategy, i) => {
      const { group, groups } = groupsOf(graph, strategy.groupBy)
      const queue = new FrontierQueue(graph, group, groups, strategy, page => this.of(page) === i)
      return {
        strategy,
        queue,
        control: checkedControl(strategy, queue),
        clock: new OfferClock(),
        told: strategy.receive === undefined ? new Uint16Array(graph.pages) : new Uint8Array(graph.pages),
      }
    })
  }

  of(page: PageId): number {
    return this.partitionOf[this.server[page]]
  }

  /** The strategies as one. It offers links itself, so that every level it gives is 0. */
  get strategy(): Strategy {
    const { parts } = this
    const [{ strategy: first }] = parts
    return {
      ...first,
      reserve: (pages, groups) => parts.forEach(({ strategy }) => strategy.reserve(pages, groups)),
      seed: page => parts[this.of(page)].strategy.seed(page),
      score: (visit, links, out) => {
        this.score(visit, links)
        out.fill(0, 0, links.end - links.start)
      },
    }
  }

  get traffic(): PartitionTraffic {
    const { linksSent, examplesSent, delay, fetched } = this
    return {
      partitions: this.parts.length,
      delay,
      linksSent,
      linksSentPerPage: fetched === 0 ? 0 : linksSent / fetched,
      examplesSent,
    }
  }

  get queues(): FrontierQueue[] {
    return this.parts.map(({ queue }) => queue)
  }

  private queueOf(page: PageId): FrontierQueue {
    return this.parts[this.of(page)].queue
  }

  private score(visit: Visit, links: Links): void {
    const { levels } = this
    const home = this.of(visit.page)
    const part = this.parts[home]
    const rows = this.rowsByPartition(links)
    const own = rows.get(home) ?? []
    rows.delete(home)
    if (part.strategy.receive === undefined) {
      part.strategy.score(visit, links, levels, part.control)
      for (const row of own) part.queue.offer(links.to[links.start + row], levels[row])
      for (const [to, there] of rows) this.sendLevels(part, to, links, there)
    } else {
      const seen = rows.size === 0 ? links : { ...pickLinks(links, own), elsewhere: this.hostsOf(links, rows) }
      part.strategy.score({ ...visit, hostKey: visit.host }, seen, levels, part.control)
      part.queue.offerLinks(seen.to, seen.start, seen.end, levels)
      for (const [to, there] of rows) this.sendLinks(part, to, visit, links, there)
    }
    const example = part.strategy.example?.() ?? null
    if (example !== null && this.parts.length > 1) this.broadcast(home, example)
  }

  /** Places in the row, by the partition of the target. */
  private rowsByPartition({ to, start, end }: Links): Map<number, number[]> {
    const rows = new Map<number, number[]>()
    for (let i = start; i < end; i++) {
      const partition = this.of(to[i])
      const list = rows.get(partition)
      if (list === undefined) rows.set(partition, [i - start])
      else list.push(i - start)
    }
    return rows
  }

  private hostsOf({ to, start }: Links, rows: ReadonlyMap<number, readonly number[]>): Uint32Array {
    return Uint32Array.from([...rows.values()].flat(), row => this.server[to[start + row]])
  }

  private sendLinks({ told, strategy }: Partition, to: number, visit: Visit, links: Links, rows: number[]): void {
    const sent = rows.filter(row => {
      const page = links.to[links.start + row]
      const count = Math.min(255, told[page] + 1)
      const isNew = count !== told[page]
      told[page] = count
      return isNew && isSent(count)
    })
    if (sent.length === 0) return
    const source = { ...visit, note: strategy.note?.() ?? [] }
    const counts = Uint32Array.from(sent, row => told[links.to[links.start + row]])
    const picked = { ...pickLinks(links, sent), counts }
    const there = this.parts[to]
    this.linksSent += sent.length
    this.send(() => {
      there.strategy.receive?.(source, picked, this.levels, there.control)
      there.queue.offerLinks(picked.to, 0, picked.end, this.levels)
    })
  }

  /** A target is sent again when it got a better level. */
  private sendLevels({ told }: Partition, to: number, links: Links, rows: number[]): void {
    const { queue } = this.parts[to]
    for (const row of rows) {
      const page = links.to[links.start + row]
      const level = this.levels[row]
      if (level === 0 || (told[page] !== 0 && told[page] <= level)) continue
      told[page] = level
      this.linksSent++
      this.send(() => {
        const before = queue.frontier.levelOf(page)
        if (before === 0 || level < before) queue.offer(page, level)
      })
    }
  }

  private broadcast(from: number, example: SharedExample): void {
    this.examplesSent++
    this.send(() => this.parts.forEach(({ strategy }, to) => to !== from && strategy.absorb?.(example, from)))
  }

  private send(deliver: () => void): void {
    if (this.delay === 0) deliver()
    else this.messages.push({ due: this.fetched + this.delay, deliver })
  }

  /** What has come by now; when nothing has, and nothing else can happen, what comes next. */
  private deliver(isIdle: boolean): boolean {
    const { messages } = this
    const until = isIdle && this.delivered < messages.length ? messages[this.delivered].due : this.fetched
    const before = this.delivered
    while (this.delivered < messages.length && messages[this.delivered].due <= until)
      messages[this.delivered++].deliver()
    if (2 * this.delivered > messages.length) {
      this.messages = messages.slice(this.delivered)
      this.delivered = 0
      return messages.length > this.messages.length
    }
    return this.delivered > before
  }

  get size(): number {
    return this.parts.reduce((sum, { queue }) => sum + queue.size, 0)
  }

  offer(page: PageId, level: number): void {
    this.queueOf(page).offer(page, level)
  }

  offerLinks(): void {
    // score has offered them
  }

  take(): PageId {
    this.deliver(false)
    if (this.fetched >= this.nextPublication) this.publish()
    for (;;) {
      const page = this.takeBest()
      if (page !== -1) {
        this.fetched++
        return page
      }
      this.publish()
      if (this.published.every(pages => pages.length === 0) && !this.deliver(true)) return -1
    }
  }

  /** Of the partition with the best place; -1 when nobody says that there is any. */
  private takeBest(): PageId {
    const { published, parts } = this
    for (;;) {
      const price = priceOf(published, CONNECTIONS)
      if (price === ANY_PLACE) return -1
      const asked = published.findIndex(([best]) => best === price)
      // it may have become worse since
      const now = this.placesOf(parts[asked])
      const isBest = now.length > 0 && isWorthTaking(now[0], price)
      const page = isBest ? parts[asked].queue.take() : -1
      published[asked] = isBest ? this.placesOf(parts[asked]) : now
      if (page !== -1) return page
    }
  }

  /** Ages are told by the time of the offer: the same clock serves all here. */
  private placesOf({ queue, clock }: Partition): WaitingPage[] {
    clock.note(queue.frontier.offers, this.fetched)
    const best = queue.frontier.bestPlaces(0, CONNECTIONS)
    return best.map(({ place, offer }) => ({ place, waited: -clock.timeOf(offer) }))
  }

  private publish(): void {
    this.nextPublication = this.fetched + this.publishEvery
    this.published = this.parts.map(part => this.placesOf(part))
  }

  wasTaken(page: PageId): boolean {
    return this.queueOf(page).wasTaken(page)
  }

  move(page: PageId, level: number): void {
    this.queueOf(page).move(page, level)
  }
}

function longestRow(offsets: Uint32Array): number {
  let longest = 0
  for (let page = 1; page < offsets.length; page++) longest = Math.max(longest, offsets[page] - offsets[page - 1])
  return longest
}
