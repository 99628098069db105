/**
 * Archives of an update, put beside those that are served. A name stands for one content (travelling-index.ts), so a file is new, or the
 * old one with more bytes behind it: neither changes a byte that the index in use names.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { rowReader } from '../../disk/sqlite-rows.js'
import { openDatabase } from '../../disk/sqlite.js'
import { syncDirectory } from '../../disk/write-atomically.js'
import { writeAll } from '../../disk/write-all.js'
import { LongtailError } from '../../errors.js'
import type { UpdatePart } from './manifest.js'
import type { UpdateReader } from './update-reader.js'

const PATHS = rowReader({ path: 'text' })
const TEMPORARY = '.arriving'
/** Names that updates and builds with --copy give; files that others put there are theirs. */
const OURS = /^(?:unpacked-[0-9a-f]{20}\.warc|[0-9a-f]{10}-.+)$/

/** On the disk when it returns. Answers what takes them away again. */
export function placeArchives(
  { archives, path }: PortalDirectory,
  update: UpdateReader,
  onProgress: (doing: string) => void,
): () => void {
  const parts = update.manifest.parts.filter(({ kind }) => kind === 'archive')
  const brought = new Set(parts.map(({ name }) => name))
  for (const { name, bytes } of update.manifest.archives)
    if (!brought.has(name) && sizeOf(join(archives, name)) !== bytes) throw missing(path, name)
  const undone: (() => void)[] = []
  const undo = (): void => {
    for (const one of undone.splice(0).reverse()) one()
  }
  try {
    for (const part of parts) {
      onProgress(part.name)
      const target = join(archives, part.name)
      undone.push(part.from === 0 ? bringNew(target, part, update) : append(target, part, update, path))
    }
    syncDirectory(archives)
    return undo
  } catch (error) {
    undo()
    throw error
  }
}

function bringNew(target: string, part: UpdatePart, update: UpdateReader): () => void {
  const temporary = `${target}${TEMPORARY}`
  const wasThere = existsSync(target)
  write(temporary, 'wx', 0, part, update)
  renameSync(temporary, target)
  // a whole portal brings what may be in use already
  return () => (wasThere ? undefined : rmSync(target, { force: true }))
}

/** What is behind `from` was left by a kill. */
function append(target: string, part: UpdatePart, update: UpdateReader, portal: string): () => void {
  const size = sizeOf(target)
  if (size < part.from) throw missing(portal, part.name)
  if (statSync(target).nlink > 1) {
    // a hard link of `portal build --copy`: the other name is somebody's archive
    copyFileSync(target, `${target}${TEMPORARY}`)
    renameSync(`${target}${TEMPORARY}`, target)
  }
  write(target, 'r+', part.from, part, update)
  return () => truncateSync(target, part.from)
}

function write(path: string, flags: 'wx' | 'r+', from: number, part: UpdatePart, update: UpdateReader): void {
  const file = openSync(path, flags)
  try {
    ftruncateSync(file, from)
    let at = from
    for (const block of update.blocksOf(part)) {
      writeAll(file, block, at)
      at += block.length
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** -1: there is none. A link is somebody's, not ours to write through. */
function sizeOf(path: string): number {
  const status = lstatSync(path, { throwIfNoEntry: false })
  return status?.isFile() === true ? status.size : -1
}

function missing(portal: string, name: string): LongtailError {
  return new LongtailError(
    'E_UPDATE',
    `${join(portal, 'archives', name)} is missing or was changed after the last update: put it back, or ask the sender for a whole portal`,
  )
}

/**
 * Removes archives that the index does not name: of an update that was killed, or of the library before the last one, which readers may
 * have had open until then.
 */
export function tidyReceived({ archives, index }: PortalDirectory): void {
  const used = new Set<string>()
  if (existsSync(index)) {
    const database = openDatabase(index, { readOnly: true })
    try {
      for (const { path } of PATHS.all(database.prepare('SELECT path FROM files').all())) used.add(basename(path))
    } finally {
      database.close()
    }
  }
  for (const name of readdirSync(archives))
    if (name.endsWith(TEMPORARY) || (OURS.test(name) && !used.has(name))) rmSync(join(archives, name), { force: true })
}
