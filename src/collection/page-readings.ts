/**
 * On how many days pages were opened in portals (portal/people/readings.ts): from a portal's directory, or from a file of lines "7 URL"
 * that `longtail portal readings` wrote. Either may be somebody else's: what is no reading is passed over.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { LongtailError, systemReason } from '../errors.js'
import { canonicalUrl } from '../page/index.js'
import { rowReader } from '../disk/sqlite-rows.js'
import { openDatabase } from '../disk/sqlite.js'
import { isPortal } from './portal-source.js'
import { portalDirectory } from './portal-directory.js'

export interface Reading {
  readonly url: string
  readonly days: number
}

const ROWS = rowReader({ url: 'text', days: 'number' })
/** As many as a portal keeps, and those of some portals together. */
const MAX_READINGS = 1_000_000
const MAX_FILE_BYTES = 256 * 1024 * 1024
/** Ten years. */
const MAX_DAYS = 3_660

/** Most read first. `local`: the directory of local.db, where that is not the portal's own. */
export function readReadings(path: string, local?: string): Reading[] {
  if (local === undefined && !isPortal(path)) return inFile(path)
  const file = local === undefined ? portalDirectory(path).local : portalDirectory(local).local
  if (!existsSync(file)) return []
  try {
    const database = openDatabase(file, { readOnly: true })
    try {
      // a portal that never counted has no such table
      const isThere = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'readings'").get() !== undefined
      if (!isThere) return []
      const rows = database.prepare('SELECT url, days FROM readings ORDER BY days DESC, url').all()
      return ROWS.all(rows).map(({ url, days }) => ({ url, days }))
    } finally {
      database.close()
    }
  } catch (error) {
    throw new LongtailError('E_PORTAL', `${file} cannot be used (${systemReason(error)}): replace it with a backup`)
  }
}

function inFile(path: string): Reading[] {
  const status = statSync(path, { throwIfNoEntry: false })
  if (status?.isFile() !== true || status.size > MAX_FILE_BYTES)
    throw new LongtailError(
      'E_CAMPAIGN',
      `recrawl.readings: ${path} is neither a portal nor a file of readings; "longtail portal readings" writes one`,
    )
  const readings: Reading[] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, days = '', url = ''] = /^(\d{1,9}) (\S+)$/.exec(line.trim()) ?? []
    if (url !== '' && readings.length < MAX_READINGS) readings.push({ url, days: Number(days) })
  }
  return readings
}

/** Of several portals: the days add up. By canonical URL. */
export function addUpReadings(paths: readonly string[]): Map<string, number> {
  const days = new Map<string, number>()
  for (const path of paths)
    for (const reading of readReadings(path)) {
      const url = canonicalUrl(reading.url)
      if (url === null || !(reading.days > 0) || (days.size >= MAX_READINGS && !days.has(url))) continue
      days.set(url, (days.get(url) ?? 0) + Math.min(MAX_DAYS, reading.days))
    }
  return days
}
