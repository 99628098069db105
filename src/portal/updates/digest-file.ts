/** SHA-256 of files, and whether one has only grown since it was seen last. */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { bytesIn, readRanges, type ByteRange } from './byte-ranges.js'

export interface FileDigest {
  readonly bytes: number
  /** SHA-256 of these bytes, in hexadecimal. */
  readonly digest: string
  /** When it was changed last: a file with the same size and time is not read again. */
  readonly changedAt: number
}

/**
 * `isContinued`: it begins with all the bytes that `before` had. Read as long as it is now: it may be growing. `ranges`: only what is
 * in them, one behind the other.
 */
export function digestFile(
  path: string,
  before?: FileDigest,
  ranges?: readonly ByteRange[],
): FileDigest & { readonly isContinued: boolean } {
  const file = openSync(path, 'r')
  try {
    const { size, mtimeMs: changedAt } = fstatSync(file)
    const bytes = ranges === undefined ? size : bytesIn(ranges)
    if (ranges === undefined && before?.bytes === bytes && before.changedAt === changedAt)
      return { bytes, digest: before.digest, changedAt, isContinued: true }
    const hash = createHash('sha256')
    const add = (start: number, end: number): void => {
      for (const chunk of readRanges(file, path, ranges ?? [[0, size]], start, end)) hash.update(chunk)
    }
    const known = before !== undefined && before.bytes <= bytes ? before.bytes : 0
    add(0, known)
    const isContinued = known === before?.bytes && (known === 0 || hash.copy().digest('hex') === before.digest)
    add(known, bytes)
    return { bytes, digest: hash.digest('hex'), changedAt, isContinued }
  } finally {
    closeSync(file)
  }
}
