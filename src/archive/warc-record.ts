/**
 * Bytes of WARC/1.1 records, one gzip member each, made by pure functions so that they can run in any thread.
 *
 * Invariants: every record has its mandatory fields, a block digest and a Content-Length that is true; all links
 * (WARC-Concurrent-To) stay inside one call's result, which is appended to the archive in one piece; a record's id
 * follows from its URL and time, so that a revisit can name its original from the crawl log alone.
 * No WARC-Warcinfo-ID is written: which file a record goes to is decided later, and its warcinfo stands at its top.
 */
import { isIP } from 'node:net'
import type { Exchange } from '../contracts.js'
import { cdxjStart, mimeOf } from './cdxj-line.js'
import { compressedMember, storedMember } from './gzip-member.js'
import { encodeHead, oneLine, oneUri, requestHead, responseHead } from './http-head.js'
import { DIGEST_LENGTH, idFrom, idSeed, payloadDigest, recordId, warcDate, type RecordType } from './record-id.js'
import type { WarcRecord } from './record-walk.js'

/** One line of a warcinfo or metadata record. */
export type MetadataField = readonly [name: string, value: string]

export interface RecordOptions {
  /** zlib level, 3 when not given: measured on 14 KB pages, 6 costs 50 % more time and saves 4 % of the bytes. 0 stores. */
  readonly compression?: number
  /** Nothing but the payload's digest is wanted: `bytes` stays empty. */
  readonly digestOnly?: boolean
}

export interface BuiltRecord {
  readonly type: RecordType
  readonly offset: number
  readonly length: number
}

export interface BuiltRecords {
  /** Gzip members in the order of `records`. Owns its ArrayBuffer, so that it can be transferred between threads. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Bytes of the first record (the response or revisit). */
  readonly responseLength: number
  readonly payloadDigest: string
  readonly records: readonly BuiltRecord[]
  /** The index line of the first record, up to its place; `WarcWriter.append` completes it. */
  readonly cdx: string
}

/** The response whose payload a revisit repeats. */
export interface Original {
  readonly targetUri: string
  /** Its WARC-Date. */
  readonly date: string
  readonly payloadDigest: string
}

const DEFAULT_LEVEL = 3
const CRLF_CRLF = Buffer.from('\r\n\r\n')
const EMPTY = Buffer.alloc(0)

/** Response, request and, when there are fields for it, metadata (via, hopsFromSeed, fetchTimeMs, verdict…). */
export function buildExchangeRecords(
  exchange: Exchange,
  metadata: readonly MetadataField[],
  options: RecordOptions = {},
): BuiltRecords {
  const digest = payloadDigest(exchange.body)
  if (options.digestOnly)
    return { bytes: new Uint8Array(0), responseLength: 0, payloadDigest: digest, records: [], cdx: '' }
  const level = options.compression ?? DEFAULT_LEVEL
  const seed = idSeed(exchange.url, exchange.startedAt)
  const id = idFrom('response', seed)
  const date = warcDate(exchange.startedAt)
  const uri = oneUri(exchange.url)
  const fields =
    targetFields('response', id, exchange, uri, date) +
    `WARC-Payload-Digest: ${digest}\r\n` +
    (exchange.truncated ? `WARC-Truncated: ${exchange.truncated}\r\n` : '') +
    'Content-Type: application/http; msgtype=response\r\n'
  const first = member(fields, encodeHead(responseHead(exchange)), exchange.body, isCompressed(exchange) ? 0 : level)
  const rest = companions(exchange, metadata, uri, seed, id, date, options)
  return together('response', first, digest, exchange, rest, uri, date)
}

/**
 * For a page whose body is that of an earlier response: its head is kept, the body is referred to. A server that was asked whether
 * it changed has sent none (304).
 */
