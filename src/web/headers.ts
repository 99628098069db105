/**
 * Reading the headers of an exchange. Values hold one character per octet as it came (HTTP/1 has no charset), so that an archive
 * can write them back unchanged; what a reader wants as text is decoded here.
 */
import type { Exchange, HeaderLine } from '../contracts.js'

/** Value of the first header of that name (given in lower case), or null. */
export function findHeader(headers: readonly HeaderLine[], name: string): string | null {
  for (const [key, value] of headers) if (key.length === name.length && key.toLowerCase() === name) return value
  return null
}

/** Absolute http(s) target of a redirect without fragment, or null when the exchange is none or its target is of no use. */
export function redirectTarget(exchange: Exchange): string | null {
  const { status } = exchange
  if (status !== 301 && status !== 302 && status !== 303 && status !== 307 && status !== 308) return null
  const location = findHeader(exchange.headers, 'location')
  if (location === null) return null
  const text = decodeHeader(location)
  if (!URL.canParse(text, exchange.url)) return null
  const url = new URL(text, exchange.url)
  url.hash = ''
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** UTF-8 where the octets are valid UTF-8 (many servers send raw paths in Location), as they are otherwise. */
export function decodeHeader(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
