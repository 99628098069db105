/** Answers on the wire: security headers on every one, compression, lengths, HEAD. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { partOf } from './ranges.js'
import type { Answer } from './route.js'

const compress = promisify(gzip)

/** Pages of the portal itself. Archived pages bring a stricter one of their own (replay/). */
export const PORTAL_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const DEFAULT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Security-Policy': PORTAL_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-DNS-Prefetch-Control': 'off',
  // pages differ by cookie and language; browsers may keep them for the way back
  'Cache-Control': 'private, no-cache',
}

const MIN_COMPRESSED = 1000
/** Up to here it takes a tenth of a millisecond, less than handing it to another thread (11 KB of text: 90 and 170 µs). */
const MAX_AT_ONCE = 64 * 1024
/** A low one: a network of a school is faster than its server's processor. */
const COMPRESSION = { level: 4 }

export async function send(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const headers: Record<string, string | readonly string[]> = { ...DEFAULT_HEADERS }
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers[canonicalName(name)] = value
  if (typeof headers.Location === 'string') headers.Location = asAscii(headers.Location)
  const unchanged =
    answer.status === 200 &&
    headers.ETag !== undefined &&
    isKnown(request.headers['if-none-match'], String(headers.ETag))
  const status = unchanged ? 304 : answer.status
  const isEmpty = status === 304 || status === 204
  let body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  if (isEmpty) body = Buffer.alloc(0)
  if (headers['Content-Encoding'] === undefined && status !== 206 && isText(headers['Content-Type'])) {
    headers.Vary = [headers.Vary ?? [], 'Accept-Encoding'].flat().join(', ')
    if (body.length >= MIN_COMPRESSED && acceptsGzip(request.headers['accept-encoding'])) {
      body = body.length <= MAX_AT_ONCE ? gzipSync(body, COMPRESSION) : await compress(body, COMPRESSION)
      headers['Content-Encoding'] = 'gzip'
    }
  }
  const part = headers['Accept-Ranges'] === 'bytes' && status === 200 ? partOf(body, request.headers.range) : null
  if (part !== null) {
    body = part.body
    headers['Content-Range'] = part.contentRange
  }
  if (response.destroyed) return
  response.statusCode = part === null ? status : 206
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (!isEmpty) response.setHeader('Content-Length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Handlers may write names as they like; ours must be replaced, not doubled. */
function canonicalName(name: string): string {
  const lower = name.toLowerCase()
  return Object.keys(DEFAULT_HEADERS).find(known => known.toLowerCase() === lower) ?? name
}

function isKnown(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some(known => known.trim().replace(/^W\//, '') === tag)
}

function isText(type: string | readonly string[]): boolean {
  return /^(?:text\/|application\/(?:json|javascript|xhtml\+xml|xml)\b|image\/svg\+xml)/i.test(String(type))
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .toLowerCase()
    .split(',')
    .some(coding => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/.test(coding))
}

/** Header values hold bytes; what is not ASCII goes into an address encoded. */
function asAscii(location: string): string {
  return location.toWellFormed().replace(/[^\u0021-\u007e]+/g, encodeURIComponent)
}