export function buildRevisitRecords(
  exchange: Exchange,
  metadata: readonly MetadataField[],
  original: Original,
  options: RecordOptions = {},
): BuiltRecords {
  const seed = idSeed(exchange.url, exchange.startedAt)
  const id = idFrom('revisit', seed)
  const date = warcDate(exchange.startedAt)
  const uri = oneUri(exchange.url)
  const digest = oneLine(original.payloadDigest)
  const isNotModified = exchange.status === 304
  const fields =
    targetFields('revisit', id, exchange, uri, date) +
    `WARC-Profile: http://netpreserve.org/warc/1.1/revisit/${isNotModified ? 'server-not-modified' : 'identical-payload-digest'}\r\n` +
    `WARC-Refers-To: ${recordId('response', original.targetUri, Date.parse(original.date))}\r\n` +
    `WARC-Refers-To-Target-URI: ${oneUri(original.targetUri)}\r\n` +
    // To the second, as indexes have it: replay tools look for the capture of the URL at this time or the next one after it
    `WARC-Refers-To-Date: ${oneLine(original.date).replace(/\.\d+Z$/, 'Z')}\r\n` +
    `WARC-Payload-Digest: ${digest}\r\n` +
    // The standard wants it wherever the payload is left out; it is not about the transfer.
    (isNotModified ? '' : 'WARC-Truncated: length\r\n') +
    'Content-Type: application/http; msgtype=response\r\n'
  const first = member(fields, encodeHead(responseHead(exchange)), EMPTY, options.compression ?? DEFAULT_LEVEL)
  const rest = companions(exchange, metadata, uri, seed, id, date, options)
  return together('revisit', first, digest, exchange, rest, uri, date)
}

/** What a browser made of a page: another form of the content of the response, or of the revisit in its place, which it refers to. */
export interface RenderedDocument {
  readonly html: Uint8Array
  /** When it was made, milliseconds since the epoch. */
  readonly at: number
}

export function buildConversionRecord(
  { url, startedAt }: Exchange,
  { html, at }: RenderedDocument,
  { compression = DEFAULT_LEVEL, isRevisit = false }: RecordOptions & { readonly isRevisit?: boolean } = {},
): Uint8Array {
  const uri = oneUri(url)
  const seed = idSeed(url, startedAt)
  const fields =
    firstFields('conversion', idFrom('conversion', seed), warcDate(at), uri) +
    `WARC-Refers-To: ${idFrom(isRevisit ? 'revisit' : 'response', seed)}\r\n` +
    `WARC-Refers-To-Target-URI: ${uri}\r\nWARC-Refers-To-Date: ${warcDate(startedAt)}\r\n` +
    `WARC-Payload-Digest: ${payloadDigest(html)}\r\n` +
    'Content-Type: text/html; charset=utf-8\r\n'
  return member(fields, html, EMPTY, compression)
}

/** The first record of a file. Customary fields: software, format, conformsTo, operator, robots, http-header-user-agent, isPartOf, description. */
export function buildWarcinfo(
  filename: string,
  dateMs: number,
  fields: readonly MetadataField[],
  compression = DEFAULT_LEVEL,
): Uint8Array {
  const head =
    `WARC-Type: warcinfo\r\nWARC-Record-ID: ${recordId('warcinfo', filename, dateMs)}\r\n` +
    `WARC-Date: ${warcDate(dateMs)}\r\nWARC-Filename: ${oneLine(filename)}\r\n` +
    'Content-Type: application/warc-fields\r\n'
  return member(head, fieldsBlock(fields), EMPTY, compression)
}

/** A record of an ARC file as WARC. ARC records have no ids: their place in the file tells captures of one second apart. */
export function buildFromArc({ type, headers, block, offset }: WarcRecord): Uint8Array {
  const kind = type === 'response' ? 'response' : 'resource'
  const url = headers.get('warc-target-uri') ?? ''
  const dateMs = Date.parse(headers.get('warc-date') ?? '') || 0
  const ip = headers.get('warc-ip-address') ?? ''
  const head =
    firstFields(kind, recordId(kind, `${url} ${offset}`, dateMs), warcDate(dateMs), oneUri(url)) +
    (isIP(ip) === 0 ? '' : `WARC-IP-Address: ${ip}\r\n`) +
    `Content-Type: ${oneLine(headers.get('content-type') ?? '') || 'application/octet-stream'}\r\n`
  return member(head, block, EMPTY, DEFAULT_LEVEL)
}

const COMPRESSED_TYPE =
  /^(?:image\/(?:png|jpe?g|gif|webp|avif)|video\/|audio\/|font\/woff|application\/(?:zip|gzip|x-gzip))/i

/** A body that deflate cannot make smaller is stored: trying costs eight times as much. */
function isCompressed(exchange: Exchange): boolean {
  for (const [name, value] of exchange.headers) {
    if (name.length === 16 && name.toLowerCase() === 'content-encoding') {
      const coding = value.trim().toLowerCase()
      return coding !== '' && coding !== 'identity'
    }
    if (name.length === 12 && name.toLowerCase() === 'content-type' && COMPRESSED_TYPE.test(value)) return true
  }
  return false
}

