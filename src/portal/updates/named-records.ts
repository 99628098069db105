/**
 * Which records of an archive a library needs. A round of a crawl writes a small record for each page that it asked for and that had
 * not changed (docs/rounds.md); a reader sees nothing of them, and they may be ten times as many bytes as what changed. So captures that
 * only repeat the one before do not travel, and of a file of which hardly anything is left only the rest does.
 */
import type { Database } from '../../disk/sqlite.js'
import { rowReader } from '../../disk/sqlite-rows.js'
import type { ByteRange } from './byte-ranges.js'

const RECORDS = rowReader({ file: 'number', start: 'number', length: 'number' })

/** Removes revisits of a URL's own content, unless the URL had another one in between. */
export function forgetRepeats(database: Database): void {
  database.exec(`
    DELETE FROM captures WHERE revisit = 1 AND digest <> '' AND (
      SELECT before.digest FROM captures AS before
      WHERE before.url = captures.url AND before.at < captures.at ORDER BY before.at DESC LIMIT 1) = digest
    AND EXISTS (
      SELECT 1 FROM captures AS first
      WHERE first.url = captures.url AND first.at < captures.at AND first.revisit = 0 AND first.digest = captures.digest)`)
}

/** Records that captures name, by the file that they are in; in order, those that touch each other as one. */
export function namedRanges(database: Database): Map<number, ByteRange[]> {
  const records = database.prepare(`
    SELECT file, offset AS start, length FROM captures
    UNION SELECT payload_file, payload_offset, payload_length FROM captures WHERE payload_file IS NOT NULL
    ORDER BY 1, 2, 3`)
  const found = new Map<number, ByteRange[]>()
  for (const { file, start, length } of RECORDS.each(records.iterate())) {
    const ranges = found.get(file) ?? []
    found.set(file, ranges)
    const last = ranges.at(-1)
    if (last === undefined || start > last[1]) ranges.push([start, start + length])
    else ranges[ranges.length - 1] = [last[0], Math.max(last[1], start + length)]
  }
  return found
}

/** Captures say where records are when of some files nothing but the ranges is left. */
export function moveRecords(database: Database, files: ReadonlyMap<number, readonly ByteRange[]>): void {
  database.exec(
    'CREATE TEMP TABLE kept (file INTEGER, start INTEGER, shift INTEGER, PRIMARY KEY (file, start)) WITHOUT ROWID',
  )
  const add = database.prepare('INSERT INTO kept (file, start, shift) VALUES (?, ?, ?)')
  for (const [file, ranges] of files) {
    let end = 0
    for (const [from, to] of ranges) {
      add.run(file, from, from - end)
      end += to - from
    }
  }
  const shiftOf = (file: string, offset: string): string =>
    // with the name of the table: "file" alone would be that of "kept"
    `(SELECT shift FROM kept WHERE kept.file = captures.${file} AND kept.start <= captures.${offset} ORDER BY kept.start DESC LIMIT 1)`
  // by way of negative numbers, so that no row meets one that is still to be moved
  database.exec(`
    UPDATE captures SET offset = -1 - (offset - ${shiftOf('file', 'offset')}) WHERE file IN (SELECT file FROM kept);
    UPDATE captures SET offset = -1 - offset WHERE offset < 0;
    UPDATE captures SET payload_offset = payload_offset - ${shiftOf('payload_file', 'payload_offset')}
      WHERE payload_file IN (SELECT file FROM kept);
    DROP TABLE kept`)
}
