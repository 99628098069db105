import { formatBytes } from '../campaign/index.js'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { isPauseAsked } from '../collection/pause-file.js'
import { freeSpace } from '../disk/free-space.js'
import { steadyNow } from '../steady-clock.js'

/** So much more than the reserve must be free before a crawl goes on: it would pause again at once. */
const ROOM_TO_GO_ON = 1.02

/**
 * Why nothing new is fetched for now: somebody put the file `pause` there (collection/pause-file.ts), or the disk has less room than
 * the campaign keeps free (`limits.free-disk`). Both are looked at again and again, so that the crawl goes on by itself.
 */
export class Pause {
  /** In words; '' while the crawl is not paused. */
  reason = ''
  private lastAt = 0
  private unreported = 0
  private isFull = false

  constructor(
    private readonly directory: Pick<CrawlDirectory, 'pause' | 'path'>,
    private readonly reserveBytes: number,
    private readonly say: (message: string) => void,
    private readonly freeBytes: (path: string) => number = path => freeSpace(path)?.bytes ?? Infinity,
  ) {
    this.look(steadyNow())
  }

  get isOn(): boolean {
    return this.reason !== ''
  }

  /** Looks whether the file came or went, and how much room there is. */
  look(nowMs: number): void {
    if (this.isOn) this.unreported += Math.max(0, nowMs - this.lastAt)
    this.lastAt = nowMs
    const before = this.reason
    this.reason = this.currentReason()
    if ((before === '') === (this.reason === '')) return
    this.say(this.isOn ? `paused: ${this.reason}` : 'resumed after a pause')
  }

  private currentReason(): string {
    const free = this.reserveBytes === 0 ? Infinity : this.freeBytes(this.directory.path)
    this.isFull = free < this.reserveBytes * (this.isFull ? ROOM_TO_GO_ON : 1)
    if (isPauseAsked(this.directory)) return `nothing new is fetched until ${this.directory.pause} is removed`
    if (!this.isFull) return ''
    return `the disk has ${formatBytes(free)} left, less than limits.free-disk (${formatBytes(this.reserveBytes)}); the crawl resumes when there is space`
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
