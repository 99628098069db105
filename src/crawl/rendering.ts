/**
 * Pages that need a browser (docs/rendering.md): which of them get one, and what comes of it.
 *
 *   analysed page ─ need? expected enough? worth it by what rendering brought here before? ─▶ browser ─▶ analysed again ─▶ crawl.ts
 *
 * What came of a page is in its log entry; the crawl's memory learns from there (rendering-memory.ts).
 */
import type { Exchange, HeaderLine, PageId } from '../contracts.js'
import { decodeContent } from '../page/index.js'
import { findHeader } from '../web/headers.js'
import type { LoggedRendering } from '../collection/log/rendering-entry.js'
import { payloadDigest } from '../archive/index.js'
import { isRendered, type BrowserResult } from '../render/index.js'
import type { Analysis, AnalysisJob } from './analysis.js'
import { BrowserAnswers } from './browser-answers.js'
import { renderingOf } from './open-renderer.js'
import type { CrawlBrowser } from './shared-browser.js'
import type { CrawlSession } from './session.js'

export interface RenderedPage {
  /** Of the rendered page; of the page as it came where no browser could render it. */
  readonly analysis: Analysis
  readonly job: AnalysisJob
  readonly logged: LoggedRendering
  /** Requests that were made for it. */
  readonly exchanges: readonly Exchange[]
  /** To be called when the page is in the log: others may wait for what it teaches. */
  settle(): void
}

/** What counts as brought: so many more links or characters, and by this factor. */
const MORE_LINKS = 3
const MORE_TEXT = 200
const FACTOR = 1.2
/** How much worse than usual a level may be. */
const LEVELS_OFF = 1.5
/** Levels of so many pages, for what the strategy expects of one. */
const MEMORY = 500

export class Rendering {
  private readonly answers: BrowserAnswers | null
  /** Of the levels at which pages were taken; of this run only. */
  private meanLevel = -1
  /** Pages that wait for a trial to tell. */
  private readonly waiting = new Set<() => void>()
  private readonly when: 'when-needed' | 'always' | 'never'
  private readonly share: number

  constructor(
    private readonly session: CrawlSession,
    private readonly analyse: (job: AnalysisJob) => Promise<Analysis>,
    private readonly signal: AbortSignal,
  ) {
    const { browser } = session
    this.answers = browser === null ? null : new BrowserAnswers(session, browser.answers)
    const { when, share } = renderingOf(session.campaign)
    this.when = when
    this.share = share
    signal.addEventListener('abort', () => this.wake())
  }

  get isFull(): boolean {
    return this.session.browser?.isFull() === true
  }

  /** The crawl is being stopped: what was not rendered may be next time. */
  get isStopped(): boolean {
    return this.signal.aborted
  }

  /** Null: the page stays as it came. */
  async render(page: PageId, job: AnalysisJob, before: Analysis): Promise<RenderedPage | null> {
    const { answers } = this
    const { browser, memory } = this.session
    const isExpected = this.expects(page)
    if (browser === null || answers === null) return null
    if (!(await this.isWanted(browser, job.exchange, before, isExpected))) return null
    const exchanges: Exchange[] = []
    const { exchange } = job
    const { url, headers, body } = exchange
    const end = memory.rendering.begin(url, before.need)
    const settle = (): void => {
      end()
      this.wake()
    }
    let rendered: Omit<RenderedPage, 'settle'> | null = null
    try {
      const result = await browser.render(
        {
          url,
          headers: withCharset(headers, before.charset),
          body: decodeContent(body, findHeader(headers, 'content-encoding') ?? ''),
        },
        async (asked, signal) => {
          const { answer, exchange: made } = await answers.answer(asked, signal)
          if (made !== null) exchanges.push(made)
          return answer
        },
        this.signal,
      )
      if (this.signal.aborted) return null
      if (!isRendered(result) && browser.trouble() !== '') return this.withoutBrowser(browser.trouble())
      const common = { need: before.need, was: before.verdict.relevant }
      if (!isRendered(result)) {
        const logged = { ms: 0, ...common, failed: result.reason.slice(0, 200) }
        rendered = { analysis: before, job, logged, exchanges }
      } else rendered = { ...(await this.judgeAnew(job, before, result, common)), exchanges }
      return { ...rendered, settle }
    } finally {
      if (rendered === null) settle()
    }
  }

