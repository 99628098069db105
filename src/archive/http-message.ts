/** HTTP messages as archives hold them, read leniently: bare line feeds, missing reasons, chunks, folded lines. */
import type { HeaderLine } from '../contracts.js'
import { headLength } from './record-head.js'

export interface HttpResponse {
  /** As in the status line: HTTP/1.1 */
  readonly version: string
  readonly status: number
  readonly statusText: string
  readonly headers: readonly HeaderLine[]
  /** Free of chunks, still content-encoded. */
  readonly body: Buffer
}

const MAX_HEAD_BYTES = 256 * 1024
const MAX_HEADERS = 1000
const STATUS_LINE = /^(HTTP\/\d(?:\.\d)?|ICY)[ \t]+(\d{3})(?:[ \t]+(.*))?$/

export function parseHttpResponse(block: Uint8Array): HttpResponse | null {
  const bytes = asBuffer(block)
  const head = parseHead(bytes)
  const found = STATUS_LINE.exec(head.line)
  if (found === null) return null
  const body = bytes.subarray(head.length)
  return {
    version: found[1],
    status: Number(found[2]),
    statusText: found[3] ?? '',
    headers: head.headers,
    body: isChunked(head.headers) ? dechunk(body) : body,
  }
}

/** The first header of a name given in lower case; '' when there is none. */
export function headerValue(headers: readonly HeaderLine[], lowerCase: string): string {
  for (const [name, value] of headers) {
    if (name.length === lowerCase.length && name.toLowerCase() === lowerCase) return value
  }
  return ''
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** A head without an end is the whole message: some tools store the head alone. */
function parseHead(bytes: Buffer) {
  const limited = bytes.subarray(0, MAX_HEAD_BYTES)
  const found = headLength(limited, MAX_HEAD_BYTES)
  const length = found < 0 ? limited.length : found
  const lines = limited.toString('latin1', 0, length).split('\n', MAX_HEADERS)
  const headers: HeaderLine[] = []
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]
    const first = line.charCodeAt(0)
    if ((first === 32 || first === 9) && headers.length > 0) {
      const [name, value] = headers[headers.length - 1]
      if (value.length < MAX_HEAD_BYTES) headers[headers.length - 1] = [name, `${value} ${line.trim()}`]
      continue
    }
    const colon = line.indexOf(':')
    if (colon > 0) headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()])
  }
  return { line: lines[0].trim(), headers, length }
}

function isChunked(headers: readonly HeaderLine[]): boolean {
  return headerValue(headers, 'transfer-encoding').toLowerCase().includes('chunked')
}

/**
 * Takes the chunks out. Many tools keep the header but store the body without chunks: a body that does not begin with
 * one is returned as it is. What follows a broken chunk is left out.
 */
export function dechunk(body: Buffer): Buffer {
  const pieces: Buffer[] = []
  let at = 0
  while (at < body.length) {
    const { size, dataAt } = chunkAt(body, at)
    if (size < 0) break
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(body.subarray(dataAt, dataAt + size))
    at = dataAt + size
    if (body[at] === 13) at++
    if (body[at] === 10) at++
  }
  return at === 0 ? body : Buffer.concat(pieces)
}

const NO_CHUNK = { size: -1, dataAt: 0 }

/** `1a2b;extension CR LF` */
function chunkAt(body: Buffer, at: number): { size: number; dataAt: number } {
  let size = 0
  let i = at
  for (; i < body.length && i - at <= 8; i++) {
    const digit = hexDigit(body[i])
    if (digit < 0) break
    size = size * 16 + digit
  }
  if (i === at || i - at > 8) return NO_CHUNK
  const next = body[i]
  if (next !== 13 && next !== 10 && next !== 59 && next !== 32) return NO_CHUNK
  const end = body.subarray(i, i + 256).indexOf(10)
  return end < 0 ? NO_CHUNK : { size, dataAt: i + end + 1 }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
