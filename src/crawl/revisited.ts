/**
 * What came of a page that was asked for again: compared with what the collection has, archived as little as possible, and logged.
 *
 *   304 to our conditions   a revisit record (server-not-modified); the content stands
 *   the payload we have     a revisit record (identical-payload-digest); not analysed again, except where a browser makes the page: it
 *                           is rendered again, and is another one when what comes out is
 *   another payload         analysed, judged and archived as a new page is; new links go to the frontier
 *   a redirect              archived; its target takes the place of the page
 *   404, 410                archived; the old content stays readable
 *   anything else           nothing is archived: an error page says nothing about the page
 */
import { buildExchangeRecords, buildRevisitRecords, headerValue, payloadDigest } from '../archive/index.js'
import type { LoggedLink } from '../collection/log/entry.js'
import type { LoggedRendering } from '../collection/log/rendering-entry.js'
import type { AgainEntry, AgainFound } from '../collection/log/round-entry.js'
import type { Exchange } from '../contracts.js'
import { metadataOf, unjudged, type Analysis, type AnalysisJob } from './analysis.js'
import { textsOfRows } from './link-text-rows.js'
import { logAnswers } from './browser-log.js'
import { revisitOf, withConversion } from './records-to-keep.js'
import type { RenderedPage, Rendering } from './rendering.js'
import { isWorthRevisit } from './ledger.js'
import { pageEntry } from './page-entry.js'
import type { PlannedPage } from './plan-file.js'
import type { Records } from './recorder.js'
import { validDate, validEtag } from './round-plan.js'
import type { CrawlSession } from './session.js'

const GONE = new Set([404, 410])
/** For a page that a browser rendered in an earlier round: what it made of it stands. */
const NOT_AGAIN: LoggedRendering = { ms: 0, need: '', failed: 'it was not rendered again' }

interface RenderedAs {
  readonly logged: LoggedRendering
  readonly place: 'now' | 'before'
}

type Common = Pick<AgainEntry, 't' | 'round' | 'id' | 'url' | 'kind' | 'was' | 'at'>

export class Revisited {
  constructor(
    private readonly session: CrawlSession,
    private readonly analyse: (job: AnalysisJob) => Promise<Analysis>,
    private readonly rendering: Pick<Rendering, 'render' | 'isStopped'>,
  ) {}

  /** Nothing came, or nothing was asked for. What the collection has stands. */
  unasked(page: PlannedPage, found: AgainFound, reason: string): void {
    const common = this.common(page, new Date().toISOString())
    this.session.journal.add({ ...common, found, relevant: common.was, reason })
  }

  async answered(page: PlannedPage, exchange: Exchange): Promise<void> {
    const { status } = exchange
    if (status === 304) return this.notModified(page, exchange)
    if (GONE.has(status)) return this.gone(page, exchange)
    if (status >= 200 && status < 300) {
      const isSame = status === 200 && exchange.truncated === null && payloadDigest(exchange.body) === page.digest
      if (!isSame) return this.other(page, exchange)
      return page.rendered === undefined ? this.same(page, exchange) : this.sameAnswer(page, exchange, page.rendered)
    }
    if (status >= 300 && status < 400 && headerValue(exchange.headers, 'location') !== '')
      return this.other(page, exchange)
    this.unasked(page, 'failed', `HTTP ${status}`)
  }

  private notModified(page: PlannedPage, exchange: Exchange): void {
    const { original, digest } = page
    if (original === undefined || !isConditional(exchange))
      return this.unasked(page, 'failed', 'HTTP 304, though it was not asked whether the page changed')
    this.stands(page, exchange, 'not-modified', this.repeated(exchange, original, digest), true)
  }

  private same(page: PlannedPage, exchange: Exchange, rendered: LoggedRendering = NOT_AGAIN): void {
    const { original, digest } = page
    const isRevisit = original !== undefined && isWorthRevisit(exchange.body.length)
    const records = isRevisit ? this.repeated(exchange, original, digest) : this.whole(page, exchange)
    this.stands(page, exchange, 'same', records, isRevisit, rendered)
  }

