/** `longtail judge --render`: what a browser makes of a page, with answers as a crawl of the campaign would get them. */
import type { Campaign } from '../campaign/index.js'
import type { Exchange, HeaderLine } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl, decodeContent } from '../page/index.js'
import { neededBrowser, BrowserRenderer, type BrowserResult, type RequestAnswer } from '../render/index.js'
import { steadyNow } from '../steady-clock.js'
import { USER_AGENT_TOKEN, VERSION } from '../version.js'
import { findHeader } from '../web/headers.js'
import { createRobotsCache, fetchInTurn, formatUserAgent, type RobotsCache } from '../web/index.js'
import { asRendered } from './analysis.js'
import type { OpenWeb } from './open-web.js'
import { withCharset } from './rendering.js'

/** A page that lies in a file has no address that its scripts could ask from. */
const NOWHERE = 'http://file.invalid/'
/** A server whose robots.txt has to be waited for longer than this is not asked. */
const MOST_WAIT_MS = 30_000

export class JudgeRenderer {
  private readonly renderer: BrowserRenderer
  private robots: RobotsCache | null = null

  /** Throws E_BROWSER when there is no browser. `web`: opened when something is asked for; null without a campaign. */
  constructor(
    private readonly campaign: Campaign | undefined,
    private readonly web: () => Promise<OpenWeb>,
  ) {
    const userAgent = formatUserAgent(VERSION, campaign?.contact ?? 'https://longtail.invalid/')
    this.renderer = new BrowserRenderer({ browser: neededBrowser(), userAgent })
  }

  /** Throws E_BROWSER when the browser does not start; a reason when the page cannot be rendered. */
  async render(
    exchange: Exchange,
    charset: string,
  ): Promise<{ readonly exchange: Exchange; readonly result: BrowserResult } | string> {
    const { headers, body } = exchange
    const url = /^https?:/.test(exchange.url) ? exchange.url : NOWHERE
    const decoded = decodeContent(body, findHeader(headers, 'content-encoding') ?? '')
    const result = await this.renderer.render(
      { url, headers: withCharset(headers, charset), body: decoded },
      (asked, signal) => (url === NOWHERE ? Promise.resolve(null) : this.answer(asked, signal)),
    )
    const { trouble } = this.renderer
    if (trouble !== '') throw new LongtailError('E_BROWSER', `${trouble}; see docs/rendering.md`)
    if (!('html' in result)) return result.reason
    return { result, exchange: asRendered(exchange, { html: Buffer.from(result.html), at: 0 }) }
  }

  close(): Promise<void> {
    return this.renderer.close()
  }

  private async answer(asked: string, signal: AbortSignal): Promise<RequestAnswer | null> {
    const url = canonicalUrl(asked)
    const { campaign } = this
    if (url === null || campaign === undefined || !(await this.mayAsk(url, campaign, signal))) return null
    const outcome = await fetchInTurn((await this.web()).web, url, signal)
    if (!outcome.ok) return null
    const { status, headers, body } = outcome
    return { status, headers, body: decodeContent(body, codingOf(headers)) }
  }

  private async mayAsk(url: string, { politeness, network }: Campaign, signal: AbortSignal): Promise<boolean> {
    if (!politeness.robots || network.archive.length > 0) return true
    const opened = await this.web()
    this.robots ??= createRobotsCache({
      web: opened.web,
      userAgentToken: USER_AGENT_TOKEN,
      maxCrawlDelayMs: politeness['max-crawl-delay'],
    })
    for (const giveUpAt = steadyNow() + MOST_WAIT_MS; steadyNow() < giveUpAt && !signal.aborted;) {
      const { reason, allowed, crawlDelayMs, retryAtMs } = await this.robots.check(url, signal)
      if (reason !== 'waiting') {
        opened.politeness.setCrawlDelay(new URL(url).host, crawlDelayMs)
        return allowed
      }
      await new Promise(resolve => setTimeout(resolve, Math.max(10, Math.min(retryAtMs - steadyNow(), MOST_WAIT_MS))))
    }
    return false
  }
}

function codingOf(headers: readonly HeaderLine[]): string {
  return findHeader(headers, 'content-encoding') ?? ''
}
