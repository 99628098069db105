/** How many pages of the index each line of the blacklist hides: only the administrator asks, so it is counted when asked for. */
import { setImmediate } from 'node:timers/promises'
import { createUrlFilter, readableEntries } from '../../page/index.js'
import { fileStamp } from '../../disk/file-stamp.js'
import { rowReader } from '../../disk/sqlite-rows.js'
import { openDatabase, type Database } from '../../disk/sqlite.js'

/** By pattern. A page counts for the line that decides about it. */
export type HiddenPages = ReadonlyMap<string, number>

export type CountHidden = (blacklist: string) => Promise<HiddenPages>

const PAGES = rowReader({ id: 'number', url: 'text' })
/** Others get their turn after so many: about 2 ms. */
const PER_TURN = 2_000

/** `index`: path of index.db. The last answer is kept until the list or the index changes. */
export function createHiddenCount(index: string): CountHidden {
  let known: { readonly key: string; readonly pages: Promise<HiddenPages> } | null = null
  return blacklist => {
    const key = `${fileStamp(index)} ${blacklist}`
    if (known?.key !== key) known = { key, pages: count(index, blacklist) }
    return known.pages
  }
}

async function count(index: string, blacklist: string): Promise<HiddenPages> {
  const hidden = new Map<string, number>()
  const entries = readableEntries(blacklist)
  if (entries.length === 0) return hidden
  const filter = createUrlFilter(entries)
  const database: Database = openDatabase(index, { readOnly: true, cacheKiB: 1024 })
  try {
    const next = database.prepare('SELECT id, url FROM pages WHERE id > ? ORDER BY id LIMIT ?')
    for (let last = 0; ;) {
      const pages = PAGES.all(next.all(last, PER_TURN))
      for (const { url } of pages) {
        const entry = filter(url)
        if (entry !== null) hidden.set(entry.pattern, (hidden.get(entry.pattern) ?? 0) + 1)
      }
      if (pages.length < PER_TURN) return hidden
      last = pages[pages.length - 1].id
      await setImmediate()
    }
  } finally {
    database.close()
  }
}
