/** What the crawler and the process that drives the browser (render-process.ts) say to each other. */
import type { HeaderLine } from '../contracts.js'
import { hasFields } from '../threads/messages.js'

export interface RenderLimits {
  /** Of one page, waits for servers included. */
  readonly totalMs: number
  /** Of one page, while no answer of a server is waited for. */
  readonly busyMs: number
  /** How far the clock of a page runs. It runs fast, and stands while a server is waited for. */
  readonly pageClockMs: number
  /** Requests of one page that are passed on; further ones are refused. */
  readonly requests: number
  /** A page that makes so many is stopped, answered or not. */
  readonly mostRequests: number
  /** Bytes of all answers to one page. */
  readonly answerBytes: number
  /** Of the document that comes out. */
  readonly documentBytes: number
  /** Memory of a page's process, and of the whole browser. */
  readonly pageMemoryBytes: number
  readonly browserMemoryBytes: number
}

export const RENDER_LIMITS: RenderLimits = {
  totalMs: 120_000,
  busyMs: 10_000,
  pageClockMs: 5_000,
  requests: 100,
  mostRequests: 1_000,
  answerBytes: 20 << 20,
  documentBytes: 5 << 20,
  pageMemoryBytes: 768 << 20,
  browserMemoryBytes: 2 * 2 ** 30,
}

export interface RenderSettings {
  readonly browser: string
  readonly userAgent: string
  readonly limits: RenderLimits
  /** Pages at the same time. */
  readonly pages: number
}

/** A page to be rendered: what the server sent, body decoded. */
export interface RenderTask {
  readonly task: number
  readonly url: string
  readonly headers: readonly HeaderLine[]
  readonly body: Uint8Array
  /** In a browser of its own: with another page it was lost, and one of both is to blame. */
  readonly isAlone: boolean
}

/** The browser wants something for a page. */
export interface BrowserRequest {
  readonly task: number
  readonly request: number
  readonly url: string
}

export interface RequestAnswer {
  readonly status: number
  readonly headers: readonly HeaderLine[]
  /** Decoded. */
  readonly body: Uint8Array
}

/** `answer` null: refused, or there is none. */
export interface AnswerMessage {
  readonly task: number
  readonly request: number
  readonly answer: RequestAnswer | null
}

export interface BrowserResult {
  readonly html: string
  /** Requests passed on, and those refused: pictures, other pages, what is over the limits, what is not asked with GET. */
  readonly asked: number
  readonly refused: number
  /** Where a script sent the reader; null when none did. */
  readonly redirect: string | null
  /** Why it was not waited for longer; '' when the page came to rest. */
  readonly cut: string
  readonly ms: number
}

/** `reason`: in words. `isLost`: nothing is known against the page; the browser ended. */
export interface NotRendered {
  readonly reason: string
  readonly isLost: boolean
}

export interface ResultMessage {
  readonly task: number
  readonly result: BrowserResult | NotRendered
  /** CPU time of the browser so far, as far as it was seen. */
  readonly cpuMs: number
}

/** The child says that it can take pages, or why it cannot. */
export type StartMessage = { readonly started: true } | { readonly unstarted: string }

export function isRendered(result: BrowserResult | NotRendered): result is BrowserResult {
  return 'html' in result
}

export const isSettings = hasFields<RenderSettings>('browser', 'userAgent', 'limits', 'pages')
export const isTask = hasFields<RenderTask>('task', 'url', 'headers', 'body', 'isAlone')
export const isAnswer = hasFields<AnswerMessage>('task', 'request', 'answer')
export const isRequest = hasFields<BrowserRequest>('task', 'request', 'url')
export const isResult = hasFields<ResultMessage>('task', 'result', 'cpuMs')
export const isStarted = hasFields<{ readonly started: true }>('started')
export const isUnstarted = hasFields<{ readonly unstarted: string }>('unstarted')
