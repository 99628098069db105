/** When the rounds of a crawl began (docs/rounds.md). */
import { crawlDirectory, logDirectories } from './crawl-directory.js'
import { parseEntry } from './log/entry.js'
import { hasLog, readLogLines } from './log/read-log.js'

/** How the log writes them; other lines are not parsed. */
const RUN_LINE = '{"t":"run"'
const ROUND_LINE = '{"t":"round"'

/** ISO 8601, round 1 first. Empty when nothing has begun, and for crawls of many partitions, which have no rounds. */
export async function roundStarts(path: string): Promise<string[]> {
  const directory = crawlDirectory(path)
  const starts: string[] = []
  if (!hasLog(directory) || logDirectories(directory).length > 1) return starts
  for await (const { text, path: segment, line } of readLogLines(directory)) {
    if (!text.startsWith(starts.length === 0 ? RUN_LINE : ROUND_LINE)) continue
    const entry = parseEntry(text, segment, line)
    if (entry.t === 'run') starts.push(entry.at)
    // one whose plan was lost begins twice
    else if (entry.t === 'round' && entry.round === starts.length + 1) starts.push(entry.at)
  }
  return starts
}
