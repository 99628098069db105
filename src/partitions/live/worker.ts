/**
 * A worker: one process with many partitions of a crawl. It starts their downloads in one order, the best page of all first, within the
 * connections and limits of the whole; carries their mail (mail.ts); and agrees with other workers on who holds what, on the price below
 * which nothing is taken, and on the end (agreement.ts).
 */
import { asError, LongtailError, messageOf } from '../../errors.js'
import { steadyNow } from '../../steady-clock.js'
import { diskError } from '../../disk/disk-error.js'
import { Alarm } from '../../crawl/alarm.js'
import type { Driver } from '../../crawl/crawl.js'
import { Pause } from '../../crawl/pause.js'
import { mergeUnfetched, type UnfetchedUrls } from '../../crawl/unfetched.js'
import { mergeStatus } from '../../collection/merge-status.js'
import { mergeLeftovers, type Leftover, type StopReason } from '../../collection/run-end.js'
import type { Status } from '../../collection/status.js'
import type { WorkerLoad } from '../../collection/worker-status.js'
import type { Engine, TaughtExample } from '../engine.js'
import { ANY_PLACE, type WaitingPage } from '../price.js'
import { Agreement } from './agreement.js'
import { LessonBook } from './lesson-book.js'
import { Mail } from './mail.js'
import { openPartition, type PartitionOptions } from './open-partition.js'
import { Partition } from './partition.js'
import { partitionOfUrl } from './partition-of-url.js'
import { repeatedly } from './repeatedly.js'

/** How often workers look at each other; tests are in a hurry. */
export interface WorkerPace {
  readonly mailMs: number
  readonly agreeMs: number
  /** Between two lessons; two seconds, unless given. */
  readonly lessonsMs?: number
}

export const USUAL_PACE: WorkerPace = { mailMs: 200, agreeMs: 1000 }
const TICK_MS = 500
/** The numbers of many partitions cost more than a look at a file. */
const TICKS_PER_REPORT = 4
const FULL_MS = 50
/** A bucket answers late, and leases end. */
const CLOSED_AT_ONCE = 16

export interface WorkerOptions extends PartitionOptions {
  readonly engine: Engine
  readonly partitions: number
  /** Workers that are about to join: nobody takes more than a fair share of the partitions. */
  readonly expected: number
  readonly pace?: WorkerPace
  readonly onProgress: (status: Status, load: WorkerLoad) => void
}

export class Worker implements Driver {
  readonly held = new Map<number, Partition>()
  /** Pages at a worse place are not taken now. */
  price: WaitingPage = ANY_PLACE
  stopping: StopReason | null = null
  readonly startedAt = steadyNow()
  private failure: Error | null = null
  private readonly alarm = new Alarm(() => this.pump())
  private readonly agreement: Agreement
  private readonly mail: Mail
  private readonly pause: Pause
  private readonly split: (url: string) => number
  private readonly statuses = new Map<number, Status>()
  /** Of all of them; null when one of them has changed since. */
  private merged: Status | null = null
  private readonly unfetched: UnfetchedUrls[][] = []
  private readonly leftovers = new Set<Leftover>()
  private finish: () => void = () => {}
  private aborted = false
  private ticks = 0
  private pumping: NodeJS.Immediate | null = null
  /** Pages that were asked for so far. */
  started = 0
  private readonly learnsTogether: boolean
  /** Null where the crawl is in a bucket: whoever takes a partition there fetches its log, and should not fetch what all others learned. */
  readonly book: LessonBook | null

  constructor(readonly options: WorkerOptions) {
    const { plan, campaign, warn, key, partitions } = options
    this.split = partitionOfUrl(key, partitions)
    this.pause = new Pause(plan.directory, campaign.limits['free-disk'], warn)
    this.agreement = new Agreement(this)
    this.mail = new Mail(this)
    this.learnsTogether = plan.newStrategy().absorb !== undefined
    const { store = null, worker } = options
    this.book = store === null ? new LessonBook(plan.directory.path, worker) : null
  }

  /** Until the whole crawl ends, or this worker is told to leave. */
  async run(): Promise<StopReason> {
    const { mailMs, agreeMs } = this.options.pace ?? USUAL_PACE
    const over = new Promise<void>(resolve => (this.finish = resolve))
    const loops = [
      repeatedly(agreeMs, () => this.orFail(() => this.agreement.meet())),
      repeatedly(mailMs, () => this.orFail(() => this.mail.carry())),
      repeatedly(TICK_MS, () => this.orFail(async () => this.tick())),
    ]
    await over
    for (const loop of loops) await loop.stop()
    this.alarm.clear()
    if (this.pumping !== null) clearImmediate(this.pumping)
    const reason = this.failure === null ? (this.stopping ?? 'finished') : 'failed'
    await this.letAll(reason)
    this.book?.close()
    await this.agreement.leave()
    if (this.failure !== null) throw this.failure
    this.options.onProgress(this.status(), this.load())
    return reason
  }

