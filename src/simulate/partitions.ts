/**
 * A crawl of many partitions on a graph: each has its own strategy and queue, and sees the pages of its domains only. To the simulated
 * loop it is one strategy and one queue. What partitions tell each other arrives when the crawl has fetched `delay` more pages:
 *
 *   links to pages of others   priced there (Strategy.receive), or here when the strategy cannot: then the level travels
 *   what each page taught      to all others (example, absorb)
 *
 * With one strategy for all partitions there is nothing to tell: only the queues are split, which shows what the price alone costs.
 *
 * Which partition is asked follows the price (partitions/price.ts). All say where their best pages stand twice while a message is on its way:
 * workers do so every second, and links and examples wait for two. The price is the worst place among the best pages that are fetched until
 * they say so again, and all with pages that are worth it take one in turn. Without a delay the best page of all is fetched, as in a worker that holds all partitions.
 */
import type { PageId, PlaceControl, SharedExample, Strategy, Visit, Links } from '../contracts.js'
import type { WebGraph } from '../graph/index.js'
import { isSent } from '../partition-messages.js'
import { partitionsBy } from '../partitions/partition-of.js'
import { isWorthTaking, priceOf, type WaitingPage } from '../partitions/price.js'
import { checkedControl } from '../strategy/index.js'
import { AgedQueue, type OfferCount } from './aged-queue.js'
import { groupsOf } from './graph-columns.js'
import { pickLinks } from './pick-links.js'
import type { PageQueue } from './queue.js'
import type { RunResult } from './result.js'
import { sharedControl } from './shared-control.js'

/** Pages between two times that all say where their best pages stand, however late other messages are. */
const PUBLISH_EVERY_AT_MOST = 64
/** Nothing is good enough. */
const NO_PLACE: WaitingPage = { place: -Infinity, waited: 0 }

/** Any number: a live crawl draws its own. */
const KEY = [0x6c6f6e67, 0x7461696c] as const

type PartitionTraffic = Pick<RunResult, 'partitions' | 'delay' | 'linksSent' | 'linksSentPerPage' | 'examplesSent'>

interface Partition {
  readonly strategy: Strategy
  readonly queue: AgedQueue
  readonly control: PlaceControl
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
  readonly queues: readonly AgedQueue[]
  /** By server. */
  readonly partitionOf: Uint16Array
  private readonly server: Uint32Array
  private readonly levels: Uint16Array
  private fetched = 0
  private linksSent = 0
  private examplesSent = 0
  private messages: Message[] = []
  private delivered = 0
  private price = NO_PLACE
  private nextPublication = 0
  /** The partition that is asked first. */
  private turn = 0
  private readonly publishEvery: number
  /** Of the strategy that all partitions share; null where each has its own. */
  private readonly control: PlaceControl | null = null

  /** One strategy for each partition, or one for all. */
  constructor(
    graph: WebGraph,
    strategies: readonly Strategy[],
    private readonly delay: number,
    partitions = strategies.length,
  ) {
    this.publishEvery = Math.max(1, Math.min(Math.round(delay / 2), PUBLISH_EVERY_AT_MOST))
    this.server = graph.server
    this.partitionOf = partitionColumn(graph, partitions)
    this.levels = new Uint16Array(longestRow(graph.offsets))
    const count: OfferCount = { now: 0 }
    this.parts = Array.from({ length: partitions }, (_, i) => {
      const strategy = strategies[i] ?? strategies[0]
      const { group, groups } = groupsOf(graph, strategy.groupBy)
      const queue = new AgedQueue(graph, group, groups, strategy, page => this.of(page) === i, count)
      return {
        strategy,
        queue,
        control: checkedControl(strategy, queue),
        told: strategy.receive === undefined ? new Uint16Array(graph.pages) : new Uint8Array(graph.pages),
      }
    })
    this.queues = this.parts.map(({ queue }) => queue)
    if (strategies.length === 1 && partitions > 1)
      this.control = sharedControl(graph, strategies[0], this.queues, host => this.parts[this.partitionOf[host]].queue)
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
      reserve: (pages, groups) => new Set(parts.map(part => part.strategy)).forEach(one => one.reserve(pages, groups)),
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

  private queueOf(page: PageId): AgedQueue {
    return this.parts[this.of(page)].queue
  }

  private score(visit: Visit, links: Links): void {
    const { levels } = this
    const home = this.of(visit.page)
    const part = this.parts[home]
    if (this.control !== null) {
      part.strategy.score(visit, links, levels, this.control)
      for (let i = links.start; i < links.end; i++) this.offer(links.to[i], levels[i - links.start])
      return
    }
    const rows = this.rowsByPartition(links)
    const own = rows.get(home) ?? []
    rows.delete(home)
    if (part.strategy.receive === undefined) {
      part.strategy.score(visit, links, levels, part.control)
      for (const row of own) part.queue.offer(links.to[links.start + row], levels[row])
      for (const [to, there] of rows) this.sendLevels(part, to, links, there)
      this.broadcast(home, part.strategy.example?.() ?? null)
    } else {
      const seen = rows.size === 0 ? links : { ...pickLinks(links, own), elsewhere: this.hostsOf(links, rows) }
      part.strategy.score({ ...visit, hostKey: visit.host }, seen, levels, part.control)
      part.queue.offerLinks(seen.to, seen.start, seen.end, levels)
      // whoever prices its links knows what the page taught, as in one partition
      this.broadcast(home, part.strategy.example?.() ?? null)
      for (const [to, there] of rows) this.sendLinks(part, to, visit, links, there)
    }
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

  private broadcast(from: number, example: SharedExample | null): void {
    if (example === null || this.parts.length === 1) return
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
      const page = this.takeWorthy()
      if (page !== -1) {
        this.fetched++
        return page
      }
      this.publish()
      if (this.price === NO_PLACE && !this.deliver(true)) return -1
    }
  }

  /** Of the next partition in turn whose best page is worth the price; -1 when there is none. */
  private takeWorthy(): PageId {
    const { queues, price } = this
    for (let asked = 0; asked < queues.length;) {
      const queue = queues[(this.turn + asked) % queues.length]
      const best = queue.places(1)
      // what is only known is lost, and the next one may not be worth it
      const page = best.length > 0 && isWorthTaking(best[0], price) ? queue.takeOrLose() : -1
      if (page === -1) asked++
      else if (page !== null) {
        this.turn = (this.turn + asked + 1) % queues.length
        return page
      }
    }
    return -1
  }

  private publish(): void {
    const { publishEvery } = this
    this.nextPublication = this.fetched + publishEvery
    const published = this.queues.map(queue => queue.places(publishEvery))
    // hosts are always ready: what was not published is no better
    const takes = Math.min(publishEvery, published.flat().length)
    this.price = takes === 0 ? NO_PLACE : priceOf(published, takes)
    if (takes === 1) this.turn = published.findIndex(([best]) => best === this.price)
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
