/** Makes sure that what was written survives a crash of the machine. The crawl goes on meanwhile. */
import { closeSync, fsync, openSync } from 'node:fs'
import { promisify } from 'node:util'

export const syncFile = promisify(fsync)

/** Files that were made, renamed or removed in the directory. */
export async function syncDirectory(path: string): Promise<void> {
  const fd = openSync(path, 'r')
  try {
    await syncFile(fd)
  } finally {
    closeSync(fd)
  }
}
