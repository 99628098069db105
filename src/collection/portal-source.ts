/** A portal as a source: it stands for what it was built from, without what its administrator hides. */
import { existsSync } from 'node:fs'
import { LongtailError, systemReason } from '../errors.js'
import { rowReader } from '../disk/sqlite-rows.js'
import { openDatabase } from '../disk/sqlite.js'
import { atRound, sourceAtRound } from './source-at-round.js'
import { portalDirectory } from './portal-directory.js'
import { openSettings } from './portal-settings.js'

const PATHS = rowReader({ path: 'text' })
/** As portal/updates/travelling-index.ts writes them. */
const PACKED = /^packed\/\d+$/

export function isPortal(path: string): boolean {
  return existsSync(portalDirectory(path).identity)
}

/** Crawls and archives that it was built from; what is no portal stands for itself. `P@3`: each of them as it was at the end of its round 3. */
export function builtFrom(written: string): string[] {
  const { path, lastRound } = sourceAtRound(written)
  if (!isPortal(path)) return [written]
  const { index, archives } = portalDirectory(path)
  if (!existsSync(index))
    throw new LongtailError('E_PORTAL', `${path} is an unfinished portal: run "longtail portal build" again`)
  const database = openDatabase(index, { readOnly: true })
  try {
    const paths = PATHS.all(database.prepare('SELECT path FROM sources ORDER BY id').all()).map(({ path }) => path)
    // one that came by updates has its archives with it, and nothing else of its sources
    const sources = paths.some(source => !PACKED.test(source)) ? paths : [archives]
    return sources.map(source => atRound(source, lastRound))
  } finally {
    database.close()
  }
}

/** The blacklist as its administrator wrote it; '' when there is none, or it is no portal. */
export function blacklistOf(written: string): string {
  const { path } = sourceAtRound(written)
  const { local } = portalDirectory(path)
  if (!isPortal(path) || !existsSync(local)) return ''
  const database = openDatabase(local, { readOnly: true })
  try {
    return openSettings(database).get('blacklist')
  } catch (error) {
    throw new LongtailError(
      'E_PORTAL',
      `${local}, which contains the administrator's rules, cannot be used (${systemReason(error)}): replace it with a backup, or move it away`,
    )
  } finally {
    database.close()
  }
}
