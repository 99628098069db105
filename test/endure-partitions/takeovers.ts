/** How long it takes until partitions of a worker that says nothing are in the hands of another. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crawlDirectory, partPaths } from '../../src/collection/crawl-directory.js'
import { epochPath, epochsOf } from '../../src/collection/epochs.js'
import { fileSize } from '../../src/collection/log/segments.js'

interface Orphan {
  readonly part: string
  readonly epoch: number
  readonly since: number
  takenAt: number
  isDisturbed: boolean
}

export interface Takeover {
  /** From the fault to the next epoch. */
  readonly takenMs: number
  /** From there until the partition goes on: its log is replayed. */
  readonly replayMs: number
  /** Something else happened meanwhile. */
  readonly isDisturbed: boolean
}

const LOOK_MS = 100

export class Takeovers {
  readonly all: Takeover[] = []
  private orphans: Orphan[] = []
  private readonly timer: NodeJS.Timeout

  /** `store`: where it is always there. */
  constructor(private readonly store: string) {
    this.timer = setInterval(() => this.look(), LOOK_MS)
  }

  /** The process is dead or frozen, from now on. Returns how many partitions it held. */
  lost(pid: number): number {
    const since = Date.now()
    let count = 0
    for (const part of partPaths(crawlDirectory(this.store))) {
      const held = epochsOf(part).at(-1)
      if (held === undefined || Number(held.process.split(' ')[0]) !== pid) continue
      if (existsSync(join(held.path, 'released'))) continue
      this.orphans.push({ part, epoch: held.epoch, since, takenAt: 0, isDisturbed: false })
      count++
    }
    return count
  }

  /** Redis or the store fails, or the worker that may be about to take it. */
  disturb(): void {
    for (const orphan of this.orphans) orphan.isDisturbed = true
  }

  close(): void {
    clearInterval(this.timer)
  }

  private look(): void {
    this.orphans = this.orphans.filter(orphan => {
      const next = epochPath(orphan.part, orphan.epoch + 1)
      if (!existsSync(next)) return true
      // by the clock of this machine, whatever that of the worker says
      orphan.takenAt ||= statSync(next).birthtimeMs
      const goesOn = (fileSize(crawlDirectoryOf(next)) ?? 0) > 0 || existsSync(join(next, 'log'))
      if (!goesOn && !existsSync(epochPath(orphan.part, orphan.epoch + 2))) return true
      const takenMs = Math.max(0, orphan.takenAt - orphan.since)
      this.all.push({ takenMs, replayMs: Date.now() - orphan.takenAt, isDisturbed: orphan.isDisturbed })
      return false
    })
  }
}

function crawlDirectoryOf(epoch: string): string {
  return crawlDirectory(epoch).log
}