  /** What the page shows may have changed all the same: it is in what its scripts ask for. */
  private async sameAnswer(page: PlannedPage, exchange: Exchange, before: string): Promise<void> {
    const job = this.job(page, exchange)
    const rendered = await this.rendering.render(page.id, job, await this.analyse(job))
    const { logged, exchanges = [] } = rendered ?? {}
    // it has no line: the round goes on with it
    if (rendered === null && this.rendering.isStopped) return
    if (rendered === null || logged?.failed !== undefined) this.same(page, exchange)
    else if (logged?.digest !== before) this.commit(page, rendered.job, rendered.analysis, rendered)
    else {
      const { ms, need, asked, refused } = rendered.logged
      this.same(page, exchange, { ms, need, same: true, asked, refused })
      logAnswers(this.session, exchanges, page.id, this.session.memory.state.pages.isRelevant(page.id))
    }
    rendered?.settle()
  }

  private gone(page: PlannedPage, exchange: Exchange): void {
    const common = this.common(page, new Date(exchange.startedAt).toISOString())
    const { status, body, fetchMs } = exchange
    const told = { status, bytes: body.length, ms: Math.round(fetchMs) }
    this.session.journal.add({ ...common, found: 'gone', relevant: common.was, ...told }, this.whole(page, exchange))
  }

  /** The content that is archived stands for the page. */
  private stands(
    page: PlannedPage,
    exchange: Exchange,
    found: AgainFound,
    records: Records | null,
    isRevisit: boolean,
    rendered: LoggedRendering = NOT_AGAIN,
  ): void {
    const common = this.common(page, new Date(exchange.startedAt).toISOString())
    const { status, body, fetchMs } = exchange
    const { mime, score, language, share, digest } = page
    this.session.journal.add(
      {
        ...common,
        found,
        ms: Math.round(fetchMs),
        status,
        mime,
        bytes: body.length,
        relevant: common.was,
        ...{ score, language, share, digest },
        ...(isRevisit ? { revisit: true } : {}),
        ...(this.session.memory.rendering.pages.has(page.id) ? { rendered } : {}),
      },
      records,
    )
  }

  private async other(page: PlannedPage, exchange: Exchange): Promise<void> {
    const job = this.job(page, exchange)
    const analysis = await this.analyse(job)
    const rendered = await this.rendering.render(page.id, job, analysis)
    this.commit(page, rendered?.job ?? job, rendered?.analysis ?? analysis, rendered)
    rendered?.settle()
  }

  private job(page: PlannedPage, exchange: Exchange): AnalysisJob {
    const { pages, urls } = this.session.memory.state
    const via = pages.via(page.id)
    return {
      exchange,
      via: via === page.id ? null : urls.url(via),
      hops: pages.hops(page.id),
      isSitemap: page.kind === 'sitemap',
      isEmbed: false,
      isText: false,
      ...this.learned(),
    }
  }

  private learned(): Pick<AnalysisJob, 'learned'> {
    const { learned } = this.session.memory
    return learned === null || learned.count === 0 ? {} : { learned: learned.files }
  }

