/** Undoes Content-Encoding, within bounds: a body of kilobytes may claim gigabytes. */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** Larger contents are cut here. */
export const MAX_DECODED = 20_000_000
/** Nobody honest codes twice; three leaves room for mistakes. */
const MAX_CODINGS = 3
/** No deflate stream expands more than this (RFC 1951: 258 bytes from 2 bits). */
const DEFLATE_RATIO = 1_032
const MAX_TRIES = 8

const OPTIONS = { maxOutputLength: MAX_DECODED, finishFlush: constants.Z_SYNC_FLUSH }
const BROTLI_OPTIONS = { maxOutputLength: MAX_DECODED, finishFlush: constants.BROTLI_OPERATION_FLUSH }

/**
 * `coding`: value of the Content-Encoding header, '' when there is none. A body that was cut off is decoded as far as
 * it goes. What is not coded as it claims, or by a coding nobody knows, is returned as it came.
 */
export function decodeContent(body: Uint8Array, coding: string): Uint8Array {
  if (coding === '' || body.length === 0) return body
  let bytes = body
  // the last coding named was applied last
  for (const name of coding.toLowerCase().split(',').slice(-MAX_CODINGS).reverse())
    bytes = decodeOnce(bytes, name.trim())
  return bytes
}

function decodeOnce(body: Uint8Array, coding: string): Uint8Array {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return isGzip(body) ? decodeWith(body, gunzip) : body
    case 'deflate':
      // the name means zlib's format; half of the servers send the bare stream
      return decodeWith(body, isZlib(body) ? inflate : inflateRaw)
    case 'br':
      return decodeWith(body, brotli)
    default:
      return body
  }
}

type Decoder = (body: Uint8Array) => Uint8Array
const gunzip: Decoder = body => gunzipSync(body, OPTIONS)
const inflate: Decoder = body => inflateSync(body, OPTIONS)
const inflateRaw: Decoder = body => inflateRawSync(body, OPTIONS)
const brotli: Decoder = body => brotliDecompressSync(body, BROTLI_OPTIONS)

function decodeWith(body: Uint8Array, decode: Decoder): Uint8Array {
  try {
    return decode(body)
  } catch (error) {
    if (!isTooLarge(error)) return body
  }
  // a part that cannot be too large; brotli knows no such bound, so its parts are quartered until one fits
  for (
    let length = Math.floor(MAX_DECODED / DEFLATE_RATIO), tries = 0;
    length > 0 && tries < MAX_TRIES;
    length >>= 2, tries++
  ) {
    try {
      return decode(body.subarray(0, length))
    } catch {
      continue
    }
  }
  return new Uint8Array(0)
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b
}

function isZlib(body: Uint8Array): boolean {
  return (body[0] & 0x0f) === 8 && ((body[0] << 8) | body[1]) % 31 === 0
}
