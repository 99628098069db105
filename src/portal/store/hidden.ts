/** What the administrator does not want to be shown: patterns of docs/blacklists.md. */
import { createUrlFilter, parseBlacklist, type UrlFilter } from '../../page/index.js'
import { rowReader } from '../../disk/sqlite-rows.js'
import type { Database } from '../../disk/sqlite.js'

export type Hidden = ReturnType<typeof createHidden>

const HOSTS = rowReader({ host: 'text', pages: 'number' })

export function createHidden(database: Database) {
  const hosts = database.prepare('SELECT host, pages FROM sites')
  let filter: UrlFilter | null = null
  let pages = 0
  let sites = 0
  const isUrl = (url: string): boolean => filter !== null && /^https?:\/\/[^/]+\//.test(url) && filter(url) !== null
  // a page that no site has: only what hides the whole host hides it
  const isHost = (host: string): boolean =>
    filter !== null && isUrl(`http://${host}/\u0001/\u0001`) && isUrl(`https://${host}/\u0001/\u0001`)
  return {
    set(patterns: readonly string[]): void {
      const entries = parseBlacklist(patterns.join('\n'), 'the portal’s blacklist')
      filter = entries.length === 0 ? null : createUrlFilter(entries)
      pages = sites = 0
      if (filter === null) return
      for (const row of HOSTS.each(hosts.iterate())) {
        if (!isHost(row.host)) continue
        pages += row.pages
        sites++
      }
    },
    isEmpty: (): boolean => filter === null,
    isUrl,
    /** All of it. */
    isHost,
    /** Pages and sites of hosts that are hidden as a whole. */
    pages: (): number => pages,
    sites: (): number => sites,
  }
}
