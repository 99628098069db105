/** Archived answers by their place. A few files stay open. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { partOf, type ByteFile } from './byte-file.js'
import { answerOf } from './revisit.js'
import { readRecordAt } from './warc-reader.js'
import { isArchive } from './stored-pages.js'
import { entryStart, readZipDirectory, type ZipEntry } from './zip-directory.js'
import type { Exchange } from '../contracts.js'
import { LongtailError } from '../errors.js'

/** `member`: name of the WARC inside a WACZ, '' otherwise. */
export interface RecordPlace {
  readonly file: string
  readonly member: string
  readonly offset: number
  readonly length: number
}

export interface PlacedAnswer {
  readonly place: RecordPlace
  readonly payload: RecordPlace | null
}

interface Opened {
  /** By the name of the file, or of the member behind it. */
  readonly files: ReadonlyMap<string, ByteFile>
  close(): Promise<void>
}

const MAX_OPEN = 32
const ARCHIVE_NAME = /\.w?arc(?:\.gz)?$/i

export class RecordReader {
  private readonly open = new Map<string, Opened>()

  /** With the body that a revisit repeats. Null: the record is no answer. */
  async exchange({ place, payload }: PlacedAnswer): Promise<Exchange | null> {
    const record = await this.record(place)
    return answerOf(record, payload === null ? null : await this.record(payload))
  }

  async close(): Promise<void> {
    for (const opened of this.open.values()) await opened.close()
    this.open.clear()
  }

  async record({ file, member, offset, length }: RecordPlace): ReturnType<typeof readRecordAt> {
    let opened = this.open.get(file)
    if (opened === undefined) {
      if (this.open.size >= MAX_OPEN) await this.close()
      opened = member === '' ? openWhole(file) : await openMembers(file)
      this.open.set(file, opened)
    }
    const name = member === '' ? file : `${file}#${member}`
    const found = opened.files.get(name)
    if (found === undefined)
      throw new LongtailError('E_ARCHIVE', `${name} is missing: put it back, or build again`, 'skip')
    return readRecordAt(found, offset, length)
  }
}

function openWhole(path: string): Opened {
  const file = openPlain(path)
  return { files: new Map([[path, file]]), close: () => file.close() }
}

/** Members that lie in the file as they are: what is packed was unpacked when the archive was read (unpack.ts). */
async function openMembers(path: string): Promise<Opened> {
  const whole = openPlain(path)
  const files = new Map<string, ByteFile>()
  try {
    for (const entry of await readZipDirectory(whole)) {
      if (entry.method !== 0 || entry.encrypted || !ARCHIVE_NAME.test(entry.name)) continue
      const name = `${path}#${entry.name}`
      const start = await startOf(whole, entry)
      if (start !== null) files.set(name, partOf(whole, start, entry.compressedSize, name))
    }
  } catch (error) {
    await whole.close()
    throw error
  }
  return { files, close: () => whole.close() }
}

/** Null: it is damaged, which whoever wants something of it will hear. */
async function startOf(zip: ByteFile, entry: ZipEntry): Promise<number | null> {
  try {
    return await entryStart(zip, entry)
  } catch (error) {
    if (error instanceof LongtailError) return null
    throw error
  }
}

/** Reading is all that its thread does: to wait for another thread's reading would take longer than to read. */
function openPlain(path: string): ByteFile {
  if (!isArchive(path))
    throw new LongtailError(
      'E_ARCHIVE',
      `${path} is no longer an archive: put the original back, or build again`,
      'skip',
    )
  const descriptor = openSync(path, 'r')
  const { size } = fstatSync(descriptor)
  return {
    name: path,
    size,
    read(position, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - position)))
      return Promise.resolve(bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, position)))
    },
    close: () => Promise.resolve(closeSync(descriptor)),
  }
}
