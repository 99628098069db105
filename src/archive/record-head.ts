/** Heads of WARC records and of the older ARC records, both as WARC fields. */

export interface RecordHead {
  readonly type: string
  /** Names in lower case; of repeated fields the first. */
  readonly headers: ReadonlyMap<string, string>
  readonly blockLength: number
  /** Bytes of the head itself, with the blank line that ends it. */
  readonly length: number
}

/** A head that is longer than this is damage. */
export const MAX_HEAD_BYTES = 64 * 1024
const MAX_FIELDS = 200
const WARC_VERSION = /^WARC\/[01]\.\d\d?\s*$/
const LENGTH = /^\d{1,15}$/
const ARC_DATE = /^\d{8,17}$/
const ARC_URL = /^[A-Za-z][A-Za-z0-9+.-]{1,15}:\S*$/

export function looksLikeWarc(bytes: Uint8Array): boolean {
  // WARC/
  return bytes[0] === 0x57 && bytes[1] === 0x41 && bytes[2] === 0x52 && bytes[3] === 0x43 && bytes[4] === 0x2f
}

/** An ARC record begins with one line: URL, address, date, media type, length. */
export function looksLikeArc(bytes: Buffer): boolean {
  const end = bytes.indexOf(10)
  return (
    arcFields(bytes.toString('latin1', 0, Math.min(end < 0 ? bytes.length : end, MAX_HEAD_BYTES)), end < 0) !== null
  )
}

export type ParsedHead = RecordHead | 'short' | 'bad'

/** The head that `bytes` begin with. `short`: it goes on behind them. */
export function parseHead(bytes: Buffer): ParsedHead {
  return looksLikeWarc(bytes) ? parseWarcHead(bytes) : parseArcHead(bytes)
}

function parseWarcHead(bytes: Buffer): ParsedHead {
  const length = headLength(bytes, MAX_HEAD_BYTES)
  if (length < 0) return bytes.length < MAX_HEAD_BYTES ? 'short' : 'bad'
  const text = bytes.toString('utf8', 0, length)
  let lineEnd = text.indexOf('\n')
  if (!WARC_VERSION.test(text.slice(0, lineEnd))) return 'bad'
  const headers = new Map<string, string>()
  let last = ''
  for (let from = lineEnd + 1, count = 0; from < text.length; from = lineEnd + 1) {
    lineEnd = text.indexOf('\n', from)
    if (lineEnd < 0) lineEnd = text.length
    if (++count > MAX_FIELDS) break
    const first = text.charCodeAt(from)
    if (first === 32 || first === 9) {
      // a folded line goes on with the field before it
      if (last !== '') headers.set(last, `${headers.get(last) ?? ''} ${text.slice(from, lineEnd).trim()}`)
      continue
    }
    const colon = text.indexOf(':', from)
    if (colon < 0 || colon > lineEnd) continue
    last = text.slice(from, colon).trim().toLowerCase()
    if (!headers.has(last)) headers.set(last, text.slice(colon + 1, lineEnd).trim())
    else last = ''
  }
  const type = headers.get('warc-type')
  const blockLength = headers.get('content-length')
  if (type === undefined || blockLength === undefined || !LENGTH.test(blockLength)) return 'bad'
  return { type: type.toLowerCase(), headers, blockLength: Number(blockLength), length }
}

/** Up to and including the first empty line; -1 when `within` bytes have none. */
export function headLength(bytes: Buffer, within: number): number {
  const head = bytes.subarray(0, within)
  const crlf = head.indexOf('\r\n\r\n', 0, 'latin1')
  const lf = (crlf < 0 ? head : head.subarray(0, crlf)).indexOf('\n\n', 0, 'latin1')
  if (lf >= 0) return lf + 2
  return crlf < 0 ? -1 : crlf + 4
}

function parseArcHead(bytes: Buffer): ParsedHead {
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf(10)
  if (end < 0) return bytes.length < MAX_HEAD_BYTES && looksLikeArc(bytes) ? 'short' : 'bad'
  const fields = arcFields(bytes.toString('latin1', 0, end), false)
  if (fields === null) return 'bad'
  const { url, ip, date, mime, blockLength } = fields
  const isHttp = /^https?:/i.test(url)
  const type = url.startsWith('filedesc:') ? 'warcinfo' : isHttp ? 'response' : 'resource'
  const headers = new Map([
    ['warc-type', type],
    ['warc-target-uri', url],
    ['warc-date', isoDate(date)],
    ['warc-ip-address', ip],
    ['content-type', isHttp ? 'application/http; msgtype=response' : mime],
    ['content-length', String(blockLength)],
  ])
  return { type, headers, blockLength, length: end + 1 }
}

interface ArcFields {
  readonly url: string
  readonly ip: string
  readonly date: string
  readonly mime: string
  readonly blockLength: number
}

/** URLs and media types with spaces in them occur: the date is what the fields are counted from, the length is the last. */
function arcFields(line: string, isCut: boolean): ArcFields | null {
  const words = line.trimEnd().split(' ')
  if (words.length < (isCut ? 3 : 5) || !ARC_URL.test(words[0])) return null
  let dateAt = 2
  while (dateAt < words.length && dateAt < 100 && !ARC_DATE.test(words[dateAt])) dateAt++
  if (dateAt >= words.length || dateAt >= 100) return null
  const length = words[words.length - 1]
  if (!isCut && (dateAt + 2 >= words.length || !LENGTH.test(length))) return null
  return {
    url: words.slice(0, dateAt - 1).join('%20'),
    ip: words[dateAt - 1],
    date: words[dateAt],
    mime: words[dateAt + 1] ?? '',
    blockLength: Number(length),
  }
}

/** 20140216050221 → 2014-02-16T05:02:21Z */
function isoDate(digits: string): string {
  const d = digits.padEnd(14, '0')
  return `${d.slice(0, 4)}-${d.slice(4, 6)}-${d.slice(6, 8)}T${d.slice(8, 10)}:${d.slice(10, 12)}:${d.slice(12, 14)}Z`
}
