import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Renames and new files are safe from a power failure once their directory is. Where directories cannot be synced, that is up to the system. */
export function syncDirectory(path: string): void {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch {
    return
  }
  try {
    fsyncSync(fd)
  } catch {
    // some file systems refuse; the rename itself has been made
  } finally {
    closeSync(fd)
  }
}
