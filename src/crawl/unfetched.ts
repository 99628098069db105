/**
 * URLs that a run asked for and did not get. The log has a line for each: given up for good (`skip`), or for this run (`later`: the
 * frontier keeps it as taken, and the next run finds it queued again). By reason they are what people are told when nothing could
 * be fetched.
 */
import { isMissing, isOutside, mayPass } from '../collection/log/entry.js'
import type { FetchFailure, FetchOutcome, PageId } from '../contracts.js'
import type { CrawlState } from './crawl-state.js'
import type { Journal } from './journal.js'

export interface UnfetchedUrls {
  /** The code of an error, or a reason such as "robots: denied". */
  readonly reason: string
  readonly urls: number
  /** The first of them, and what exactly happened there. */
  readonly example: string
}

interface Tried {
  readonly count: number
  readonly reason: string
}

export class Unfetched {
  /** Hosts that do not answer have pages for the next run. */
  hasPutOff = false
  /** Pages to be asked for again. */
  private readonly tried = new Map<PageId, Tried>()
  private readonly byReason = new Map<string, { urls: number; readonly example: string }>()

  constructor(
    private readonly state: CrawlState,
    private readonly journal: Journal,
  ) {}

  /** How often the page was tried without success, this time included. */
  countTry(page: PageId, outcome: FetchOutcome): number {
    const count = this.tries(page) + 1
    this.tried.set(page, { count, reason: outcome.ok ? `HTTP ${outcome.status}` : reasonOf(outcome) })
    return count
  }

  tries(page: PageId): number {
    return this.tried.get(page)?.count ?? 0
  }

  /** It was fetched, or is given up. */
  forget(page: PageId): void {
    this.tried.delete(page)
  }

  /** A seed that an archive does not have may be in the archive of the next run. */
  fail(page: PageId, failure: FetchFailure): void {
    const reason = reasonOf(failure)
    const mayCome = mayPass(reason) || (isMissing(reason) && this.state.pages.isSeed(page))
    this.settle(page, reason, failure.consequence !== 'retry' && !mayCome)
  }

  settle(page: PageId, reason: string, isForGood: boolean): void {
    if (!isForGood) this.hasPutOff = true
    this.log(page, reason, isForGood ? 'skip' : 'later')
  }

  /** Rules and limits may be others in the next run; of those that may, the log says it once. */
  refuse(page: PageId, reason: string): void {
    if (!isOutside(reason)) this.log(page, reason, 'skip')
    else if (!this.state.pages.isOutside(page)) this.log(page, reason, 'later')
  }

  private log(id: PageId, reason: string, t: 'skip' | 'later'): void {
    const url = this.state.urls.url(id)
    this.add(url, reason)
    this.journal.add({ t, id, url, at: new Date().toISOString(), reason })
  }

  private add(url: string, message: string): void {
    const reason = /^E_[A-Z_]+/.exec(message)?.[0] ?? message
    const known = this.byReason.get(reason)
    if (known !== undefined) known.urls++
    else this.byReason.set(reason, { urls: 1, example: `${url}${message.slice(reason.length)}` })
  }

  /** Most frequent first. With what would have been tried again if the run had not ended. */
  list(): UnfetchedUrls[] {
    for (const [page, { reason }] of this.tried) this.add(this.state.urls.url(page), reason)
    this.tried.clear()
    return mergeUnfetched([...this.byReason].map(([reason, { urls, example }]) => ({ reason, urls, example })))
  }
}

/** One for each reason, most frequent first. */
export function mergeUnfetched(lists: readonly UnfetchedUrls[]): UnfetchedUrls[] {
  const merged = new Map<string, UnfetchedUrls>()
  for (const { reason, urls, example } of lists) {
    const known = merged.get(reason)
    merged.set(reason, { reason, urls: urls + (known?.urls ?? 0), example: known?.example ?? example })
  }
  return [...merged.values()].sort((a, b) => b.urls - a.urls)
}

export function reasonOf({ code, message }: { readonly code: string; readonly message: string }): string {
  return `${code}: ${message}`
}
