import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { isPauseAsked } from '../collection/pause-file.js'
import { steadyNow } from '../steady-clock.js'

/** The file `pause` (collection/pause-file.ts) as the crawl sees it. */
export class Pause {
  isOn = false
  private lastAt = 0
  private unreported = 0

  constructor(
    private readonly directory: Pick<CrawlDirectory, 'pause'>,
    private readonly say: (message: string) => void,
  ) {
    this.look(steadyNow())
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
