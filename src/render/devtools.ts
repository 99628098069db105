/**
 * The DevTools protocol over a pipe: JSON with a zero byte behind each message. No port is opened, and the browser ends when the pipe
 * is closed, whatever its owner died of.
 */
import type { Readable, Writable } from 'node:stream'
import { parseJson, isRecord } from '../json.js'

export type Fields = Readonly<Record<string, unknown>>

export interface DevtoolsEvent {
  readonly method: string
  readonly params: Fields
  /** '' for the browser itself. */
  readonly session: string
}

interface Waiting {
  readonly resolve: (result: Fields) => void
  readonly reject: (error: Error) => void
}

/** A message that is longer than what a page may come to is none that we asked for. */
const LONGEST = 64 << 20

export class Devtools {
  private readonly waiting = new Map<number, Waiting>()
  private readonly listeners = new Map<string, (event: DevtoolsEvent) => void>()
  private pieces: Buffer[] = []
  private size = 0
  private last = 0
  private isClosed = false

  constructor(
    private readonly to: Writable,
    from: Readable,
    private readonly onClose: () => void,
  ) {
    from.on('data', (bytes: Buffer) => this.receive(bytes))
    for (const stream of [from, to]) stream.on('error', () => this.close()).on('close', () => this.close())
  }

  /** Rejects when the browser refuses, or is gone. */
  send(method: string, params: Fields = {}, session = ''): Promise<Fields> {
    if (this.isClosed) return Promise.reject(new Error('the browser has ended'))
    const id = ++this.last
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.to.write(`${JSON.stringify({ id, method, params, ...(session === '' ? {} : { sessionId: session }) })}\0`)
    })
  }

  /** The same for what may as well fail. */
  tell(method: string, params: Fields = {}, session = ''): void {
    this.send(method, params, session).catch(() => undefined)
  }

  /** Events of one session; null: no more. */
  listen(session: string, listener: ((event: DevtoolsEvent) => void) | null): void {
    if (listener === null) this.listeners.delete(session)
    else this.listeners.set(session, listener)
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    for (const { reject } of this.waiting.values()) reject(new Error('the browser has ended'))
    this.waiting.clear()
    this.to.destroy()
    this.onClose()
  }

  private receive(bytes: Buffer): void {
    let from = 0
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, from)) {
      this.pieces.push(bytes.subarray(from, end))
      const text = Buffer.concat(this.pieces).toString('utf8')
      this.pieces = []
      this.size = 0
      from = end + 1
      this.take(parseJson(text))
    }
    if (from === bytes.length) return
    this.pieces.push(bytes.subarray(from))
    this.size += bytes.length - from
    if (this.size > LONGEST) this.close()
  }

  private take(message: unknown): void {
    if (!isRecord(message)) return
    const { id, error, result, method, params, sessionId } = message
    if (typeof id === 'number') {
      const waiting = this.waiting.get(id)
      this.waiting.delete(id)
      if (isRecord(error)) waiting?.reject(new Error(textOf(error, 'message')))
      else waiting?.resolve(isRecord(result) ? result : {})
    } else if (typeof method === 'string') {
      const session = typeof sessionId === 'string' ? sessionId : ''
      this.listeners.get(session)?.({ method, params: isRecord(params) ? params : {}, session })
    }
  }
}

/** Fields of messages: '' and nothing where they are not of their kind. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

export function fieldsOf(fields: Fields, name: string): Fields {
  const value = fields[name]
  return isRecord(value) ? value : {}
}
