/**
 * The live loop: the way of a page through the system, in one file.
 *
 *   take → robots → fetch → release the host → analyse and judge (worker) → record (WARC, log) → score links → offer
 *
 * Order matters in one place: what came of a page is written to the log and changes the crawl's memory in one synchronous step
 * (journal.ts), so that the log has the order in which the memory changed and its replay gives the same memory.
 *
 * A run has up to three stages: pages, and what relevant ones show (embeds.ts) beside them; when enough pages were found, what
 * they show and is still missing; and, after a quota and where it is wanted, the texts of the pages that are left in the queue.
 */
import type { Exchange, FetchOutcome, HostId, PageId } from '../contracts.js'
import { asError, LongtailError } from '../errors.js'
import { Detours, detourTolerance } from '../frontier/index.js'
import { steadyNow } from '../steady-clock.js'
import { Alarm } from './alarm.js'
import { textAlone, unanalysed, type Analysis, type AnalysisJob } from './analysis.js'
import type { Leftover, StopReason } from '../collection/run-end.js'
import { Budget } from './budget.js'
import { Embeds } from './embeds.js'
import { archivePath, recordsToKeep } from './keeping.js'
import { LearnedFiles } from './learned-files.js'
import { pageEntry } from './page-entry.js'
import { Pause } from './pause.js'
import { timeline } from './progress.js'
import type { Status } from '../collection/status.js'
import { backOffMs, deservesRetry, unreasonablePause } from './retries.js'
import type { CrawlSession } from './session.js'
import { SeedBudgets } from './seed-limits.js'
import { Unfetched, type UnfetchedUrls } from './unfetched.js'
import { TrapGuard } from './trap-guard.js'

/** How often limits by time, a pause, edited excludes and progress are looked at. */
const TICK_MS = 500

type Stage = 'pages' | 'embeds' | 'texts' | 'over'

/** How a page came to us, and what for. */
interface Visiting {
  /** After the quota, for its text alone. */
  readonly isText: boolean
  /** Another crawl had it. */
  readonly reused: boolean
}

export class Crawl {
  private underWay = 0
  private stage: Stage = 'pages'
  private stopping: StopReason | null = null
  private failure: Error | null = null
  private interrupted = false
  private readonly alarm = new Alarm(() => this.pump())
  private finish: () => void = () => {}
  private readonly unfetched: Unfetched
  private readonly underWayAt = new Map<HostId, number>()
  private readonly budget: Budget
  private readonly detours: Detours
  private readonly startedAt = steadyNow()
  private readonly abort = new AbortController()
  private readonly embeds: Embeds
  private readonly pause: Pause
  private readonly seedBudgets: SeedBudgets
  private readonly traps: TrapGuard

  constructor(
    private readonly session: CrawlSession,
    private readonly onProgress: (progress: Status) => void,
  ) {
    this.budget = new Budget(session.campaign.limits, this.startedAt)
    const { levels } = session.memory.state.strategy
    this.detours = new Detours(session.campaign.network.detours, detourTolerance(levels))
    this.pause = new Pause(session.directory, session.campaign.limits['free-disk'], session.warn)
    this.unfetched = new Unfetched(session.memory.state, session.journal)
    this.seedBudgets = new SeedBudgets(session.campaign['seed-limits'], session.memory.state)
    this.traps = new TrapGuard(session.memory, session.journal, session.campaign.traps)
    this.embeds = new Embeds(session, this.abort.signal, job => this.analyse(job))
  }

  /** Runs until a limit, the end of the frontier, or `stop`. Resolves when nothing is under way any more. */
  async run(): Promise<StopReason> {
    const rate = timeline(this.session, this.budget, this.startedAt)
    const learned = new LearnedFiles(this.session, this.startedAt)
    const tick = setInterval(() => {
      this.orFail(() => {
        this.session.excludes.refresh()
        this.pause.look(steadyNow())
        this.onProgress(rate(this.underWay, this.pause.reason, false))
        learned.write(steadyNow(), false)
        this.session.checkpoints.saveIfDue(error => this.fail(error))
      })
      this.pump()
    }, TICK_MS)
    this.traps.begin()
    await new Promise<void>(resolve => {
      this.finish = resolve
      this.pump()
    })
    clearInterval(tick)
    this.alarm.clear()
    if (this.failure !== null) throw this.failure
    this.onProgress(rate(0, '', true))
    learned.write(steadyNow(), true)
    return this.stopping ?? 'finished'
  }

