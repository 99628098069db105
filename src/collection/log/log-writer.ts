/**
 * Appends to the open segment of a log, and closes it when it has grown. Closing is a rename; compressing comes after it, beside
 * the crawl, and only replaces a file by a smaller one that says the same.
 */
import { createReadStream, createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib'
import { asError } from '../../errors.js'
import { syncDirectory } from '../../disk/write-atomically.js'
import type { CrawlDirectory } from '../crawl-directory.js'
import {
  closedSegments,
  compressedPath,
  fileSize,
  ownSegments,
  plainPath,
  segmentFiles,
  type ClosedSegment,
} from './segments.js'

/** Large enough for compression to find what repeats, small enough to be copied and skipped as a whole. */
export const SEGMENT_BYTES = 16 * 1024 * 1024
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
/**
 * Of the 5.8 KB that the default strategy logs for a page of the bench site, quality 2 leaves 18 % for 36 µs of CPU, 1 leaves 22 % for
 * 24 µs, 3 leaves 16 % for 43 µs, 4 leaves 11 % for 73 µs; gzip at level 1 leaves 31 % for 43 µs (a busy machine). 4 MB of window.
 */
const QUALITY = 2
const WINDOW_BITS = 22

export class LogWriter {
  private compressing: Promise<void> = Promise.resolve()
  private failure: Error | null = null

  private constructor(
    private readonly directory: CrawlDirectory,
    private file: FileHandle,
    private size: number,
    private readonly segmentBytes: number,
  ) {}

  static async open(directory: CrawlDirectory, segmentBytes = SEGMENT_BYTES): Promise<LogWriter> {
    mkdirSync(directory.segments, { recursive: true })
    const size = fileSize(directory.log) ?? 0
    const writer = new LogWriter(directory, await open(directory.log, 'a'), size, segmentBytes)
    // what a kill left between closing and compressing, and of compressing
    for (const name of readdirSync(directory.segments))
      if (name.endsWith('.tmp')) rmSync(join(directory.segments, name), { force: true })
    for (const segment of segmentFiles(directory)) if (!segment.isCompressed) writer.compressLater(segment)
    return writer
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) done += (await this.file.write(bytes, done)).bytesWritten
    this.size += bytes.length
  }

  get isLong(): boolean {
    return this.size >= this.segmentBytes
  }

  async sync(): Promise<void> {
    await this.file.datasync()
  }

  /** Closes the open segment, whose lines and whatever they speak of must be on the disk, and begins the next one. */
  async roll(): Promise<void> {
    const { size, directory } = this
    if (size === 0) return
    await this.file.close()
    const number = ownSegments(directory).length + 1
    const path = plainPath(directory, number)
    await rename(directory.log, path)
    this.file = await open(directory.log, 'a')
    this.size = 0
    syncDirectory(directory.segments)
    syncDirectory(directory.path)
    this.compressLater({ number, path, isCompressed: false, size })
  }

  /** One after the other: compressing must not compete with the crawl for more than one processor. */
  private compressLater(segment: ClosedSegment): void {
    this.compressing = this.compressing
      .then(() => compressSegment(this.directory, segment))
      .catch((error: unknown) => {
        this.failure ??= asError(error)
      })
  }

  /** Everything written, synced and compressed; throws when anything of that failed. The plain segment is kept then. */
  async close(): Promise<void> {
    await this.compressing
    await this.file.close()
    if (fileSize(this.directory.log) === 0) rmSync(this.directory.log)
    if (this.failure !== null) throw this.failure
  }
}

async function compressSegment(directory: CrawlDirectory, { number, path, size }: ClosedSegment): Promise<void> {
  const compressed = compressedPath(directory, number, size)
  const params = {
    [BROTLI_PARAM_QUALITY]: QUALITY,
    [BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [BROTLI_PARAM_SIZE_HINT]: Math.min(size, 2 ** 30),
  }
  await pipeline(
    createReadStream(path, { highWaterMark: 1 << 20 }),
    createBrotliCompress({ params, chunkSize: 1 << 18 }),
    createWriteStream(`${compressed}.tmp`, { flush: true }),
  )
  await rename(`${compressed}.tmp`, compressed)
  syncDirectory(directory.segments)
  await rm(path)
}

/**
 * Cuts a log back to its first `end` bytes, for a resume that finds lines whose records are lost. Each step leaves a log that
 * can be read: where the cut is in a closed segment, that one becomes the open one again.
 */
export async function truncateLog(directory: CrawlDirectory, end: number): Promise<void> {
  let base = 0
  for (const segment of closedSegments(directory)) {
    if (base + segment.size > end) {
      await reopenSegment(directory, segment)
      break
    }
    base += segment.size
  }
  const file = await open(directory.log, 'a')
  try {
    await file.truncate(end - base)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a closed segment the open one; what came after it is removed, the last first. */
async function reopenSegment(directory: CrawlDirectory, segment: ClosedSegment): Promise<void> {
  rmSync(directory.log, { force: true })
  const later = segmentFiles(directory).filter(({ number }) => number > segment.number)
  for (const { path } of later.sort((a, b) => b.number - a.number)) rmSync(path)
  const plain = plainPath(directory, segment.number)
  if (segment.isCompressed) {
    const unpacked = createWriteStream(`${plain}.tmp`, { flush: true })
    await pipeline(createReadStream(segment.path), createBrotliDecompress(), unpacked)
    renameSync(`${plain}.tmp`, plain)
    rmSync(segment.path)
  }
  renameSync(plain, directory.log)
}
