/**
 * What readers looked for and did not find: searches without result, and pages that are not here. The next crawl begins with
 * them. Counted, and nothing else: not who, not from where. Bounded: when it is full, what was asked for least goes first, so
 * that nobody can push out what many want.
 */
import { canonicalUrl } from '../../page/index.js'
import { COUNT, rowReader } from '../../disk/sqlite-rows.js'
import { inTransaction, type Database } from '../../disk/sqlite.js'
import { oneLine } from './texts.js'

export type WishKind = 'search' | 'page'

export interface Wish {
  readonly text: string
  readonly count: number
  /** When it was last asked for: the day, in milliseconds since the epoch. */
  readonly at: number
}

export type Wishes = ReturnType<typeof openWishes>

const WISHES = rowReader({ text: 'text', count: 'number', at: 'number' })
const MAX_WISHES = 10_000
const MAX_SEARCH = 200
/** Wishes wait in memory: a write to a memory card takes longer than a search. */
const WAIT_MS = 5_000
const MAX_WAITING = 200
const DAY_MS = 24 * 3600 * 1000

export function openWishes(database: Database, now: () => number) {
  const waiting = new Map<string, { kind: WishKind; folded: string; text: string; count: number }>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.size === 0) return
    const wishes = [...waiting.values()]
    waiting.clear()
    try {
      const day = Math.floor(now() / DAY_MS) * DAY_MS
      inTransaction(database, () => {
        const add = database.prepare(
          `INSERT INTO wishes (kind, folded, text, count, at) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (kind, folded) DO UPDATE SET count = count + excluded.count, at = excluded.at`,
        )
        for (const { kind, folded, text, count } of wishes) add.run(kind, folded, text, count, day)
        for (const kind of ['search', 'page']) trim(database, kind)
      })
    } catch {
      // a full disk or a medium that was pulled out: searching goes on
    }
  }
  const rows = (kind: WishKind, limit: number): Wish[] => {
    flush()
    return WISHES.all(
      database
        .prepare('SELECT text, count, at FROM wishes WHERE kind = ? ORDER BY count DESC, at DESC, folded LIMIT ?')
        .all(kind, limit),
    )
  }
  return {
    /** Never throws. */
    add(kind: WishKind, text: string): void {
      const wish = kind === 'page' ? canonicalUrl(text) : searchOf(text)
      if (wish === null) return
      const folded = kind === 'page' ? wish : wish.toLowerCase()
      const key = `${kind} ${folded}`
      const known = waiting.get(key)
      waiting.set(key, { kind, folded, text: wish, count: (known?.count ?? 0) + 1 })
      if (waiting.size >= MAX_WAITING) flush()
      else timer ??= setTimeout(flush, WAIT_MS).unref()
    },
    /** Most wanted first. */
    list: rows,
    count(kind: WishKind): number {
      flush()
      return COUNT.only(database.prepare('SELECT count(*) AS count FROM wishes WHERE kind = ?').get(kind)).count
    },
    remove(kind: WishKind, text: string): void {
      flush()
      database
        .prepare('DELETE FROM wishes WHERE kind = ? AND folded = ?')
        .run(kind, kind === 'page' ? text : text.toLowerCase())
    },
    clear(kind: WishKind): void {
      flush()
      database.prepare('DELETE FROM wishes WHERE kind = ?').run(kind)
    },
    /** Writes what waits. */
    flush,
  }
}

function trim(database: Database, kind: string): void {
  database
    .prepare(
      `DELETE FROM wishes WHERE kind = ? AND folded IN
         (SELECT folded FROM wishes WHERE kind = ? ORDER BY count DESC, at DESC, folded LIMIT -1 OFFSET ?)`,
    )
    .run(kind, kind, MAX_WISHES)
}

/** Null for what names a person: an address for mail, a number as of telephones; and for what has no letter. */
function searchOf(text: string): string | null {
  const search = oneLine(text, MAX_SEARCH)
  if (!/\p{L}/u.test(search) || /\S@\S/.test(search) || /\d(?:[ .()-]?\d){6}/.test(search)) return null
  return search
}
