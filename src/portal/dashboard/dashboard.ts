/**
 * Running and finished crawls in the portal. It reads what a crawl writes for everybody (status.json, hosts.tsv, the log, the
 * archive) and writes two files that a crawl looks at: `pause` and exclude.txt. The crawl itself is another process.
 */
import { findCrawls } from './crawls.js'
import type { Glance } from './glance.js'
import { WatchedCrawl } from './watched-crawl.js'

export interface DashboardOptions {
  /** Directories of the crawls that the library was built from. */
  readonly built: readonly string[]
  /** Directories that somebody named, of crawls or of syllabuses. */
  readonly watched: readonly string[]
  /** Whether everybody may look, or only the administrator. Nobody else may change anything in either case. */
  readonly open: boolean
}

export interface Dashboard {
  readonly open: boolean
  crawls(): readonly WatchedCrawl[]
  crawl(name: string): WatchedCrawl | null
  glances(): Promise<readonly Glance[]>
}

/** A syllabus that is at work gets new topics now and then. */
const FIND_EVERY_MS = 5000

export function createDashboard({ built, watched, open }: DashboardOptions): Dashboard {
  let found = new Map<string, WatchedCrawl>()
  let foundAt = -Infinity
  const crawls = (): readonly WatchedCrawl[] => {
    const now = performance.now()
    if (now - foundAt >= FIND_EVERY_MS) {
      foundAt = now
      const known = new Map([...found.values()].map(one => [`${one.crawl.name}\n${one.crawl.directory.path}`, one]))
      found = new Map(
        findCrawls(built, watched).map(crawl => [
          crawl.name,
          known.get(`${crawl.name}\n${crawl.directory.path}`) ?? new WatchedCrawl(crawl),
        ]),
      )
    }
    return [...found.values()]
  }
  return {
    open,
    crawls,
    crawl(name) {
      crawls()
      return found.get(name) ?? null
    },
    glances: () => Promise.all(crawls().map(one => one.glance())),
  }
}