  /** First call: finish what is under way. Second call: abandon it; it stays queued. */
  stop(reason: StopReason): void {
    if (this.interrupted) this.abort.abort()
    this.interrupted = true
    this.end(reason)
    this.pump()
  }

  /** Nothing is recorded after this: ids given out since would be missing in the log. */
  fail(error: Error): void {
    this.failure ??= error
    this.session.recorder.seal()
    this.end('failed')
    this.abort.abort()
    if (this.underWay === 0) this.finish()
  }

  private end(reason: StopReason): void {
    if (this.stage !== 'over') this.stopping = reason
    this.stage = 'over'
  }

  private pump(): void {
    this.orFail(() => this.startDownloads())
  }

  private orFail(action: () => void): void {
    try {
      action()
    } catch (error) {
      this.fail(asError(error))
    }
  }

  /** Starts as many downloads as may run now; goes on to the next stage, or ends the run, when nothing is left. */
  private startDownloads(): void {
    const { campaign, recorder, pool } = this.session
    const { state, ledger } = this.session.memory
    const now = steadyNow()
    this.budget.extend(this.pause.passedMs(now))
    const limit = this.budget.exhausted(ledger.bytes, now)
    if (limit !== null) this.end(limit)
    if (this.stage === 'pages') {
      const enough = this.budget.enough({ pages: state.fetched, relevant: state.relevant })
      if (enough !== null) this.stopPages(enough, now)
    }
    if (this.pause.isOn && this.stage !== 'over') return this.alarm.clear()
    const { connections } = campaign.network
    const isFull = recorder.isFull || pool.isFull
    while (this.stage !== 'over' && !isFull && this.underWay < connections && this.startOne(now));
    const next = isFull ? now + TICK_MS / 10 : this.nextStart()
    const isWaiting = this.underWay > 0 || (this.stage !== 'over' && next < Infinity)
    if (!isWaiting) this.leaveStage(now)
    else if (next < Infinity && this.underWay < connections) this.alarm.set(next, now)
  }

  /** Half of the connections at most go to what pages show, as long as there are pages. */
  private startOne(now: number): boolean {
    const embedsFirst = 2 * this.embeds.underWay <= this.underWay
    if (embedsFirst && this.startEmbed(now)) return true
    return this.startPage(now) || (!embedsFirst && this.startEmbed(now))
  }

  private startPage(now: number): boolean {
    if (!this.mayStartPage()) return false
    const { frontier } = this.session.memory.state
    const skipped = frontier.levelsSkipped(now)
    if (!this.detours.allows(skipped, now)) return false
    const page = frontier.take(now)
    if (page === -1) return false
    this.detours.count(skipped, now)
    this.begin(this.visit(page, this.stage === 'texts').finally(() => this.traps.done(page)))
    return true
  }

  private mayStartPage(): boolean {
    const { fetched, relevant } = this.session.memory.state
    const underWay = this.underWay - this.embeds.underWay
    if (this.stage === 'pages') return this.budget.mayStart({ pages: fetched, relevant }, underWay)
    return this.stage === 'texts' && this.budget.mayStartText(fetched + this.session.memory.ledger.texts, underWay)
  }

  private startEmbed(now: number): boolean {
    const ticket = this.embeds.take(now)
    if (ticket === null) return false
    this.embeds.underWay++
    this.begin(this.embeds.fetch(ticket).finally(() => this.embeds.underWay--))
    return true
  }

  private begin(download: Promise<void>): void {
    this.underWay++
    void download
      .catch((error: unknown) => this.fail(asError(error)))
      .finally(() => {
        this.underWay--
        this.pump()
      })
  }

