/**
 * Archive files as a list of stretches of bytes in which every record can be read by its offset: WARC and ARC files as
 * they are, WARCs inside a WACZ in their place. What is compressed as a whole is unpacked into a temporary directory.
 */
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import { createGunzip, createInflateRaw } from 'node:zlib'
import { isErrno, LongtailError, messageOf } from '../errors.js'
import { diskError, isFull } from '../disk/disk-error.js'
import { closedByteFile, openByteFile, unpackedPieces, type ByteFile } from './byte-file.js'
import { mostUnpacked, unpacksTooFar } from './unpack-limit.js'
import { recordsOf, type ReadOptions, type WarcRecord } from './warc-reader.js'
import { entryData, readZipDirectory, type ZipEntry } from './zip-directory.js'

const WARC_NAME = /\.w?arc(?:\.gz)?$/i
/** Archives in one WACZ. Tools make one per gigabyte or per crawler. */
const MAX_MEMBERS = 10_000

export type ArchiveFiles = ReturnType<typeof createArchiveFiles>

/** A process may hold some thousand files open, and the crawl needs most of them for connections. */
const MAX_OPEN_FILES = 200

/** `count`: how many paths will be opened. */
export function createArchiveFiles(count: number) {
  const opened: ByteFile[] = []
  let scratch: string | null = null
  let unpacked = 0
  /** By file: what may still be unpacked of it. */
  const budgets = new Map<string, number>()

  const openKept = async (path: string): Promise<ByteFile> => {
    const file = await (count > MAX_OPEN_FILES ? closedByteFile(path) : openByteFile(path))
    opened.push(file)
    return file
  }
  const unpackTo = async (source: ByteFile, inflate: Transform, whole: ByteFile, said: number): Promise<ByteFile> => {
    const budget = budgets.get(whole.name) ?? mostUnpacked(whole.size)
    if (said > budget && said < Infinity) throw unpacksTooFar(source.name, budget)
    scratch ??= await mkdtemp(join(tmpdir(), 'longtail-archive-'))
    const path = join(scratch, `${unpacked++}.warc`)
    try {
      await unpackPieces(source, inflate, path, Math.min(said, budget))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    const file = await openKept(path)
    budgets.set(whole.name, budget - file.size)
    return { name: source.name, size: file.size, read: file.read, close: () => Promise.resolve() }
  }
  const openEntry = async (zip: ByteFile, entry: ZipEntry): Promise<ByteFile> => {
    const data = await entryData(zip, entry)
    return entry.method === 0 ? data : unpackTo(data, createInflateRaw(), zip, entry.size)
  }

  return {
    /**
     * Opens a path: one file, or those in a WACZ. They stay open until `close`. `onLost` hears of those in a WACZ that cannot be opened
     * as long as others can; without it the first one is an error.
     */
    async open(path: string, onLost?: (error: LongtailError) => void): Promise<ByteFile[]> {
      const file = await openKept(path)
      const start = await file.read(0, 4)
      if (start.toString('latin1') !== 'PK\x03\x04') return [file]
      const named = (await readZipDirectory(file)).filter(entry => WARC_NAME.test(entry.name))
      // an empty one holds no record; where all are empty, one of them says so
      const entries = named.some(({ size }) => size > 0) ? named.filter(({ size }) => size > 0) : named.slice(0, 1)
      if (entries.length === 0) {
        throw new LongtailError('E_ARCHIVE', `${path} is a ZIP file without WARC files, so it is not a WACZ`)
      }
      if (entries.length > MAX_MEMBERS)
        throw new LongtailError(
          'E_ARCHIVE',
          `${path} has ${entries.length} archives in it, more than the limit of ${MAX_MEMBERS}: it is damaged or hostile`,
        )
      const files: ByteFile[] = []
      const lost: LongtailError[] = []
      for (const entry of entries)
        try {
          files.push(await openEntry(file, entry))
        } catch (error) {
          if (onLost === undefined || !(error instanceof LongtailError) || error.code !== 'E_ARCHIVE') throw error
          lost.push(error)
        }
      if (files.length === 0) throw lost[0]
      for (const error of lost) onLost?.(error)
      return files
    },
    /** The same bytes without compression, as a temporary file. */
    unpack: (file: ByteFile): Promise<ByteFile> => unpackTo(file, createGunzip(), file, Infinity),
    async close(): Promise<void> {
      for (const file of opened.splice(0)) await file.close()
      if (scratch !== null) await rm(scratch, { recursive: true, force: true })
      scratch = null
    },
  }
}

/** The records of a WARC, ARC or WACZ file, told apart by what is in it. */
export async function* readArchive(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<WarcRecord, void, undefined> {
  const archives = createArchiveFiles(1)
  try {
    for (const file of await archives.open(path)) yield* recordsOf(file, options)
  } finally {
    await archives.close()
  }
}

/** Without compression by record an offset leads nowhere: such a file is unpacked before its records are read one by one. */
export async function holdsOneMember(file: ByteFile): Promise<boolean> {
  let count = 0
  for await (const record of recordsOf(file, { maxBlockBytes: 0 })) {
    if (record.inner > 0) return true
    if (++count === 2) return false
  }
  return false
}

/** Damaged data are unpacked as far as they go: whoever reads the records finds that the last one is cut off. */
async function unpackPieces(source: ByteFile, inflate: Transform, path: string, limit: number): Promise<void> {
  const target = await open(path, 'wx')
  try {
    let size = 0
    for await (const piece of unpackedPieces(source, inflate)) {
      size += piece.length
      if (size > limit) throw unpacksTooFar(source.name, limit)
      await target.appendFile(piece)
    }
  } catch (error) {
    if (isErrno(error, 'Z_DATA_ERROR', 'Z_BUF_ERROR')) return
    if (error instanceof LongtailError) throw error
    // nothing is wrong with the archive
    if (isFull(error)) throw diskError(path, error)
    const reason = messageOf(error)
    throw new LongtailError('E_ARCHIVE', `${source.name} cannot be unpacked: ${reason}`, 'abort', { cause: error })
  } finally {
    await target.close()
  }
}
