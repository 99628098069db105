/**
 * A crawl pauses while there is a file `pause` in its directory, whoever put it there: a shell (`touch DIR/pause`), the
 * dashboard of the portal, a job of the night. What is under way is finished, nothing new is taken, and the file's removal lets
 * the crawl go on. A file rather than a signal: it works from another machine's disk, and a crawl that starts again is still paused.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { diskError } from '../disk/disk-error.js'
import type { CrawlDirectory } from './crawl-directory.js'

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
