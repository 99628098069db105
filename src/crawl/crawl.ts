/**
 * The way of a page through the system, in one file.
 *
 *   take → robots → fetch → release the host → analyse and judge (worker) → record (WARC, log) → score links → offer
 *
 * Order matters in one place: what came of a page is written to the log and changes the crawl's memory in one synchronous step
 * (journal.ts), so that the log has the order in which the memory changed and its replay gives the same memory.
 *
 * When downloads are started, and until when, is decided by who drives the crawl: crawl-loop.ts, or the worker of a crawl that is
 * split into partitions (partitions/live/).
 */
import type { Exchange, FetchOutcome, HostId, PageId } from '../contracts.js'
import { asError, LongtailError } from '../errors.js'
import { Detours, detourTolerance } from '../frontier/index.js'
import { steadyNow } from '../steady-clock.js'
import { textAlone, unanalysed, type Analysis, type AnalysisJob } from './analysis.js'
import type { Leftover } from '../collection/run-end.js'
import { Embeds } from './embeds.js'
import { archivePath, recordsToKeep } from './records-to-keep.js'
import { pageEntry } from './page-entry.js'
import { backOffMs, deservesRetry, unreasonablePause } from './retries.js'
import { Rendering, type RenderedPage } from './rendering.js'
import { logAnswers } from './browser-log.js'
import { Revisited } from './revisited.js'
import { Revisits } from './revisits.js'
import type { CrawlSession } from './session.js'
import { SeedBudgets } from './seed-limits.js'
import { Unfetched, type UnfetchedUrls } from './unfetched.js'
import { TrapGuard } from './trap-guard.js'

/** How soon is looked again at what could not be started. */
const BUSY_MS = 50

/**
 * A run has up to three stages: pages, and what relevant ones show (embeds.ts) beside them; when enough pages were found, what
 * they show and is still missing; and, after a quota and where it is wanted, the texts of the pages that are left in the queue.
 */
export type Stage = 'pages' | 'embeds' | 'texts' | 'over'

/** Who starts the downloads of a crawl. */
export interface Driver {
  /** A download is over: others may be started. */
  pump(): void
  fail(error: Error): void
}

/** How a page came to us, and what for. */
interface Visiting {
  /** After the quota, for its text alone. */
  readonly isText: boolean
  /** Another crawl had it. */
  readonly reused: boolean
}

export class Crawl {
  stage: Stage = 'pages'
  /** Downloads, also of what pages show. */
  underWay = 0
  private readonly unfetched: Unfetched
  private readonly underWayAt = new Map<HostId, number>()
  private readonly detours: Detours
  private readonly abort = new AbortController()
  private readonly embeds: Embeds
  private readonly revisits: Revisits
  private pagesStarted = 0
  private readonly seedBudgets: SeedBudgets
  private readonly traps: TrapGuard
  private readonly rendering: Rendering

  constructor(
    readonly session: CrawlSession,
    private readonly driver: Driver,
  ) {
    const { levels } = session.memory.state.strategy
    this.detours = new Detours(session.campaign.network.detours, detourTolerance(levels))
    this.unfetched = new Unfetched(session.memory.state, session.journal)
    this.seedBudgets = new SeedBudgets(session.campaign['seed-limits'], session.memory.state)
    this.traps = new TrapGuard(session.memory, session.journal, session.campaign.traps)
    this.embeds = new Embeds(session, this.abort.signal, job => this.analyse(job))
    this.rendering = new Rendering(session, job => this.analyse(job), this.abort.signal)
    const revisited = new Revisited(session, job => this.analyse(job), this.rendering)
    this.revisits = new Revisits(session, this.abort.signal, revisited)
    this.traps.begin()
  }

  get pagesUnderWay(): number {
    return this.underWay - this.embeds.underWay - this.revisits.underWay
  }

  /** The round has pages to be asked for again. */
  get isAsking(): boolean {
    return this.stage === 'pages' && this.revisits.left > 0
  }

  /** Downloads of the round's budget that are not under way yet. */
  get budgetLeft(): number {
    return this.session.memory.round.left - this.pagesUnderWay - this.revisits.underWay
  }

  /** More pages wait for the browser than should. */
  get isFull(): boolean {
    return this.rendering.isFull
  }

  /** What is under way is abandoned; it stays queued. */
  abandon(): void {
    this.abort.abort()
  }

  /** No more pages are asked for. */
  enter(stage: 'embeds' | 'texts' | 'over', now: number): void {
    this.stage = stage
    if (stage === 'embeds') this.embeds.drain(now)
    if (stage === 'texts') this.session.memory.state.liftCutoff()
  }

  /**
   * Starts one download. Half of the connections at most go to what pages show, as long as there are pages. Pages that are asked for
   * again and new ones take turns; where there are none of one kind, the other has all turns.
   */
  start(now: number, mayStartPage: boolean): boolean {
    const embedsFirst = 2 * this.embeds.underWay <= this.underWay
    if (embedsFirst && this.startEmbed(now)) return true
    const againFirst = this.revisits.started <= this.pagesStarted
    if (againFirst && this.startRevisit(now)) return true
    if (mayStartPage && this.startPage(now)) return true
    return (!againFirst && this.startRevisit(now)) || (!embedsFirst && this.startEmbed(now))
  }

