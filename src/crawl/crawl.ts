/**
 * The live loop: the way of a page through the system, in one file.
 *
 *   take → robots → fetch → release the host → analyse and judge (worker) → record (WARC, log) → score links → offer
 *
 * Order matters in one place: `complete` changes strategy and frontier, and the line in the log is written in the same
 * synchronous step, so that the log has the order in which the state changed and its replay gives the same state.
 */
import { buildRevisitRecords } from '../archive/index.js'
import type { Exchange, FetchOutcome, HostId, PageId } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { Detours, detourTolerance } from '../frontier/index.js'
import { metadataOf, unanalysed, type Analysis, type AnalysisJob } from './analysis.js'
import { Budget, type StopReason } from './budget.js'
import type { SkipEntry } from './crawl-log.js'
import { LearnedFiles } from './learned-files.js'
import { internTargets, pageEntry, pageLine } from './page-entry.js'
import { timeline, type Progress } from './progress.js'
import { languageClass } from './replay.js'
import type { CrawlSession } from './session.js'

/** How often limits by time, edited excludes and progress are looked at. */
const TICK_MS = 500
/** Answers that say "later": asked again, within `network.retries`. */
const RETRY_STATUS = new Set([429, 500, 502, 503, 504])

export class Crawl {
  private underWay = 0
  private stopping: StopReason | null = null
  private failure: Error | null = null
  private interrupted = false
  private wakeTimer: NodeJS.Timeout | null = null
  private wakeAt = Infinity
  private finish: () => void = () => {}
  private readonly attempts = new Map<PageId, number>()
  private readonly underWayAt = new Map<HostId, number>()
  private readonly budget: Budget
  private readonly detours: Detours
  private readonly startedAt = Date.now()
  private readonly abort = new AbortController()

  constructor(
    private readonly session: CrawlSession,
    private readonly onProgress: (progress: Progress) => void,
  ) {
    this.budget = new Budget(session.campaign.limits, this.startedAt)
    this.detours = new Detours(session.campaign.network.detours, detourTolerance(session.strategy.levels))
  }

  /** Runs until a limit, the end of the frontier, or `stop`. Resolves when nothing is under way any more. */
  async run(): Promise<StopReason> {
    const rate = timeline(this.session, this.budget, this.startedAt)
    const learned = new LearnedFiles(this.session, this.startedAt)
    const tick = setInterval(() => {
      this.orFail(() => {
        this.session.excludes.refresh()
        this.onProgress(rate(this.underWay, false))
        learned.write(Date.now(), false)
      })
      this.pump()
    }, TICK_MS)
    await new Promise<void>(resolve => {
      this.finish = resolve
      this.pump()
    })
    clearInterval(tick)
    if (this.wakeTimer !== null) clearTimeout(this.wakeTimer)
    if (this.failure !== null) throw this.failure
    this.onProgress(rate(0, true))
    learned.write(Date.now(), true)
    return this.stopping ?? 'finished'
  }

  /** First call: finish what is under way. Second call: abandon it; it stays queued. */
  stop(reason: StopReason): void {
    if (this.interrupted) this.abort.abort()
    this.interrupted = true
    this.stopping ??= reason
    this.pump()
  }

  /** Nothing is recorded after this: ids given out since would be missing in the log. */
  fail(error: Error): void {
    this.failure ??= error
    this.session.recorder.seal()
    this.stopping ??= 'failed'
    this.abort.abort()
    if (this.underWay === 0) this.finish()
  }

  private pump(): void {
    this.orFail(() => this.startDownloads())
  }