function firstFields(type: RecordType, id: string, date: string, uri: string): string {
  return `WARC-Type: ${type}\r\nWARC-Record-ID: ${id}\r\nWARC-Date: ${date}\r\nWARC-Target-URI: ${uri}\r\n`
}

function targetFields(type: RecordType, id: string, exchange: Exchange, uri: string, date: string): string {
  return (
    firstFields(type, id, date, uri) +
    (exchange.ip ? `WARC-IP-Address: ${oneLine(exchange.ip)}\r\n` : '') +
    (exchange.protocol === 'h2' ? 'WARC-Protocol: h2\r\n' : '')
  )
}

function companions(
  exchange: Exchange,
  metadata: readonly MetadataField[],
  uri: string,
  seed: string,
  id: string,
  date: string,
  options: RecordOptions,
): [RecordType, Buffer][] {
  const level = options.compression ?? DEFAULT_LEVEL
  const link = `WARC-Concurrent-To: ${id}\r\n`
  const type = 'Content-Type: application/http; msgtype=request\r\n'
  const request = targetFields('request', idFrom('request', seed), exchange, uri, date) + link + type
  const records: [RecordType, Buffer][] = [
    ['request', member(request, encodeHead(requestHead(exchange)), EMPTY, level)],
  ]
  if (metadata.length > 0) {
    const first = firstFields('metadata', idFrom('metadata', seed), date, uri)
    const head = `${first}${link}Content-Type: application/warc-fields\r\n`
    records.push(['metadata', member(head, fieldsBlock(metadata), EMPTY, level)])
  }
  return records
}

function fieldsBlock(fields: readonly MetadataField[]): Buffer {
  let block = ''
  for (const [name, value] of fields) {
    block += `${oneLine(name).replaceAll(':', '_')}: ${oneLine(value)}\r\n`
  }
  return Buffer.from(block)
}

/** Records are laid out here before they become members: to allocate memory for each costs as much as its digest. */
const scratch = Buffer.allocUnsafeSlow(1 << 18)

function scratchOf(length: number): Buffer {
  return length <= scratch.length ? scratch.subarray(0, length) : Buffer.allocUnsafeSlow(length)
}

/** One record as one gzip member. The block is `first` followed by `second`. */
function member(fields: string, first: Uint8Array, second: Uint8Array, level: number): Buffer {
  const blockLength = first.length + second.length
  const length = `\r\nContent-Length: ${blockLength}\r\n\r\n`
  // A digest always has DIGEST_LENGTH characters, so that the block can be laid down first and hashed in place.
  const fieldsLength = Buffer.byteLength(fields)
  const headLength = 29 + fieldsLength + DIGEST_LENGTH + length.length
  const record = scratchOf(headLength + blockLength + 4)
  record.set(first, headLength)
  record.set(second, headLength + first.length)
  record.set(CRLF_CRLF, headLength + blockLength)
  const digest = payloadDigest(record.subarray(headLength, headLength + blockLength))
  const isAscii = fieldsLength === fields.length // the usual case, and written in a third of the time
  record.write(`WARC/1.1\r\n${fields}WARC-Block-Digest: ${digest}${length}`, 0, isAscii ? 'latin1' : 'utf8')
  return level === 0 ? storedMember(record) : compressedMember(record, level)
}

function together(
  type: 'response' | 'revisit',
  first: Buffer,
  digest: string,
  exchange: Exchange,
  rest: readonly [RecordType, Buffer][],
  uri: string,
  date: string,
): BuiltRecords {
  let total = first.length
  for (const [, bytes] of rest) total += bytes.length
  const bytes = new Uint8Array(total)
  bytes.set(first, 0)
  const records: BuiltRecord[] = [{ type, offset: 0, length: first.length }]
  let offset = first.length
  for (const [kind, record] of rest) {
    bytes.set(record, offset)
    records.push({ type: kind, offset, length: record.length })
    offset += record.length
  }
  const mime = type === 'revisit' ? 'warc/revisit' : mimeOf(exchange.headers)
  const cdx = cdxjStart(uri, date, mime, exchange.status, digest, first.length)
  return { bytes, responseLength: first.length, payloadDigest: digest, records, cdx }
}