  /** The first call finishes what is under way, the second abandons it. */
  stop(reason: StopReason): void {
    if (this.aborted) for (const { crawl } of this.held.values()) crawl.abandon()
    if (reason === 'interrupted') this.aborted = true
    if (this.stopping === null || reason === 'interrupted') {
      this.stopping ??= reason
      const isEnough = reason === 'finished' || reason === 'pages' || reason === 'quota'
      for (const { crawl } of this.held.values())
        if (crawl.stage !== 'over') crawl.enter(isEnough ? 'embeds' : 'over', steadyNow())
    }
    this.pump()
  }

  fail(error: Error): void {
    // whatever the system refuses here has to do with the store
    this.failure ??= 'syscall' in error ? diskError(this.options.plan.directory.path, error) : error
    for (const { crawl, open } of this.held.values()) {
      open.session.recorder.seal()
      crawl.stage = 'over'
      crawl.abandon()
    }
    this.stopping ??= 'failed'
    this.pump()
  }

  /** Takes a partition. False: another worker was faster. */
  async take(number: number): Promise<boolean> {
    const { options } = this
    const split = { partition: number, partitions: options.partitions, of: this.split }
    let partition: Partition | null = null
    const lose = (error: Error): void => this.lose(partition, error)
    const open = await openPartition({ ...options, book: this.book }, split, lose)
    if (open === null) return false
    const driver: Driver = { pump: () => this.pump(), fail: lose }
    const lesson = (one: TaughtExample): void => this.mail.teach(one)
    partition = new Partition(open, this.mail, driver, lesson, this.startedAt)
    if (this.stopping !== null) partition.crawl.stage = 'over'
    this.held.set(number, partition)
    this.pump()
    return true
  }

