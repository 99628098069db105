import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { syncFile } from '../disk/sync.js'
import { writeAll } from '../disk/write-all.js'
import { isErrno, LongtailError, messageOf } from '../errors.js'

/**
 * The files of the disk frontier. They are scratch unless a checkpoint refers to them: a crawl without one is rebuilt from its
 * log. They are in the machine's byte order. A start that takes up no checkpoint removes what was left, and only that: a file
 * is ours when it has one of our names and begins with our magic.
 */

/** Every file starts with one block: the magic, a number by which checkpoints know the file, and which of them it serves. */
export const HEADER_BYTES = 4096
const MAGIC = Buffer.from('longtail frontier scratch ', 'latin1')
const VERSION = Buffer.from('2\n', 'latin1')
const ID_AT = 32
const ID_BYTES = 8
const FIRST_AT = ID_AT + ID_BYTES
const LAST_AT = FIRST_AT + 4
const USED_BYTES = LAST_AT + 4

/** No file has it. */
const CLOSED = -1

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

/**
 * Makes the directory and removes `own` files of an earlier run, unless they are to be taken up again. Throws, having removed
 * nothing, when anything else lies there.
 */
export function prepareScratchDirectory(directory: string, own: readonly string[], resume: boolean): void {
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
      `${join(directory, name)} is not a file of the frontier; move it out of the directory`,
    )
  }
  for (const name of names) if (own.includes(name) && !resume) removeScratchFile(join(directory, name))
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
  /** Drawn when the file was made. */
  readonly id: string
  private fd: number
  private readonly header = Buffer.alloc(USED_BYTES)

  constructor(
    readonly path: string,
    resume = false,
  ) {
    try {
      this.fd = openSync(path, resume ? 'r+' : 'w+')
    } catch (error) {
      throw resume && isErrno(error, 'ENOENT') ? unfit(path, 'is missing') : diskError(error, path)
    }
    try {
      if (resume) this.readHeader()
      else this.makeHeader()
    } catch (error) {
      closeSync(this.fd)
      throw error instanceof LongtailError ? error : diskError(error, path)
    }
    this.id = this.header.toString('hex', ID_AT, ID_AT + ID_BYTES)
  }

  /** From now on the file holds what checkpoints of these numbers refer to. */
  serve(first: number, last: number): void {
    this.header.writeUInt32LE(first, FIRST_AT)
    this.header.writeUInt32LE(last, LAST_AT)
    this.writeAt(this.header, 0, USED_BYTES, 0)
  }

  /** Throws E_CHECKPOINT when the file has given up what the checkpoint refers to, or is older. */
  checkServes(checkpoint: number): void {
    const first = this.header.readUInt32LE(FIRST_AT)
    const last = this.header.readUInt32LE(LAST_AT)
    if (checkpoint < first || checkpoint > last)
      throw unfit(this.path, `serves checkpoints ${first} to ${last}, and not ${checkpoint}`)
  }

  /** Throws E_CHECKPOINT when the file is shorter. */
  checkHolds(bytes: number): void {
    const { size } = fstatSync(this.fd)
    if (bytes > 0 && size < HEADER_BYTES + bytes) throw unfit(this.path, 'is cut off')
  }

  async sync(): Promise<void> {
    try {
      await syncFile(this.fd)
    } catch (error) {
      throw diskError(error, this.path)
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
    this.writeAt(bytes, offset, length, HEADER_BYTES + position)
  }

  /** Removes the file, unless it is to be kept for a checkpoint. */
  close(keep: boolean): void {
    closeSync(this.fd)
    // the system gives the number to the next file: who comes late must not read or write there
    this.fd = CLOSED
    if (!keep) removeScratchFile(this.path)
  }

  private makeHeader(): void {
    MAGIC.copy(this.header)
    VERSION.copy(this.header, MAGIC.length)
    randomBytes(ID_BYTES).copy(this.header, ID_AT)
    this.writeAt(this.header, 0, USED_BYTES, 0)
  }

  private readHeader(): void {
    const read = readSync(this.fd, this.header, 0, USED_BYTES, 0)
    const begin = Buffer.concat([MAGIC, VERSION])
    if (read < USED_BYTES || !begin.equals(this.header.subarray(0, begin.length)))
      throw unfit(this.path, 'is of another version')
  }

  private writeAt(bytes: Uint8Array, offset: number, length: number, to: number): void {
    try {
      writeAll(this.fd, bytes.subarray(offset, offset + length), to)
    } catch (error) {
      throw diskError(error, this.path)
    }
  }

  private readSome(bytes: Uint8Array, offset: number, length: number, position: number): number {
    try {
      return readSync(this.fd, bytes, offset, length, position)
    } catch (error) {
      throw diskError(error, this.path)
    }
  }
}

function unfit(path: string, why: string): LongtailError {
  return new LongtailError(
    'E_CHECKPOINT',
    `${path} ${why}, so the checkpoint cannot be used; the crawl is rebuilt from its log instead`,
    'skip',
  )
}

function diskError(error: unknown, path: string): LongtailError {
  if (isErrno(error, 'ENOSPC', 'EDQUOT')) {
    return new LongtailError(
      'E_DISK',
      `no space left for ${path}; free some space and run the same command again: the crawl resumes where it stopped`,
      'abort',
      { cause: error },
    )
  }
  return new LongtailError('E_DISK', `the frontier cannot use ${path}: ${messageOf(error)}`, 'abort', { cause: error })
}
