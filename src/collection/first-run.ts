/** How a crawl began: its first run names the seeds and the strategy. */
import type { CrawlDirectory } from './crawl-directory.js'
import type { RunEntry } from './log/entry.js'
import { hasLog, readLog } from './log/read-log.js'

/** Null when no run has begun. */
export async function firstRun(directory: CrawlDirectory): Promise<RunEntry | null> {
  if (!hasLog(directory)) return null
  for await (const { entry } of readLog(directory)) return entry.t === 'run' ? entry : null
  return null
}
