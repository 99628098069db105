/** Archives out of which replay could not read a single record, made into such: WARC, a gzip member for each record. */
import { open } from 'node:fs/promises'
import { compressedMember } from '../../archive/gzip-member.js'
import { buildFromArc, buildWarcinfo, recordsOf, type ByteFile, type WarcRecord } from '../../archive/index.js'
import { SOFTWARE } from '../../version.js'
import { captureLines, createLineFile, type Lines, type OnAddress } from './capture-lines.js'

export interface Converted {
  readonly path: string
  readonly size: number
  readonly lines: Lines
  /** Records that are too large to be held in memory. */
  readonly skipped: number
}

const MAX_RECORD_BYTES = 128 * 1024 * 1024
/** As the crawl compresses (warc-record.ts). */
const LEVEL = 3

export interface Conversion {
  readonly file: ByteFile
  /** What is written begins with this path. */
  readonly scratch: string
  /** Of what is written, in the WACZ. */
  readonly name: string
  readonly onAddress: OnAddress
  readonly signal?: AbortSignal
}

/** `file`: not compressed. Its records stay as they are. */
export function cutIntoMembers(conversion: Conversion): Promise<Converted> {
  const { file } = conversion
  const pack = async ({ offset, length }: WarcRecord): Promise<Uint8Array | null> =>
    length > MAX_RECORD_BYTES ? null : compressedMember(await file.read(offset, length), LEVEL)
  return convert(conversion, pack)
}

export function fromArc(conversion: Conversion): Promise<Converted> {
  const pack = (record: WarcRecord): Promise<Uint8Array | null> =>
    Promise.resolve(record.block.length < record.blockLength ? null : packArc(record, conversion.name))
  return convert(conversion, pack)
}

/** The head of an ARC file says how its records are written, which is no longer true. */
function packArc(record: WarcRecord, name: string): Uint8Array {
  if (record.type !== 'warcinfo') return buildFromArc(record)
  const at = Date.parse(record.headers.get('warc-date') ?? '') || 0
  const format = 'WARC File Format 1.1'
  return buildWarcinfo(name, at, [
    ['software', SOFTWARE],
    ['format', format],
    ['description', 'made from an ARC file'],
  ])
}

async function convert(
  { file, scratch, name, onAddress, signal }: Conversion,
  pack: (record: WarcRecord) => Promise<Uint8Array | null>,
): Promise<Converted> {
  const path = `${scratch}.warc.gz`
  const out = await open(path, 'w')
  const lines = await createLineFile(`${scratch}.cdxj`)
  let size = 0
  let skipped = 0
  let bytes = 0
  try {
    for await (const record of recordsOf(file, { maxBlockBytes: MAX_RECORD_BYTES })) {
      signal?.throwIfAborted()
      const member = await pack(record)
      if (member === null) {
        skipped++
        continue
      }
      const place = { offset: size, length: member.length }
      for (const line of captureLines(record, place, name, onAddress)) await lines.add(line)
      await out.appendFile(member)
      size += member.length
    }
  } finally {
    await out.close()
    bytes = await lines.close()
  }
  return { path, size, lines: { path: `${scratch}.cdxj`, bytes, filename: name }, skipped }
}
