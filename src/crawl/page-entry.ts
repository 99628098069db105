/** From an analysed page to its line in the log. */
import type { Exchange, PageId } from '../contracts.js'
import type { Analysis } from './analysis.js'
import type { LoggedEmbed, PageEntry, WarcPlace } from '../collection/crawl-log.js'
import type { CrawlState } from './crawl-state.js'
import type { LoggedJudgements } from '../collection/link-judgements.js'

/** JSON arrays of ids, and of URLs where they are new. */
export interface TargetsJson {
  readonly links: string
  readonly leads: string
  readonly sitemaps: string
}

export interface InternedTargets {
  readonly links: readonly PageId[]
  readonly hops: readonly PageId[]
  readonly sitemaps: readonly PageId[]
  readonly json: TargetsJson
}

/** Gives ids to the targets of a page, in the order in which the log names them. */
export function internTargets(state: CrawlState, page: PageId, analysis: Analysis): InternedTargets {
  const { targets, fingerprints, linkCount, leadCount, sitemapCount } = analysis
  const { urls } = state
  let at = 0
  let index = 0
  const intern = (count: number, isHop: boolean): [PageId[], string] => {
    const ids: PageId[] = []
    let json = '['
    for (let end = index + count; index < end; index++) {
      const newline = targets.indexOf('\n', at)
      const stop = newline === -1 ? targets.length : newline
      const high = fingerprints[2 * index]
      const low = fingerprints[2 * index + 1]
      let id = urls.find(high, low)
      if (ids.length > 0) json += ','
      if (id === -1) {
        const url = targets.slice(at, stop)
        id = state.intern(high, low, url, page, isHop)
        json += JSON.stringify(url)
      } else json += id
      ids.push(id)
      at = stop + 1
    }
    return [ids, `${json}]`]
  }
  const [links, linksJson] = intern(linkCount, false)
  const [hops, leadsJson] = intern(leadCount, true)
  const [sitemaps, sitemapsJson] = intern(sitemapCount, true)
  return { links, hops, sitemaps, json: { links: linksJson, leads: leadsJson, sitemaps: sitemapsJson } }
}

export type PageHead = Omit<PageEntry, 'links'>

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
}

/** Everything about a fetched page but its links. */
export function pageEntry(
  state: CrawlState,
  page: PageId,
  exchange: Exchange,
  analysis: Analysis,
  outcome: PageOutcome,
): PageHead {
  const { verdict, simhash } = analysis
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
    ...(analysis.nofollow.length === 0 ? {} : { nofollow: analysis.nofollow }),
    ...(analysis.leadCount + analysis.sitemapCount === 0 ? {} : { level: state.frontier.levelOf(page) }),
  }
}

/** JSON arrays of the texts of the links; `around` is '' when nobody asked for it. */
export interface TextsJson {
  readonly anchors: string
  readonly around: string
  readonly judged: LoggedJudgements
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0')
}

/** The line itself. The links are put in as text: they are most of it, and are numbers already. */
export function pageLine(entry: PageHead, targets: TargetsJson, texts: TextsJson, place: WarcPlace | null): string {
  let line = JSON.stringify(entry).slice(0, -1)
  if (place !== null) line += `,"warc":${JSON.stringify(place)}`
  line += `,"links":${targets.links}`
  if (targets.leads !== '[]') line += `,"leads":${targets.leads}`
  if (targets.sitemaps !== '[]') line += `,"sitemaps":${targets.sitemaps}`
  if (targets.links !== '[]') line += `,"anchors":${texts.anchors}`
  if (texts.around !== '') line += `,"around":${texts.around}`
  // base64 needs no escapes
  if (texts.judged.scores !== '') line += `,"scores":"${texts.judged.scores}"`
  if (texts.judged.names !== '') line += `,"names":"${texts.judged.names}"`
  return `${line}}`
}
