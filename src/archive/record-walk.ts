/**
 * Walks through the records of .warc, .warc.gz, .arc and .arc.gz files.
 *
 * Invariants: memory is bounded by `maxBlockBytes` and a window of 1 MB, whatever the file claims; damaged records are
 * reported, never yielded (in a gzip member too large for memory the checksum is known only after its records); after
 * damage reading goes on at the next thing that is a record.
 *
 *   gzip, a member per record   window → inflated in one go → parsed          (the usual case, and the fast one)
 *   gzip, a large member        inflated piece by piece → cursor → parsed     (one member for a whole file; films)
 *   not compressed              file → cursor → parsed
 */
import { LongtailError, messageOf } from '../errors.js'
import { Window, type ByteFile } from './byte-file.js'
import { Cursor } from './cursor.js'
import { headerLength, inflateMember, startsMember, streamMember, type MemberStream } from './gzip-reader.js'
import { looksLikeArc, looksLikeWarc } from './record-head.js'
import { parseRecord, type Parsed } from './record-parser.js'
import { findMember, findPlainRecord, type PlainFormat } from './resync.js'

export interface WarcRecord {
  readonly type: string
  /** Names in lower case; of repeated fields the first. ARC records have the WARC fields that say the same. */
  readonly headers: ReadonlyMap<string, string>
  /** Where the record, or the gzip member that holds it, begins in the file. */
  readonly offset: number
  /** Bytes it takes there; 0 when that is not known (several records in one large member). */
  readonly length: number
  /** Offset inside the inflated member: not 0 when the member holds several records, which cannot be read by offset. */
  readonly inner: number
  /** The block, cut at `maxBlockBytes`. It may share memory with its neighbours: copy what is kept for long. */
  readonly block: Buffer
  /** Length of the whole block. */
  readonly blockLength: number
}

export interface Damage {
  readonly offset: number
  readonly reason: string
}

export interface ReadOptions {
  /** Called once for every damaged stretch. */
  readonly onDamage?: (damage: Damage) => void
  /** 64 MB when not given. */
  readonly maxBlockBytes?: number
  /** Where to begin; it must be the beginning of a record. */
  readonly start?: number
}

const DEFAULT_MAX_BLOCK_BYTES = 64 * 1024 * 1024
/** How much is read ahead. */
export const WALK_SPAN_BYTES = 1024 * 1024
/** Most records are smaller. */
const LIKELY_MEMBER_BYTES = 32 * 1024
/** Members that inflate to more are streamed. */
const IN_ONE_GO_BYTES = 8 * 1024 * 1024
/** How many false beginnings are looked at closely, by file size; beyond that, a whole window is given up at a time. */
const RETRIES_PER_MB = 64
const WARC_START_BYTES = 5
const NOTHING_HERE = 'no record begins here'

interface Walk {
  readonly file: ByteFile
  readonly window: Window
  readonly start: number
  /** A member is tried when this much of it is at hand, before more is read. */
  readonly likely: number
  readonly maxBlock: number
  readonly onDamage: (damage: Damage) => void
  /** Stop at damage in place of looking for the next record. */
  readonly once: boolean
}

/** `span`: how much is read ahead. `once`: stop at damage in place of looking for the next record. */
export async function* walkRecords(
  file: ByteFile,
  options: ReadOptions,
  span: number,
  once: boolean,
): AsyncGenerator<WarcRecord, void, undefined> {
  const start = options.start ?? 0
  if (start >= file.size) return
  const window = new Window(file, span)
  const maxBlock = options.maxBlockBytes ?? DEFAULT_MAX_BLOCK_BYTES
  const onDamage = options.onDamage ?? (() => undefined)
  const likely = Math.min(span, LIKELY_MEMBER_BYTES)
  const plan: Walk = { file, window, start, likely, maxBlock, onDamage, once }
  const first = await window.view(start, likely)
  if (startsMember(first)) return yield* walkMembers(plan)
  if (looksLikeWarc(first)) return yield* walkPlain(plan, 'warc')
  if (looksLikeArc(first)) return yield* walkPlain(plan, 'arc')
  // The beginning is damaged, or this is something else.
  if (once) return onDamage({ offset: start, reason: NOTHING_HERE })
  const member = await findMember(file, window, start, WALK_SPAN_BYTES)
  if (member >= 0) {
    onDamage({ offset: start, reason: NOTHING_HERE })
    return yield* walkMembers({ ...plan, start: member })
  }
  for (const format of ['warc', 'arc'] as const) {
    const found = await findPlainRecord(file, window, format, start, WALK_SPAN_BYTES)
    if (found < 0) continue
    onDamage({ offset: start, reason: NOTHING_HERE })
    return yield* walkPlain({ ...plan, start: found }, format)
  }
  throw notAnArchive(file, first)
}

function notAnArchive(file: ByteFile, first: Buffer): LongtailError {
  const zip = first[0] === 0x50 && first[1] === 0x4b
  const zstd = first.length >= 4 && first.readUInt32LE(0) === 0xfd2fb528
  const next = zip
    ? 'it is a ZIP file, but not a WACZ'
    : zstd
      ? 'it is compressed with zstd: unpack it with "zstd -d" first'
      : 'it contains no WARC or ARC record: check that it is a web archive'
  return new LongtailError('E_ARCHIVE', `${file.name} cannot be read as an archive: ${next}`)
}

