/**
 * Where the log of a crawl lies:
 *
 *   crawl.log.jsonl                 the open segment, plain text: lines are appended to it
 *   log/000001-67111092.jsonl.br    closed segments, by number and bytes of their lines: compressed, never changed again, and so
 *                                   can be copied while the crawl runs
 *   log/000002.jsonl                one that was closed and is not compressed yet; where both are there, the compressed one counts
 *
 * A segment is closed by renaming it, so each line is in exactly one segment at any moment. A crawl of an earlier version has
 * one long open segment and no closed ones.
 *
 * A partition of a crawl has such files for each epoch (../epochs.ts); of those before the last as much counts as their successor says.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno, LongtailError } from '../../errors.js'
import type { CrawlDirectory, EarlierLog } from '../crawl-directory.js'

const NAME = /^(\d{6,9})(?:-(\d{1,15})\.jsonl\.br|\.jsonl)$/

export interface ClosedSegment {
  readonly number: number
  readonly path: string
  readonly isCompressed: boolean
  /** Bytes of its lines. */
  readonly size: number
}

/** Path of a closed segment before it is compressed. */
export function plainPath(directory: CrawlDirectory, number: number): string {
  return join(directory.segments, `${padded(number)}.jsonl`)
}

export function compressedPath(directory: CrawlDirectory, number: number, size: number): string {
  return join(directory.segments, `${padded(number)}-${size}.jsonl.br`)
}

function padded(number: number): string {
  return String(number).padStart(6, '0')
}

/** All that is closed, in order: what earlier epochs have written, and one's own. */
export function closedSegments(directory: CrawlDirectory): ClosedSegment[] {
  return [...directory.earlier.flatMap(earlierSegments), ...ownSegments(directory)]
}

/** An epoch that died has left its open segment. Nobody reads more than counts. */
function earlierSegments({ log, segments, bytes }: EarlierLog): ClosedSegment[] {
  const open = { number: 0, path: log, isCompressed: false, size: Infinity }
  let left = bytes
  return [...ownSegments({ segments }), open].flatMap(segment => {
    const size = Math.min(left, segment.size)
    left -= size
    return size === 0 ? [] : [{ ...segment, size }]
  })
}

/** By number, without gaps. A missing one would shift all numbers of URLs behind it: then it throws E_CRAWL_DIR. */
export function ownSegments(directory: Pick<CrawlDirectory, 'segments'>): ClosedSegment[] {
  const segments: ClosedSegment[] = []
  for (const file of segmentFiles(directory)) {
    const known = segments[file.number - 1]
    if (known === undefined || file.isCompressed) segments[file.number - 1] = file
  }
  const missing = segments.findIndex(segment => segment === undefined)
  if (missing === -1) return segments
  throw new LongtailError(
    'E_CRAWL_DIR',
    `${directory.segments}: segment ${missing + 1} of ${segments.length} of the log is missing; restore it from a copy`,
  )
}

/** All files of closed segments; of one that is just being compressed there may be two. */
export function segmentFiles(directory: Pick<CrawlDirectory, 'segments'>): ClosedSegment[] {
  let names: string[]
  try {
    names = readdirSync(directory.segments)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
  return names.flatMap(name => {
    const found = NAME.exec(name)
    if (found === null || Number(found[1]) === 0) return []
    const path = join(directory.segments, name)
    const isCompressed = found[2] !== undefined
    const size = isCompressed ? Number(found[2]) : fileSize(path)
    // gone since: it gave way to its compressed form, which was there before
    return size === null ? [] : [{ number: Number(found[1]), path, isCompressed, size }]
  })
}

export function fileSize(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}
