/**
 * The one reader of crawl logs: lines of all segments in order, from the first or from where an earlier reader stopped, also
 * while the crawl runs and closes segments. Positions count bytes and lines over all segments.
 */
import { createReadStream } from 'node:fs'
import { createBrotliDecompress } from 'node:zlib'
import { pipeline, type Readable } from 'node:stream'
import { isErrno, LongtailError } from '../../errors.js'
import type { CrawlDirectory } from '../crawl-directory.js'
import { damagedLine, parseEntry, type LogEntry } from './entry.js'
import { closedSegments, fileSize, type ClosedSegment } from './segments.js'

export interface LogPosition {
  /** Bytes of all lines up to and including this one. */
  readonly end: number
  /** Lines. */
  readonly line: number
}

export interface LoggedLine extends LogPosition {
  readonly entry: LogEntry
}

export interface RawLine extends LogPosition {
  readonly text: string
  /** The segment that it stands in. */
  readonly path: string
}

export const BEFORE_FIRST_LINE: LogPosition = { end: 0, line: 0 }

const CHUNK_BYTES = 1 << 20
const LINE_FEED = 10
/** A page with ten thousand links has 2 MB; what is longer was written by nobody, and must not fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024
/** No line that ends a run is longer. */
const LAST_BYTES = 64 * 1024

export function hasLog(directory: CrawlDirectory): boolean {
  return fileSize(directory.log) !== null || closedSegments(directory).length > 0
}

/** Bytes of all lines. What a kill left of a last line counts as well. */
export function logSize(directory: CrawlDirectory): number {
  for (;;) {
    const closed = closedSegments(directory)
    const open = fileSize(directory.log) ?? 0
    // otherwise one was closed while we looked, and its lines would count twice or not at all
    if (closedSegments(directory).length === closed.length) return closed.reduce((sum, { size }) => sum + size, open)
  }
}

/** The same without that: bytes of whole lines. */
export async function wholeLines(directory: CrawlDirectory): Promise<number> {
  const open = fileSize(directory.log) ?? 0
  const closed = logSize(directory) - open
  let whole = 0
  for await (const { bytes } of linesOf(directory.log, null, 0, 0)) whole += bytes
  return closed + whole
}

/** The entries of a log, in the order in which things happened. A last line without its end is what a kill left: it is not reported. */
export async function* readLog(
  directory: CrawlDirectory,
  from: LogPosition = BEFORE_FIRST_LINE,
): AsyncGenerator<LoggedLine, void> {
  for await (const { text, path, end, line } of readLogLines(directory, from))
    yield { entry: parseEntry(text, path, line), end, line }
}

/** The same as text. */
export async function* readLogLines(
  directory: CrawlDirectory,
  from: LogPosition = BEFORE_FIRST_LINE,
): AsyncGenerator<RawLine> {
  let { end, line } = from
  /** Where the segment begins. */
  let base = 0
  let closed = closedSegments(directory)
  for (let index = 0; ;) {
    // one that was closed while others were read; plain files give way to compressed ones, too
    if (index >= closed.length || !closed[index].isCompressed) closed = closedSegments(directory)
    const segment = index < closed.length ? closed[index] : null
    if (segment === null || base + segment.size > end) {
      const path = segment?.path ?? directory.log
      for await (const { text, bytes } of linesOf(path, segment, end - base, line)) {
        end += bytes
        yield { text, path, end, line: ++line }
        // what an earlier epoch has behind the end that its successor set
        if (segment !== null && end >= base + segment.size) break
      }
    }
    if (segment === null) {
      // closed while it was read: the rest of its lines comes from the closed segment
      if (closedSegments(directory).length === closed.length) return
    } else if (end >= base + segment.size) {
      base += segment.size
      index++
    } else {
      // an epoch that ends closes its open segment, and may have begun an empty one where that was
      const found = closedSegments(directory)
      const isSame = found[index]?.path === segment.path && found[index].size === segment.size
      if (isSame && fileSize(segment.path) !== null) throw damaged(segment.path)
      closed = found
    }
  }
}

/** The last whole line, without reading more than its segment; null when there is none, or it cannot be read. */
export async function lastEntry(directory: CrawlDirectory): Promise<LogEntry | null> {
  try {
    const open = fileSize(directory.log) ?? 0
    const closed = open > 0 ? null : (closedSegments(directory).at(-1) ?? null)
    const path = closed?.path ?? directory.log
    let last = ''
    // what is cut at its beginning does not parse
    for await (const { text } of linesOf(path, closed, closed === null ? Math.max(0, open - LAST_BYTES) : 0, 0))
      last = text
    return last === '' ? null : parseEntry(last, path, 0)
  } catch {
    return null
  }
}

async function* linesOf(
  path: string,
  closed: ClosedSegment | null,
  skip: number,
  line: number,
): AsyncGenerator<{ readonly text: string; readonly bytes: number }> {
  let rest: Buffer[] = []
  let restLength = 0
  for await (const data of bytesOf(path, closed?.isCompressed ?? false, skip)) {
    let at = 0
    for (let newline = data.indexOf(LINE_FEED); newline !== -1; newline = data.indexOf(LINE_FEED, at)) {
      const last = data.subarray(at, newline)
      const whole = rest.length === 0 ? last : Buffer.concat([...rest, last])
      rest = []
      restLength = 0
      line++
      yield { text: whole.toString('utf8'), bytes: whole.length + 1 }
      at = newline + 1
    }
    if (at < data.length) rest.push(data.subarray(at))
    restLength += data.length - at
    if (restLength > LONGEST_LINE) throw damagedLine(path, line + 1)
  }
}

async function* bytesOf(path: string, isCompressed: boolean, skip: number): AsyncGenerator<Buffer> {
  let left = isCompressed ? skip : 0
  try {
    for await (const chunk of open(path, isCompressed, skip)) {
      const bytes: unknown = chunk
      if (!Buffer.isBuffer(bytes)) continue
      if (left < bytes.length) yield bytes.subarray(left)
      left = Math.max(0, left - bytes.length)
    }
  } catch (error) {
    // no open segment yet; or it was closed, or a closed one gave way to its compressed form, in this moment
    if (!isCompressed && isErrno(error, 'ENOENT')) return
    // what is not a system's complaint is the decompressor's
    throw isCompressed && error instanceof Error && !('syscall' in error) ? damaged(path) : error
  }
}

function open(path: string, isCompressed: boolean, skip: number): Readable {
  if (!isCompressed) return createReadStream(path, { highWaterMark: CHUNK_BYTES, start: skip })
  const unpack = createBrotliDecompress({ chunkSize: CHUNK_BYTES })
  // errors arrive at whoever reads the last stream
  pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), unpack, () => {})
  return unpack
}

function damaged(path: string): LongtailError {
  return new LongtailError('E_CRAWL_DIR', `${path} is damaged; restore it from a copy`)
}
