/**
 * One page in a browser, from its archived answer to the document that its scripts make of it.
 *
 *   fresh context ─▶ navigate ─▶ its own answer ─▶ scripts run, clock of the page runs fast ─▶ rest ─▶ scroll ─▶ rest ─▶ document
 *                                       └ each further request: refused, or asked of the crawler ┘
 *
 * The clock of the page (DevTools: virtual time) stands while an answer is waited for. So a page that waits two seconds is not waited
 * for, and a polite delay of two seconds costs the page nothing. Nothing here throws for what a page does.
 */
import type { HeaderLine } from '../contracts.js'
import { fieldsOf, textOf, type Devtools, type DevtoolsEvent, type Fields } from './devtools.js'
import type { NotRendered, BrowserResult, RenderLimits, RenderTask, RequestAnswer } from './messages.js'
import {
  COUNT_ELEMENTS,
  END_ANIMATIONS,
  SCROLL_DOWN,
  SCROLL_UP,
  SERIALISE,
  STAND_INS,
  TWO_FRAMES,
} from './page-scripts.js'

export interface RenderTools {
  readonly devtools: Devtools
  readonly userAgent: string
  readonly limits: RenderLimits
  ask(url: string): Promise<RequestAnswer | null>
}

/** What can change a document. Pictures, films and fonts cannot; other pages are asked for as pages. */
const PASSED_ON = new Set(['Script', 'Fetch', 'XHR', 'Other'])
/** The browser calls scripts of workers `Other`, and icons, too. */
const ICON = /\.(?:ico|png|svg|gif|jpe?g|webp)(?:[?#]|$)/i
const MOST_WORKERS = 8
/** Workers do not go by the page's clock: they are over when nothing was heard of them for so long, or after so long in all. */
const WORKERS_QUIET_MS = 1000
const WORKERS_MOST_MS = 10_000
const MOST_DIALOGS = 20
const MOST_SCROLLS = 6
/** Of the page's clock, after each look at its end. */
const SCROLL_CLOCK_MS = 500
const FRAMES_MOST_MS = 5000
const LOOK_MS = 50
/** Tall, so that more of a list is in view. */
const VIEW = { width: 1280, height: 1600, deviceScaleFactor: 1, mobile: false }
/** A page that does not answer within this is stuck. */
const ANSWER_MS = 10_000
const NOT_OURS =
  /^(?:set-cookie2?|content-encoding|content-length|content-disposition|transfer-encoding|connection|keep-alive|refresh|link|nel|report-to|reporting-endpoints|alt-svc|clear-site-data|strict-transport-security|speculation-rules|cross-origin-(?:opener|embedder)-policy|access-control-.*)$/i

class Stuck extends Error {}

export async function renderPage(task: RenderTask, tools: RenderTools): Promise<BrowserResult | NotRendered> {
  const { devtools } = tools
  const startedAt = performance.now()
  const { browserContextId } = await devtools.send('Target.createBrowserContext', { disposeOnDetach: true })
  try {
    const page = new OpenPage(task, tools)
    const result = await page.render(browserContextId)
    return 'html' in result ? { ...result, ms: Math.round(performance.now() - startedAt) } : result
  } finally {
    await within(ANSWER_MS, devtools.send('Target.disposeBrowserContext', { browserContextId }))
  }
}

class OpenPage {
  private session = ''
  private frame = ''
  private hasBegun = false
  private seen = 0
  private asked = 0
  private refused = 0
  private answerBytes = 0
  private pending = 0
  private workers = 0
  /** When a worker was last heard of. */
  private workersAt = 0
  private dialogs = 0
  private redirect: string | null = null
  /** Why the page is stopped; '' as long as it is not. */
  private stopped = ''
  private isOver = false
  private atRest: () => void = () => undefined

  constructor(
    private readonly task: RenderTask,
    private readonly tools: RenderTools,
  ) {}

  async render(browserContextId: unknown): Promise<Omit<BrowserResult, 'ms'> | NotRendered> {
    const { devtools, limits, userAgent } = this.tools
    devtools.tell('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
    const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank', browserContextId })
    this.session = textOf(await devtools.send('Target.attachToTarget', { targetId, flatten: true }), 'sessionId')
    devtools.listen(this.session, event => this.hear(event))
    try {
      await Promise.all([
        this.send('Page.enable'),
        this.send('Inspector.enable'),
        this.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
        this.send('Network.setBypassServiceWorker', { bypass: true }),
        this.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
        this.send('Emulation.setUserAgentOverride', { userAgent }),
        this.send('Emulation.setDeviceMetricsOverride', VIEW),
        this.send('Page.addScriptToEvaluateOnNewDocument', { source: STAND_INS, runImmediately: true }),
        this.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
      ])
      const { frameId, errorText } = await this.send('Page.navigate', { url: this.task.url })
      if (typeof errorText === 'string' && this.redirect === null)
        return lost(`the browser refuses it: ${errorText}`, false)
      this.frame = typeof frameId === 'string' ? frameId : ''
      const endAt = performance.now() + limits.totalMs
      let busyMs = await this.rest(limits.pageClockMs, limits.busyMs, endAt)
      busyMs += await this.restOfWorkers(limits.busyMs - busyMs, endAt)
      const world = await this.send('Page.createIsolatedWorld', { frameId: this.frame, worldName: 'longtail' })
      const contextId = world.executionContextId
      await this.lookAtItsEnd(contextId, limits.busyMs - busyMs, endAt)
      return await this.document(contextId)
    } catch (error) {
      if (this.stopped === '' && !(error instanceof Stuck)) throw error
      return lost(this.stopped === '' ? 'its scripts do not end' : this.stopped, false)
    } finally {
      this.isOver = true
      devtools.listen(this.session, null)
    }
  }

  private async document(contextId: unknown): Promise<Omit<BrowserResult, 'ms'> | NotRendered> {
    const { documentBytes } = this.tools.limits
    const { result, exceptionDetails } = await this.evaluate(`${SERIALISE}(${documentBytes})`, contextId)
    const value = fieldsOf({ value: fieldsOf({ result }, 'result').value }, 'value')
    const html = textOf(value, 'html')
    if (exceptionDetails !== undefined || html === '')
      return lost(this.stopped || 'its document could not be read', false)
    const { asked, refused, redirect } = this
    return {
      html: `<!DOCTYPE html>\n${redirect === null ? html : withRefresh(html, redirect)}`,
      asked,
      refused,
      redirect,
      cut: this.stopped !== '' ? this.stopped : value.isCut === true ? 'the document is too long' : '',
    }
  }

  /**
   * Lets the page's clock run, and waits until it has run out. Returns how long the page was busy meanwhile. What takes too long is
   * stopped, and what is there by then counts.
   */
  private async rest(clockMs: number, mostBusyMs: number, endAt: number): Promise<number> {
    if (this.stopped !== '') return 0
    let isAtRest = false
    this.atRest = () => (isAtRest = true)
    await this.send('Emulation.setVirtualTimePolicy', {
      policy: 'pauseIfNetworkFetchesPending',
      budget: clockMs,
      maxVirtualTimeTaskStarvationCount: 10_000,
    })
    let busyMs = 0
    let before = performance.now()
    while (!isAtRest && this.stopped === '') {
      await new Promise(resolve => setTimeout(resolve, LOOK_MS))
      const now = performance.now()
      if (this.pending === 0) busyMs += now - before
      before = now
      if (busyMs > mostBusyMs) this.stopped = 'its scripts took too long'
      else if (now > endAt) this.stopped = 'it took too long'
    }
    return busyMs
  }

  /**
   * Brings the end of the page into view as long as more comes. Before that, the page is drawn: a list that is told at once that its
   * end was out of view and is in view often looks at the first of both only. At last, its beginning is in view again.
   */
  private async lookAtItsEnd(contextId: unknown, mostBusyMs: number, endAt: number): Promise<void> {
    let busyMs = 0
    let size = -1
    if (this.stopped === '') await this.evaluate(END_ANIMATIONS, contextId)
    for (let i = 0; i < MOST_SCROLLS && this.stopped === ''; i++) {
      const { value } = fieldsOf(await this.evaluate(COUNT_ELEMENTS, contextId), 'result')
      if (typeof value !== 'number' || value <= size) break
      size = value
      busyMs += await this.restOfFrames(LOOK_MS, contextId, mostBusyMs - busyMs, endAt)
      await this.evaluate(SCROLL_DOWN, contextId)
      busyMs += await this.restOfFrames(SCROLL_CLOCK_MS, contextId, mostBusyMs - busyMs, endAt)
    }
    if (this.stopped !== '') return
    await this.evaluate(SCROLL_UP, contextId)
    await this.restOfFrames(LOOK_MS, contextId, mostBusyMs - busyMs, endAt)
  }

  /** Until the page was drawn, which goes by no clock of the page, and has done what came of it. */
  private async restOfFrames(clockMs: number, contextId: unknown, mostBusyMs: number, endAt: number): Promise<number> {
    if (this.stopped !== '') return 0
    let isDrawn = false
    const drawn = { expression: TWO_FRAMES, contextId, awaitPromise: true }
    const see = (): boolean => (isDrawn = true)
    this.tools.devtools.send('Runtime.evaluate', drawn, this.session).then(see, see)
    let busyMs = 0
    const until = Math.min(endAt, performance.now() + FRAMES_MOST_MS)
    while (!isDrawn && this.stopped === '' && performance.now() < until)
      busyMs += await this.rest(LOOK_MS, mostBusyMs - busyMs, endAt)
    return busyMs + (await this.rest(clockMs, mostBusyMs - busyMs, endAt))
  }

  /** What they say to the page is heard while its clock runs. */
  private async restOfWorkers(mostBusyMs: number, endAt: number): Promise<number> {
    let busyMs = 0
    const until = Math.min(endAt, performance.now() + WORKERS_MOST_MS)
    while (this.workers > 0 && this.stopped === '' && performance.now() < until) {
      await new Promise(resolve => setTimeout(resolve, LOOK_MS))
      if (this.pending > 0) continue
      const isQuiet = performance.now() - this.workersAt > WORKERS_QUIET_MS
      busyMs += await this.rest(LOOK_MS, mostBusyMs - busyMs, endAt)
      if (isQuiet) break
    }
    return busyMs
  }

  private evaluate(expression: string, contextId: unknown): Promise<Fields> {
    return this.send('Runtime.evaluate', { expression, contextId, returnByValue: true, timeout: ANSWER_MS / 2 })
  }

  private async send(method: string, params: Fields = {}): Promise<Fields> {
    const answer = await within(ANSWER_MS, this.tools.devtools.send(method, params, this.session))
    if (answer === null) throw new Stuck()
    return answer
  }

  private hear({ method, params }: DevtoolsEvent): void {
    const { devtools } = this.tools
    switch (method) {
      case 'Fetch.requestPaused':
        return this.paused(params)
      case 'Emulation.virtualTimeBudgetExpired':
        return this.atRest()
      case 'Inspector.targetCrashed':
        this.stopped ||= 'its process ended: out of memory, or a bug of the browser'
        return
      case 'Page.javascriptDialogOpening':
        if (++this.dialogs > MOST_DIALOGS) this.stopped ||= 'it opens one dialog after another'
        return devtools.tell('Page.handleJavaScriptDialog', { accept: false }, this.session)
      case 'Target.attachedToTarget':
        return this.attached(params)
    }
  }

  /** Workers of the page may run, a few; frames of other sites, which are asked for as pages, and everything else may not. */
  private attached(params: Fields): void {
    const { devtools } = this.tools
    const { targetId, type } = fieldsOf(params, 'targetInfo')
    const session = textOf(params, 'sessionId')
    if (type !== 'worker' || ++this.workers > MOST_WORKERS) return devtools.tell('Target.closeTarget', { targetId })
    this.workersAt = performance.now()
    devtools.listen(session, event => {
      this.workersAt = performance.now()
      if (event.method === 'Fetch.requestPaused') this.paused(event.params, session)
    })
    devtools.tell('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session)
    devtools.tell('Runtime.evaluate', { expression: STAND_INS }, session)
    devtools.tell('Runtime.runIfWaitingForDebugger', {}, session)
  }

  private paused(params: Fields, session = this.session): void {
    const request = fieldsOf(params, 'request')
    const requestId = textOf(params, 'requestId')
    const type = textOf(params, 'resourceType')
    const url = textOf(request, 'url')
    const isGet = textOf(request, 'method') === 'GET'
    const refuse = (errorReason = 'BlockedByClient'): void => {
      this.refused++
      this.tools.devtools.tell('Fetch.failRequest', { requestId, errorReason }, session)
    }
    const { limits } = this.tools
    if (++this.seen > limits.mostRequests) this.stopped ||= 'it makes too many requests'
    if (this.isOver || this.stopped !== '') return refuse()
    if (type === 'Document') return this.navigates(params, url, isGet, requestId, session, refuse)
    if (isPreflight(request))
      return this.fulfil(requestId, session, { status: 204, headers: [], body: NOTHING }, request)
    // nobody looks at it: what waits for it goes on
    if (type === 'Stylesheet') return this.fulfil(requestId, session, EMPTY_STYLE, request)
    const isIcon = type === 'Other' && ICON.test(url)
    const isMine = PASSED_ON.has(type) && !isIcon && isGet && /^https?:/.test(url)
    if (!isMine || this.asked >= limits.requests || this.answerBytes > limits.answerBytes) return refuse()
    this.asked++
    this.pending++
    void this.tools.ask(url).then(answer => {
      this.pending--
      this.workersAt = performance.now()
      this.answerBytes += answer?.body.length ?? 0
      if (this.isOver) return
      if (answer === null || this.answerBytes > limits.answerBytes) refuse()
      else this.fulfil(requestId, session, answer, request)
    })
  }

  /** The page itself, once. Where it goes by script is noted; it does not go there. */
  private navigates(
    params: Fields,
    url: string,
    isGet: boolean,
    requestId: string,
    session: string,
    refuse: (reason?: string) => void,
  ): void {
    const { task } = this
    const isFrame = this.frame !== '' && textOf(params, 'frameId') !== this.frame
    if (!this.hasBegun && !isFrame) {
      this.hasBegun = true
      return this.fulfil(requestId, session, { status: 200, headers: task.headers, body: task.body }, {})
    }
    if (!isFrame && isGet && /^https?:/.test(url) && withoutFragment(url) !== withoutFragment(task.url))
      this.redirect ??= url
    // the page stays as it is; a frame is told that it has come, empty, for what waits for it
    refuse(isFrame ? 'BlockedByClient' : 'Aborted')
  }

  private fulfil(requestId: string, session: string, { status, headers, body }: RequestAnswer, request: Fields): void {
    const shown = headers.filter(([name, value]) => !NOT_OURS.test(name) && !/[^\t\x20-\x7e]/.test(value))
    this.tools.devtools.tell(
      'Fetch.fulfillRequest',
      {
        requestId,
        responseCode: status,
        responseHeaders: [...shown, ...readableByAll(request)].map(([name, value]) => ({ name, value })),
        body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
      },
      session,
    )
  }
}

const NOTHING = new Uint8Array()
const EMPTY_STYLE: RequestAnswer = { status: 200, headers: [['Content-Type', 'text/css']], body: NOTHING }

/** A question whether another site's script may ask with GET; the browser gives it the type of the request that it is for. */
function isPreflight(request: Fields): boolean {
  if (textOf(request, 'method') !== 'OPTIONS' || !/^https?:/.test(textOf(request, 'url'))) return false
  const headers = Object.entries(fieldsOf(request, 'headers'))
  return headers.some(([name, value]) => name.toLowerCase() === 'access-control-request-method' && value === 'GET')
}

/** Servers say who may read an answer by who asks; we ask without cookies and without saying for whom, so that all may. */
function readableByAll(request: Fields): HeaderLine[] {
  const headers = Object.entries(fieldsOf(request, 'headers'))
  const origin = headers.find(([name]) => name.toLowerCase() === 'origin')?.[1]
  if (typeof origin !== 'string') return []
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Allow-Methods', 'GET'],
    [
      'Access-Control-Allow-Headers',
      String(headers.find(([name]) => /^access-control-request-headers$/i.test(name))?.[1] ?? ''),
    ],
    ['Access-Control-Expose-Headers', '*'],
  ]
}

/** A script's redirect as HTML has it, so that whoever reads the document finds it. */
function withRefresh(html: string, target: string): string {
  const escaped = target.replaceAll('&', '&amp;').replaceAll('"', '%22')
  return html.replace(/<head[^>]*>/, head => `${head}<meta http-equiv="refresh" content="0; url=${escaped}">`)
}

function withoutFragment(url: string): string {
  const hash = url.indexOf('#')
  return hash === -1 ? url : url.slice(0, hash)
}

function lost(reason: string, isLost: boolean): NotRendered {
  return { reason, isLost }
}

/** Null when it takes longer. */
async function within(ms: number, work: Promise<Fields>): Promise<Fields | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => (timer = setTimeout(() => resolve(null), ms)))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
