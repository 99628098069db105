/**
 * What happens to an exchange in a worker thread: bytes → page → verdict → archive records, and what comes back to the
 * crawl of it. Links cross the thread border as one string and one typed array, because one object per link would cost
 * more than finding the links.
 */
import { buildExchangeRecords, type MetadataField } from '../archive/index.js'
import type { Exchange, Judge, Page, PageLink, Verdict } from '../contracts.js'
import type { Fingerprint, FingerprintKey } from '../frontier/index.js'
import type { JudgeSpec } from '../judge/index.js'
import { analyse, canonicalUrl } from '../page/index.js'
import { parseSitemap } from '../web/sitemaps.js' // not the index: a worker needs no network
import type { Records } from './recorder.js'

export interface AnalysisOptions {
  readonly judge: JudgeSpec
  readonly honourNofollow: boolean
  readonly keep: 'all' | 'relevant' | 'path'
  readonly inheritUnknown: boolean
  readonly compression: number
  readonly fingerprintKey: FingerprintKey
}

export interface AnalysisJob {
  readonly exchange: Exchange
  readonly via: string | null
  readonly hops: number
  readonly isSitemap: boolean
}

export type AnalysedKind = 'page' | 'redirect' | 'sitemap'

export interface Analysis {
  readonly kind: AnalysedKind
  readonly verdict: Verdict
  readonly title: string
  readonly mime: string
  readonly charset: string
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
  readonly nofollow: readonly string[]
  /** Archive records, ready to be appended; null when the page is not to be kept. */
  readonly records: Records | null
  readonly payloadDigest: string
  readonly metadata: readonly MetadataField[]
}

const LEADS: ReadonlySet<PageLink['kind']> = new Set(['redirect', 'refresh', 'frame'])
const MAX_ANCHOR = 100
const NO_SIMHASH = [0, 0] as const

export function analyseExchange(
  job: AnalysisJob,
  judge: Judge,
  fingerprint: Fingerprint,
  options: AnalysisOptions,
): Analysis {
  const { exchange } = job
  const page = analyse(exchange)
  const kind = kindOf(job, page)
  const verdict = kind === 'page' ? judgePage(page, judge) : unjudged(kind === 'redirect' ? 'redirect' : 'sitemap')
  const targets = kind === 'sitemap' ? sitemapTargets(page) : pageTargets(page, options.honourNofollow)
  const metadata = metadataOf(job, page, verdict)
  const kept =
    kind !== 'page' || options.keep !== 'relevant' || verdict.relevant || (options.inheritUnknown && verdict.unknown)
  const built = buildExchangeRecords(exchange, metadata, { compression: options.compression, digestOnly: !kept })
  const urls = [...targets.links, ...targets.leads, ...targets.sitemaps]
  const fingerprints = new Uint32Array(urls.length * 2)
  for (let i = 0; i < urls.length; i++) {
    fingerprint.of(urls[i])
    fingerprints[2 * i] = fingerprint.high
    fingerprints[2 * i + 1] = fingerprint.low
  }
  return {
    kind,
    verdict,
    title: page.title,
    mime: page.mime,
    charset: page.declared.charset,
    simhash: kind === 'page' ? page.simhash : NO_SIMHASH,
    targets: urls.join('\n'),
    linkCount: targets.links.length,
    leadCount: targets.leads.length,
    sitemapCount: targets.sitemaps.length,
    fingerprints,
    anchors: JSON.stringify(targets.anchors),
    nofollow: targets.nofollow,
    records: kept ? { bytes: built.bytes, cdx: built.cdx } : null,
    payloadDigest: built.payloadDigest,
    metadata,
  }
}

function kindOf(job: AnalysisJob, page: Page): AnalysedKind {
  if (page.links.length === 1 && page.links[0].kind === 'redirect') return 'redirect'
  return job.isSitemap ? 'sitemap' : 'page'
}

function judgePage(page: Page, judge: Judge): Verdict {
  if (page.status >= 200 && page.status < 300) return judge.judge(page)
  return unjudged(`HTTP status ${page.status}`)
}

export function unjudged(reason: string): Verdict {
  return { relevant: false, score: 0, language: 'und', share: 0, unknown: false, reasons: [reason] }
}

/** A page that broke its analysis is archived all the same, and leads nowhere. */
export function unanalysed(job: AnalysisJob, reason: string, compression: number): Analysis {
  const metadata: MetadataField[] = [['reason', reason]]
  const built = buildExchangeRecords(job.exchange, metadata, { compression })
  return {
    kind: 'page',
    verdict: unjudged(reason),
    title: '',
    mime: '',
    charset: '',
    simhash: NO_SIMHASH,
    targets: '',
    linkCount: 0,
    leadCount: 0,
    sitemapCount: 0,
    fingerprints: new Uint32Array(0),
    anchors: '[]',
    nofollow: [],
    records: { bytes: built.bytes, cdx: built.cdx },
    payloadDigest: built.payloadDigest,
    metadata,
  }
}

interface Targets {
  readonly links: string[]
  readonly leads: string[]
  readonly sitemaps: string[]
  readonly anchors: string[]
  readonly nofollow: string[]
}

function pageTargets(page: Page, honourNofollow: boolean): Targets {
  const targets: Targets = { links: [], leads: [], sitemaps: [], anchors: [], nofollow: [] }
  // an error page's links are the site's navigation, not what somebody linked to
  if (page.status < 200 || page.status >= 400) return targets
  const seen = new Set<string>([page.url])
  for (const link of page.links) {
    if (seen.has(link.url)) continue
    seen.add(link.url)
    const isRedirect = link.kind === 'redirect'
    if (!isRedirect && honourNofollow && (page.nofollow || link.nofollow)) targets.nofollow.push(link.url)
    else if (LEADS.has(link.kind)) targets.leads.push(link.url)
    else {
      targets.links.push(link.url)
      targets.anchors.push(link.anchor.length > MAX_ANCHOR ? link.anchor.slice(0, MAX_ANCHOR) : link.anchor)
    }
  }
  return targets
}

function sitemapTargets(page: Page): Targets {
  const targets: Targets = { links: [], leads: [], sitemaps: [], anchors: [], nofollow: [] }
  if (page.status !== 200) return targets
  const found = parseSitemap(page.bytes)
  for (const [from, to] of [
    [found.urls, targets.leads],
    [found.sitemaps, targets.sitemaps],
  ] as const) {
    const seen = new Set<string>([page.url])
    for (const raw of from) {
      const url = canonicalUrl(raw, page.url)
      if (url === null || seen.has(url)) continue
      seen.add(url)
      to.push(url)
    }
  }
  return targets
}

function metadataOf(job: AnalysisJob, page: Page, verdict: Verdict): MetadataField[] {
  const fields: MetadataField[] = []
  if (job.via !== null) fields.push(['via', job.via])
  fields.push(['hopsFromSeed', String(job.hops)], ['fetchTimeMs', String(Math.round(job.exchange.fetchMs))])
  fields.push(['charsetForLinkExtraction', page.declared.charset], ['relevant', String(verdict.relevant)])
  fields.push(['score', verdict.score.toFixed(3)], ['language', verdict.language], ['share', verdict.share.toFixed(3)])
  for (const reason of verdict.reasons) fields.push(['reason', reason])
  return fields
}
