/** An archived record as the exchange it came from, so that archived pages take the same way as live ones. */
import type { Exchange, HeaderLine } from '../contracts.js'
import { headerValue, parseHttpResponse } from './http-message.js'
import type { WarcRecord } from './warc-reader.js'

/** Tools keep their own logs and settings as resources under other schemes. */
const FETCHED = /^(?:https?|ftp|file):\/\//i

/**
 * Null for everything that is not a capture (requests, metadata, warcinfo, DNS answers, broken HTTP). The body of a
 * revisit is empty: revisit.ts says what it stands for.
 */
export function exchangeOf(record: WarcRecord): Exchange | null {
  const { type, headers, block } = record
  const url = targetUri(record)
  if (url === '') return null
  if (type === 'resource' || type === 'conversion') {
    if (!FETCHED.test(url)) return null
    const mime = headers.get('content-type')
    return assemble(record, url, 'http/1.1', 200, 'OK', mime === undefined ? [] : [['Content-Type', mime]], block)
  }
  if (type !== 'response' && type !== 'revisit') return null
  const response = parseHttpResponse(block)
  if (response === null) return null
  const { version, status, statusText, body } = response
  const isH2 = version.startsWith('HTTP/2') || /\bh2\b/i.test(headers.get('warc-protocol') ?? '')
  const protocol = isH2 ? 'h2' : version === 'HTTP/1.0' ? 'http/1.0' : 'http/1.1'
  return assemble(record, url, protocol, status, statusText, asStored(response.headers, body), body)
}

function assemble(
  record: WarcRecord,
  url: string,
  protocol: Exchange['protocol'],
  status: number,
  statusText: string,
  headers: readonly HeaderLine[],
  body: Uint8Array,
): Exchange {
  const date = Date.parse(record.headers.get('warc-date') ?? '')
  // one literal with all fields: spreading a common part takes 6 µs
  return {
    ok: true,
    url,
    startedAt: Number.isNaN(date) ? 0 : date,
    fetchMs: 0,
    ip: record.headers.get('warc-ip-address') ?? null,
    protocol,
    requestHeaders: [],
    status,
    statusText,
    headers,
    body,
    truncated: record.type === 'revisit' ? null : truncation(record),
  }
}

/** Some tools put the URI between angle brackets, as an old draft of the standard had it. */
export function targetUri(record: WarcRecord): string {
  const uri = record.headers.get('warc-target-uri') ?? ''
  return uri.startsWith('<') && uri.endsWith('>') ? uri.slice(1, -1) : uri
}

function truncation(record: WarcRecord): Exchange['truncated'] {
  if (record.block.length < record.blockLength) return 'length'
  const reason = record.headers.get('warc-truncated')?.toLowerCase()
  if (reason === undefined || reason === '') return null
  return reason === 'length' || reason === 'time' ? reason : 'disconnect'
}

/** Browsers' archives hold decoded bodies below the header that says they are not: such a header is left out. */
export function asStored(headers: readonly HeaderLine[], body: Uint8Array): readonly HeaderLine[] {
  const coding = headerValue(headers, 'content-encoding').trim().toLowerCase()
  if ((coding !== 'gzip' && coding !== 'x-gzip') || body.length === 0 || (body[0] === 0x1f && body[1] === 0x8b)) {
    return headers
  }
  return headers.filter(([name]) => name.toLowerCase() !== 'content-encoding')
}
