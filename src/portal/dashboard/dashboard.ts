/**
 * Running and finished crawls in the portal. It reads what a crawl writes for everybody (status.json, hosts.tsv, the log, the
 * archive) and writes two files that a crawl looks at: `pause` and exclude.txt. The crawl itself is another process, which an
 * administrator may start and stop (crawl-control.ts).
 */
import { findCrawls } from './crawls.js'
import type { Glance } from './glance.js'
import { WatchedCrawl } from './watched-crawl.js'

export interface DashboardOptions {
  /** Directories of the crawls that the library was built from. */
  readonly built: readonly string[]
  /** Directories that somebody named, of crawls or of syllabuses. */
  readonly watched: readonly string[]
  /** Campaign files by directory: of crawls that have not begun, or began elsewhere. */
  readonly campaigns?: ReadonlyMap<string, string>
  /** Whether everybody may look, or only the administrator. Nobody else may change anything in either case. */
  readonly open: boolean
}

export type Dashboard = ReturnType<typeof createDashboard>

/** A syllabus that is at work gets new topics now and then. */
const FIND_EVERY_MS = 5000

export function createDashboard({ built, watched, campaigns, open }: DashboardOptions) {
  let found = new Map<string, WatchedCrawl>()
  let foundAt = -Infinity
  const crawls = (): readonly WatchedCrawl[] => {
    const now = performance.now()
    if (now - foundAt >= FIND_EVERY_MS) {
      foundAt = now
      const known = new Map([...found.values()].map(one => [`${one.crawl.name}\n${one.crawl.directory.path}`, one]))
      found = new Map(
        findCrawls(built, watched, campaigns).map(crawl => [
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
    crawl(name: string): WatchedCrawl | null {
      crawls()
      return found.get(name) ?? null
    },
    glances: (): Promise<readonly Glance[]> => Promise.all(crawls().map(one => one.glance())),
  }
}
