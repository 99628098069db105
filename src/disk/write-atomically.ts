/** A file is there as a whole or not at all: it is written under another name, and gets its own when it is on the disk. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isErrno } from '../errors.js'
import { diskError } from './disk-error.js'

export interface AtomicWriteOptions {
  /** False for what is written often and can be made again (status.json): a power failure may lose it, and nobody waits for the disk. */
  readonly isDurable?: boolean
  /** True where no lock keeps two processes from writing it at the same moment. */
  readonly isShared?: boolean
}

/** Throws E_DISK; what was at `path` is untouched then. `content`: whole, or in pieces where it may be longer than a text can be. */
export function writeAtomically(
  path: string,
  content: string | Uint8Array | Iterable<Uint8Array>,
  { isDurable = true, isShared = false }: AtomicWriteOptions = {},
): void {
  const temporary = isShared ? `${path}.${process.pid}.tmp` : `${path}.tmp`
  try {
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(temporary, content)
    else writePieces(temporary, content)
    if (isDurable) putInPlace(temporary, path)
    else renameSync(temporary, path)
  } catch (error) {
    discard(temporary)
    throw diskError(path, error)
  }
}

function writePieces(path: string, pieces: Iterable<Uint8Array>): void {
  const file = openSync(path, 'w')
  try {
    for (const piece of pieces) writeFileSync(file, piece)
  } finally {
    closeSync(file)
  }
}

/** Gives a finished file its name: after a power failure there is the old one or the new one. Both lie on the same file system. */
export function putInPlace(written: string, path: string): void {
  syncFile(written)
  renameSync(written, path)
  syncDirectory(dirname(path))
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** What was made, renamed or removed in it. Some systems and file systems cannot, and need not. */
export function syncDirectory(path: string): void {
  let directory = -1
  try {
    directory = openSync(path, 'r')
    fsyncSync(directory)
  } catch (error) {
    if (!isErrno(error, 'EISDIR', 'EINVAL', 'ENOTSUP', 'EPERM', 'EACCES', 'EBADF')) throw error
  } finally {
    if (directory !== -1) closeSync(directory)
  }
}

/** As far as that goes: why it could not be written is what counts. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
}