  private startRevisit(now: number): boolean {
    if (this.stage !== 'pages' || this.budgetLeft <= 0) return false
    const ticket = this.revisits.take(now)
    if (ticket === null) return false
    this.revisits.underWay++
    void this.follow(this.revisits.fetch(ticket), () => this.revisits.underWay--)
    return true
  }

  private startPage(now: number): boolean {
    if (this.stage !== 'pages' && this.stage !== 'texts') return false
    const { frontier } = this.session.memory.state
    const skipped = frontier.levelsSkipped(now)
    if (!this.detours.allows(skipped, now)) return false
    const page = frontier.take(now)
    if (page === -1) return false
    this.pagesStarted++
    this.detours.count(skipped, now)
    void this.follow(this.visit(page, this.stage === 'texts'), () => this.traps.done(page))
    return true
  }

  private startEmbed(now: number): boolean {
    const ticket = this.embeds.take(now)
    if (ticket === null) return false
    this.embeds.underWay++
    void this.follow(this.embeds.fetch(ticket), () => this.embeds.underWay--)
    return true
  }

  /** To its end, whatever that is; never rejects. */
  private async follow(download: Promise<void>, done: () => void): Promise<void> {
    this.underWay++
    try {
      await download
    } catch (error) {
      this.driver.fail(asError(error))
    }
    done()
    this.underWay--
    this.driver.pump()
  }

  /** When something may be started again; Infinity when nothing waits but for what is under way. */
  nextStart(mayStartPage: boolean): number {
    if (this.stage === 'over') return Infinity
    const isForPages = mayStartPage && this.stage !== 'embeds'
    const pages = isForPages ? this.session.memory.state.frontier.nextReadyAt() : Infinity
    const again = this.stage === 'pages' && this.budgetLeft > 0 ? this.revisits.nextAt() : Infinity
    return Math.min(pages, again, this.embeds.nextAt())
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
      if (this.mayBeFull(host, page)) return this.postpone(page, host, now + BUSY_MS)
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
    if (this.mayBeFull(host, page)) return this.postpone(page, host, steadyNow() + BUSY_MS)
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
    const { learned } = this.session.memory
    const { pages, urls } = this.session.memory.state
    const models = learned?.count ?? 0
    const via = pages.via(page)
    const job: AnalysisJob = {
      exchange,
      via: via === page ? null : urls.url(via),
      hops: pages.hops(page),
      isSitemap: pages.isSitemap(page),
      isEmbed: false,
      isText: visiting.isText,
      ...(learned === null || models === 0 ? {} : { learned: learned.files }),
    }
    const analysis = await this.analyse(job)
    const rendered = visiting.isText ? null : await this.rendering.render(page, job, analysis)
    if (this.abort.signal.aborted && rendered === null && analysis.need !== '')
      return this.session.memory.state.frontier.putBack(page)
    if (visiting.isText) this.commit(page, job, textAlone(analysis), visiting, models)
    else this.commit(page, rendered?.job ?? job, rendered?.analysis ?? analysis, visiting, models, rendered)
    rendered?.settle()
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

  private commit(
    page: PageId,
    job: AnalysisJob,
    analysis: Analysis,
    { isText, reused }: Visiting,
    learned: number,
    rendered: RenderedPage | null = null,
  ): void {
    if (this.session.recorder.isSealed) return
    const { session } = this
    const { memory, journal, campaign, features } = session
    const { state, ledger, embeds } = memory
    const { exchange } = job
    const { verdict } = analysis
    const via = state.pages.via(page)
    const inherits = verdict.unknown && campaign.target['inherit-unknown'] && via !== page
    const relevant = verdict.relevant || (inherits && state.pages.isRelevant(via))
    const kept = recordsToKeep(session, job, analysis, relevant)
    const answers = rendered?.exchanges ?? []
    const entry = pageEntry(state, page, exchange, analysis, {
      ...(rendered === null ? {} : { rendered: { ...rendered.logged, ...(kept.place && { place: kept.place }) } }),
      relevant,
      near: ledger.nearest(analysis.simhash),
      revisit: kept.revisit,
      spool: kept.spool,
      country: session.countryOf(exchange.ip),
      reused,
      isText,
      learned,
      embeds: embeds.ofPage([...answers.map(({ url }) => url), ...(relevant ? analysis.embeds : [])], page),
    })
    // before the page's own line: a log that ends between them has the path of a page that is fetched again
    if (relevant) archivePath(memory, journal, page)
    journal.addPage(entry, kept.records, analysis, {
      fingerprints: analysis.fingerprints,
      anchorInTarget: analysis.anchorInTarget,
      words: analysis.words,
      judgements: features.judgements(entry.links.length, analysis.judged),
      places: features.places(entry.links.length, analysis),
    })
    logAnswers(session, answers, page, relevant)
    this.traps.decide()
    session.learning?.look(() => this.driver.pump())
  }

  /** A host that stopped answering keeps its queue for the next run. */
  private giveUpHost(host: HostId): void {
    const { state } = this.session.memory
    if (!state.setAside(host)) return
    this.revisits.giveUpHost(host)
    this.session.warn(`${state.groups.hostName(host)} does not answer any more: its pages wait for the next run`)
  }
}