  /** When something may be started again; Infinity when nothing waits but for what is under way. */
  private nextStart(): number {
    if (this.stage === 'over') return Infinity
    const pages = this.mayStartPage() ? this.session.memory.state.frontier.nextReadyAt() : Infinity
    return Math.min(pages, this.embeds.nextAt())
  }

  private stopPages(reason: StopReason, now: number): void {
    this.stopping = reason
    this.stage = 'embeds'
    this.embeds.drain(now)
  }

  private leaveStage(now: number): void {
    const { campaign, memory } = this.session
    if (this.stage === 'over') return this.finish()
    if (this.stage === 'pages') this.stopPages('finished', now)
    else if (this.stage === 'embeds' && this.stopping === 'quota' && campaign.archive['frontier-text']) {
      this.stage = 'texts'
      memory.state.liftCutoff()
    } else this.stage = 'over'
    this.startDownloads()
  }

  private async visit(page: PageId, isText: boolean): Promise<void> {
    const { gate, memory } = this.session
    const { state } = memory
    const { frontier, urls } = state
    const url = urls.url(page)
    const host = state.hostOf(page)
    const now = steadyNow()

    const unwanted = this.session.excludes.reasonAgainstPage(url) ?? this.seedBudgets.reasonAgainst(page)
    if (unwanted !== null) {
      frontier.release(host, now)
      return this.unfetched.refuse(page, unwanted)
    }
    if (this.traps.holdsBack(page)) return frontier.release(host, now)
    const { findShared } = this.session
    const shared = findShared === null ? null : await findShared(url)
    if (shared !== null) {
      if (this.mayBeFull(host, page)) return this.postpone(page, host, now + TICK_MS / 10)
      frontier.release(host, now)
      return this.counted(host, page, this.digest(page, shared, { isText, reused: true }))
    }
    const permission = await gate.permission(url, host, page, this.abort.signal)
    if (permission.kind === 'later') return this.postpone(page, host, permission.at)
    if (permission.kind !== 'go') {
      frontier.release(host, gate.readyAt(host, now))
      return this.unfetched.settle(page, permission.reason, permission.kind === 'never')
    }
    // pages that are still under way may fill the limit of the host or the seed
    if (this.mayBeFull(host, page)) return this.postpone(page, host, steadyNow() + TICK_MS / 10)
    return this.counted(host, page, this.download(page, url, host, isText))
  }

  private async counted(host: HostId, page: PageId, download: Promise<void>): Promise<void> {
    this.seedBudgets.count(page, 1)
    this.underWayAt.set(host, (this.underWayAt.get(host) ?? 0) + 1)
    try {
      await download
    } finally {
      this.seedBudgets.count(page, -1)
      const left = (this.underWayAt.get(host) ?? 1) - 1
      if (left === 0) this.underWayAt.delete(host)
      else this.underWayAt.set(host, left)
    }
  }

  private async download(page: PageId, url: string, host: HostId, isText: boolean): Promise<void> {
    const { memory, web, gate, campaign } = this.session
    const { frontier } = memory.state
    const outcome = await web.fetch(url, this.abort.signal)
    if (!outcome.ok && outcome.notBefore !== undefined) return this.postpone(page, host, outcome.notBefore)
    memory.embeds.pageStarted(host, steadyNow())
    const hostReadyAt = gate.report(host, outcome, steadyNow())
    frontier.release(host, hostReadyAt)
    memory.embeds.defer(host, hostReadyAt)
    if (this.abort.signal.aborted && !outcome.ok) return frontier.putBack(page)
    if (gate.isDown(host)) this.giveUpHost(host)
    const pause = unreasonablePause(outcome, campaign.politeness['max-delay'], Date.now())
    if (pause !== null && !this.isEnding(isText)) return this.unfetched.settle(page, pause, false)
    if (deservesRetry(outcome) && (this.isEnding(isText) || this.mayRetry(page, outcome))) {
      frontier.hold(host, Math.max(hostReadyAt, steadyNow() + backOffMs(this.unfetched.tries(page) || 1)))
      return frontier.putBack(page)
    }
    this.unfetched.forget(page)
    if (outcome.ok) await this.digest(page, outcome, { isText, reused: false })
    else this.unfetched.fail(page, outcome)
  }

