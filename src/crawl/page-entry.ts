/** From an analysed page to its entry in the log. */
import type { Exchange, PageId, UrlTable } from '../contracts.js'
import type { Analysis } from './analysis.js'
import type { LoggedEmbed, LoggedLink, PageEntry } from '../collection/log/entry.js'
import type { LoggedRendering } from '../collection/log/rendering-entry.js'
import type { CrawlState } from './crawl-state.js'

export interface PageOutcome {
  readonly relevant: boolean
  readonly near: PageId
  readonly revisit: boolean
  readonly spool: readonly [offset: number, length: number] | null
  /** Of the server's address; '' when nobody asks, or nobody knows. */
  readonly country: string
  readonly reused: boolean
  /** Fetched after the quota, for its text alone. */
  readonly isText: boolean
  /** What it shows, where that is fetched. */
  readonly embeds: readonly LoggedEmbed[]
  /** How many models were learned when it was judged. */
  readonly learned: number
  /** Absent for a page that no browser was asked for. */
  readonly rendered?: LoggedRendering
}

/** What happened when a page was fetched, but for the texts of its links. */
export function pageEntry(
  state: CrawlState,
  page: PageId,
  exchange: Exchange,
  analysis: Analysis,
  outcome: PageOutcome,
): PageEntry {
  const { verdict, simhash } = analysis
  const { links, leads, sitemaps } = loggedTargets(state.urls, analysis)
  const via = state.pages.via(page)
  return {
    t: analysis.kind === 'embed' ? 'page' : analysis.kind,
    id: page,
    url: exchange.url,
    ...(via === page ? {} : { via }),
    hops: state.pages.hops(page),
    at: new Date(exchange.startedAt).toISOString(),
    ms: Math.round(exchange.fetchMs),
    status: exchange.status,
    mime: analysis.mime,
    ...(analysis.declaredCharset === '' ? {} : { charset: analysis.declaredCharset }),
    bytes: exchange.body.length,
    ...(exchange.truncated === null ? {} : { truncated: exchange.truncated }),
    relevant: outcome.relevant,
    score: Math.round(verdict.score * 1000) / 1000,
    language: verdict.language,
    share: Math.round(verdict.share * 1000) / 1000,
    ...(verdict.unknown ? { unknown: true } : {}),
    ...(analysis.title === '' ? {} : { title: analysis.title }),
    digest: analysis.payloadDigest,
    ...(simhash[0] === 0 && simhash[1] === 0 ? {} : { simhash: hex(simhash[0]) + hex(simhash[1]) }),
    ...(outcome.near === -1 ? {} : { near: outcome.near }),
    ...(outcome.revisit ? { revisit: true } : {}),
    ...(outcome.spool === null ? {} : { spool: outcome.spool }),
    ...(outcome.country === '' ? {} : { country: outcome.country }),
    ...(analysis.signs.length === 0 ? {} : { signs: analysis.signs }),
    ...(outcome.reused ? { reused: true } : {}),
    ...(outcome.isText ? { frontier: true } : {}),
    ...(outcome.embeds.length === 0 ? {} : { embeds: outcome.embeds }),
    ...(outcome.learned === 0 ? {} : { learned: outcome.learned }),
    ...(analysis.nofollow.length === 0 ? {} : { nofollow: analysis.nofollow }),
    ...(outcome.rendered === undefined ? {} : { rendered: outcome.rendered }),
    links,
    ...(leads.length === 0 ? {} : { leads }),
    ...(sitemaps.length === 0 ? {} : { sitemaps }),
    ...(leads.length + sitemaps.length === 0 ? {} : { level: state.frontier.levelOf(page) }),
  }
}

/** What a page leads to: numbers of URLs that are known, and the URLs that are new. No URL is there twice. */
function loggedTargets(urls: UrlTable, analysis: Analysis) {
  const { targets, fingerprints, linkCount, leadCount, sitemapCount } = analysis
  let at = 0
  let index = 0
  const next = (count: number): LoggedLink[] => {
    const logged: LoggedLink[] = []
    for (const end = index + count; index < end; index++) {
      const newline = targets.indexOf('\n', at)
      const stop = newline === -1 ? targets.length : newline
      const known = urls.find(fingerprints[2 * index], fingerprints[2 * index + 1])
      logged.push(known === -1 ? targets.slice(at, stop) : known)
      at = stop + 1
    }
    return logged
  }
  return { links: next(linkCount), leads: next(leadCount), sitemaps: next(sitemapCount) }
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0')
}
