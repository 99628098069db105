/**
 * What happens to an exchange in a worker thread: bytes → page → verdict → archive records, and what comes back to the
 * crawl of it. Links cross the thread border as one string and one typed array, because one object per link would cost
 * more than finding the links.
 */
import { buildExchangeRecords, type RenderedDocument, type MetadataField } from '../archive/warc-record.js' // not the index: a worker reads no archives
import type { Exchange, Judge, Page, PageLink, Verdict, WordRows } from '../contracts.js'
import type { FingerprintKey } from '../frontier/index.js'
import { judgedDocument } from '../judge/judged-document.js' // not the index: most workers need no judge but one
import type { JudgeSpec, WrittenLanguage } from '../judge/index.js'
import type { DocumentContent } from '../page/document/content.js'
import { analyse, canonicalUrl, renderingNeed, type RenderingNeed } from '../page/index.js'
import { parseSitemap } from '../web/sitemaps.js' // not the index: a worker needs no network
import type { Asking, LinkFeatures } from './link-features.js'
import { NO_LOGGED_JUDGEMENTS, type LinkJudging, type LoggedJudgements } from '../collection/link-judgements.js'
import { loggedPlaces } from '../collection/link-places.js'
import type { Records } from './recorder.js'
import { loggedAnchor, textAround } from '../collection/link-surroundings.js'
import { TargetList, type SeenPrints } from './target-list.js'

export interface AnalysisOptions {
  readonly judge: JudgeSpec
  readonly honourNofollow: boolean
  readonly keep: 'all' | 'relevant' | 'path'
  readonly inheritUnknown: boolean
  readonly compression: number
  readonly fingerprintKey: FingerprintKey
  /** What the strategy asks to know about links, and the languages of the target. */
  readonly asking: Asking
  readonly languages: readonly WrittenLanguage[]
  /** Whether what relevant pages show is fetched. */
  readonly embeds: boolean
  /** Whether pages that need a browser are looked for. */
  readonly renders: boolean
}

export interface AnalysisJob {
  readonly exchange: Exchange
  readonly via: string | null
  readonly hops: number
  readonly isSitemap: boolean
  /** An embedded object: neither judged nor a page. */
  readonly isEmbed: boolean
  /** Wanted for its text alone, and kept in any case. */
  readonly isText: boolean
  /** Models that were learned since, in models/, by the copies in whose place they judge. */
  readonly learned?: Readonly<Record<string, string>>
  /** What a browser made of it: this is analysed and judged in its place, and archived with it. */
  readonly rendered?: RenderedDocument
}

export type AnalysedKind = 'page' | 'redirect' | 'sitemap' | 'embed'

export interface Analysis {
  readonly kind: AnalysedKind
  readonly verdict: Verdict
  readonly title: string
  readonly mime: string
  readonly charset: string
  /** The same when the page or the server declared it; '' when it was guessed. */
  readonly declaredCharset: string
  readonly simhash: readonly [high: number, low: number]
  /** URLs joined by line feeds: links, then leads (redirect, refresh, frame), then sitemaps. */
  readonly targets: string
  readonly linkCount: number
  readonly leadCount: number
  readonly sitemapCount: number
  /** Two numbers per URL of `targets`. */
  readonly fingerprints: Uint32Array
  /** JSON array of the anchors of the links, ready for the log. */
  readonly anchors: string
  /** The same of the texts around them; '' unless the strategy asks for words. */
  readonly around: string
  /** By link; null unless the strategy asks for it. */
  readonly anchorInTarget: Uint8Array | null
  readonly words: WordRows | null
  /** What the target makes of the links. */
  readonly judged: LoggedJudgements
  /** Where they stand in the page; '' unless the strategy asks for it. */
  readonly places: string
  /** Kinds of signs. */
  readonly signs: readonly string[]
  /** What a page shows; where an embedded object leads, or what it refers to. */
  readonly embeds: readonly string[]
  readonly nofollow: readonly string[]
  /** Archive records, ready to be appended; null when the page is not to be kept. */
  readonly records: Records | null
  readonly payloadDigest: string
  /** Of a page that no browser has rendered. */
  readonly need: RenderingNeed
  /** Characters that a reader sees. */
  readonly textLength: number
  /** Readers see none of it before a script shows it. */
  readonly isHidden: boolean
}

const LEADS: ReadonlySet<PageLink['kind']> = new Set(['redirect', 'refresh', 'frame'])
/** Of one page, or of one style sheet; more are not read by anybody. */
export const MAX_EMBEDS = 500
const NO_SIMHASH = [0, 0] as const

/** What a worker thread has to work with. */
export interface Tools {
  readonly judge: Judge
  /** Null when the strategy does not ask what the target makes of links. */
  readonly linkJudging: LinkJudging | null
  readonly seen: SeenPrints
  readonly features: LinkFeatures
}

