/** What a partition takes over from the epoch before: its checkpoint and its frontier, so that not all of the log has to be replayed. */
import { copyFileSync, cpSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import type { CrawlDirectory } from '../../collection/crawl-directory.js'
import { isErrno } from '../../errors.js'

/** `isOver`: whoever wrote there has ended. Otherwise it may still write, and its files are copied. */
export function inherit(from: CrawlDirectory, to: CrawlDirectory, isOver: boolean): void {
  if (existsSync(from.checkpoint)) {
    try {
      linkSync(from.checkpoint, to.checkpoint)
    } catch {
      // a file system without links
      copyFileSync(from.checkpoint, to.checkpoint)
    }
  }
  if (!isOver) return copyFrontier(from, to)
  rmSync(from.checkpoint, { force: true })
  if (existsSync(from.frontier)) renameSync(from.frontier, to.frontier)
  // what the worker died of, perhaps
  if (existsSync(from.underWay)) renameSync(from.underWay, to.underWay)
}

function copyFrontier(from: CrawlDirectory, to: CrawlDirectory): void {
  if (!existsSync(from.frontier)) return
  try {
    cpSync(from.frontier, to.frontier, { recursive: true })
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
    // its owner removed a file meanwhile: without checkpoint and frontier the log is replayed, which has everything
    rmSync(to.checkpoint, { force: true })
    rmSync(to.frontier, { recursive: true, force: true })
  }
}
