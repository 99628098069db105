import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface FreeSpace {
  /** For this user. */
  readonly bytes: number
  /** That can still be made. Infinite where the file system has no limit of its own. */
  readonly files: number
}

/** Of the file system that `path` is on, or will be on. Null where the system does not say. */
export function freeSpace(path: string): FreeSpace | null {
  let there = resolve(path)
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
  try {
    const { bavail, bsize, files, ffree } = statfsSync(there)
    return { bytes: bavail * bsize, files: files === 0 ? Infinity : ffree }
  } catch {
    return null
  }
}
