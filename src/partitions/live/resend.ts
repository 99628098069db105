/** Links for another partition, made from the log once more. All of them: which were sent when is known to nobody any more. */
import { readLog } from '../../collection/log/read-log.js'
import type { LinksEntry, LoggedLink, PageEntry } from '../../collection/log/entry.js'
import type { CrawlSession } from '../../crawl/session.js'
import { parcelFor, sourceOf, UNFETCHED, type SaidOfPage } from '../../crawl/parcel.js'

/** Of the lines behind `after`, up to and with `through`, in order. */
export async function linksFromLog(
  { memory, directory }: Pick<CrawlSession, 'memory' | 'directory'>,
  epoch: number,
  to: number,
  after: number,
  through: number,
): Promise<LinksEntry[]> {
  const { state, neighbours } = memory
  if (neighbours === null) return []
  const { split } = neighbours
  const { urls, strategy } = state
  const found: LinksEntry[] = []
  const urlOf = (link: LoggedLink): string => (typeof link === 'string' ? link : urls.url(link))
  const isFor = (link: LoggedLink): boolean => split.of(urlOf(link)) === to
  const add = (line: number, page: number, said: SaidOfPage, targets: Pick<PageEntry, 'leads' | 'sitemaps'>): void => {
    const rows = said.links.flatMap((link, row) => (isFor(link) ? [row] : []))
    const leads = (targets.leads ?? []).filter(isFor).map(urlOf)
    const sitemaps = (targets.sitemaps ?? []).filter(isFor).map(urlOf)
    if (rows.length + leads.length + sitemaps.length === 0) return
    const source = {
      ...sourceOf(page, false, line, epoch, state, neighbours),
      // the last place: what it was when the link was found is not in the log
      levels: strategy.receive === undefined ? said.links.map(() => strategy.levels) : [],
    }
    found.push(parcelFor({ to, rows, counts: rows.map(() => 1), leads, sitemaps }, said, source).entry)
  }
  for await (const { entry, line } of readLog(directory)) {
    if (line <= after) continue
    if (line > through) break
    if (isPage(entry)) {
      if (entry.frontier !== true) add(line, entry.id, followed(entry, state.followsLinksOf(entry.id)), entry)
    } else if (entry.t === 'sitemaps') add(line, entry.for, { ...UNFETCHED, level: 1 }, entry)
  }
  return found
}

function isPage(entry: { readonly t: string }): entry is PageEntry {
  return entry.t === 'page' || entry.t === 'redirect' || entry.t === 'sitemap'
}

function followed(entry: PageEntry, isFollowed: boolean): SaidOfPage {
  return entry.t === 'page' && isFollowed ? entry : { ...entry, links: [] }
}
