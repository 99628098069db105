/**
 * A crawl pauses while there is a file `pause` in its directory, whoever put it there: a shell (`touch DIR/pause`), the
 * dashboard of the portal, a job of the night. What is under way is finished, nothing new is taken, and the file's removal lets
 * the crawl go on. A file rather than a signal: it works from another machine's disk, and a crawl that starts again is still paused.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { diskError } from '../disk/disk-error.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'

/** Whether somebody wants the crawl to pause; it may not have noticed yet, or not run at all. */
export function isPauseAsked({ pause }: Pick<CrawlDirectory, 'pause'>): boolean {
  try {
    return statSync(pause).isFile()
  } catch {
    return false
  }
}

/** Nothing happens if it is asked already. Throws E_DISK. */
export function askToPause({ pause }: Pick<CrawlDirectory, 'pause'>): void {
  try {
    writeFileSync(pause, `${new Date().toISOString()}\n`)
  } catch (error) {
    throw diskError(pause, error)
  }
}

/** Throws E_DISK. */
export function askToGoOn({ pause }: Pick<CrawlDirectory, 'pause'>): void {
  try {
    rmSync(pause, { force: true })
  } catch (error) {
    throw diskError(pause, error)
  }
}

/** The file as the crawl sees it. */
export class Pause {
  isOn = false
  private lastAt = 0
  private unreported = 0

  constructor(
    private readonly directory: Pick<CrawlDirectory, 'pause'>,
    private readonly say: (message: string) => void,
  ) {
    this.look(Date.now())
  }

  /** Looks whether the file came or went. */
  look(nowMs: number): void {
    const isAsked = isPauseAsked(this.directory)
    if (this.isOn) this.unreported += Math.max(0, nowMs - this.lastAt)
    this.lastAt = nowMs
    if (isAsked === this.isOn) return
    this.isOn = isAsked
    this.say(
      isAsked
        ? `paused: nothing new is fetched until ${this.directory.pause} is removed`
        : 'going on: the pause is over',
    )
  }

  /** Milliseconds of pausing since the last call: by so much limits of time move. */
  passedMs(nowMs: number): number {
    if (this.isOn) this.unreported += Math.max(0, nowMs - this.lastAt)
    this.lastAt = nowMs
    const passed = this.unreported
    this.unreported = 0
    return passed
  }
}
