/** One partition in the hands of a worker: its crawl, what it sends to others, and what comes from them. */
import { steadyNow } from '../../steady-clock.js'
import { Crawl, type Driver } from '../../crawl/crawl.js'
import type { Mailer } from '../../crawl/journal.js'
import { LearnedFiles } from '../../crawl/learned-files.js'
import type { Neighbours } from '../../crawl/neighbours.js'
import type { Parcel } from '../../crawl/parcel.js'
import { timeline } from '../../crawl/progress.js'
import type { AbsorbedEntry, LinksEntry } from '../../collection/log/entry.js'
import type { StopReason } from '../../collection/run-end.js'
import type { Status } from '../../collection/status.js'
import { asError, LongtailError } from '../../errors.js'
import {
  NO_ENGINE,
  type Delivery,
  type Engine,
  type LinkBatch,
  type PartLines,
  type PartReport,
  type ReceivedLine,
  type TaughtExample,
} from '../engine.js'
import { OfferClock } from '../offer-clock.js'
import { isWorthTaking, type WaitingPage } from '../price.js'
import type { OpenPartition } from './open-partition.js'
import { numbered } from './numbered-links.js'
import { Outbox } from './outbox.js'
import { linksFromLog } from './resend.js'

/** status.json of a partition is for those who add up a crawl that does not run. */
const STATUS_EVERY_MS = 30_000
const PROGRESS_EVERY_MS = 2000

export class Partition implements Mailer {
  readonly number: number
  readonly epoch: number
  readonly crawl: Crawl
  readonly outbox: Outbox
  private readonly neighbours: Neighbours
  /** By partition: the last line before this epoch with something for it. */
  private readonly dueBefore: Float64Array
  /** Deliveries that are in the log, and will be acknowledged when that is safe. */
  private unsafe: { readonly id: string; readonly line: number }[] = []
  /** How often was looked for what came; batches that came the last time. */
  private round = 0
  private backlog = 0
  private readonly clock = new OfferClock()
  private readonly progress: ReturnType<typeof timeline>
  private readonly learned: LearnedFiles
  private last: { readonly status: Status; readonly pause: string; readonly until: number } | null = null

  constructor(
    readonly open: OpenPartition,
    private readonly engine: Pick<Engine, 'send' | 'acknowledge'>,
    private readonly driver: Driver,
    private readonly onLesson: (lesson: TaughtExample) => void,
    startedAt: number,
  ) {
    const { session } = open
    const { neighbours } = session.memory
    if (neighbours === null) throw new LongtailError('E_CRAWL_DIR', `${session.directory.path} is no partition`)
    this.neighbours = neighbours
    this.number = neighbours.split.partition
    this.epoch = open.epoch
    this.dueBefore = neighbours.sent.slice()
    this.outbox = new Outbox(engine, { partition: this.number, epoch: open.epoch, base: open.base })
    this.progress = timeline(session, { nearest: () => '' }, startedAt, STATUS_EVERY_MS)
    this.learned = new LearnedFiles(session, startedAt)
    session.journal.mailer = this
    this.crawl = new Crawl(session, driver)
  }

  post(parcel: Parcel): void {
    this.outbox.post(parcel)
  }

  teach(example: readonly number[]): void {
    this.onLesson({ from: this.number, example })
  }

  /** Nothing will happen here unless others send something. */
  get isIdle(): boolean {
    const { crawl } = this
    const { frontier } = this.open.session.memory.state
    if (crawl.underWay > 0 || !this.outbox.isEmpty || this.backlog > 0 || !this.hasArrived) return false
    return frontier.bestPlace(steadyNow()) === Infinity && crawl.nextStart(true) === Infinity
  }

  /** Whether others have everything that the log has for them. What they have from lines that were cut off since is not that. */
  private get hasArrived(): boolean {
    return this.neighbours.sent.every((line, to) => line === 0 || this.outbox.hasArrived(to, line))
  }

  /** Where its best pages stand. */
  places(now: number, most: number): WaitingPage[] {
    const { frontier } = this.open.session.memory.state
    this.clock.note(frontier.offers, now)
    return frontier
      .bestPlaces(now, most)
      .map(({ place, offer }) => ({ place, waited: Math.round(now - this.clock.timeOf(offer)) }))
  }

  /** Whether its best page, at `place`, is worth taking at this price. */
  isWorth(price: WaitingPage, place: number, now: number): boolean {
    if (place !== price.place || place === Infinity) return place <= price.place
    const [best] = this.places(now, 1)
    return best === undefined || isWorthTaking(best, price)
  }

  /** A partition with nothing else to do, or whose links have waited, makes its log safe. */
  async makeSafe(): Promise<void> {
    const { recorder } = this.open.session
    if (recorder.syncedLine < this.outbox.firstLine && this.outbox.firstLine < Infinity) await recorder.sync()
  }

