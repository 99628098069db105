/** What links to a page say: its names in the words of others. */
import type { Database } from '../../disk/sqlite.js'
import { rowReader } from '../../disk/sqlite-rows.js'

/** Looked at per page; a home page may have a hundred thousand links from its own site that all say "home". */
const MAX_LINKS = 2_000
const MAX_TEXTS = 30
const ANCHORS = rowReader({ anchor: 'text' })

/** Different texts, those that most pages use first. */
export function anchorsOf(database: Database): (page: number) => string[] {
  const find = database.prepare(`SELECT anchor FROM links WHERE target = ? LIMIT ${MAX_LINKS}`)
  return page => {
    const times = new Map<string, number>()
    for (const { anchor } of ANCHORS.all(find.all(page))) {
      const text = anchor.trim()
      if (text !== '' && !/^https?:\/\//i.test(text)) times.set(text, (times.get(text) ?? 0) + 1)
    }
    return [...times]
      .sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))
      .slice(0, MAX_TEXTS)
      .map(([text]) => text)
  }
}
