/** Where archive files are, so that a portal can be moved together with them. */
import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** From the portal's directory for what lies below or beside it, else absolute. */
export function portablePath(portal: string, path: string): string {
  const way = relative(portal, path)
  const climbs = way.split(sep).filter(part => part === '..').length
  return climbs > 1 || isAbsolute(way) ? path : way
}

/** The file itself; a crawl of ours that is still running has `.open` at its end. */
export function placedFile(portal: string, path: string): string {
  const full = resolve(portal, path)
  return existsSync(full) || !existsSync(`${full}.open`) ? full : `${full}.open`
}
