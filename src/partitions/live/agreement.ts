/** What the workers of a crawl agree on: who holds which partitions, the price, what is left of the limits, and when it is over. */
import { Budget } from '../../crawl/budget.js'
import type { StopReason } from '../../collection/run-end.js'
import { asError, messageOf } from '../../errors.js'
import { steadyNow } from '../../steady-clock.js'
import type { Board, EngineFill, WorkerReport } from '../engine.js'
import { ANY_PLACE, compareWaiting, priceOf } from '../price.js'
import { ignoreAway, isAway } from './away.js'
import { EndWatch } from './end-watch.js'
import type { Worker } from './worker.js'

/** Workers that were announced and have not come after so long are not waited for. */
const EXPECT_MS = 30_000
/** Pages that a worker may start before it asks again, for each connection. */
const PAGES_AHEAD = 2
/** A worker says where so many times the pages stand that it asked for since its last report: it may become faster. */
const PLACES_AHEAD = 2
/** A store answers late, and a worker that died has left many. */
const TAKEN_AT_ONCE = 4
/** What partitions have sent each other is most of a report. A worker that has pages to fetch need not know at once that something was lost. */
const BOARDS_PER_COMPARISON = 3
/** How full the engine is, is for people. */
const REPORTS_PER_FILL = 3
const STOP_REASONS: readonly string[] = ['finished', 'pages', 'quota', 'bytes', 'time', 'interrupted', 'failed']

export class Agreement {
  private reports = 0
  private boards = 0
  private haveCome = false
  /** As far as was heard last. */
  private isAlone = false
  private isAway = false
  private readonly budget: Budget
  private readonly hasLimit: boolean
  /** Pages that may be started, when so many were fetched. */
  private granted = 0
  private grantedAt = 0
  private asking: Promise<void> | null = null
  /** Pages that were asked for up to the last report. */
  private startedBefore = 0
  private taking: Promise<void> | null = null
  private giving: Promise<void> | null = null
  private readonly opening = new Set<number>()
  private readonly ending: EndWatch
  /** What was heard of the engine last, and when the leases were renewed. */
  fill: EngineFill = { batches: 0, used: 0, bound: 0 }
  renewedAt = steadyNow()
  /** Bytes of the whole crawl, as it was last heard. */
  private bytes = 0

  constructor(private readonly worker: Worker) {
    const { limits } = worker.options.campaign
    this.budget = new Budget(limits, worker.startedAt)
    this.hasLimit = limits.pages !== undefined || limits.relevant !== undefined
    this.ending = new EndWatch(worker.options.partitions)
  }

  async meet(): Promise<void> {
    const { engine, warn } = this.worker.options
    try {
      await this.keepLeases()
      await this.giveBack()
      const board = await engine.exchange(this.report())
      if (this.isAway) warn('the engine answers again')
      this.isAway = false
      await this.heed(board)
      if (this.reports % REPORTS_PER_FILL === 1) this.fill = await engine.fill([...this.worker.held.keys()])
    } catch (error) {
      if (!isAway(error)) throw error
      if (!this.isAway) warn(`${messageOf(error)}: going on with what is here`)
      this.isAway = true
    }
  }

  /** Of the whole crawl. */
  limitReached(now: number, pausedMs: number): StopReason | null {
    this.budget.extend(pausedMs)
    return this.budget.exhausted(this.bytes, now)
  }

  /** To be asked when there is a page: it asks for more. */
  mayStartPage(): boolean {
    if (!this.hasLimit) return true
    if (this.fetched() - this.grantedAt + this.worker.pagesUnderWay < this.granted) return true
    this.askForMore()
    return false
  }

  async release(partition: number): Promise<void> {
    const { engine, worker } = this.worker.options
    await engine.release(partition, worker).catch(ignoreAway)
  }

  async leave(): Promise<void> {
    await Promise.all([this.taking, this.giving])
    const { engine, worker } = this.worker.options
    await engine.close(worker).catch(ignoreAway)
  }

  private async keepLeases(): Promise<void> {
    const { held, options } = this.worker
    const numbers = [...held.keys(), ...this.opening]
    const kept = await Promise.all(numbers.map(number => options.engine.claim(number, options.worker)))
    this.renewedAt = steadyNow()
    numbers.forEach((number, i) => {
      const partition = held.get(number)
      if (kept[i] || partition === undefined) return
      this.worker.lose(partition, partition.open.lost())
    })
  }

  private report(): WorkerReport {
    const { held, options } = this.worker
    const now = steadyNow()
    const started = this.worker.started - this.startedBefore
    this.startedBefore = this.worker.started
    const takes = Math.max(options.campaign.network.connections, PLACES_AHEAD * started)
    // one that is alone has nobody to tell
    const telling = this.isAlone ? [] : [...held.values()].filter(({ crawl }) => crawl.stage === 'pages')
    const places = telling.flatMap(partition => partition.places(now, takes)).sort(compareWaiting)
    const lines = [...held.values()].map(partition => partition.lines())
    return {
      worker: options.worker,
      number: ++this.reports,
      parts: [...held.values()].map(partition => partition.report()),
      places: places.slice(0, takes),
      takes,
      status: this.worker.status(),
      lines: () => lines,
    }
  }

