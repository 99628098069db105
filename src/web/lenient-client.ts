/**
 * Reads what undici's strict parser refuses and browsers take: bare line feeds, spaces in or after header names, lines that are no
 * headers, folded headers, control characters, a length besides chunks, the same length twice, padded chunk sizes, an unasked
 * "100 Continue", odd version numbers. Old servers and home-made CGI programs of the long tail send all of these.
 *
 * Asked only after a strict reading failed. Each request has a connection of its own, which is closed after it, so that a
 * misread length can never spoil the next answer. Reports to a Transfer as undici would, which keeps the limits and the time.
 */
import type { Socket } from 'node:net'
import type { Destination, OpenSocket } from './connector.js'
import type { ConnectionFacts, Transfer } from './transfer.js'

const STATUS_LINE = /^HTTP\/(\d)(?:\.(\d))?[ \t]+(\d{3})(?:[ \t]+(.*))?$/i
const ANY_STATUS = /^\s*HTTP\//i
const MAX_CHUNK_LINE = 1_024

export interface LenientRequest {
  readonly open: OpenSocket
  readonly to: Destination
  /** Request line and headers, with the empty line that ends them. */
  readonly head: string
  readonly maxHeaderBytes: number
}

/** Returns a function that ends the request and closes its connection. */
export function dispatchLeniently(request: LenientRequest, line: ConnectionFacts, transfer: Transfer): () => void {
  let connected: Socket | null = null
  const opening = request.open(request.to, (error, socket) => {
    if (socket === null) return transfer.onError(error ?? new Error('no socket'))
    connected = socket
    line.ip = socket.remoteAddress ?? null
    const reader = createReader(line, transfer, request.maxHeaderBytes)
    socket.on('data', reader.push)
    socket.on('end', reader.end)
    socket.on('error', (reason: Error) => transfer.onError(reason))
    socket.on('close', () => transfer.onError(new Error('closed')))
    transfer.onConnect()
    socket.write(request.head, 'latin1')
  })
  return () => {
    opening.cancel()
    connected?.destroy()
  }
}

interface Reader {
  push(chunk: Buffer): void
  end(): void
}

function createReader(line: ConnectionFacts, transfer: Transfer, maxHeaderBytes: number): Reader {
  let head = ''
  let body: BodyReader | null = null

  const push = (chunk: Buffer): void => {
    if (body !== null) return body.push(chunk)
    transfer.onResponseStarted()
    const searchFrom = Math.max(0, head.length - 3)
    head += chunk.toString('latin1')
    const end = /\r?\n\r?\n/g
    end.lastIndex = searchFrom
    const match = end.exec(head)
    if (match === null) {
      if (head.length > maxHeaderBytes) transfer.unreadable('headers over the limit')
      else if (head.length > 64 && !ANY_STATUS.test(head)) transfer.unreadable('no status line')
      return
    }
    const answer = parseHead(head.slice(0, match.index))
    if (answer === null) return transfer.unreadable('no status line')
    const rest = Buffer.from(head.slice(end.lastIndex), 'latin1')
    head = ''
    if (answer.status >= 200) {
      line.http10 = answer.http10
      body = createBodyReader(answer, transfer)
    }
    transfer.onHeaders(answer.status, answer.headers, () => {}, answer.statusText)
    if (body !== null || rest.length > 0) push(rest)
  }

  return {
    push,
    end: () => {
      if (body !== null) body.end()
      else if (ANY_STATUS.test(head)) transfer.onError(new Error('ended within the headers'))
      else transfer.unreadable('no status line')
    },
  }
}

interface Head {
  readonly status: number
  readonly statusText: string
  readonly http10: boolean
  /** Names and values in turn. */
  readonly headers: Buffer[]
  readonly chunked: boolean
  /** -1 when there is none, or none to believe. */
  readonly length: number
}

function parseHead(text: string): Head | null {
  const [first, ...lines] = text.replace(/^[\r\n]+/, '').split(/\r?\n/)
  const status = STATUS_LINE.exec(first)
  if (status === null) return null
  const pairs: { name: string; value: string }[] = []
  for (const header of lines) {
    const colon = header.indexOf(':')
    if (/^[ \t]/.test(header) && pairs.length > 0) pairs[pairs.length - 1].value += ` ${clean(header)}`
    else if (colon > 0) pairs.push({ name: header.slice(0, colon).trim(), value: clean(header.slice(colon + 1)) })
  }
  const valuesOf = (wanted: string) =>
    pairs.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value)
  const lengths = new Set(
    valuesOf('content-length')
      .flatMap(value => value.split(','))
      .map(value => value.trim()),
  )
  const [length] = lengths
  return {
    status: Number(status[3]),
    statusText: status[4] ?? '',
    http10: status[1] === '1' && status[2] === '0',
    headers: pairs.flatMap(({ name, value }) => [Buffer.from(name, 'latin1'), Buffer.from(value, 'latin1')]),
    chunked: valuesOf('transfer-encoding').some(value => /\bchunked\b/i.test(value)),
    length: lengths.size === 1 && /^\d{1,15}$/.test(length) ? Number(length) : -1,
  }
}

/** Without what would break the lines of an archive. */
function clean(value: string): string {
  return value.replace(/[\0\r]/g, ' ').trim()
}

type BodyReader = Reader

function createBodyReader({ status, chunked, length }: Head, transfer: Transfer): BodyReader {
  if (status === 204 || status === 304) return { push: () => transfer.onComplete(), end: () => transfer.onComplete() }
  if (chunked) return createChunkReader(transfer)
  let missing = length < 0 ? Infinity : length
  const push = (chunk: Buffer) => {
    const part = chunk.length > missing ? chunk.subarray(0, missing) : chunk
    missing -= part.length
    if (part.length > 0) transfer.onData(part)
    if (missing === 0) transfer.onComplete()
  }
  return {
    push,
    end: () => (missing === Infinity ? transfer.onComplete() : transfer.onError(new Error('ended within the body'))),
  }
}

function createChunkReader(transfer: Transfer): BodyReader {
  let sizeLine = ''
  let missing = 0 // of the present chunk
  const push = (chunk: Buffer) => {
    let at = 0
    while (at < chunk.length) {
      if (missing > 0) {
        const part = chunk.subarray(at, at + missing)
        missing -= part.length
        at += part.length
        transfer.onData(part)
        continue
      }
      const newline = chunk.indexOf(0x0a, at)
      sizeLine += chunk.toString('latin1', at, newline < 0 ? chunk.length : newline)
      if (sizeLine.length > MAX_CHUNK_LINE) return transfer.onError(new Error('a chunk without a size'))
      if (newline < 0) return
      at = newline + 1
      const text = sizeLine.trim()
      sizeLine = ''
      if (text === '') continue // the end of the chunk before
      const size = /^[0-9a-f]{1,12}(?![0-9a-z])/i.exec(text)
      if (size === null) return transfer.onError(new Error('a chunk without a size'))
      missing = parseInt(size[0], 16)
      if (missing === 0) return transfer.onComplete()
    }
  }
  return { push, end: () => transfer.onError(new Error('ended within the chunks')) }
}