  private async letAll(reason: StopReason): Promise<void> {
    const left = [...this.held.values()]
    const closing = Array.from({ length: this.options.store ? CLOSED_AT_ONCE : 1 }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await this.let(next, reason)
    })
    // nothing is written any more when this returns
    await Promise.allSettled(closing)
    await Promise.all(closing)
  }

  /** Finishes what is under way in a partition and gives it up. */
  async let(partition: Partition, reason: StopReason): Promise<void> {
    const { crawl } = partition
    crawl.stage = 'over'
    await this.quiet(partition)
    // it was lost meanwhile
    if (this.held.get(partition.number) !== partition) return
    this.held.delete(partition.number)
    this.unfetched.push(crawl.missed())
    this.leftovers.add(crawl.leftover())
    try {
      if (this.failure !== null) {
        // what it failed for is known
        await partition.open.close().catch(() => {})
        return
      }
      const status = partition.upkeep('', true, () => {})
      // while the crawl goes on, another worker will count it
      if (this.stopping === null) this.forget(partition)
      else this.note(partition, status)
      await partition.close(reason)
    } catch (error) {
      if (!isLost(error)) throw error
      this.options.warn(error.message)
      await partition.open.drop()
    } finally {
      await this.agreement.release(partition.number)
    }
  }

  /** Another worker has the partition, or its files fail: the former costs the partition, the latter everything. Null while it is opened. */
  lose(partition: Partition | null, error: Error): void {
    // what was lost or given away before has nothing to say any more; it may be here again, in a later epoch
    if (partition !== null && this.held.get(partition.number) !== partition) return
    if (!isLost(error)) return this.fail(error)
    if (partition === null) return
    this.options.warn(error.message)
    this.held.delete(partition.number)
    this.forget(partition)
    partition.open.session.recorder.seal()
    partition.crawl.stage = 'over'
    partition.crawl.abandon()
    void this.quiet(partition)
      .then(() => partition.open.drop())
      .catch((failure: unknown) => this.options.warn(messageOf(failure)))
  }

  /** What this run asked for and did not get. */
  missed(): UnfetchedUrls[] {
    return mergeUnfetched(this.unfetched.flat())
  }

  /** What a crawl that finished leaves unfetched in the partitions that it was given. */
  leftover(): Leftover {
    return mergeLeftovers([...this.leftovers])
  }

  status(): Status {
    return (this.merged ??= mergeStatus([...this.statuses.values()]))
  }

  private note({ number }: Partition, status: Status): void {
    if (this.statuses.get(number) === status) return
    this.statuses.set(number, status)
    this.merged = null
  }

  private forget({ number }: Partition): void {
    this.statuses.delete(number)
    this.merged = null
  }

  /** What it holds, and what waits. */
  load(): WorkerLoad {
    const { fill, renewedAt } = this.agreement
    let [linksToSend, heldBatches] = [0, 0]
    for (const { outbox } of this.held.values()) {
      linksToSend += outbox.links
      heldBatches += outbox.held
    }
    return {
      partitions: this.held.size,
      ...{ linksToSend, heldBatches },
      batchesToTake: fill.batches,
      leaseAgeMs: Math.round(steadyNow() - renewedAt),
      ...{ memoryUsed: fill.used, memoryBound: fill.bound },
      learnsTogether: this.learnsTogether,
    }
  }

  get pagesUnderWay(): number {
    let count = 0
    for (const { crawl } of this.held.values()) count += crawl.pagesUnderWay
    return count
  }

  /** Pages are under way, or wait for a host. */
  get hasWork(): boolean {
    return this.alarm.isSet || this.pagesUnderWay > 0
  }

  /** Soon: whatever happens in one moment is one reason to look at all partitions. */
  pump(): void {
    this.pumping ??= setImmediate(() => {
      this.pumping = null
      try {
        this.startDownloads()
      } catch (error) {
        this.fail(asError(error))
      }
    })
  }

  private startDownloads(): void {
    const now = steadyNow()
    const pausedMs = this.pause.passedMs(now)
    const limit = this.agreement.limitReached(now, pausedMs)
    if (limit !== null && this.stopping === null) return this.stop(limit)
    if (this.pause.isOn && this.stopping === null) return this.alarm.clear()
    const { connections } = this.options.campaign.network
    let free = connections
    for (const { crawl } of this.held.values()) free -= crawl.underWay
    // the next one that is over will look again
    if (free <= 0 && this.stopping === null) return
    const isFull = this.options.tools.pool.isFull
    if (!isFull) free = this.fill(now, free)
    if (this.stopping !== null) for (const partition of this.held.values()) this.leaveStage(partition, now)
    // as long as none is free, the next one that is over will look again
    if (free > 0) {
      let at = isFull ? now + FULL_MS : Infinity
      // many pages wait for the browser: each one that is done looks again
      for (const { crawl } of this.held.values()) if (!crawl.isFull) at = Math.min(at, crawl.nextStart(true))
      if (at < Infinity) this.alarm.set(at, now)
    }
    if (this.stopping !== null && [...this.held.values()].every(isOver)) this.finish()
  }

  /** Starts downloads, the best page of all partitions first, or something that their pages show. Returns how many more may start. */
  private fill(now: number, most: number): number {
    let free = most
    const open: Partition[] = []
    const places: number[] = []
    for (const partition of this.held.values()) {
      const { crawl } = partition
      if (crawl.stage === 'over' || crawl.isFull || partition.open.session.recorder.isFull) continue
      open.push(partition)
      places.push(this.placeToTake(partition, now))
    }
    while (free > 0) {
      const best = leastOf(places)
      if (best === -1) break
      const mayStart = this.agreement.mayStartPage()
      if (open[best].crawl.start(now, mayStart)) {
        free--
        if (mayStart) this.started++
        places[best] = this.placeToTake(open[best], now)
      } else {
        open.splice(best, 1)
        places.splice(best, 1)
      }
    }
    // none of them has a page that is worth taking
    for (const { crawl } of open) while (free > 0 && crawl.start(now, false)) free--
    return free
  }

  /** Of its best page; Infinity when that is not worth taking now. */
  private placeToTake(partition: Partition, now: number): number {
    const { crawl, outbox } = partition
    const place = partition.open.session.memory.state.frontier.bestPlace(now)
    if (outbox.isFull) return Infinity
    return crawl.stage === 'texts' || partition.isWorth(this.price, place, now) ? place : Infinity
  }

  /** When enough pages were found, each partition ends by itself. */
  private leaveStage({ crawl }: Partition, now: number): void {
    if (crawl.stage === 'over' || crawl.underWay > 0 || crawl.nextStart(true) < Infinity) return
    if (crawl.stage === 'texts' && crawl.session.memory.state.frontier.bestPlace(now) < Infinity) return
    const wantsTexts = this.stopping === 'quota' && this.options.campaign.archive['frontier-text']
    crawl.enter(crawl.stage === 'embeds' && wantsTexts ? 'texts' : 'over', now)
    if (crawl.stage === 'texts') this.alarm.set(now, now)
  }

  private tick(): void {
    this.options.tools.excludes.refresh()
    this.pause.look(steadyNow())
    this.pump()
    if (this.ticks++ % TICKS_PER_REPORT !== 0) return
    for (const partition of this.held.values()) {
      const status = partition.upkeep(this.pause.reason, false, error => this.lose(partition, error))
      this.note(partition, status)
    }
    if (this.statuses.size > 0) this.options.onProgress(this.status(), this.load())
  }

  private async orFail(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.fail(asError(error))
    }
  }

  /** Resolves when nothing of it is under way. */
  private async quiet({ crawl }: Partition): Promise<void> {
    while (crawl.underWay > 0) await new Promise(resolve => setTimeout(resolve, FULL_MS))
  }
}

/** Another worker has the partition. */
function isLost(error: unknown): error is LongtailError {
  return error instanceof LongtailError && error.consequence === 'skip'
}

/** Where the least of them is; -1 when all are infinite. */
function leastOf(places: readonly number[]): number {
  let [best, least] = [-1, Infinity]
  for (let i = 0; i < places.length; i++) if (places[i] < least) least = places[(best = i)]
  return best
}

function isOver({ crawl }: Partition): boolean {
  return crawl.stage === 'over' && crawl.underWay === 0
}