/** `document`: what was read of the exchange where it is one (documents/read-page.ts). */
export function analyseExchange(
  job: AnalysisJob,
  tools: Tools,
  options: AnalysisOptions,
  document: DocumentContent | null,
): Analysis {
  const { exchange } = job
  const { judge, seen, features } = tools
  const { rendered } = job
  const answer = rendered === undefined ? exchange : asRendered(exchange, rendered)
  const page = analyse(answer, features.hasPlaces, document)
  const kind = kindOf(job, page)
  const verdict = kind === 'page' ? judgePage(page, judge) : unjudged(kind === 'redirect' ? 'redirect' : 'sitemap')
  const targets = kind === 'sitemap' ? sitemapTargets(page, seen) : pageTargets(page, options.honourNofollow, tools)
  const metadata = metadataOf(job, page.declared.charset, verdict)
  const mayBeRelevant = verdict.relevant || (options.inheritUnknown && verdict.unknown)
  const kept = job.isText || kind !== 'page' || options.keep !== 'relevant' || mayBeRelevant
  const built = buildExchangeRecords(exchange, metadata, { compression: options.compression, digestOnly: !kept })
  const { links, leads, sitemaps } = targets
  return {
    kind,
    verdict,
    title: page.title,
    mime: page.mime,
    charset: page.declared.charset,
    declaredCharset: declaredCharset(page),
    simhash: kind === 'page' ? page.simhash : NO_SIMHASH,
    targets: [...links.urls, ...leads.urls, ...sitemaps.urls].join('\n'),
    linkCount: links.urls.length,
    leadCount: leads.urls.length,
    sitemapCount: sitemaps.urls.length,
    fingerprints: allPrints(links, leads, sitemaps),
    anchors: JSON.stringify(targets.anchors),
    around: targets.around.length === 0 ? '' : JSON.stringify(targets.around),
    ...linkFeatures(targets, features),
    judged: targets.judged,
    places: loggedPlaces(targets.placed),
    signs: kind === 'page' ? signsOf(page, options.judge) : [],
    embeds: options.embeds && kind === 'page' && mayBeRelevant ? page.embeds.slice(0, MAX_EMBEDS) : [],
    nofollow: targets.nofollow,
    records: kept ? { bytes: built.bytes, cdx: built.cdx } : null,
    payloadDigest: built.payloadDigest,
    need:
      options.renders && rendered === undefined && kind === 'page' && page.status === 200 ? renderingNeed(page) : '',
    textLength: page.fullText.length,
    isHidden: page.textSource === 'hidden',
  }
}

/** The answer as if the server had sent what a browser made of it. */
export function asRendered(exchange: Exchange, { html }: RenderedDocument): Exchange {
  const headers = exchange.headers.filter(([name]) => !/^content-(?:type|encoding|length)$|^refresh$/i.test(name))
  return { ...exchange, headers: [['Content-Type', 'text/html; charset=utf-8'], ...headers], body: html }
}

function allPrints(...lists: readonly TargetList[]): Uint32Array {
  const prints = new Uint32Array(lists.reduce((sum, list) => sum + list.prints.length, 0))
  let at = 0
  for (const list of lists) {
    prints.set(list.prints, at)
    at += list.prints.length
  }
  return prints
}

function kindOf(job: AnalysisJob, page: Page): AnalysedKind {
  if (page.links.length === 1 && page.links[0].kind === 'redirect') return 'redirect'
  // robots.txt may call anything a sitemap
  return job.isSitemap && !page.mime.includes('html') ? 'sitemap' : 'page'
}

function declaredCharset({ declared }: Page): string {
  const { charset, charsetSource } = declared
  return charsetSource === 'evidence' || charsetSource === 'default' ? '' : charset
}

/** Those that the target discounts; looking for them costs time, and nobody else asks. */
function signsOf(page: Page, judge: JudgeSpec): readonly string[] {
  if (judge.kind !== 'discount') return []
  return page.signs.map(({ kind }) => kind).filter(kind => judge.signs.includes(kind))
}

function judgePage(page: Page, judge: Judge): Verdict {
  if (page.status >= 200 && page.status < 300) return judgedDocument(page, judge.judge(page))
  return unjudged(`HTTP status ${page.status}`)
}

export function unjudged(reason: string): Verdict {
  return { relevant: false, score: 0, language: 'und', share: 0, unknown: false, reasons: [reason] }
}

/** A page that broke its analysis is archived all the same, and leads nowhere. */
export function unanalysed(job: AnalysisJob, reason: string, compression: number, features: LinkFeatures): Analysis {
  const built = buildExchangeRecords(job.exchange, metadataOf(job, '', unjudged(reason)), { compression })
  return {
    ...emptyAnalysis(built),
    verdict: unjudged(reason),
    anchorInTarget: features.anchorInTarget(0, () => []),
    words: features.words(0, () => '', {}),
  }
}

type Built = ReturnType<typeof buildExchangeRecords>

