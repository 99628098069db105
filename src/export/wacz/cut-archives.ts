/**
 * The archives of a WACZ of one period: of each file the records that belong to it, byte for byte, as a file of its own. Revisits refer to
 * their originals by address and date, which are in it with them, so that it can be read without the other rounds.
 */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFromArc, buildWarcinfo, readRecordAt, type ByteFile } from '../../archive/index.js'
import { compressedMember } from '../../archive/gzip-member.js'
import type { RecordPlace } from '../../archive/record-reader.js'
import type { PeriodRecords } from '../../collection/period-records.js'
import { LongtailError } from '../../errors.js'
import { SOFTWARE } from '../../version.js'
import { createStretches, formOf, keyOf, openStretch, type PackedArchive, type PrepareOptions } from './archives.js'
import { captureLines, createLineFile } from './capture-lines.js'
import { createPlainNames, type PlainNames } from './plain-names.js'

/** As the crawl compresses (warc-record.ts). */
const LEVEL = 3
const MAX_RECORD_BYTES = 256 * 1024 * 1024

export async function cutArchives(period: PeriodRecords, options: PrepareOptions): Promise<PackedArchive[]> {
  const names = createPlainNames()
  const archives: PackedArchive[] = []
  let records: RecordPlace[] = []
  let done = 0
  const cut = async (): Promise<void> => {
    options.onProgress(done++, 0)
    if (records.length > 0) archives.push(...(await cutOne(records, names, options)))
    records = []
  }
  for (const record of period.records()) {
    if (records.length > 0 && keyOf(records[0]) !== keyOf(record)) await cut()
    records.push(record)
  }
  await cut()
  return archives
}

/** `records`: of one file. None when nothing of it can be read. */
async function cutOne(
  records: readonly RecordPlace[],
  names: PlainNames,
  { holdings, scratch, addresses, onWarning, signal }: PrepareOptions,
): Promise<PackedArchive[]> {
  const origin = holdings.originOf(records[0])
  const written = origin.member === '' ? origin.file : `${origin.file}#${origin.member}`
  const key = keyOf(records[0])
  const name = names(written, true)
  const path = join(scratch, name)
  let failed = ''
  try {
    const source = await openStretch(await createStretches()(records[0]))
    const out = await open(path, 'wx')
    const lines = await createLineFile(`${path}.cdxj`)
    let size = 0
    let bytes = 0
    try {
      const form = await formOf(source)
      const append = async (data: Uint8Array): Promise<void> => {
        await out.appendFile(data)
        size += data.length
      }
      const facts = [['software', SOFTWARE] as const, ['format', 'WARC File Format 1.1'] as const]
      await append(buildWarcinfo(name, Date.now(), [...facts, ['description', `records of ${name} from one period`]]))
      for (const { offset, length } of records) {
        signal?.throwIfAborted()
        try {
          const record = await readRecordAt(source, offset, length)
          const data = await bytesOf(source, record, offset, length, form)
          const place = { offset: size, length: form.isPacked && !form.isArc ? record.length : data.length }
          const onAddress = (_: number, url: string): void => addresses.add(key, offset, url)
          for (const line of captureLines(record, place, name, onAddress)) await lines.add(line)
          await append(data)
        } catch (error) {
          if (!isUnreadable(error)) throw error
          failed ||= error.message
        }
      }
    } finally {
      await source.close()
      await out.close()
      bytes = await lines.close()
    }
    if (failed !== '') onWarning(`records of ${written} could not be read and were left out, among them: ${failed}`)
    return [{ name, key, stretch: { path, start: 0, size }, lines: { path: `${path}.cdxj`, bytes, filename: name } }]
  } catch (error) {
    if (!isUnreadable(error)) throw error
    onWarning(`${written} was left out: ${error.message}`)
    return []
  }
}

/** With the records of a crawl that follow it and are about it. */
async function bytesOf(
  file: ByteFile,
  record: Awaited<ReturnType<typeof readRecordAt>>,
  offset: number,
  length: number,
  { isArc, isPacked }: Awaited<ReturnType<typeof formOf>>,
): Promise<Uint8Array> {
  const all = Math.max(length, record.length)
  if (all > MAX_RECORD_BYTES)
    throw new LongtailError('E_WARC', `${file.name}: the record at byte ${offset} is too large`, 'skip')
  if (isArc) return buildFromArc(record)
  if (isPacked) return file.read(offset, all)
  return compressedMember(await file.read(offset, record.length), LEVEL)
}

function isUnreadable(error: unknown): error is LongtailError {
  return error instanceof LongtailError && (error.code === 'E_ARCHIVE' || error.code === 'E_WARC')
}
