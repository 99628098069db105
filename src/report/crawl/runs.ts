/** The runs of a crawl, and the clock of crawling: the hours of all runs one after another, without the time between them. */
import { endInWords, type Ending } from '../../collection/index.js'

/** In the middle runs go when there are more: somebody lets a crawl start every minute. */
const MOST_RUNS = 200
/** An answer dated that much before its run began was not fetched in it: it came from an archive. */
const SLACK_MS = 60_000

export interface RunNumbers {
  readonly at: string
  readonly software: string
  readonly strategy: string
  /** Seeds that it was given. */
  readonly seeds: number
  readonly pages: number
  readonly relevant: number
  readonly seconds: number
  /** Why it stopped; '' when it did not say so: it was killed, or is still running. */
  readonly stopped: string
  /** The same in words. */
  readonly why: string
}

type OpenRun = { -readonly [Key in keyof RunNumbers]: RunNumbers[Key] } & { startMs: number; before: number }

export class Runs {
  total = 0
  /** Seconds of crawling so far. */
  seconds = 0
  /** Pages whose date says that they were not fetched during the run. */
  undated = 0
  lastAt = ''
  private readonly kept: OpenRun[] = []

  start(run: Pick<RunNumbers, 'at' | 'software' | 'strategy' | 'seeds'>): void {
    this.total++
    if (this.kept.length === MOST_RUNS) this.kept.splice(MOST_RUNS / 2, 1)
    const fresh = {
      pages: 0,
      relevant: 0,
      seconds: 0,
      stopped: '',
      why: '',
      startMs: Date.parse(run.at),
      before: this.seconds,
    }
    this.kept.push({ ...run, ...fresh })
    this.note(run.at)
  }

  /** The moment, in seconds of crawling, of something dated; the clock of a log may jump, ours does not run backwards. */
  time(at: string): number {
    const run = this.kept.at(-1)
    const ms = Date.parse(at)
    if (run === undefined || !Number.isFinite(ms) || !Number.isFinite(run.startMs)) return this.seconds
    this.note(at)
    const inRun = Math.max(0, ms - run.startMs) / 1000
    run.seconds = Math.max(run.seconds, inRun)
    this.seconds = Math.max(this.seconds, run.before + inRun)
    return run.before + inRun
  }

  page(at: string, isRelevant: boolean): number {
    const run = this.kept.at(-1)
    if (run === undefined) return this.seconds
    run.pages++
    if (isRelevant) run.relevant++
    const ms = Date.parse(at)
    if (!(ms >= run.startMs - SLACK_MS)) {
      this.undated++
      return this.seconds
    }
    return this.time(at)
  }

  stop(at: string, ending: Ending): void {
    this.time(at)
    const run = this.kept.at(-1)
    if (run === undefined) return
    run.stopped = ending.reason
    run.why = endInWords(ending)
  }

  list(): readonly RunNumbers[] {
    return this.kept.map(({ at, software, strategy, seeds, pages, relevant, seconds, stopped, why }) => {
      return { at, software, strategy, seeds, pages, relevant, seconds, stopped, why }
    })
  }

  private note(at: string): void {
    if (Number.isFinite(Date.parse(at))) this.lastAt = at
  }
}
