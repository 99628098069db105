/** What links to a page say: its names in the words of others. */
import type { Database } from '../../disk/sqlite.js'

/** Looked at per page; a home page may have a hundred thousand links from its own site that all say "home". */
const MAX_LINKS = 2_000
const MAX_TEXTS = 30

/** Different texts, those that most pages use first. */
export function anchorsOf(database: Database): (page: number) => string[] {
  const find = database.prepare(`SELECT anchor FROM links WHERE target = ? LIMIT ${MAX_LINKS}`)
  return page => {
    const times = new Map<string, number>()
    const rows: { anchor: string }[] = find.all(page)
    for (const { anchor } of rows) {
      const text = anchor.trim()
      if (text !== '' && !/^https?:\/\//i.test(text)) times.set(text, (times.get(text) ?? 0) + 1)
    }
    return [...times]
      .sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))
      .slice(0, MAX_TEXTS)
      .map(([text]) => text)
  }
}
