import { closeSync, mkdirSync, openSync, readdirSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno, LongtailError } from '../errors.js'

/**
 * The files of the disk frontier. They are scratch: nothing in them outlives a run (a resumed crawl rebuilds them from its
 * log), so they are never synced, are in the machine's byte order, and are removed on close. After a crash the next start
 * removes what was left, and only that: a file is ours when it has one of our names and begins with our magic.
 */

/** Every file starts with one block that holds the magic. */
export const HEADER_BYTES = 4096
const MAGIC = Buffer.from('longtail frontier scratch 1\n', 'latin1')

export const QUEUE_FILES = {
  entries: 'queue-entries.scratch',
  places: 'queue-places.scratch',
  groups: 'queue-groups.scratch',
} as const
export const URL_FILES = {
  index: 'urls-index.scratch',
  offsets: 'urls-offsets.scratch',
  text: 'urls-text.scratch',
} as const
const KNOWN: ReadonlySet<string> = new Set<string>([...Object.values(QUEUE_FILES), ...Object.values(URL_FILES)])

/** Makes the directory and removes `own` files of an earlier run. Throws, having removed nothing, when anything else lies there. */
export function clearScratchDirectory(directory: string, own: readonly string[]): void {
  let names: string[]
  try {
    mkdirSync(directory, { recursive: true })
    names = readdirSync(directory)
  } catch (error) {
    throw diskError(error, directory)
  }
  for (const name of names) {
    if (KNOWN.has(name) && hasMagic(join(directory, name))) continue
    throw new LongtailError(
      'E_FRONTIER',
      `${join(directory, name)} is not a file of the frontier; move it away or use another directory for the frontier`,
    )
  }
  for (const name of names) if (own.includes(name)) removeScratchFile(join(directory, name))
}

function hasMagic(path: string): boolean {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (error) {
    throw diskError(error, path)
  }
  try {
    const head = Buffer.alloc(MAGIC.length)
    const read = readSync(fd, head, 0, head.length, 0)
    // Empty: the run ended between making the file and writing its first bytes.
    return read === 0 || (read === head.length && head.equals(MAGIC))
  } catch (error) {
    if (isErrno(error, 'EISDIR')) return false
    throw diskError(error, path)
  } finally {
    closeSync(fd)
  }
}

function removeScratchFile(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw diskError(error, path)
  }
}

/** One open scratch file; positions are counted from behind the header. */
export class ScratchFile {
  private readonly fd: number

  constructor(readonly path: string) {
    try {
      this.fd = openSync(path, 'w+')
    } catch (error) {
      throw diskError(error, path)
    }
    try {
      writeSync(this.fd, MAGIC, 0, MAGIC.length, 0)
    } catch (error) {
      closeSync(this.fd)
      throw diskError(error, path)
    }
  }

  /** Fills `bytes[offset…offset+length)`; what lies past the end of the file reads as zero. */
  read(bytes: Uint8Array, offset: number, length: number, position: number): void {
    const end = offset + length
    let from = HEADER_BYTES + position
    while (offset < end) {
      const count = this.readSome(bytes, offset, end - offset, from)
      if (count === 0) {
        bytes.fill(0, offset, end)
        return
      }
      offset += count
      from += count
    }
  }

  write(bytes: Uint8Array, offset: number, length: number, position: number): void {
    const end = offset + length
    let to = HEADER_BYTES + position
    try {
      while (offset < end) {
        const count = writeSync(this.fd, bytes, offset, end - offset, to)
        offset += count
        to += count
      }
    } catch (error) {
      throw diskError(error, this.path)
    }
  }

  close(): void {
    closeSync(this.fd)
    removeScratchFile(this.path)
  }

  private readSome(bytes: Uint8Array, offset: number, length: number, position: number): number {
    try {
      return readSync(this.fd, bytes, offset, length, position)
    } catch (error) {
      throw diskError(error, this.path)
    }
  }
}

function diskError(error: unknown, path: string): LongtailError {
  const reason = error instanceof Error ? error.message : String(error)
  if (isErrno(error, 'ENOSPC', 'EDQUOT')) {
    return new LongtailError(
      'E_DISK',
      `no space left for ${path}; free some and run the same command again: the crawl goes on where it stopped`,
      'abort',
      { cause: error },
    )
  }
  return new LongtailError('E_DISK', `the frontier cannot use ${path}: ${reason}`, 'abort', { cause: error })
}
