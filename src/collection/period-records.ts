/** Which records of the archives belong to a period: all of its own, those whose bodies they repeat, and what its pages show. */
import type { PlacedPage } from './extract-pool.js'
import type { RecordPlace } from '../archive/record-reader.js'
import { isStyleSheet } from '../page/index.js'
import { rowReader } from '../disk/sqlite-rows.js'
import type { Database } from '../disk/sqlite.js'
import type { Period } from './periods.js'
import type { Source } from './source-state.js'

export type PeriodRecords = ReturnType<typeof periodRecords>

const RECORDS = rowReader({ file: 'number', offset: 'number', length: 'number' })
const CAPTURES = rowReader({
  file: 'number',
  offset: 'number',
  length: 'number',
  status: 'number',
  mime: 'text',
  kind: 'text',
  payload_file: 'number or null',
  payload_offset: 'number or null',
  payload_length: 'number or null',
})

/** `placeOf`: by the number of a file. */
export function periodRecords(
  database: Database,
  sources: readonly Source[],
  periods: readonly Period[],
  placeOf: (file: number, offset: number, length: number) => RecordPlace,
) {
  database.exec('CREATE TEMP TABLE shown (file INTEGER, offset INTEGER, PRIMARY KEY (file, offset)) WITHOUT ROWID')
  database.exec('CREATE TEMP TABLE beginnings (source INTEGER PRIMARY KEY, at REAL)')
  const begin = database.prepare('INSERT INTO beginnings VALUES (?, ?)')
  sources.forEach(({ id }, i) => begin.run(id, periods[i].from === -Infinity ? -1e15 : periods[i].from))
  const find = database.prepare(`
    SELECT file, offset, length, status, mime, kind, payload_file, payload_offset, payload_length FROM captures
    WHERE url = ? AND kind NOT IN ('page', 'document') AND (revisit = 0 OR payload_file IS NOT NULL) ORDER BY at DESC LIMIT 1`)
  const show = database.prepare('INSERT OR IGNORE INTO shown VALUES (?, ?)')
  return {
    /** What is there under this address belongs to the period. Not null: it is new, and refers to other objects in turn. */
    show(url: string): PlacedPage | null {
      const found = CAPTURES.first(find.get(url))
      if (found === undefined || Number(show.run(found.file, found.offset).changes) === 0) return null
      const { status, mime, kind, payload_file: file, payload_offset: offset, payload_length: length } = found
      if (kind !== 'hop' && !isStyleSheet(mime, url, status)) return null
      const payload = file === null ? null : placeOf(file, offset ?? 0, length ?? 0)
      return { url, place: placeOf(found.file, found.offset, found.length), payload }
    },
    /** By file, in order; each once. A crawl's own also have the request and what was noted. */
    *records(): Generator<RecordPlace> {
      const chosen = `
        SELECT c.* FROM captures c JOIN beginnings b ON b.source = c.source
        WHERE c.at >= b.at OR (c.file, c.offset) IN (SELECT file, offset FROM shown)`
      const records = database.prepare(`
        SELECT file, offset, max(length) AS length FROM (
          SELECT file, offset, length FROM (${chosen})
          UNION ALL SELECT payload_file, payload_offset, payload_length FROM (${chosen}) WHERE payload_file IS NOT NULL)
        GROUP BY file, offset ORDER BY file, offset`)
      for (const { file, offset, length } of RECORDS.each(records.iterate())) yield placeOf(file, offset, length)
    },
  }
}
