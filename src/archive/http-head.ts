/**
 * The head of an HTTP message as it is stored: the status or request line and the header lines of an exchange.
 *
 * A stored head describes the stored body. Chunks are gone from the body, so Transfer-Encoding is renamed and
 * Content-Length says how many bytes follow; what the server had written stays readable under X-Crawler-….
 * No value can end its line: CR, LF and NUL never reach the archive.
 */
import type { Exchange, HeaderLine } from '../contracts.js'

const LINE_BREAKERS = /[\0\r\n]/
const LINE_BREAKERS_ALL = /[\0\r\n]+/g
const NOT_A_TOKEN = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/
const NOT_A_TOKEN_ALL = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/g
const NOT_IN_A_URI = /[^!-~]/
const NOT_IN_A_URI_ALL = /[^!-~]+/g
const NOT_LATIN_1 = /[^\0-\xff]/

/** A value that stays on its line. */
export function oneLine(value: string): string {
  return LINE_BREAKERS.test(value) ? value.replace(LINE_BREAKERS_ALL, ' ').trim() : value
}

/** A URI in ASCII without white space and control characters: they are percent-encoded. */
export function oneUri(uri: string): string {
  return NOT_IN_A_URI.test(uri) ? uri.replace(NOT_IN_A_URI_ALL, found => encodeURIComponent(found.toWellFormed())) : uri
}

function headerName(name: string): string {
  return NOT_A_TOKEN.test(name) ? name.replace(NOT_A_TOKEN_ALL, '_') : name
}

function is(name: string, lowerCase: string): boolean {
  return name.length === lowerCase.length && name.toLowerCase() === lowerCase
}

/** Header values come as Latin-1 from the wire. A head that holds anything else is written as UTF-8, never cut to bytes. */
export function encodeHead(head: string): Buffer {
  return Buffer.from(head, NOT_LATIN_1.test(head) ? 'utf8' : 'latin1')
}

/** HTTP/2 has no status line: it is written as HTTP/1.1, and WARC-Protocol says what was spoken. */
function version(exchange: Exchange): string {
  return exchange.protocol === 'http/1.0' ? 'HTTP/1.0' : 'HTTP/1.1'
}

export function responseHead(exchange: Exchange): string {
  const { status, headers } = exchange
  const bodyLength = String(exchange.body.length)
  // These never have a body, whatever their Content-Length says (for 304 it is that of the page not sent).
  const bodiless = status === 304 || status === 204 || status < 200
  let head = `${version(exchange)} ${String(status).padStart(3, '0')} ${oneLine(exchange.statusText)}\r\n`
  let lengthSaid = false
  // a head without any header is legal, but readers stumble over it
  let lengthNeeded = headers.length === 0 && !bodiless
  for (const [name, value] of headers) {
    if (name.length === 0 || name.charCodeAt(0) === 58) continue // ':status' and its like belong to HTTP/2
    if (is(name, 'transfer-encoding')) {
      head += `X-Crawler-${headerName(name)}: ${oneLine(value)}\r\n`
      lengthNeeded = !bodiless
    } else if (is(name, 'content-length') && !bodiless && (lengthSaid || value.trim() !== bodyLength)) {
      head += `X-Crawler-${headerName(name)}: ${oneLine(value)}\r\n`
      lengthNeeded = true
    } else {
      if (is(name, 'content-length')) lengthSaid = true
      head += `${headerName(name)}: ${oneLine(value)}\r\n`
    }
  }
  if (lengthNeeded && !lengthSaid) head += `Content-Length: ${bodyLength}\r\n`
  return head + '\r\n'
}

export function requestHead(exchange: Exchange): string {
  const url = oneUri(exchange.url)
  const authorityAt = url.indexOf('://') + 3
  let targetAt = authorityAt
  for (; targetAt < url.length; targetAt++) {
    const c = url.charCodeAt(targetAt)
    if (c === 47 || c === 63 || c === 35) break // / ? #
  }
  const fragmentAt = url.indexOf('#', targetAt)
  let target = fragmentAt < 0 ? url.slice(targetAt) : url.slice(targetAt, fragmentAt)
  if (target.charCodeAt(0) !== 47) target = '/' + target
  let head = `GET ${target} ${version(exchange)}\r\n`
  if (!has(exchange.requestHeaders, 'host')) {
    const authority = url.slice(authorityAt, targetAt)
    head += `Host: ${authority.slice(authority.lastIndexOf('@') + 1)}\r\n`
  }
  for (const [name, value] of exchange.requestHeaders) {
    if (name.length === 0 || name.charCodeAt(0) === 58) continue
    head += `${headerName(name)}: ${oneLine(value)}\r\n`
  }
  return head + '\r\n'
}

function has(headers: readonly HeaderLine[], lowerCase: string): boolean {
  for (const [name] of headers) if (is(name, lowerCase)) return true
  return false
}
