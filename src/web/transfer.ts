/**
 * One request and its answer on one connection: collects the answer within the limits and says how it ended. Servers lie, stall
 * and break off: every end is one call of `done`, with an exchange, a failure, or a reason to ask once more in another way:
 * `stale` when a kept-alive connection turned out to be dead before anything was answered, `sloppy` when the answer is not strictly
 * HTTP and a lenient reading may do better (lenient-client.ts).
 */
import type { Dispatcher } from 'undici'
import type { Exchange, FetchOutcome, HeaderLine } from '../contracts.js'
import { LongtailError } from '../errors.js'
import type { ErrorCode } from '../errors.js'
import { documentKind, documentKindOfMime } from '../page/document/kind.js'
import { mimeIn } from '../page/http/mime.js'
import { NotItsTurn } from './connector.js'

export interface TransferLimits {
  readonly maxBodyBytes: number
  /** The same for documents, by what the server calls them, or by their first bytes. */
  readonly maxDocumentBytes: number
  readonly connectTimeoutMs: number
  readonly headersTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly totalTimeoutMs: number
}

/** What a transfer needs to know of its connection. */
export interface ConnectionFacts {
  /** Address of the server; null while there is no socket. */
  ip: string | null
  h2: boolean
  /** Requests sent over the present socket. */
  used: number
  /** The next bytes that arrive begin an answer: look at their HTTP version. */
  awaitingStatus: boolean
  /** The last answer began with HTTP/1.0. */
  http10: boolean
  /** The server reset the connection. */
  reset: boolean
}

export type End = FetchOutcome | 'stale' | 'sloppy'
export type Done = (end: End, reusable: boolean) => void

type Truncation = Exchange['truncated']

const CONNECTING = 0
const WAITING = 1
const READING = 2
const OVER = 3

/** More interim answers (103 Early Hints…) than this before the real one are a stall. */
const MAX_INTERIM = 16
/** Content-Length is believed up to here when memory is reserved; a longer body grows its buffer as it comes. */
const MAX_RESERVED_BYTES = 1 << 20
const FIRST_BUFFER_BYTES = 16_384

export class Transfer implements Dispatcher.DispatchHandler {
  /** On the clock of `performance.now()`; watched by watchdog.ts. */
  deadline: number
  private readonly finalDeadline: number
  private startedAt = Date.now()
  private startedMs = performance.now()
  private phase = CONNECTING
  private answered = false
  private interim = 0
  private status = 0
  private statusText = ''
  private headers: HeaderLine[] = []
  private contentLength = -1
  private buffer: Buffer | null = null
  private size = 0
  /** Of the body; 0 while nothing of it has come. */
  private limit = 0

  constructor(
    private readonly url: string,
    private readonly line: ConnectionFacts,
    private readonly limits: TransferLimits,
    private readonly requestHeaders: (h2: boolean) => readonly HeaderLine[],
    private readonly showIp: boolean,
    private readonly lenient: boolean,
    private readonly done: Done,
  ) {
    this.finalDeadline = this.startedMs + limits.totalTimeoutMs
    // names and TLS take their time too
    this.deadline = Math.min(this.startedMs + 2 * limits.connectTimeoutMs, this.finalDeadline)
  }

  // ─── called by undici

  onConnect(): void {
    if (this.phase === OVER) return
    this.phase = WAITING
    this.startedAt = Date.now()
    this.startedMs = performance.now()
    this.deadline = Math.min(this.startedMs + this.limits.headersTimeoutMs, this.finalDeadline)
    this.line.used++
    this.line.awaitingStatus = true
    this.line.http10 = false
  }

  onResponseStarted(): void {
    this.answered = true
  }

  onHeaders(status: number, raw: Buffer[], _resume: () => void, statusText: string): boolean {
    if (this.phase === OVER) return true
    if (status < 200) {
      if (++this.interim > MAX_INTERIM) this.fail('E_FETCH_PROTOCOL', 'the server sent no final response', 'skip')
      return true
    }
    this.phase = READING
    this.status = status
    this.statusText = statusText
    this.deadline = Math.min(performance.now() + this.limits.bodyTimeoutMs, this.finalDeadline)
    // HTTP/2: Node has made strings of the bytes, and undici UTF-8 of the strings
    const encoding = this.line.h2 ? 'utf8' : 'latin1'
    for (let i = 0; i + 1 < raw.length; i += 2) {
      const name = raw[i].toString(encoding)
      const value = raw[i + 1].toString(encoding)
      this.headers.push([name, value])
      if (name.length === 14 && name.toLowerCase() === 'content-length' && /^\d{1,15}$/.test(value)) {
        this.contentLength = Number(value)
      }
    }
    return true
  }

  onData(chunk: Buffer): boolean {
    if (this.phase !== READING) return true
    this.deadline = Math.min(performance.now() + this.limits.bodyTimeoutMs, this.finalDeadline)
    const room = this.mostBytes(chunk) - this.size
    if (chunk.length <= room) {
      this.append(chunk)
    } else {
      this.append(chunk.subarray(0, room))
      this.finish('length')
    }
    return true
  }

  /** Known with the first bytes of the body. */
  private mostBytes(first: Buffer): number {
    if (this.limit > 0) return this.limit
    const { maxBodyBytes, maxDocumentBytes } = this.limits
    const mime = mimeIn(this.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '')
    const isDocument = documentKindOfMime(mime) !== null || documentKind(mime, first) !== null
    this.limit = isDocument ? maxDocumentBytes : maxBodyBytes
    return this.limit
  }

