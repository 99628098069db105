/** One file of the archive while it is being written. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { diskError } from '../disk/disk-error.js'
import { syncDirectory } from '../disk/sync.js'
import type { LineSorter } from './line-sorter.js'

/** What the writer asks of a file. */
export interface WarcFile {
  writev(buffers: readonly Uint8Array[], position: number): Promise<{ readonly bytesWritten: number }>
  truncate(length: number): Promise<void>
  datasync(): Promise<void>
  close(): Promise<void>
}

export interface WarcPart {
  readonly name: string
  file: WarcFile | null
  /** Up to here the file holds whole pieces. */
  written: number
  /** Where the next piece goes. */
  end: number
  readonly headLength: number
  pending: Uint8Array[]
  full: boolean
  readonly index: LineSorter
  /** Holds records whose lines nobody gave. */
  unindexed: boolean
}

/** The most buffers that one writev takes. */
const MAX_BUFFERS = 1024

/** Writes what is pending at the time of the call. */
export async function writePart(
  part: WarcPart,
  directory: string,
  create: (path: string) => Promise<WarcFile>,
  onWritten: (bytes: number) => void,
): Promise<void> {
  part.file ??= await create(join(directory, `${part.name}.open`))
  let count = part.pending.length
  while (count > 0) {
    const batch = part.pending.slice(0, Math.min(count, MAX_BUFFERS))
    await writeBatch(part.file, batch, part.written)
    let bytes = 0
    for (const piece of batch) bytes += piece.length
    part.written += bytes
    part.pending = part.pending.slice(batch.length)
    count -= batch.length
    onWritten(bytes)
  }
}

async function writeBatch(file: WarcFile, batch: readonly Uint8Array[], position: number): Promise<void> {
  let rest = batch
  let at = position
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest, at)
    at += bytesWritten
    let whole = 0
    while (whole < rest.length && bytesWritten >= rest[whole].length) bytesWritten -= rest[whole++].length
    rest = rest.slice(whole)
    if (bytesWritten > 0) rest = [rest[0].subarray(bytesWritten), ...rest.slice(1)]
  }
}

export async function syncPart(part: WarcPart): Promise<void> {
  await part.file?.datasync()
}

export async function closePart(part: WarcPart, directory: string): Promise<void> {
  const path = join(directory, part.name)
  if (part.file !== null) {
    await part.file.datasync()
    await part.file.close()
    part.file = null
  }
  await rename(`${path}.open`, path)
  await syncDirectory(directory)
}

/** Runs a step on the disk; when it fails, leaves the file as it was and says what to do. */
export async function onDisk<T>(part: WarcPart, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // A piece that went in half is cut off; if even that fails, the next flush overwrites it at the same place.
    await part.file?.truncate(part.written).catch(() => undefined)
    throw diskError(path, error)
  }
}