  /** A crawl that is being stopped has no time to try again: the page stays queued for the next run. */
  private isEnding(isText: boolean): boolean {
    return this.stage !== (isText ? 'texts' : 'pages')
  }

  private postpone(page: PageId, host: HostId, until: number): void {
    const { frontier } = this.session.memory.state
    frontier.putBack(page)
    frontier.release(host, until)
  }

  /** What a crawl that finished leaves unfetched. */
  leftover(): Leftover {
    const left = this.session.memory.state.leftover()
    return this.unfetched.hasPutOff && (left === 'nothing' || left === 'parked') ? 'silent' : left
  }

  /** What this run asked for and did not get. */
  missed(): UnfetchedUrls[] {
    return this.unfetched.list()
  }

  private mayRetry(page: PageId, outcome: FetchOutcome): boolean {
    return this.unfetched.countTry(page, outcome) <= this.session.campaign.network.retries
  }

  /** Analysis in a worker, then record, learn and offer in one synchronous step. */
  private async digest(page: PageId, exchange: Exchange, visiting: Visiting): Promise<void> {
    const { pages, urls } = this.session.memory.state
    const via = pages.via(page)
    const job: AnalysisJob = {
      exchange,
      via: via === page ? null : urls.url(via),
      hops: pages.hops(page),
      isSitemap: pages.isSitemap(page),
      isEmbed: false,
      isText: visiting.isText,
    }
    const analysis = await this.analyse(job)
    if (this.failure === null) this.commit(page, job, visiting.isText ? textAlone(analysis) : analysis, visiting)
  }

  private async analyse(job: AnalysisJob): Promise<Analysis> {
    const { pool, features, campaign, underWay } = this.session
    const analyse = (): Promise<Analysis> => pool.analyse(job)
    try {
      return await (underWay === null ? analyse() : underWay.during(job.exchange.url, analyse))
    } catch (error) {
      if (!(error instanceof LongtailError) || error.consequence !== 'skip') throw error
      this.session.warn(error.message)
      return unanalysed(job, error.message, campaign.archive.compression, features)
    }
  }

  private mayBeFull(host: HostId, page: PageId): boolean {
    const limit = this.session.campaign.limits['per-host'] ?? Infinity
    const count = this.session.memory.state.fetchedFrom(host) + (this.underWayAt.get(host) ?? 0)
    return count >= limit || this.seedBudgets.mayBeFull(page)
  }

  private commit(page: PageId, job: AnalysisJob, analysis: Analysis, { isText, reused }: Visiting): void {
    const { session } = this
    const { memory, journal, campaign, features } = session
    const { state, ledger, embeds } = memory
    const { exchange } = job
    const { verdict } = analysis
    const via = state.pages.via(page)
    const inherits = verdict.unknown && campaign.target['inherit-unknown'] && via !== page
    const relevant = verdict.relevant || (inherits && state.pages.isRelevant(via))
    const kept = recordsToKeep(session, job, analysis, relevant)
    const entry = pageEntry(state, page, exchange, analysis, {
      relevant,
      near: ledger.nearest(analysis.simhash),
      revisit: kept.revisit,
      spool: kept.spool,
      country: session.countryOf(exchange.ip),
      reused,
      isText,
      embeds: relevant ? embeds.ofPage(analysis.embeds, page) : [],
    })
    // before the page's own line: a log that ends between them has the path of a page that is fetched again
    if (relevant) archivePath(memory, journal, page)
    journal.addPage(entry, kept.records, analysis, {
      fingerprints: analysis.fingerprints,
      anchorInTarget: analysis.anchorInTarget,
      words: analysis.words,
      judgements: features.judgements(entry.links.length, analysis.judged),
    })
    this.traps.decide()
  }

  /** A host that stopped answering keeps its queue for the next run. */
  private giveUpHost(host: HostId): void {
    const { state } = this.session.memory
    if (!state.setAside(host)) return
    this.session.warn(`${state.groups.hostName(host)} does not answer any more: its pages wait for the next run`)
  }
}