  /** Sends what is safe. */
  async send(): Promise<void> {
    const { recorder } = this.open.session
    if (recorder.failure !== null || recorder.syncedLine < this.outbox.firstLine) return
    this.open.fence()
    await this.open.confirm()
    await this.outbox.send(recorder.syncedLine)
  }

  /** Writes what came into the log, and so into the memory. */
  accept(deliveries: readonly Delivery[]): void {
    this.backlog = deliveries.length
    if (this.backlog === 0) this.round++
    for (const delivery of deliveries) this.acceptOne(delivery)
  }

  private acceptOne({ id, batch }: Delivery): void {
    const { session } = this.open
    const known = this.lineOf(batch)
    // one that is missing comes again, with all that follow it
    if (known >= batch.after)
      for (const entry of batch.entries)
        if (entry.line > known && (id === NO_ENGINE || this.isOurs(entry)))
          session.journal.add(numbered(entry, batch.epoch, session.memory.state))
    if (id !== NO_ENGINE) this.unsafe.push({ id, line: session.recorder.position.line })
  }

  /** Up to which line the log of the sender has come here; Infinity when the batch comes from an epoch that is over. */
  private lineOf({ from, epoch, base }: LinkBatch): number {
    const known = this.neighbours.received(from)
    if (epoch < known.epoch) return Infinity
    return epoch > known.epoch ? Math.min(known.line, base) : known.line
  }

  /** Whoever can write to the engine can write anything. */
  private isOurs({ page, links, leads = [], sitemaps = [] }: LinksEntry): boolean {
    const { split } = this.neighbours
    return (
      typeof page === 'string' &&
      [...links, ...leads, ...sitemaps].every(url => typeof url === 'string' && split.of(url) === split.partition)
    )
  }

  /** `line`: what the log says of it. */
  learn(entry: AbsorbedEntry, line: string): void {
    this.open.session.journal.addAbsorbed(entry, line)
  }

  /** Tells the engine what need not be kept any more. */
  async acknowledge(): Promise<void> {
    const { syncedLine } = this.open.session.recorder
    const safe = this.unsafe.filter(({ line }) => line <= syncedLine)
    const last = safe.at(-1)
    if (last === undefined) return
    this.unsafe = this.unsafe.slice(safe.length)
    await this.engine.acknowledge(this.number, last.id)
  }

  /** Whether another partition has what it was sent; if not, it is sent again. `received`: what it says it has from here. */
  compare(other: PartReport, received: ReceivedLine | undefined, report: number): void {
    const counted = this.open.countedLines(received?.[1] ?? 0)
    const line = Math.min(received?.[2] ?? 0, counted)
    const receipt = { line, base: Math.min(counted, this.open.base) }
    const { partition, round } = other
    if (!this.outbox.isMissing(partition, receipt, this.dueBefore[partition], { report, round })) return
    const { session } = this.open
    const read = async (): Promise<LinksEntry[]> => {
      await session.recorder.sync()
      return linksFromLog(session, this.epoch, partition, line, session.recorder.syncedLine)
    }
    this.outbox.resend(partition, line, read).catch((error: unknown) => this.driver.fail(asError(error)))
  }

  report(): PartReport {
    const { state, ledger } = this.open.session.memory
    return {
      partition: this.number,
      epoch: this.epoch,
      line: this.neighbours.line,
      isIdle: this.isIdle,
      round: this.round,
      pages: state.fetched,
      relevant: state.relevant,
      bytes: ledger.bytes,
    }
  }

  lines(): PartLines {
    const { neighbours } = this
    const { partitions } = neighbours.split
    const sent: PartLines['sent'][number][] = []
    const received: ReceivedLine[] = []
    for (let other = 0; other < partitions; other++) {
      if (neighbours.sent[other] > 0) sent.push([other, neighbours.sent[other]])
      const { epoch, line } = neighbours.received(other)
      if (line > 0) received.push([other, epoch, line])
    }
    return { partition: this.number, sent, received }
  }

  /** Now and then, and at the end. The numbers of 64 partitions take a while to work out: they are some seconds old. */
  upkeep(pause: string, isEnd: boolean, fail: (error: Error) => void): Status {
    const now = steadyNow()
    this.learned.write(now, isEnd)
    if (!isEnd) this.open.session.checkpoints.saveIfDue(fail)
    const { last } = this
    if (!isEnd && last !== null && last.pause === pause && now < last.until) return last.status
    const status = this.progress(this.crawl.underWay, pause, isEnd)
    this.last = { status, pause, until: now + PROGRESS_EVERY_MS }
    return status
  }

  /** The worker is done with it, or gives it to another. */
  async close(reason: StopReason): Promise<void> {
    const { session } = this.open
    const left = reason === 'finished' ? { left: this.crawl.leftover() } : {}
    session.journal.add({ t: 'stop', at: new Date().toISOString(), reason, ...left })
    await session.checkpoints.saveLast()
    await this.open.close()
  }
}