  private async heed(board: Board): Promise<void> {
    const { worker } = this
    const { engine, partitions } = worker.options
    const { workers } = board
    if (board.stop !== '' && worker.stopping === null) worker.stop(stopReason(board.stop))
    const parts = workers.flatMap(report => report.parts)
    if (this.boards++ % BOARDS_PER_COMPARISON === 0 || !worker.hasWork) this.compare(workers)
    const takes = workers.reduce((sum, report) => sum + report.takes, 0)
    const waiting = workers.map(({ places }) => places)
    // one that is alone compares its own pages, now and not a second ago
    this.isAlone = workers.length === 1
    worker.price = this.isAlone ? ANY_PLACE : priceOf(waiting, Math.max(1, takes))
    this.bytes = parts.reduce((sum, { bytes }) => sum + bytes, 0)
    if (worker.stopping === null) {
      const found = { pages: 0, relevant: 0 }
      for (const { pages, relevant } of parts) {
        found.pages += pages
        found.relevant += relevant
      }
      const reason = this.budget.enough(found) ?? (this.ending.isReached(workers) ? 'finished' : null)
      if (reason !== null) await engine.stop(reason)
      this.balance(workers, partitions)
    } else if (worker.stopping !== 'interrupted' && worker.stopping !== 'failed') await engine.stop(worker.stopping)
    worker.pump()
  }

  /** Whether others have what they were sent. */
  private compare(workers: readonly WorkerReport[]): void {
    for (const { parts, number, lines } of workers) {
      const received = new Map(lines().map(({ partition, received: list }) => [partition, list]))
      for (const other of parts) {
        const lineOf = new Map(received.get(other.partition)?.map(line => [line[0], line]))
        for (const partition of this.worker.held.values())
          if (other.partition !== partition.number) partition.compare(other, lineOf.get(partition.number), number)
      }
    }
  }

  /** Everybody holds a fair share of the partitions. What is given waits for its downloads; what nobody has does not wait for that. */
  private balance(workers: readonly WorkerReport[], partitions: number): void {
    const { worker } = this
    const { held, options } = worker
    // once all were there, one that is missing is gone
    this.haveCome ||= workers.length >= options.expected || steadyNow() - worker.startedAt > EXPECT_MS
    const count = Math.max(workers.length, this.haveCome ? 1 : options.expected)
    const share = Math.ceil(partitions / count)
    const others = new Set(
      workers
        .flatMap(({ worker: name, parts }) => (name === options.worker ? [] : parts))
        .map(({ partition }) => partition),
    )
    let number = -1
    const take = async (): Promise<void> => {
      while (++number < partitions && held.size + this.opening.size < share && worker.stopping === null)
        if (!held.has(number) && !others.has(number)) await this.tryToTake(number)
    }
    const give = async (): Promise<void> => {
      for (const partition of [...held.values()].slice(share)) await worker.let(partition, 'interrupted')
    }
    const orFail = (error: unknown): void => {
      if (!isAway(error)) worker.fail(asError(error))
    }
    this.taking ??= Promise.all(Array.from({ length: TAKEN_AT_ONCE }, () => take().catch(orFail)))
      .then(() => {})
      .finally(() => (this.taking = null))
    this.giving ??= give()
      .catch(orFail)
      .finally(() => (this.giving = null))
  }

  private async tryToTake(number: number): Promise<void> {
    const { engine, worker: name } = this.worker.options
    this.opening.add(number)
    try {
      if (!(await engine.claim(number, name))) return
      if (!(await this.worker.take(number))) await engine.release(number, name)
    } finally {
      this.opening.delete(number)
    }
  }

  /** A worker that has nothing to ask for leaves what is left of the limits to others. */
  private async giveBack(): Promise<void> {
    const { worker } = this
    if (this.granted === 0 || this.asking !== null || worker.pagesUnderWay > 0) return
    const now = steadyNow()
    const isIdle = [...worker.held.values()].every(
      ({ open }) => open.session.memory.state.frontier.bestPlace(now) === Infinity,
    )
    if (!isIdle) return
    this.granted = 0
    await this.reserve(0)
  }

  private askForMore(): void {
    this.asking ??= this.ask()
      .catch((error: unknown) => this.worker.fail(asError(error)))
      .finally(() => (this.asking = null))
  }

  private async ask(): Promise<void> {
    const { worker } = this
    const fetched = this.fetched()
    const ahead = worker.pagesUnderWay + PAGES_AHEAD * worker.options.campaign.network.connections
    try {
      this.granted = await this.reserve(ahead)
      this.grantedAt = fetched
    } catch (error) {
      if (!isAway(error)) throw error
    }
    if (this.fetched() - this.grantedAt + worker.pagesUnderWay < this.granted) worker.pump()
  }

  private reserve(wish: number): Promise<number> {
    const { held, options } = this.worker
    const { pages = Infinity, relevant = Infinity } = options.campaign.limits
    const parts = [...held].map(([partition, { open }]) => {
      const { fetched, relevant: found } = open.session.memory.state
      return { partition, pages: fetched, relevant: found }
    })
    return options.engine.reserve({ worker: options.worker, parts, pages: wish, limits: { pages, relevant } })
  }

  private fetched(): number {
    let pages = 0
    for (const { open } of this.worker.held.values()) pages += open.session.memory.state.fetched
    return pages
  }
}

function stopReason(text: string): StopReason {
  return STOP_REASONS.includes(text) ? (text as StopReason) : 'interrupted'
}