  onComplete(): void {
    if (this.phase !== READING) return
    // undici calls a body whole that HTTP/2 cut short, or that had no length and ended in a reset
    const short = this.line.h2 && this.contentLength > this.size
    this.finish(short || this.line.reset ? 'disconnect' : null)
  }

  onError(error: Error): void {
    if (this.phase === OVER) return
    if (error instanceof NotItsTurn) {
      const { code, message, notBefore } = error
      const { url, startedAt } = this
      return this.end({ ok: false, url, startedAt, fetchMs: 0, code, message, consequence: 'retry', notBefore }, false)
    }
    if (error instanceof LongtailError && error.consequence !== 'abort') {
      return this.fail(error.code, error.message, error.consequence)
    }
    const code = 'code' in error ? String(error.code) : ''
    const notHttp = error.name === 'HTTPParserError' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
    if (this.phase === READING) {
      if (notHttp && !this.lenient && /chunk/i.test(error.message)) return this.end('sloppy', false)
      return this.breakOff('disconnect', 'E_FETCH_CONNECT', `the connection broke before the body: ${error.message}`)
    }
    // "bad response" is undici's word for 100 Continue; broken HTTP/2 is often fine HTTP/1.1
    if (notHttp || error.message === 'bad response' || code.startsWith('ERR_HTTP2'))
      return this.unreadable(error.message)
    if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'UND_ERR_INVALID_ARG') {
      return this.fail('E_FETCH_PROTOCOL', `the response cannot be used: ${error.message}`, 'skip')
    }
    if (this.answered) return this.fail('E_FETCH_PROTOCOL', `the response broke off: ${error.message}`, 'retry')
    if (this.phase === WAITING && this.line.used > 1) return this.end('stale', false)
    this.fail('E_FETCH_CONNECT', `the connection broke before an answer: ${error.message}`, 'retry')
  }

  unreadable(message: string): void {
    if (this.lenient) this.fail('E_FETCH_PROTOCOL', `the answer is not HTTP: ${message}`, 'skip')
    else this.end('sloppy', false)
  }

  // ─── called by watchdog.ts

  expire(): void {
    if (this.phase === READING) return this.breakOff('time', 'E_FETCH_TIMEOUT', 'no body in time')
    this.fail('E_FETCH_TIMEOUT', this.phase === CONNECTING ? 'no connection in time' : 'no answer in time', 'retry')
  }

  abort(): void {
    this.fail('E_FETCH_ABORTED', 'cancelled', 'retry')
  }

  // ─── ends

  /** A page of which nothing came is worth another try; a redirect or an error page is complete without its body. */
  private breakOff(truncated: Truncation, code: ErrorCode, message: string): void {
    if (this.size > 0 || this.status < 200 || this.status >= 300) this.finish(truncated)
    else this.fail(code, message, 'retry')
  }

  private finish(truncated: Truncation): void {
    const { line } = this
    const exchange: Exchange = {
      ok: true,
      url: this.url,
      startedAt: this.startedAt,
      fetchMs: this.elapsedMs(),
      ip: this.showIp ? line.ip : null,
      protocol: line.h2 ? 'h2' : line.http10 ? 'http/1.0' : 'http/1.1',
      requestHeaders: this.requestHeaders(line.h2),
      status: this.status,
      statusText: this.statusText,
      headers: this.headers,
      body: this.takeBody(),
      truncated,
    }
    this.end(exchange, truncated === null)
  }

  private fail(code: ErrorCode, message: string, consequence: 'retry' | 'skip'): void {
    const { url, startedAt } = this
    this.end({ ok: false, url, startedAt, fetchMs: this.elapsedMs(), code, message, consequence }, false)
  }

  private elapsedMs(): number {
    return Math.round(performance.now() - this.startedMs)
  }

  private end(end: End, reusable: boolean): void {
    if (this.phase === OVER) return
    this.phase = OVER
    this.buffer = null
    this.done(end, reusable)
  }

  // ─── body: one growing buffer, because a list of chunks costs a hundred times its bytes when a server sends them one by one

  private append(chunk: Buffer): void {
    const needed = this.size + chunk.length
    if (this.buffer === null || needed > this.buffer.length) {
      const reserved = this.buffer === null ? Math.min(this.contentLength, MAX_RESERVED_BYTES) : 2 * this.buffer.length
      const floor = this.contentLength >= 0 ? needed : Math.max(needed, FIRST_BUFFER_BYTES)
      const grown = Buffer.allocUnsafeSlow(Math.max(floor, Math.min(reserved, this.limit)))
      if (this.buffer !== null) this.buffer.copy(grown, 0, 0, this.size)
      this.buffer = grown
    }
    chunk.copy(this.buffer, this.size)
    this.size = needed
  }

  /** With an ArrayBuffer of its own and of its size, so that it can be handed to a worker without a copy. */
  private takeBody(): Uint8Array {
    if (this.buffer === null) return new Uint8Array(0)
    if (this.buffer.length === this.size) return this.buffer
    const exact = Buffer.allocUnsafeSlow(this.size)
    this.buffer.copy(exact, 0, 0, this.size)
    return exact
  }
}
