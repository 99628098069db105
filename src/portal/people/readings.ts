/**
 * On how many days each page was opened, so that a crawl can ask first for what is read (docs/portal-people.md). Only when whoever serves
 * the portal asks for it. A page and a number: not who, not when in the day, not how often on one day, not in which order. Bounded: when
 * it is full, what was read on the fewest days goes first.
 */
import { inTransaction, type Database } from '../../disk/sqlite.js'

const MAX_PAGES = 100_000
/** Readings wait in memory: a write to a memory card takes longer than a page. */
const WAIT_MS = 5_000
const MAX_WAITING = 500
const DAY_MS = 24 * 3600 * 1000

export type Readings = ReturnType<typeof openReadings>

export function openReadings(database: Database, now: () => number) {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.size === 0) return
    const urls = [...waiting]
    waiting.clear()
    try {
      const day = Math.floor(now() / DAY_MS)
      inTransaction(database, () => {
        const add = database.prepare(
          `INSERT INTO readings (url, days, last_day) VALUES (?, 1, ?)
             ON CONFLICT (url) DO UPDATE SET days = days + 1, last_day = excluded.last_day WHERE last_day < excluded.last_day`,
        )
        for (const url of urls) add.run(url, day)
        database
          .prepare(
            'DELETE FROM readings WHERE url IN (SELECT url FROM readings ORDER BY days DESC, last_day DESC, url LIMIT -1 OFFSET ?)',
          )
          .run(MAX_PAGES)
      })
    } catch {
      // a full disk or a medium that was pulled out: reading goes on
    }
  }
  return {
    /** Never throws. `url`: of a page that is here. */
    add(url: string): void {
      waiting.add(url)
      if (waiting.size >= MAX_WAITING) flush()
      else timer ??= setTimeout(flush, WAIT_MS).unref()
    },
    /** Writes what waits. */
    flush,
  }
}
