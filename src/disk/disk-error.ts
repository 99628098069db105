/** What people are told when the disk fails: what happened, where, and what to do. */
import { isErrno, LongtailError, messageOf } from '../errors.js'
import { freeSpace } from './free-space.js'

interface Trouble {
  readonly what: string
  readonly next: string
}

const PERMISSIONS: Trouble = {
  what: 'it cannot be written',
  next: 'check the directory and its permissions, or choose another one,',
}
const OPEN_FILES: Trouble = { what: 'too many files are open', next: 'raise the limit (ulimit -n)' }
const NO_FILES: Trouble = { what: 'the disk has no room for more files', next: 'remove some files there' }
const FULL: Trouble = { what: 'the disk is full', next: 'free some space' }

const TROUBLES: Readonly<Record<string, Trouble>> = {
  ENOSPC: FULL,
  EDQUOT: { what: 'the disk quota of this user is used up', next: 'free some space, or ask for a larger quota,' },
  EROFS: { what: 'the file system is read-only', next: 'choose another directory, or make this one writable,' },
  EACCES: PERMISSIONS,
  EPERM: PERMISSIONS,
  EMFILE: OPEN_FILES,
  ENFILE: OPEN_FILES,
  EIO: { what: 'the disk reports an error', next: 'check the disk' },
}
const NOT_THERE: Trouble = {
  what: 'a file or directory is missing',
  next: 'check that the disk is mounted and the directory exists',
}
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL; further bits tell more. */
const SQLITE_TROUBLES = [8, 10, 13]

/** Writing failed. What a crawl has recorded stays good, because records come before the line that speaks of them. */
export function diskError(where: string, error: unknown): LongtailError {
  if (error instanceof LongtailError) return error
  const { what, next } = troubleOf(error)
  return new LongtailError(
    'E_DISK',
    `${where}: ${what} (${messageOf(error)}). Nothing recorded so far is lost: ${next} and run the same command again`,
    'abort',
    { cause: error },
  )
}

/** A directory that cannot be taken to write in, before any work was done. */
export function unwritable(directory: string, error: unknown): LongtailError {
  const { what } = troubleOf(error)
  return new LongtailError(
    'E_OUT_DIR',
    `${directory} cannot be written: ${what} (${messageOf(error)}); choose another directory with --out`,
    'abort',
    { cause: error },
  )
}

/** The disk is to blame, whatever was being done. A file that is not there may be anybody's fault. */
export function isDiskError(error: unknown): error is Error {
  return isFull(error) || isErrno(error, ...Object.keys(TROUBLES)) || isDatabaseTrouble(error)
}

/** SQLite met a disk that is full, broken or read-only: it says so by a number of its own. */
export function isDatabaseTrouble(error: unknown): error is Error {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false
  return SQLITE_TROUBLES.includes(error.errcode & 0xff)
}

export function isFull(error: unknown): boolean {
  // the last is SQLite's
  return isErrno(error, 'ENOSPC', 'EDQUOT') || (error instanceof Error && error.message === 'database or disk is full')
}

function troubleOf(error: unknown): Trouble {
  if (isErrno(error, 'ENOENT', 'ENOTDIR')) return NOT_THERE
  if (isErrno(error, 'ENOSPC') && error.path !== undefined && freeSpace(error.path)?.files === 0) return NO_FILES
  const known = isErrno(error, ...Object.keys(TROUBLES)) ? TROUBLES[error.code ?? ''] : undefined
  return known ?? (isFull(error) ? FULL : PERMISSIONS)
}
