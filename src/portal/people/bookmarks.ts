/** Pages that readers keep, by shelf. */
import { canonicalUrl } from '../../page/index.js'
import { COUNT, rowReader } from '../../disk/sqlite-rows.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { isRandomId } from '../server/cookies.js'
import { shelfHash } from './shelf.js'
import { hasRoom } from './local-schema.js'
import { oneLine } from './texts.js'

export interface Bookmark {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly at: number
}

/** `full`: the shelf or the whole portal holds all it can. `wrong`: no address of a page, or no shelf. */
export type BookmarkAnswer = 'kept' | 'full' | 'wrong'

const BOOKMARKS = rowReader({ id: 'number', url: 'text', title: 'text', at: 'number' })

export type Bookmarks = ReturnType<typeof openBookmarks>

const PER_SHELF = 500
const MAX_TITLE = 300
const DAY_MS = 24 * 3600 * 1000
const FORGET_AFTER_MS = 366 * DAY_MS

export function openBookmarks(database: Database, now: () => number) {
  const list = database.prepare('SELECT id, url, title, at FROM bookmarks WHERE shelf = ? ORDER BY at DESC, id DESC')
  const find = database.prepare('SELECT 1 AS found FROM bookmarks WHERE shelf = ? AND url = ?')
  const count = database.prepare('SELECT count(*) AS count FROM bookmarks WHERE shelf = ?')
  return {
    add(shelf: string, url: string, title: string): BookmarkAnswer {
      const address = canonicalUrl(url)
      if (address === null || !isRandomId(shelf)) return 'wrong'
      const hash = shelfHash(shelf)
      return inTransaction(database, () => {
        const { count: kept } = COUNT.only(count.get(hash))
        const isNew = find.get(hash, address) === undefined
        if (isNew && (kept >= PER_SHELF || !hasRoom(database))) return 'full'
        database.prepare('INSERT OR REPLACE INTO shelves (id, used_at) VALUES (?, ?)').run(hash, now())
        database
          .prepare(
            'INSERT INTO bookmarks (shelf, url, title, at) VALUES (?, ?, ?, ?) ON CONFLICT (shelf, url) DO UPDATE SET title = excluded.title',
          )
          .run(hash, address, oneLine(title, MAX_TITLE) || address, now())
        return 'kept'
      })
    },
    remove(shelf: string, url: string): void {
      database.prepare('DELETE FROM bookmarks WHERE shelf = ? AND url = ?').run(shelfHash(shelf), url)
    },
    /** The last kept first. */
    list(shelf: string): readonly Bookmark[] {
      return isRandomId(shelf) ? BOOKMARKS.all(list.all(shelfHash(shelf))) : []
    },
    has(shelf: string, url: string): boolean {
      return isRandomId(shelf) && find.get(shelfHash(shelf), url) !== undefined
    },
    /** Forgets shelves that were not used for a year. Lessons stay: they may have been given to others. */
    forgetOld(): void {
      const before = now() - FORGET_AFTER_MS
      inTransaction(database, () => {
        database.prepare('DELETE FROM bookmarks WHERE shelf IN (SELECT id FROM shelves WHERE used_at < ?)').run(before)
        database.prepare('DELETE FROM shelves WHERE used_at < ?').run(before)
      })
    },
  }
}
