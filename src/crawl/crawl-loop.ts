/** The loop around one crawl: starts downloads until a limit, the end of the frontier, or `stop`; pauses, progress, checkpoints. */
import { asError } from '../errors.js'
import { steadyNow } from '../steady-clock.js'
import type { Leftover, StopReason } from '../collection/run-end.js'
import type { Status } from '../collection/status.js'
import { Alarm } from './alarm.js'
import { Budget } from './budget.js'
import { Crawl, type Driver } from './crawl.js'
import { LearnedFiles } from './learned-files.js'
import { Pause } from './pause.js'
import { timeline } from './progress.js'
import type { CrawlSession } from './session.js'
import type { UnfetchedUrls } from './unfetched.js'

/** How often limits by time, a pause, edited excludes and progress are looked at. */
const TICK_MS = 500

export class CrawlLoop implements Driver {
  private readonly crawl: Crawl
  private stopping: StopReason | null = null
  private failure: Error | null = null
  private interrupted = false
  private readonly alarm = new Alarm(() => this.pump())
  private finish: () => void = () => {}
  private readonly budget: Budget
  private readonly startedAt = steadyNow()
  private readonly pause: Pause

  constructor(
    private readonly session: CrawlSession,
    private readonly onProgress: (progress: Status) => void,
  ) {
    this.budget = new Budget(session.campaign.limits, this.startedAt)
    this.pause = new Pause(session.directory, session.campaign.limits['free-disk'], session.warn)
    this.crawl = new Crawl(session, this)
  }

  /** Resolves when nothing is under way any more. */
  async run(): Promise<StopReason> {
    const rate = timeline(this.session, this.budget, this.startedAt)
    const learned = new LearnedFiles(this.session, this.startedAt)
    const tick = setInterval(() => {
      this.orFail(() => {
        this.session.excludes.refresh()
        this.pause.look(steadyNow())
        this.onProgress(rate(this.crawl.underWay, this.pause.reason, false))
        learned.write(steadyNow(), false)
        this.session.checkpoints.saveIfDue(error => this.fail(error))
      })
      this.pump()
    }, TICK_MS)
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
    if (this.interrupted) this.crawl.abandon()
    this.interrupted = true
    this.end(reason)
    this.pump()
  }

  /** Nothing is recorded after this: ids given out since would be missing in the log. */
  fail(error: Error): void {
    this.failure ??= error
    this.session.recorder.seal()
    this.end('failed')
    this.crawl.abandon()
    if (this.crawl.underWay === 0) this.finish()
  }

  pump(): void {
    this.orFail(() => this.startDownloads())
  }

  /** What a crawl that finished leaves unfetched. */
  leftover(): Leftover {
    return this.crawl.leftover()
  }

  /** What this run asked for and did not get. */
  missed(): UnfetchedUrls[] {
    return this.crawl.missed()
  }

  private end(reason: StopReason): void {
    if (this.crawl.stage !== 'over') this.stopping = reason
    this.crawl.stage = 'over'
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
    const { crawl } = this
    const { campaign, recorder, pool, learning } = this.session
    const { round, ledger } = this.session.memory
    const now = steadyNow()
    this.budget.extend(this.pause.passedMs(now))
    const limit = this.budget.exhausted(ledger.bytes - round.bytesBefore, now)
    if (limit !== null) this.end(limit)
    if (crawl.stage === 'pages') {
      // pages that are asked for again are none of those that the limits are about
      const enough = round.left <= 0 ? 'budget' : crawl.isAsking ? null : this.budget.enough(round.found)
      if (enough !== null) this.stopPages(enough, now)
    }
    if (this.pause.isOn && crawl.stage !== 'over') return this.alarm.clear()
    const { connections } = campaign.network
    const isFull = recorder.isFull || pool.isFull || crawl.isFull || learning?.isBusy === true
    while (crawl.stage !== 'over' && !isFull && crawl.underWay < connections && crawl.start(now, this.mayStartPage()));
    const next = isFull ? now + TICK_MS / 10 : crawl.nextStart(this.mayStartPage())
    const isWaiting = crawl.underWay > 0 || (crawl.stage !== 'over' && next < Infinity)
    if (!isWaiting) this.leaveStage(now)
    else if (next < Infinity && crawl.underWay < connections) this.alarm.set(next, now)
  }

  private mayStartPage(): boolean {
    const { stage, pagesUnderWay } = this.crawl
    const { round, ledger } = this.session.memory
    if (stage === 'pages') return this.crawl.budgetLeft > 0 && this.budget.mayStart(round.found, pagesUnderWay)
    return stage === 'texts' && this.budget.mayStartText(round.found.pages + ledger.texts, pagesUnderWay)
  }

  private stopPages(reason: StopReason, now: number): void {
    this.stopping = reason
    this.crawl.enter('embeds', now)
  }

  private leaveStage(now: number): void {
    const { crawl } = this
    if (crawl.stage === 'over') return this.finish()
    if (crawl.stage === 'pages') this.stopPages('finished', now)
    else {
      const wantsTexts = this.stopping === 'quota' && this.session.campaign.archive['frontier-text']
      crawl.enter(crawl.stage === 'embeds' && wantsTexts ? 'texts' : 'over', now)
    }
    this.startDownloads()
  }
}