  private orFail(action: () => void): void {
    try {
      action()
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Starts as many downloads as may run now; ends the run when nothing is left. */
  private startDownloads(): void {
    const { state, campaign, ledger, recorder } = this.session
    const { frontier } = state
    const now = Date.now()
    this.stopping ??= this.budget.exhausted(state.fetched, ledger.bytes, now)
    while (
      this.stopping === null &&
      !recorder.isFull &&
      this.underWay < campaign.network.connections &&
      this.budget.mayStart(state.fetched, this.underWay)
    ) {
      const skipped = frontier.levelsSkipped(now)
      if (!this.detours.allows(skipped, now)) break
      const page = frontier.take(now)
      if (page === -1) break
      this.detours.count(skipped, now)
      this.underWay++
      void this.visit(page)
        .catch(error => this.fail(error))
        .finally(() => {
          this.underWay--
          this.pump()
        })
    }
    const next = this.stopping === null ? frontier.nextReadyAt() : Infinity
    if (this.underWay === 0 && next === Infinity && !(this.stopping === null && recorder.isFull)) this.finish()
    else if (next < Infinity && this.underWay < campaign.network.connections) this.wakeUp(next, now)
  }

  private wakeUp(at: number, now: number): void {
    if (at >= this.wakeAt && this.wakeAt > now) return
    if (this.wakeTimer !== null) clearTimeout(this.wakeTimer)
    this.wakeAt = at
    this.wakeTimer = setTimeout(
      () => {
        this.wakeAt = Infinity
        this.pump()
      },
      Math.max(0, Math.ceil(at - now)),
    )
  }

  private async visit(page: PageId): Promise<void> {
    const { state, gate } = this.session
    const { frontier, urls } = state
    const url = urls.url(page)
    const host = state.hostOf(page)
    const now = Date.now()

    const readyAt = gate.readyAt(host, now)
    if (readyAt > now) return this.postpone(page, host, readyAt)
    if (this.session.excludes.excludes(url)) {
      frontier.release(host, now)
      return this.skip(page, url, 'excluded')
    }
    const permission = await gate.permission(url, page, this.abort.signal)
    if (permission.kind === 'later') return this.postpone(page, host, permission.at)
    if (permission.kind !== 'go') {
      frontier.release(host, gate.readyAt(host, now))
      return permission.kind === 'never'
        ? this.skip(page, url, permission.reason)
        : this.defer(page, url, permission.reason)
    }
    // others may have asked the same address while we waited for robots.txt; from here to the request nothing is awaited
    const startAt = Date.now()
    const stillReadyAt = gate.readyAt(host, startAt)
    if (stillReadyAt > startAt) return this.postpone(page, host, stillReadyAt)
    // pages of this host that are still under way may fill its limit
    if (this.hostMayBeFull(host)) return this.postpone(page, host, startAt + TICK_MS / 10)
    gate.start(host, startAt)
    this.underWayAt.set(host, (this.underWayAt.get(host) ?? 0) + 1)
    try {
      await this.download(page, url, host)
    } finally {
      const left = (this.underWayAt.get(host) ?? 1) - 1
      if (left === 0) this.underWayAt.delete(host)
      else this.underWayAt.set(host, left)
    }
  }

  private async download(page: PageId, url: string, host: HostId): Promise<void> {
    const { state, web, gate } = this.session
    const { frontier } = state
    const outcome = await web.fetch(url, this.abort.signal)
    const hostReadyAt = gate.report(host, outcome, Date.now())
    frontier.release(host, hostReadyAt)
    if (this.abort.signal.aborted && !outcome.ok) return frontier.putBack(page)
    if (gate.isDown(host)) this.giveUpHost(host)
    // a crawl that is being stopped has no time to try again: the page stays queued for the next run
    if (this.deservesRetry(outcome) && (this.stopping !== null || this.mayRetry(page))) {
      frontier.hold(host, Math.max(hostReadyAt, Date.now() + backOffMs(this.attempts.get(page) ?? 1)))
      return frontier.putBack(page)
    }
    this.attempts.delete(page)
    if (outcome.ok) await this.digest(page, outcome)
    else if (outcome.consequence === 'retry') this.defer(page, url, `${outcome.code}: ${outcome.message}`)
    else this.skip(page, url, `${outcome.code}: ${outcome.message}`)
  }

  private postpone(page: PageId, host: HostId, until: number): void {
    const { frontier } = this.session.state
    frontier.putBack(page)
    frontier.release(host, until)
  }

  private deservesRetry(outcome: FetchOutcome): boolean {
    return outcome.ok ? RETRY_STATUS.has(outcome.status) : outcome.consequence === 'retry'
  }

  private mayRetry(page: PageId): boolean {
    const attempt = (this.attempts.get(page) ?? 0) + 1
    this.attempts.set(page, attempt)
    return attempt <= this.session.campaign.network.retries
  }

  /** Analysis in a worker, then record, learn and offer in one synchronous step. */
  private async digest(page: PageId, exchange: Exchange): Promise<void> {
    const { pool } = this.session
    const job = this.describe(page, exchange)
    let analysis: Analysis
    try {
      analysis = await pool.analyse(job)
    } catch (error) {
      if (!(error instanceof LongtailError) || error.consequence !== 'skip') throw error
      this.session.warn(error.message)
      analysis = unanalysed(job, error.message, this.session.campaign.archive.compression, this.session.features)
    }
    if (this.failure === null) this.commit(page, exchange, analysis)
  }

  private describe(page: PageId, exchange: Exchange): AnalysisJob {
    const { pages, urls } = this.session.state
    const via = pages.via(page)
    return {
      exchange,
      via: via === page ? null : urls.url(via),
      hops: pages.hops(page),
      isSitemap: pages.isSitemap(page),
    }
  }

  private hostMayBeFull(host: HostId): boolean {
    const limit = this.session.campaign.limits['per-host']
    return limit !== undefined && this.session.state.fetchedFrom(host) + (this.underWayAt.get(host) ?? 0) >= limit
  }

  private commit(page: PageId, exchange: Exchange, analysis: Analysis): void {
    const { state, ledger, recorder, targets, features, campaign } = this.session
    const { verdict } = analysis
    const via = state.pages.via(page)
    const inherits = verdict.unknown && campaign.target['inherit-unknown'] && via !== page
    const relevant = verdict.relevant || (inherits && state.pages.isRelevant(via))
    const near = ledger.addText(analysis.simhash, page)
    const interned = internTargets(state, page, analysis)
    const kept = this.recordsToKeep(page, exchange, analysis, relevant)
    const entry = pageEntry(state, page, exchange, analysis, {
      relevant,
      near,
      revisit: kept.revisit,
      spool: kept.spool,
    })

    ledger.addExchange(entry)
    if (kept.records !== null && !kept.revisit) ledger.addCapture(entry, page)
    // before the page's own line: a log that ends between them has the path of a page that is fetched again
    if (relevant) this.archivePath(page)
    recorder.record(kept.records, place => pageLine(entry, interned.json, analysis, place))
    // the score in the log is the score that the strategy sees, or a replay would differ
    const { score } = entry
    const language = languageClass(entry.language, targets)
    const { links, hops, sitemaps } = interned
    state.complete({
      page,
      relevant,
      score,
      language,
      charset: features.charset(entry.charset ?? ''),
      duplicate: features.isDuplicate(entry.near),
      isPage: entry.t === 'page',
      links,
      anchorInTarget: analysis.anchorInTarget,
      words: analysis.words,
      hops,
      sitemaps,
      level: state.frontier.levelOf(page),
    })
  }

  /** What of the page goes into the archive now: its records, a revisit record, or nothing yet. */
  private recordsToKeep(page: PageId, exchange: Exchange, analysis: Analysis, relevant: boolean) {
    const { ledger, campaign, spool, state } = this.session
    const { keep } = campaign.archive
    const nothing = { records: null, revisit: false, spool: null }
    if (analysis.records === null || (keep === 'relevant' && analysis.kind === 'page' && !relevant)) return nothing
    if (keep === 'path' && !relevant && spool !== null)
      return { ...nothing, spool: spool.put(page, analysis.records.bytes) }
    const first = exchange.status === 200 ? ledger.firstCapture(analysis.payloadDigest, exchange.body.length) : null
    if (first === null) return { records: analysis.records, revisit: false, spool: null }
    const revisit = buildRevisitRecords(
      exchange,
      metadataOf(this.describe(page, exchange), analysis.charset, analysis.verdict),
      { payloadDigest: analysis.payloadDigest, targetUri: state.urls.url(first.page), date: first.at },
      { compression: campaign.archive.compression },
    )
    return { records: revisit, revisit: true, spool: null }
  }

  /** archive.keep: path. The pages that led to a relevant one come out of the spool. */
  private archivePath(page: PageId): void {
    const { spool, state, recorder } = this.session
    if (spool === null) return
    for (let at = state.pages.via(page), before = page; at !== before; before = at, at = state.pages.via(at)) {
      const bytes = spool.take(at)
      if (bytes === null) continue
      const id = at
      recorder.record({ bytes }, warc => JSON.stringify({ t: 'archived', id, warc }))
    }
  }

  /** Not in this run: the page is left alone, and queued again by the replay of the next run. */
  private defer(page: PageId, url: string, reason: string): void {
    const { state, recorder, ledger } = this.session
    const entry: SkipEntry = { t: 'later', id: page, url, at: new Date().toISOString(), reason }
    ledger.addSkip(entry)
    recorder.record(null, () => JSON.stringify(entry))
    state.frontier.discard(page)
  }

  /** A host that stopped answering keeps its queue for the next run. */
  private giveUpHost(host: HostId): void {
    const { state } = this.session
    if (!state.setAside(host)) return
    this.session.warn(`${state.groups.hostName(host)} does not answer any more: its pages wait for the next run`)
  }

  private skip(page: PageId, url: string, reason: string): void {
    const { state, recorder, ledger } = this.session
    const entry: SkipEntry = { t: 'skip', id: page, url, at: new Date().toISOString(), reason }
    ledger.addSkip(entry)
    recorder.record(null, () => JSON.stringify(entry))
    state.giveUp(page)
  }
}

/** 1 s, 4 s, 16 s … on top of the host's own delay. */
function backOffMs(attempt: number): number {
  return 1000 * 4 ** Math.min(attempt - 1, 4)
}