/** Of what says nothing and leads nowhere. */
export function emptyAnalysis(built: Built): Analysis {
  return {
    kind: 'page',
    verdict: unjudged(''),
    title: '',
    mime: '',
    charset: '',
    declaredCharset: '',
    simhash: NO_SIMHASH,
    targets: '',
    linkCount: 0,
    leadCount: 0,
    sitemapCount: 0,
    fingerprints: new Uint32Array(0),
    anchors: '[]',
    around: '',
    anchorInTarget: null,
    words: null,
    judged: NO_LOGGED_JUDGEMENTS,
    places: '',
    signs: [],
    embeds: [],
    nofollow: [],
    records: { bytes: built.bytes, cdx: built.cdx },
    payloadDigest: built.payloadDigest,
    need: '',
    textLength: 0,
    isHidden: false,
  }
}

/** The same page without anything that would be followed, but for the redirect that it may be. */
export function textAlone(analysis: Analysis): Analysis {
  const isRedirect = analysis.kind === 'redirect'
  return {
    ...analysis,
    targets: isRedirect ? analysis.targets : '',
    linkCount: 0,
    leadCount: isRedirect ? analysis.leadCount : 0,
    sitemapCount: 0,
    anchors: '[]',
    around: '',
    judged: NO_LOGGED_JUDGEMENTS,
    places: '',
    embeds: [],
    nofollow: [],
  }
}

interface Targets {
  readonly links: TargetList
  readonly leads: TargetList
  readonly sitemaps: TargetList
  readonly anchors: string[]
  /** Empty unless the strategy asks for words. */
  readonly around: string[]
  readonly judged: LoggedJudgements
  /** The links; empty unless the strategy asks where they stand. */
  readonly placed: PageLink[]
  readonly nofollow: string[]
}

function noTargets(seen: SeenPrints, url: string): Targets {
  seen.clear()
  seen.add(url)
  return {
    links: new TargetList(seen),
    leads: new TargetList(seen),
    sitemaps: new TargetList(seen),
    anchors: [],
    around: [],
    judged: NO_LOGGED_JUDGEMENTS,
    placed: [],
    nofollow: [],
  }
}

function pageTargets(page: Page, honourNofollow: boolean, { features, linkJudging, seen }: Tools): Targets {
  const targets = noTargets(seen, page.url)
  // an error page's links are the site's navigation, not what somebody linked to
  if (page.status < 200 || page.status >= 400) return targets
  const isLeft = ({ kind, nofollow }: PageLink): boolean =>
    kind !== 'redirect' && honourNofollow && (page.nofollow || nofollow)
  let left = 0
  for (let i = 0; i < page.links.length; i++) {
    const link = page.links[i]
    const { url, kind, anchor } = link
    if (isLeft(link)) left++
    else if (LEADS.has(kind)) targets.leads.add(url)
    else if (targets.links.add(url)) {
      targets.anchors.push(loggedAnchor(anchor))
      if (features.hasWords) targets.around.push(textAround(page.links, i))
      if (features.hasPlaces) targets.placed.push(link)
      linkJudging?.add(link)
    }
  }
  // last, because a page that is also linked to without the mark is followed, whichever link comes first
  if (left > 0) for (const link of page.links) if (isLeft(link) && seen.add(link.url)) targets.nofollow.push(link.url)
  return linkJudging === null ? targets : { ...targets, judged: linkJudging.take() }
}

/** Of the texts as the log has them, so that a replay finds the same. */
function linkFeatures({ links, anchors, around }: Targets, features: LinkFeatures) {
  const { urls } = links
  return {
    anchorInTarget: features.anchorInTarget(urls.length, () => anchors),
    words: features.words(urls.length, i => urls[i], { anchors, around }),
  }
}

function sitemapTargets(page: Page, seen: SeenPrints): Targets {
  const targets = noTargets(seen, page.url)
  if (page.status !== 200) return targets
  const found = parseSitemap(page.bytes)
  for (const [from, to] of [
    [found.urls, targets.leads],
    [found.sitemaps, targets.sitemaps],
  ] as const) {
    for (const raw of from) {
      const url = canonicalUrl(raw, page.url)
      if (url !== null) to.add(url)
    }
  }
  return targets
}

/** The fields of a page's metadata record. */
export function metadataOf(job: AnalysisJob, charset: string, verdict: Verdict): MetadataField[] {
  const fields: MetadataField[] = []
  if (job.via !== null) fields.push(['via', job.via])
  fields.push(['hopsFromSeed', String(job.hops)], ['fetchTimeMs', String(Math.round(job.exchange.fetchMs))])
  fields.push(['charsetForLinkExtraction', charset], ['relevant', String(verdict.relevant)])
  fields.push(['score', verdict.score.toFixed(3)], ['language', verdict.language], ['share', verdict.share.toFixed(3)])
  for (const reason of verdict.reasons) fields.push(['reason', reason])
  return fields
}
