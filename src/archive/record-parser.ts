/** The next record of a stretch of bytes: head, block, and the empty lines behind it. Nothing it reads can make it throw, loop or hoard. */
import type { Cursor } from './cursor.js'
import { looksLikeWarc, MAX_HEAD_BYTES, parseHead, type ParsedHead, type RecordHead } from './record-head.js'

export type Parsed =
  | {
      readonly kind: 'record'
      readonly head: RecordHead
      readonly block: Buffer
      readonly start: number
      readonly end: number
    }
  | { readonly kind: 'end' }
  | { readonly kind: 'damage'; readonly start: number; readonly reason: string }

const FIRST_TRY_BYTES = 2048
/** CR LF CR LF, or the beginning of the next record where somebody left that out. */
const TRAILER_BYTES = 5
const FALSE_LENGTH = 'the block does not end where its length says'
const END: Parsed = { kind: 'end' }

/** `maxBlock`: longer blocks are cut to it, so that memory stays bounded whatever a record claims. */
export async function parseRecord(cursor: Cursor, maxBlock: number): Promise<Parsed> {
  if (!(await skipNewlines(cursor))) return END
  const start = cursor.offset
  const head = await readHead(cursor)
  if (head === 'bad') return { kind: 'damage', start, reason: 'no record begins here' }
  if (head === 'short') return { kind: 'damage', start, reason: 'the file ends inside the head of a record' }
  cursor.advance(head.length)
  const { blockLength } = head
  const blockEnd = cursor.offset + blockLength
  if (cursor.size !== null && blockEnd > cursor.size) {
    return { kind: 'damage', start, reason: 'the file ends before the block does' }
  }
  // Looked at before the block is read: a file full of false lengths must not be read once for each of them.
  const behind = await cursor.glance(blockEnd, TRAILER_BYTES)
  if (behind !== null && trailerLength(behind) < 0) return { kind: 'damage', start, reason: FALSE_LENGTH }
  const kept = Math.min(blockLength, maxBlock)
  if (!(await cursor.need(kept))) return { kind: 'damage', start, reason: 'the data ends before the block does' }
  const block = cursor.held.subarray(0, kept)
  if (!(await cursor.skip(blockLength))) {
    return { kind: 'damage', start, reason: 'the data ends before the block does' }
  }
  await cursor.need(TRAILER_BYTES)
  const trailer = trailerLength(cursor.held)
  if (trailer < 0) return { kind: 'damage', start, reason: FALSE_LENGTH }
  cursor.advance(trailer)
  return { kind: 'record', head, block, start, end: cursor.offset }
}

/** True when a byte other than CR and LF is held. */
async function skipNewlines(cursor: Cursor): Promise<boolean> {
  for (;;) {
    const held = cursor.held
    let at = 0
    while (at < held.length && (held[at] === 10 || held[at] === 13)) at++
    cursor.advance(at)
    if (at < held.length) return true
    if (!(await cursor.need(1))) return false
  }
}

async function readHead(cursor: Cursor): Promise<ParsedHead> {
  for (let bytes = FIRST_TRY_BYTES; ; bytes *= 4) {
    const more = await cursor.need(bytes)
    const head = parseHead(cursor.held)
    if (head !== 'short' || !more || bytes > MAX_HEAD_BYTES) return head
  }
}

/**
 * Length of the CR LF CR LF behind a block; -1 when the block ends in the middle of something. Tools that write fewer
 * line ends, or none, are forgiven as long as the next record or the end can be seen.
 */
function trailerLength(bytes: Buffer): number {
  let at = 0
  while (at < 4 && at < bytes.length && (bytes[at] === 10 || bytes[at] === 13)) at++
  return at === 0 && bytes.length > 0 && !looksLikeWarc(bytes) ? -1 : at
}
