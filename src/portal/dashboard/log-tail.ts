/**
 * Reads a crawl's log once, from the beginning, and from then on only what was added to it. A log may have many gigabytes: it is
 * read in slices, with rests between them, so that readers of the portal do not wait for it; whoever looks meanwhile sees
 * how far it has come.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  isContinued,
  LOG_START,
  LogFold,
  logSize,
  readOn,
  type CrawlDirectory,
  type LogMark,
} from '../../collection/index.js'
import { LiveSurvey } from './live-survey.js'

/** Some milliseconds of work (bench/dashboard-log.ts). */
const SLICE_BYTES = 256 * 1024

export class LogTail {
  survey = new LiveSurvey()
  private fold = new LogFold(this.survey)
  private mark: LogMark = LOG_START
  private position = 0
  private size = 0
  private reading: Promise<void> | null = null

  constructor(private readonly directory: CrawlDirectory) {}

  /** How much of the log was read, 0 to 1. */
  get share(): number {
    return this.size === 0 ? 1 : Math.min(1, this.position / this.size)
  }

  /** Reads what is new; returns when that is done, or after `patienceMs`, whichever comes first. Never throws. */
  async follow(patienceMs: number): Promise<void> {
    this.reading ??= this.readOn().finally(() => (this.reading = null))
    const giveUp = new AbortController()
    try {
      await Promise.race([this.reading, sleep(patienceMs, undefined, { signal: giveUp.signal }).catch(() => {})])
    } finally {
      giveUp.abort()
    }
  }

  private async readOn(): Promise<void> {
    try {
      if (!(await isContinued(this.directory, this.mark))) this.forget()
      this.size = logSize(this.directory)
      let rested = this.mark.end
      let before = performance.now()
      const { mark, damage } = await readOn(this.directory, this.mark, async ({ entry, end }) => {
        this.fold.add(entry)
        this.position = end
        if (end - rested < SLICE_BYTES) return
        rested = end
        // half of the time at most goes into this; a process that wants to end does not wait for it
        await sleep(performance.now() - before, undefined, { ref: false })
        before = performance.now()
      })
      this.mark = mark
      this.survey.damage = damage
      this.position = this.size
    } catch {
      // a disk that fails: what was read stays, and all is read again when it works
      this.forget()
    }
  }

  /** Another log has taken its place, or it was cut back: all is read again. */
  private forget(): void {
    this.survey = new LiveSurvey()
    this.fold = new LogFold(this.survey)
    this.mark = LOG_START
    this.position = 0
  }
}
