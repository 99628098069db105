/** Where archive files are, so that a portal can be moved together with them: rows of the table `files`. */
import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { RecordPlace } from '../archive/record-reader.js'
import { rowReader } from '../disk/sqlite-rows.js'
import type { Database } from '../disk/sqlite.js'

const FILES = rowReader({ path: 'text', member: 'text' })

/** From the home directory for what lies below or beside it, else absolute. */
export function portablePath(home: string, path: string): string {
  const way = relative(home, path)
  const climbs = way.split(sep).filter(part => part === '..').length
  return climbs > 1 || isAbsolute(way) ? path : way
}

/** The file itself; a crawl of ours that is still running has `.open` at its end. */
export function placedFile(home: string, path: string): string {
  const full = resolve(home, path)
  return existsSync(full) || !existsSync(`${full}.open`) ? full : `${full}.open`
}

/** Places of records by the number of their file. */
export function filePlaces(
  database: Database,
  home: string,
): (file: number, offset: number, length: number) => RecordPlace {
  const find = database.prepare('SELECT path, member FROM files WHERE id = ?')
  const known = new Map<number, { readonly path: string; readonly member: string }>()
  return (file, offset, length) => {
    let found = known.get(file)
    if (found === undefined) {
      found = FILES.first(find.get(file)) ?? { path: '', member: '' }
      known.set(file, found)
    }
    // looked at each time: a crawl may close the file meanwhile
    return { file: placedFile(home, found.path), member: found.member, offset, length }
  }
}
