/** Main texts of pages, as the build keeps them. */
import type { Database } from '../../../disk/sqlite.js'
import { unpackText } from '../../store/packed-text.js'
import { prepared } from './assist-schema.js'

/** What is read of a page: what it is about is said by then. */
const MAX_TEXT = 12_000

export function textOf(database: Database, page: number): string {
  const packed = prepared(database, 'SELECT packed FROM texts WHERE page = ?').get(page)?.packed
  return packed instanceof Uint8Array ? unpackText(packed).slice(0, MAX_TEXT) : ''
}
