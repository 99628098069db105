/**
 * Renders pages in a browser that has no network (launch.ts). The crawler's side: it starts the process that drives the browser when
 * the first page comes, answers what pages ask for, and replaces what dies or does not answer.
 *
 *   crawler ── page, answers ──▶ render-process ── DevTools over a pipe ──▶ Chromium
 *
 * Invariants: one page costs at most its limits; no more than `pages` at a time; whatever dies, `render` gives a result; when the crawler
 * ends, in whatever way, both processes end.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { HeaderLine } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { BROWSER_ADVICE, findBrowser, noBrowser } from './find-browser.js'
import {
  isRequest,
  isResult,
  isStarted,
  isUnstarted,
  RENDER_LIMITS,
  type NotRendered,
  type BrowserResult,
  type RenderLimits,
  type RenderSettings,
  type RequestAnswer,
} from './messages.js'

export interface RendererOptions {
  /** Its path. */
  readonly browser: string
  readonly userAgent: string
  readonly pages?: number
  readonly limits?: Partial<RenderLimits>
}

export interface PageToRender {
  readonly url: string
  readonly headers: readonly HeaderLine[]
  /** Decoded. */
  readonly body: Uint8Array
}

/** Answers what a page asks for with GET; null: it is refused, or there is no answer. */
export type AnswerRequest = (url: string, signal: AbortSignal) => Promise<RequestAnswer | null>

interface UnderWay {
  readonly answer: AnswerRequest
  readonly abort: AbortController
  readonly done: (result: BrowserResult | NotRendered) => void
}

const PAGES = 4
/** Past the page's own time: starting a browser, ending a context. */
const PATIENCE_MS = 90_000
/** A page that was lost with a browser that others may have ended is tried once more, alone. */
const TRIES = 2
/** A browser that did not start is tried again so much later: it may be back. */
const AGAIN_MS = 60_000
/** A driver that does not end by itself is ended. */
const END_MS = 5_000

export class BrowserRenderer {
  private child: ChildProcess | null = null
  private readonly underWay = new Map<number, UnderWay>()
  private readonly waiting: (() => void)[] = []
  private readonly settings: RenderSettings
  private tasks = 0
  private active = 0
  private isClosed = false
  /** Why no browser starts; '' when one did, or none was needed yet. */
  trouble = ''
  private troubledAt = 0
  private cpuBefore = 0
  private cpuNow = 0

  constructor({ browser, userAgent, pages = PAGES, limits }: RendererOptions) {
    this.settings = { browser, userAgent, pages, limits: { ...RENDER_LIMITS, ...limits } }
  }

  /** Pages that wait or are under way. */
  get load(): number {
    return this.active + this.waiting.length
  }

  /** CPU time that the browser has used, where the system tells. */
  get cpuMs(): number {
    return this.cpuBefore + this.cpuNow
  }

  async render(page: PageToRender, answer: AnswerRequest, signal?: AbortSignal): Promise<BrowserResult | NotRendered> {
    if (this.active >= this.settings.pages) await new Promise<void>(resolve => this.waiting.push(resolve))
    this.active++
    try {
      for (let attempt = 1; ; attempt++) {
        if (attempt === 1 && performance.now() - this.troubledAt > AGAIN_MS) this.trouble = ''
        if (this.trouble !== '') return { reason: this.trouble, isLost: true }
        if (this.isClosed || signal?.aborted === true) return { reason: 'it was cancelled', isLost: true }
        const result = await this.attempt(page, answer, attempt > 1, signal)
        if ('html' in result || !result.isLost || attempt === TRIES) return result
      }
    } finally {
      this.active--
      this.waiting.shift()?.()
    }
  }

  /** Resolves when the browser is gone. */
  async close(): Promise<void> {
    this.isClosed = true
    const { child } = this
    const gone = child === null || child.exitCode !== null ? null : once(child, 'exit')
    this.end('it was cancelled')
    for (const go of this.waiting.splice(0)) go()
    await gone
  }

  private attempt(
    page: PageToRender,
    answer: AnswerRequest,
    isAlone: boolean,
    signal?: AbortSignal,
  ): Promise<BrowserResult | NotRendered> {
    const child = (this.child ??= this.start())
    const task = this.tasks++
    return new Promise(resolve => {
      const abort = new AbortController()
      const timer = setTimeout(
        () => this.end('the browser does not answer'),
        // those that are rendered alone wait for each other
        (isAlone ? this.settings.pages : 1) * this.settings.limits.totalMs + PATIENCE_MS,
      )
      const giveUp = (): void => done({ reason: 'it was cancelled', isLost: true })
      const done = (result: BrowserResult | NotRendered): void => {
        if (!this.underWay.delete(task)) return
        clearTimeout(timer)
        abort.abort()
        signal?.removeEventListener('abort', giveUp)
        resolve(result)
      }
      this.underWay.set(task, { answer, abort, done })
      signal?.addEventListener('abort', giveUp, { once: true })
      // a process that is gone already is told of by its exit
      child.send({ task, ...page, isAlone }, () => undefined)
    })
  }

  private start(): ChildProcess {
    const child = fork(new URL('./render-process.js', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('error', () => undefined)
    child.once('exit', () => {
      if (this.child === child) this.end('the process that drives the browser ended')
    })
    child.on('message', (message: unknown) => {
      if (this.child === child) this.hear(child, message)
    })
    child.send(this.settings, () => undefined)
    return child
  }

  private hear(child: ChildProcess, message: unknown): void {
    if (isUnstarted(message)) {
      this.trouble = message.unstarted
      this.troubledAt = performance.now()
      this.end(message.unstarted)
    } else if (isResult(message)) {
      this.cpuNow = message.cpuMs
      this.underWay.get(message.task)?.done(message.result)
    } else if (isRequest(message)) {
      const { task, request, url } = message
      const page = this.underWay.get(task)
      const say = (answer: RequestAnswer | null): void => void child.send({ task, request, answer }, () => undefined)
      if (page === undefined) say(null)
      else
        page.answer(url, page.abort.signal).then(say, (error: unknown) => {
          say(null)
          page.done({ reason: error instanceof Error ? error.message : String(error), isLost: true })
        })
    } else if (!isStarted(message)) child.kill('SIGKILL')
  }

  /** The process and its browser; pages under way are lost. */
  private end(reason: string): void {
    const { child } = this
    this.child = null
    // the driver ends its browser when it hears this; killed, it could not remove the profile
    if (child?.connected === true) child.disconnect()
    if (child !== null) {
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
      child.once('exit', () => clearTimeout(timer))
    }
    this.cpuBefore += this.cpuNow
    this.cpuNow = 0
    for (const { done } of [...this.underWay.values()]) done({ reason, isLost: true })
  }
}

/** Throws E_BROWSER when there is none. */
export function neededBrowser(): string {
  const browser = findBrowser()
  if (browser !== null) return browser
  throw new LongtailError('E_BROWSER', `pages cannot be rendered: ${noBrowser()}; ${BROWSER_ADVICE}`)
}