  private async judgeAnew(
    job: AnalysisJob,
    before: Analysis,
    result: BrowserResult,
    common: Pick<LoggedRendering, 'need' | 'was'>,
  ): Promise<Omit<RenderedPage, 'exchanges' | 'settle'>> {
    const { html, ms, asked, refused, cut } = result
    const rendered = { html: Buffer.from(html), at: Date.now() }
    const renderedJob = { ...job, rendered }
    const after = await this.analyse(renderedJob)
    const told = { ms, ...common, asked, refused, ...(cut === '' ? {} : { cut }) }
    if (isPoorer(before, after)) {
      return { analysis: before, job, logged: { ...told, failed: 'rendering left less text than before' } }
    }
    const logged: LoggedRendering = {
      ...told,
      at: new Date(rendered.at).toISOString(),
      digest: payloadDigest(rendered.html),
      text: [before.textLength, after.textLength],
      links: [before.linkCount, after.linkCount],
      ...(isRicher(before, after) ? { brought: true } : {}),
    }
    const { mime, charset, declaredCharset } = before
    return { analysis: { ...after, mime, charset, declaredCharset }, job: renderedJob, logged }
  }

  private async isWanted(
    browser: CrawlBrowser,
    { url, status }: Exchange,
    { kind, mime, need }: Analysis,
    isExpected: boolean,
  ): Promise<boolean> {
    if (kind !== 'page' || status !== 200 || !mime.includes('html')) return false
    if (this.when === 'always') return true
    const { rendering } = this.session.memory
    if (need === '' || !isExpected) return false
    while (!this.signal.aborted) {
      const decision = rendering.decide(url, need, browser.left(this.share))
      if (decision !== 'wait') return decision === 'go'
      browser.wait(1)
      await new Promise<void>(resolve => this.waiting.add(resolve))
      browser.wait(-1)
    }
    return false
  }

  /** What the strategy expects: a seed, a page that a relevant one led to, or one at a level that is not much worse than usual now. */
  private expects(page: PageId): boolean {
    const { pages, frontier } = this.session.memory.state
    const level = frontier.levelOf(page)
    const mean = this.meanLevel === -1 ? level : this.meanLevel
    this.meanLevel = mean + (level - mean) / MEMORY
    const via = pages.via(page)
    return via === page || pages.isRelevant(via) || level <= LEVELS_OFF * mean + 1
  }

  private wake(): void {
    for (const go of this.waiting) go()
    this.waiting.clear()
  }

  private isTold = false

  private withoutBrowser(trouble: string): null {
    if (!this.isTold) this.session.warn(`pages are not rendered until the browser starts again: ${trouble}`)
    this.isTold = true
    return null
  }
}

/** The browser reads the page in the charset that we found: it would take an undeclared one for another. */
export function withCharset(headers: readonly HeaderLine[], charset: string): HeaderLine[] {
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  const type = findHeader(headers, 'content-type')?.split(';')[0].trim() ?? ''
  return [['Content-Type', `${type === '' ? 'text/html' : type}; charset=${charset}`], ...others]
}

/** Its scripts have taken away what could be read, since they did not get what they asked for. */
function isPoorer(before: Analysis, after: Analysis): boolean {
  const isShorter = after.textLength < before.textLength / 2 && after.linkCount <= before.linkCount
  return after.leadCount === 0 && isShorter && (before.verdict.relevant || !after.verdict.relevant)
}

function isRicher(before: Analysis, after: Analysis): boolean {
  return (
    before.verdict.relevant !== after.verdict.relevant ||
    after.leadCount > before.leadCount ||
    (before.isHidden && !after.isHidden && after.textLength >= MORE_TEXT) ||
    isMore(before.linkCount, after.linkCount, MORE_LINKS) ||
    isMore(before.textLength, after.textLength, MORE_TEXT)
  )
}

function isMore(before: number, after: number, least: number): boolean {
  return after >= before + least && after >= FACTOR * before
}
