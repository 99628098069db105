/** Where does the next record begin? Asked after damage. */
import type { ByteFile, Window } from './byte-file.js'
import { probeMember } from './gzip-reader.js'
import { looksLikeArc, looksLikeWarc } from './record-head.js'

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b, 8])
/** A candidate is looked at only when this much of what follows it is at hand. */
const LOOK_BYTES = 4096
const STEP_BYTES = 256 * 1024
const WARC_STARTS = [Buffer.from('\nWARC/')]
const ARC_STARTS = ['\nhttp', '\nfiledesc:', '\ndns:', '\nftp:'].map(text => Buffer.from(text))

/** Offset of the first gzip member at or after `from` whose content begins like a record; -1 when `within` bytes hold none. */
export async function findMember(file: ByteFile, window: Window, from: number, within: number): Promise<number> {
  const stop = Math.min(file.size, from + within)
  for (let offset = from; offset < stop; offset += STEP_BYTES) {
    const bytes = (await window.view(offset, STEP_BYTES + LOOK_BYTES)).subarray(0, STEP_BYTES + LOOK_BYTES)
    for (let at = bytes.indexOf(GZIP_MAGIC); at >= 0 && at < STEP_BYTES; at = bytes.indexOf(GZIP_MAGIC, at + 1)) {
      const content = probeMember(bytes.subarray(at, at + LOOK_BYTES))
      if (looksLikeWarc(content) || (content.length > 0 && looksLikeArc(content))) return offset + at
    }
  }
  return -1
}

export type PlainFormat = 'warc' | 'arc'

/** The same for files that are not compressed: a line that begins like a record. */
export async function findPlainRecord(
  file: ByteFile,
  window: Window,
  format: PlainFormat,
  from: number,
  within: number,
): Promise<number> {
  const stop = Math.min(file.size, from + within)
  const looksRight = format === 'warc' ? looksLikeWarc : looksLikeArc
  // one byte earlier, so that a record right at `from` has its line end before it
  for (let offset = Math.max(0, from - 1); offset < stop; offset += STEP_BYTES) {
    const bytes = (await window.view(offset, STEP_BYTES + LOOK_BYTES)).subarray(0, STEP_BYTES + LOOK_BYTES)
    let best = -1
    for (const start of format === 'warc' ? WARC_STARTS : ARC_STARTS) {
      const searched = best < 0 ? bytes : bytes.subarray(0, best)
      let at = searched.indexOf(start)
      while (at >= 0 && at < STEP_BYTES && !looksRight(bytes.subarray(at + 1, at + 1 + LOOK_BYTES))) {
        at = searched.indexOf(start, at + 1)
      }
      if (at >= 0 && at < STEP_BYTES) best = at
    }
    if (best >= 0) return offset + best + 1
  }
  return -1
}
