/** What `portal apply` leaves behind when it is killed, removed at the next start of the portal; the next `apply` does so, too. */
import { existsSync } from 'node:fs'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { lockDirectory } from '../../disk/lock.js'
import { removeDatabase } from '../../disk/sqlite.js'
import { tidyReceived } from './apply-archives.js'

/** What the file's name ends with while it is made. */
export const UPDATING = '.update'

/** Nothing is done where there is nothing, where somebody is at work, or on a medium that cannot be written. */
export function removeLeftovers(directory: PortalDirectory): void {
  const unfinished = `${directory.index}${UPDATING}`
  if (!existsSync(unfinished)) return
  try {
    const unlock = lockDirectory(directory, { doing: 'updated', code: 'E_PORTAL' })
    try {
      removeDatabase(unfinished)
      if (existsSync(directory.archives)) tidyReceived(directory)
    } finally {
      unlock()
    }
  } catch (error) {
    // readers are served all the same
    if (!(error instanceof Error)) throw error
  }
}
