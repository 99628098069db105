/**
 * Where the portal reads archives: where they are, or with `--copy` in its own directory, so that it can be carried away. Copies are
 * hard links where the file system allows it: they take no room, and stay when the original is deleted.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isErrno } from '../../errors.js'
import { syncFile } from '../../disk/write-atomically.js'
import { diskError } from '../../disk/disk-error.js'
import { placedFile, portablePath } from '../../collection/file-place.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { rowReader } from '../../disk/sqlite-rows.js'
import type { BuildContext } from './context.js'
import { fingerprint } from '../../collection/unpack.js'

const FILES = rowReader({ id: 'number', origin: 'text', path: 'text' })
const PATHS = rowReader({ path: 'text' })

/** True: something is elsewhere than before. */
export function placeArchives({ database, home, archives, progress }: BuildContext, copy: boolean): boolean {
  const rows = FILES.all(database.prepare('SELECT id, origin, path FROM files ORDER BY origin').all())
  let moved = false
  const update = database.prepare('UPDATE files SET path = ? WHERE id = ?')
  inTransaction(database, () =>
    rows.forEach(({ id, origin, path }, done) => {
      const isOurs = dirname(origin) === archives
      const target = join(archives, `${fingerprint(dirname(origin)).slice(0, 10)}-${basename(origin)}`)
      if (copy && !isOurs) {
        progress({ stage: 'reading', done, total: rows.length, name: basename(origin) })
        bring(placedFile(home, origin), target)
      }
      const now = portablePath(home, copy && !isOurs ? target : origin)
      if (now === path) return
      update.run(now, id)
      moved = true
    }),
  )
  return moved
}

function bring(origin: string, target: string): void {
  try {
    const from = statSync(origin)
    if (existsSync(target)) {
      const to = statSync(target)
      if (to.ino === from.ino || (to.size === from.size && to.mtimeMs === from.mtimeMs)) return
    }
    mkdirSync(dirname(target), { recursive: true })
    const temporary = `${target}.tmp`
    rmSync(temporary, { force: true })
    try {
      linkSync(origin, temporary)
    } catch (error) {
      // another file system, or one without hard links
      if (!isErrno(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK')) throw error
      copyFileSync(origin, temporary)
      syncFile(temporary)
      utimesSync(temporary, from.atime, from.mtime)
    }
    renameSync(temporary, target)
  } catch (error) {
    throw diskError(`${origin} cannot be copied to ${dirname(target)}`, error)
  }
}

/** Removes what the new index does not refer to any more. Called when it is in place. */
export function tidyArchives(database: Database, archives: string): void {
  if (!existsSync(archives)) return
  const rows = PATHS.all(database.prepare('SELECT path FROM files').all())
  const used = new Set(rows.map(({ path }) => basename(path)))
  for (const name of readdirSync(archives)) {
    // files that others put there are theirs
    const isOurs = /^(?:unpacked-[0-9a-f]{20}\.warc|[0-9a-f]{10}-.+)$/.test(name)
    if (isOurs && !used.has(name)) rmSync(join(archives, name), { force: true })
  }
}