async function* walkMembers(plan: Walk): AsyncGenerator<WarcRecord, void, undefined> {
  const { file, window, maxBlock } = plan
  let offset = plan.start
  let sound = true
  let retries = 1000 + Math.ceil((file.size / 1e6) * RETRIES_PER_MB)
  while (offset < file.size) {
    let bytes = await window.view(offset, plan.likely)
    let member = inflateMember(bytes, IN_ONE_GO_BYTES)
    if (member.kind === 'short' && offset + bytes.length < file.size) {
      bytes = await window.view(offset, WALK_SPAN_BYTES)
      member = inflateMember(bytes, IN_ONE_GO_BYTES)
    }
    let reason = ''
    if (member.kind === 'whole') {
      const cursor = new Cursor(member.data, 0, null)
      for (let count = 0; ; count++) {
        const parsed = await parseRecord(cursor, maxBlock)
        if (parsed.kind === 'record') {
          sound = true
          yield toRecord(parsed, offset, member.length, parsed.start)
          if (parsed.end >= member.data.length) break
        } else if (parsed.kind === 'end' || count === 0 || !seekTextRecord(cursor, parsed.start)) {
          if (parsed.kind === 'damage') reason = parsed.reason
          break
        } else {
          report(parsed.reason)
        }
      }
      if (reason !== '') report(reason)
      offset += member.length
      continue
    }
    const cutOff = member.kind === 'short' && offset + bytes.length >= file.size
    const header = headerLength(bytes)
    if (member.kind === 'large' || (member.kind === 'short' && !cutOff)) {
      const streamed = yield* walkLargeMember(plan, offset, header, false)
      sound = true
      reason = streamed.reason
      if (streamed.length > 0) {
        if (reason !== '') report(reason)
        offset += streamed.length
        continue
      }
    } else {
      reason = member.kind === 'bad' ? member.reason : 'the file ends inside a record'
      // what one member for all records held before the damage is not lost
      if (header > 0 && !plan.once) yield* walkLargeMember(plan, offset, header, true)
    }
    report(reason)
    if (plan.once) return
    const next = await findMember(file, window, --retries > 0 ? offset + 1 : offset + bytes.length, file.size)
    if (next < 0) return
    offset = next
  }

  function report(reason: string): void {
    if (sound) plan.onDamage({ offset, reason })
    sound = false
  }
}

interface Streamed {
  /** Of the member in the file; 0 when its end was not found. */
  readonly length: number
  /** What is wrong with it; '' when nothing is. */
  readonly reason: string
}

/**
 * `salvage`: the member is known to be damaged. A record counts only when another one can be seen behind it, so that the
 * record that the damage is in, or the single record of a member, never gets through.
 */
async function* walkLargeMember(
  plan: Walk,
  offset: number,
  header: number,
  salvage: boolean,
): AsyncGenerator<WarcRecord, Streamed, undefined> {
  const stream = streamMember(plan.file, offset, header)
  const cursor = new Cursor(Buffer.alloc(0), 0, { size: null, pull: () => stream.next() })
  try {
    for (;;) {
      const parsed = await parseRecord(cursor, plan.maxBlock)
      if (parsed.kind === 'damage') return { length: Math.max(0, await drain(stream)), reason: parsed.reason }
      if (parsed.kind === 'end') break
      const more = await cursor.need(WARC_START_BYTES)
      if (salvage && !(more && looksLikeWarc(cursor.held))) break
      const length = salvage || cursor.held.length > 0 ? 0 : Math.max(0, await stream.length())
      yield toRecord(parsed, offset, length, parsed.start)
    }
    const length = await stream.length()
    return length > 0 ? { length, reason: '' } : { length: 0, reason: 'the gzip checksum is wrong' }
  } catch (error) {
    return { length: 0, reason: messageOf(error) }
  } finally {
    stream.close()
  }
}

/** Only in a member that holds several records: elsewhere a page that quotes a record would be taken for one. */
function seekTextRecord(cursor: Cursor, from: number): boolean {
  cursor.seek(from + 1)
  const next = cursor.held.indexOf('\nWARC/', 0, 'latin1')
  if (next < 0) return false
  cursor.advance(next + 1)
  return true
}

async function drain(stream: MemberStream): Promise<number> {
  while ((await stream.next()).length > 0);
  return stream.length()
}

async function* walkPlain(plan: Walk, format: PlainFormat): AsyncGenerator<WarcRecord, void, undefined> {
  const { file, maxBlock } = plan
  const cursor = new Cursor(Buffer.alloc(0), plan.start, {
    size: file.size,
    pull: offset => file.read(offset, WALK_SPAN_BYTES / 4),
    glance: (offset, count) => file.read(offset, count),
  })
  const window = new Window(file, WALK_SPAN_BYTES)
  let sound = true
  for (;;) {
    const parsed = await parseRecord(cursor, maxBlock)
    if (parsed.kind === 'end') return
    if (parsed.kind === 'record') {
      sound = true
      yield toRecord(parsed, parsed.start, parsed.end - parsed.start, 0)
      continue
    }
    if (sound) plan.onDamage({ offset: parsed.start, reason: parsed.reason })
    sound = false
    if (plan.once) return
    const next = await findPlainRecord(file, window, format, parsed.start + 1, file.size)
    if (next < 0) return
    cursor.seek(next)
  }
}

function toRecord(
  { head, block }: Extract<Parsed, { kind: 'record' }>,
  offset: number,
  length: number,
  inner: number,
): WarcRecord {
  return { type: head.type, headers: head.headers, offset, length, inner, block, blockLength: head.blockLength }
}
