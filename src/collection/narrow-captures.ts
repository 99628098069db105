/**
 * Takes out of the table of captures what is not in the period that was asked for. What is left is read by the same code as everything:
 * pages that are new or changed in the period, and images, styles and redirects of any time before its end, by which those pages are shown.
 * Where the bodies of revisits are was resolved before, so that originals need not be in the period.
 */
import { inTransaction, type Database } from '../disk/sqlite.js'
import type { Period } from './periods.js'
import { UNCHANGED } from './resolve-revisits.js'
import type { Source } from './source-state.js'

export interface NarrowOptions {
  /** Pages that were visited and had not changed stay, too. */
  readonly withUnchanged?: boolean
}

export function narrowCaptures(
  database: Database,
  sources: readonly Source[],
  periods: readonly Period[],
  { withUnchanged = false }: NarrowOptions = {},
): void {
  inTransaction(database, () => {
    for (const [i, { id }] of sources.entries()) {
      const { from, to } = periods[i]
      if (to !== Infinity) database.prepare('DELETE FROM captures WHERE source = ? AND at >= ?').run(id, to)
      if (from === -Infinity) continue
      if (!withUnchanged) database.prepare(REPEATS).run(id, from)
      database
        .prepare("DELETE FROM captures WHERE source = ? AND at < ? AND kind IN ('page', 'document')")
        .run(id, from)
    }
  })
}

/** What says again what stood there before, in this source. */
const REPEATS = `
  DELETE FROM captures WHERE source = ? AND at >= ? AND (status = ${UNCHANGED} OR (digest <> '' AND kind IN ('page', 'document') AND (
    SELECT before.digest FROM captures AS before
    WHERE before.url = captures.url AND before.source = captures.source AND before.at < captures.at AND before.status = 200
    ORDER BY before.at DESC LIMIT 1) = digest))`
