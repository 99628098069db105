/**
 * Reading a log that grows: whoever has read it to a mark reads on from there. A crawl that was killed cuts its log back before it
 * goes on, and a directory may be replaced: then what was read is not the beginning of the log any more, and all is read again.
 */
import { createHash } from 'node:crypto'
import { LongtailError } from '../errors.js'
import type { CrawlDirectory } from './crawl-directory.js'
import { hasLog, logSize, readLog, type LoggedLine, type LogPosition } from './log/read-log.js'

/** Behind the last line that was read. */
export interface LogMark extends LogPosition {
  /** Where that line begins. */
  readonly start: number
  /** Its fingerprint: lines hold dates and digests, so that no other line has it. */
  readonly print: string
}

export const LOG_START: LogMark = { end: 0, line: 0, start: 0, print: '' }

/** Is what was read up to this mark still the beginning of the log? */
export async function isContinued(directory: CrawlDirectory, mark: LogMark): Promise<boolean> {
  if (mark.end === 0) return true
  if (logSize(directory) < mark.end) return false
  try {
    for await (const line of readLog(directory, { end: mark.start, line: mark.line - 1 }))
      return line.end === mark.end && printOf(line) === mark.print
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  return false
}

export interface LogReading {
  /** Up to where it was read. */
  readonly mark: LogMark
  /** What is wrong with the next line; '' when nothing is. Behind a damaged line nobody knows what numbers of URLs mean. */
  readonly damage: string
}

/** Reads whole lines from a mark to the end, or to a damaged line. `each` is told where the log stands behind its line. */
export async function readOn(
  directory: CrawlDirectory,
  from: LogMark,
  each: (line: LoggedLine, mark: () => LogMark) => void | Promise<void>,
): Promise<LogReading> {
  let last: LoggedLine | null = null
  let start = from.end
  const mark = (): LogMark => (last === null ? from : { end: last.end, line: last.line, start, print: printOf(last) })
  if (!hasLog(directory)) return { mark: from, damage: '' }
  try {
    for await (const line of readLog(directory, from)) {
      start = last?.end ?? from.end
      last = line
      const done = each(line, mark)
      if (done !== undefined) await done
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { mark: mark(), damage: error.message }
  }
  return { mark: mark(), damage: '' }
}

function isDamage(error: unknown): error is LongtailError {
  return error instanceof LongtailError && error.code === 'E_CRAWL_DIR'
}

function printOf({ entry }: LoggedLine): string {
  return createHash('sha1').update(JSON.stringify(entry)).digest('base64').slice(0, 16)
}
