/** How a crawl began: its first run names the seeds and the strategy. */
import { logDirectories, type CrawlDirectory } from './crawl-directory.js'
import type { RunEntry } from './log/entry.js'
import { hasLog, readLog } from './log/read-log.js'

/** Null when no run has begun. Of a crawl of many partitions: with the seeds of all. */
export async function firstRun(directory: CrawlDirectory): Promise<RunEntry | null> {
  const runs: RunEntry[] = []
  for (const one of logDirectories(directory)) {
    const run = await firstLine(one)
    if (run !== null) runs.push(run)
  }
  return runs.length === 0 ? null : { ...runs[0], seeds: runs.flatMap(({ seeds }) => seeds) }
}

async function firstLine(directory: CrawlDirectory): Promise<RunEntry | null> {
  if (!hasLog(directory)) return null
  for await (const { entry } of readLog(directory)) return entry.t === 'run' ? entry : null
  return null
}
