/** Main texts of pages, as the build keeps them. */
import { inflateRawSync } from 'node:zlib'
import type { Database } from '../../../disk/sqlite.js'
import { prepared } from './assist-schema.js'

/** What is read of a page: what it is about is said by then. */
const MAX_TEXT = 12_000
/** As for search/, which reads the same texts. */
const MAX_BYTES = 16 * 1024 * 1024

export function textOf(database: Database, page: number): string {
  const packed = prepared(database, 'SELECT packed FROM texts WHERE page = ?').get(page)?.packed
  return packed instanceof Uint8Array
    ? inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString('utf8').slice(0, MAX_TEXT)
    : ''
}
