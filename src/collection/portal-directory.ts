/**
 * A portal lives in one directory:
 *
 *   portal.json   what this directory is: format, version, title
 *   index.db      what was built: pages, texts, links, the search index (schema.ts). Rebuilt from the sources at any time
 *   index.db.new  the same while a build is under way; takes the place of index.db at its end
 *   archives/     archives that cannot be read where they are; with --copy all of them, so that the directory can be carried away
 *   local.db      what people made here: lessons, classes, the administrator's decisions, unanswered searches. No build touches it
 *   states/       what was packed for other portals (portal/updates)
 *   trusted-keys  whose updates this portal takes
 *   lock          the process that is building, packing or updating
 */
import { join, resolve } from 'node:path'

export type PortalDirectory = Readonly<ReturnType<typeof portalDirectory>>

export function portalDirectory(directory: string) {
  const path = resolve(directory)
  return {
    path,
    identity: join(path, 'portal.json'),
    index: join(path, 'index.db'),
    building: join(path, 'index.db.new'),
    archives: join(path, 'archives'),
    local: join(path, 'local.db'),
    lock: join(path, 'lock'),
  }
}
