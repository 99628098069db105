/** Names of records: ids, digests and dates as WARC writes them. */
import { hash } from 'node:crypto'

export type RecordType = 'warcinfo' | 'response' | 'request' | 'metadata' | 'revisit' | 'resource' | 'conversion'

const KIND: Record<RecordType, string> = {
  response: '0',
  request: '1',
  metadata: '2',
  revisit: '3',
  resource: '4',
  warcinfo: '5',
  conversion: '6',
}
/** Of every digest below. */
export const DIGEST_LENGTH = 'sha1:'.length + 32
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Ten bits at a time: two letters. */
const BASE_32_PAIRS = Array.from({ length: 1024 }, (_, i) => BASE_32[i >> 5] + BASE_32[i & 31])

/** sha1 in base 32, as indexes and other tools write it. A payload is the body without chunks but still content-encoded. */
export function payloadDigest(bytes: Uint8Array): string {
  const digest = hash('sha1', bytes, 'binary')
  let text = 'sha1:'
  for (let i = 0; i < 20; i += 5) {
    const b = digest.charCodeAt(i + 1)
    const c = digest.charCodeAt(i + 2)
    const d = digest.charCodeAt(i + 3)
    text +=
      BASE_32_PAIRS[(digest.charCodeAt(i) << 2) | (b >> 6)] +
      BASE_32_PAIRS[((b & 63) << 4) | (c >> 4)] +
      BASE_32_PAIRS[((c & 15) << 6) | (d >> 2)] +
      BASE_32_PAIRS[((d & 3) << 8) | digest.charCodeAt(i + 4)]
  }
  return text
}

/** A name-based UUID (version 8 of RFC 9562) of URL and time; the last digit tells the records of one exchange apart. */
export function recordId(type: RecordType, url: string, startedAt: number): string {
  return idFrom(type, idSeed(url, startedAt))
}

/** What the ids of one exchange have in common; hashed once for all its records. */
export function idSeed(url: string, startedAt: number): string {
  return hash('sha1', `${Math.trunc(startedAt)} ${url}`, 'hex')
}

export function idFrom(type: RecordType, seed: string): string {
  const last = seed.slice(20, 31) + KIND[type]
  return `<urn:uuid:${seed.slice(0, 8)}-${seed.slice(8, 12)}-8${seed.slice(12, 15)}-a${seed.slice(15, 18)}-${last}>`
}

/** WARC/1.1 allows fractions of a second; two fetches of one page stay apart by them. */
export function warcDate(ms: number): string {
  return new Date(ms).toISOString()
}
