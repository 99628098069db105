/**
 * An export is written beside its place, in OUT.partial/, and put there at its end: renamed, after it is on the disk. Whatever happens
 * before (Ctrl-C, a kill, a full disk, a page that cannot be read) leaves what was at OUT untouched.
 */
import { existsSync, lstatSync, readdirSync, realpathSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { lockDirectory } from './lock.js'
import { putInPlace, syncDirectory, syncFile } from './write-atomically.js'
import { LongtailError } from '../errors.js'
import { diskError, isDiskError } from './disk-error.js'
import { makeDirectory } from './make-directory.js'

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
  /** Aborted by somebody who wants nothing to be left, not even what could be gone on with. */
  readonly signal?: AbortSignal
}

/** Runs `write` with a scratch directory. It stays after a failure only for what `keep` names, and never after an interruption. */
export async function withOutput<T>(
  out: string,
  write: (output: Output) => Promise<T>,
  { isFile = false, keep = [], signal }: OutputOptions = {},
): Promise<T> {
  const path = resolve(out)
  const there = statSync(path, { throwIfNoEntry: false })
  if (isFile && there?.isDirectory() === true)
    throw new LongtailError('E_USAGE', `--out ${out}: this is a directory; give a file`)
  if (there?.isFile() === false && !there.isDirectory())
    throw new LongtailError('E_USAGE', `--out ${out}: this is a device or a pipe; give a file`)
  const scratch = `${path}.partial`
  const unlock = lock(path, scratch, keep)
  let isDone = false
  try {
    putBack(scratch, path)
    removeExcept(scratch, [...keep, LOCK])
    const result = await write({ scratch, publish: (written, place) => publish(written, resolve(place)) })
    isDone = true
    return result
  } catch (error) {
    throw isDiskError(error) ? diskError(path, error) : error
  } finally {
    // if that fails, too, what happened before is what counts; the next export tidies up
    const isOver = isDone || signal?.aborted === true
    ignoring(() => removeExcept(scratch, isOver ? [LOCK] : [...keep, LOCK]))
    unlock()
    // another process may have begun in it a moment ago: then it is not empty
    ignoring(() => rmdirSync(scratch))
  }
}

/** Throws where one of the places that are to be written is a source: sources are only read. */
export function checkPlaces(places: readonly string[], sources: readonly { readonly path: string }[]): void {
  const read = new Set(sources.map(({ path }) => path))
  for (const place of places)
    if (existsSync(place) && read.has(realpathSync(place)))
      throw new LongtailError('E_USAGE', `${place} is one of the archives that are read: choose another --out`)
}

const LOCK = 'lock'
/** What was in the place of a directory, while the new one is put there. */
const OLD = '.old'

function lock(path: string, scratch: string, keep: readonly string[]): () => void {
  if (basename(path) === '' || !existsSync(dirname(path)))
    throw new LongtailError('E_USAGE', `${dirname(path)} does not exist: make it, or choose another file with --out`)
  if (!isOurs(scratch, keep))
    throw new LongtailError(
      'E_OUT_DIR',
      `${scratch} is needed for temporary files, but contains something else: move it away, or choose another --out`,
    )
  try {
    makeDirectory(scratch)
    return lockDirectory({ path: scratch }, { doing: 'written' })
  } catch (error) {
    throw diskError(path, error)
  }
}

/** Everything in it will be removed: it may be nobody else's. An export that was killed left its lock there, one that failed what is kept. */
function isOurs(scratch: string, keep: readonly string[]): boolean {
  const status = lstatSync(scratch, { throwIfNoEntry: false })
  if (status === undefined) return true
  if (!status.isDirectory()) return false
  const names = readdirSync(scratch)
  return names.length === 0 || [LOCK, ...keep].some(name => names.includes(name))
}

/** An export that was killed while it put a directory into its place may have left the last good one here. */
function putBack(scratch: string, path: string): void {
  const old = readdirSync(scratch).find(name => name.endsWith(OLD))
  if (old !== undefined && !existsSync(path)) renameSync(join(scratch, old), path)
}

function ignoring(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
}

function removeExcept(directory: string, kept: readonly string[]): void {
  for (const name of readdirSync(directory))
    if (!kept.includes(name)) rmSync(join(directory, name), { recursive: true, force: true })
}

/**
 * A directory that is there makes room first and goes afterwards; between the two moments there is none, but nothing is lost: whoever
 * exports next puts it back.
 */
function publish(written: string, path: string): void {
  const isDirectory = statSync(written).isDirectory()
  if (!isDirectory && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new LongtailError('E_OUT_DIR', `${path} is a directory: give a file with --out`)
  if (!isDirectory) {
    putInPlace(written, path)
    return
  }
  const files = readdirSync(written).map(name => join(written, name))
  for (const file of files) if (statSync(file).isFile()) syncFile(file)
  syncDirectory(written)
  if (!existsSync(path)) {
    renameSync(written, path)
    syncDirectory(dirname(path))
    return
  }
  const old = `${written}${OLD}`
  rmSync(old, { recursive: true, force: true })
  renameSync(path, old)
  try {
    renameSync(written, path)
  } catch (error) {
    renameSync(old, path)
    throw error
  }
  syncDirectory(dirname(path))
  rmSync(old, { recursive: true, force: true })
}
