/** Parts of a file, one behind the other, read as if they were a file of their own. */
import { readSync } from 'node:fs'
import { LongtailError } from '../../errors.js'

/** The end is the first byte that is not in it any more. */
export type ByteRange = readonly [from: number, to: number]

const CHUNK = 1024 * 1024

export function bytesIn(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0)
}

/** From byte `start` of all that is in the ranges up to byte `end`, a megabyte at a time. A chunk is good until the next one. */
export function* readRanges(
  file: number,
  path: string,
  ranges: readonly ByteRange[],
  start: number,
  end: number,
): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK)
  let filled = 0
  let before = 0
  for (const [from, to] of ranges) {
    const last = Math.min(to, from + end - before)
    for (let at = Math.max(from, from + start - before); at < last;) {
      const read = readSync(file, buffer, filled, Math.min(CHUNK - filled, last - at), at)
      if (read === 0)
        throw new LongtailError(
          'E_ARCHIVE',
          `${path} became shorter while it was packed: build the portal and pack again`,
        )
      at += read
      filled += read
      if (filled < CHUNK) continue
      yield buffer
      filled = 0
    }
    before += to - from
  }
  if (filled > 0) yield buffer.subarray(0, filled)
}
