/** Pages that are not fetched: for good, or in this run. */
import type { PageId } from '../contracts.js'
import type { SkipEntry } from '../collection/crawl-log.js'
import type { CrawlSession } from './session.js'

/** For good. */
export function skipPage(session: CrawlSession, page: PageId, reason: string): void {
  write(session, 'skip', page, reason)
  session.state.giveUp(page)
}

/** Not in this run: the page is left alone, and queued again by the replay of the next run. */
export function deferPage(session: CrawlSession, page: PageId, reason: string): void {
  write(session, 'later', page, reason)
  session.state.frontier.discard(page)
}

function write({ state, recorder, ledger }: CrawlSession, t: SkipEntry['t'], page: PageId, reason: string): void {
  const entry: SkipEntry = { t, id: page, url: state.urls.url(page), at: new Date().toISOString(), reason }
  ledger.addSkip(entry)
  recorder.record(null, () => JSON.stringify(entry))
}