  private commit(page: PlannedPage, job: AnalysisJob, analysis: Analysis, rendered: RenderedPage | null): void {
    const { session } = this
    if (session.recorder.isSealed) return
    const { memory, journal, campaign } = session
    const { state, embeds, learned } = memory
    const { exchange } = job
    const { verdict } = analysis
    const common = this.common(page, new Date(exchange.startedAt).toISOString())
    const isMoved = analysis.kind === 'redirect'
    const via = state.pages.via(page.id)
    const inherits = verdict.unknown && campaign.target['inherit-unknown'] && via !== page.id
    const judged = verdict.relevant || (inherits && state.pages.isRelevant(via))
    const answered = this.renderedAs(page, rendered)
    // what a browser made of it before still stands
    const relevant = isMoved || answered?.place === 'before' ? common.was : judged
    const metadata = metadataOf(job, analysis.charset, verdict)
    const revisit = isMoved ? null : revisitOf(session, exchange, analysis.payloadDigest, metadata)
    const isKept = relevant || campaign.archive.keep === 'all' || state.pages.isKept(page.id)
    const said = pageEntry(state, page.id, exchange, analysis, {
      relevant,
      near: -1,
      revisit: isKept && revisit !== null,
      spool: null,
      country: '',
      reused: false,
      isText: false,
      learned: learned?.count ?? 0,
      embeds: embeds.ofPage(
        [...(rendered?.exchanges ?? []).map(({ url }) => url), ...(relevant && !isMoved ? analysis.embeds : [])],
        page.id,
      ),
    })
    // of what it leads to only that is told which no line has named before
    const rows = said.links.flatMap((link, row) => (typeof link === 'string' ? [row] : []))
    const fresh = (urls: readonly LoggedLink[] = []): LoggedLink[] =>
      urls.filter(url => isMoved || typeof url === 'string')
    // of a rendered page the answer may be the same
    const isLied = !isMoved && analysis.payloadDigest !== page.digest && hasSameValidators(page, exchange)
    const entry: AgainEntry = {
      ...said,
      ...common,
      found: isMoved ? 'moved' : 'changed',
      relevant,
      ...(isLied ? { lied: true } : {}),
      links: rows.map(row => said.links[row]),
      leads: fresh(said.leads),
      sitemaps: fresh(said.sitemaps),
      level: common.was || page.kind === 'sitemap' ? 1 : state.strategy.levels,
      nofollow: [],
      ...textsOfRows(analysis, rows),
    }
    const kept = withConversion(session, isKept ? (revisit ?? analysis.records) : null, job, revisit !== null)
    const told =
      answered?.logged === undefined
        ? {}
        : { rendered: { ...answered.logged, ...(kept.place && { place: kept.place }) } }
    journal.add({ ...entry, ...told }, kept.records)
    logAnswers(session, rendered?.exchanges ?? [], page.id, relevant)
  }

  /** Null: no browser has to do with the page, now or before. */
  private renderedAs({ id }: PlannedPage, rendered: RenderedPage | null): RenderedAs | null {
    if (rendered !== null && rendered.logged.failed === undefined) return { logged: rendered.logged, place: 'now' }
    if (!this.session.memory.rendering.pages.has(id)) return rendered && { logged: rendered.logged, place: 'now' }
    return { logged: rendered?.logged ?? NOT_AGAIN, place: 'before' }
  }

  private common({ id, url, kind }: PlannedPage, at: string): Common {
    const { round, state } = this.session.memory
    return { t: 'again', round: round.number, id, url, kind, was: state.pages.isRelevant(id), at }
  }

  /** A record that says "the same as before". What else there is to say stands with that record. */
  private repeated(
    exchange: Exchange,
    original: { readonly url: string; readonly at: string },
    digest: string,
  ): Records {
    const { compression } = this.session.campaign.archive
    const repeats = { payloadDigest: digest, targetUri: original.url, date: original.at }
    return buildRevisitRecords(exchange, [], repeats, { compression })
  }

  /** Its whole answer, where the page is one that is archived. */
  private whole(page: PlannedPage, exchange: Exchange): Records | null {
    const { campaign, memory } = this.session
    if (campaign.archive.keep !== 'all' && !memory.state.pages.isKept(page.id)) return null
    const { compression } = campaign.archive
    return buildExchangeRecords(exchange, this.metadata(page, exchange), { compression })
  }

  private metadata({ id, score, language, share }: PlannedPage, exchange: Exchange) {
    const { pages, urls } = this.session.memory.state
    const via = pages.via(id)
    const about = { exchange, via: via === id ? null : urls.url(via), hops: pages.hops(id) }
    const verdict = { ...unjudged('asked for again'), relevant: pages.isRelevant(id), score, language, share }
    return metadataOf({ ...about, isSitemap: false, isEmbed: false, isText: false }, '', verdict)
  }
}

/** The server was told what we have. */
function isConditional({ requestHeaders }: Exchange): boolean {
  return requestHeaders.some(([name]) => /^if-(?:none-match|modified-since)$/i.test(name))
}

/** It sent other content, and says that nothing changed. */
function hasSameValidators({ etag = '', modified = '', digest }: PlannedPage, { status, headers }: Exchange): boolean {
  if (digest === '' || status !== 200 || etag + modified === '') return false
  return (
    validEtag(headerValue(headers, 'etag')) === etag && validDate(headerValue(headers, 'last-modified')) === modified
  )
}
