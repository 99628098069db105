/**
 * An export is written beside its place, in OUT.partial/, and put there at its end: renamed, after it is on the disk. Whatever happens
 * before (Ctrl-C, a kill, a full disk, a page that cannot be read) leaves what was at OUT untouched.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { crawlDirectory, lockDirectory, lockHolder } from '../crawl/crawl-directory.js'
import { diskError, isErrno, isFull, LongtailError } from '../errors.js'
import { makeDirectory } from '../make-directory.js'

export interface Output {
  /** A directory of one's own: what is to stay after an interruption (`keep`) and what is not. Gone when the export is done. */
  readonly scratch: string
  /** `written` (below `scratch`) takes the place of `path`. Both are files, or both directories. */
  publish(written: string, path: string): void
}

export interface OutputOptions {
  /** Whether `out` is to be a file: a directory in its place is refused before hours of work, not after. */
  readonly isFile?: boolean
  /** Names in the scratch directory with which an interrupted export goes on; everything else there is removed at the start. */
  readonly keep?: readonly string[]
}

/** Runs `write` with a scratch directory. It stays after a failure only for what `keep` names. */
export async function withOutput<T>(
  out: string,
  write: (output: Output) => Promise<T>,
  { isFile = false, keep = [] }: OutputOptions = {},
): Promise<T> {
  const path = resolve(out)
  if (isFile && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new LongtailError('E_USAGE', `--out ${out}: this is a directory; name a file`)
  const scratch = `${path}.partial`
  const unlock = lock(path, scratch)
  let isDone = false
  try {
    removeExcept(scratch, [...keep, LOCK])
    const result = await write({ scratch, publish: (written, place) => publish(written, resolve(place)) })
    isDone = true
    return result
  } catch (error) {
    const isOfDisk = isFull(error) || isErrno(error, 'EROFS', 'EACCES', 'EPERM', 'EIO')
    throw isOfDisk && !(error instanceof LongtailError) ? diskError(path, error) : error
  } finally {
    removeExcept(scratch, isDone ? [LOCK] : [...keep, LOCK])
    unlock()
    if (readdirSync(scratch).length === 0) rmSync(scratch, { recursive: true, force: true })
  }
}

const LOCK = 'lock'

function lock(path: string, scratch: string): () => void {
  if (basename(path) === '' || !existsSync(dirname(path)))
    throw new LongtailError('E_USAGE', `${dirname(path)} does not exist: make it, or name another file with --out`)
  try {
    makeDirectory(scratch)
    return lockDirectory(crawlDirectory(scratch))
  } catch (error) {
    if (error instanceof LongtailError && lockHolder(crawlDirectory(scratch)) > 0)
      throw new LongtailError('E_OUT_DIR', `${path} is being written by another process: wait for it, or stop it`)
    throw error instanceof LongtailError ? error : diskError(path, error)
  }
}

function removeExcept(directory: string, kept: readonly string[]): void {
  for (const name of readdirSync(directory))
    if (!kept.includes(name)) rmSync(join(directory, name), { recursive: true, force: true })
}

/** A directory that is there makes room first and goes afterwards; between the two moments there is none, but nothing is lost. */
function publish(written: string, path: string): void {
  const isDirectory = statSync(written).isDirectory()
  if (!isDirectory && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new LongtailError('E_OUT_DIR', `${path} is a directory: name a file with --out`)
  for (const file of isDirectory ? readdirSync(written).map(name => join(written, name)) : [written]) flush(file)
  if (!isDirectory || !existsSync(path)) {
    renameSync(written, path)
    return
  }
  const old = `${written}.old`
  rmSync(old, { recursive: true, force: true })
  renameSync(path, old)
  renameSync(written, path)
  rmSync(old, { recursive: true, force: true })
}

function flush(path: string): void {
  if (!statSync(path).isFile()) return
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
