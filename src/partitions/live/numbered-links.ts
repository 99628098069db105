import type { LinksEntry, LoggedLink } from '../../collection/log/entry.js'
import type { CrawlState } from '../../crawl/crawl-state.js'
import { EntryNumbers } from '../../crawl/entry-numbers.js'

/** Links that came with all URLs written out, as the log of the receiver has them. */
export function numbered(entry: LinksEntry, epoch: number, state: CrawlState): LinksEntry {
  const numbers = new EntryNumbers(url => state.find(url), state.urls.size)
  const list = (links: readonly LoggedLink[]): LoggedLink[] =>
    links.map(link => (typeof link === 'string' ? numbers.of(link) : link))
  // numbers are given in this order
  const [page] = list([entry.page])
  const links = list(entry.links)
  const { leads, sitemaps } = entry
  return {
    ...entry,
    epoch,
    page,
    links,
    ...(leads === undefined ? {} : { leads: list(leads) }),
    ...(sitemaps === undefined ? {} : { sitemaps: list(sitemaps) }),
  }
}
