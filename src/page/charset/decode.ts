/**
 * Bytes → text. The charset is read from the byte order mark, the HTTP header, the document, or the bytes, in this
 * order; a declaration is overruled only when the bytes contradict it plainly, because a wrong guess is worse than a
 * declaration that is slightly off.
 */
import { isAscii, isUtf8, transcode } from 'node:buffer'
import { TextDecoder } from '@exodus/bytes/encoding.js'
import type { CharsetSource, Page } from '../../contracts.js'
import { declaredCharset, farCharset } from './declared.js'
import { countHighBytes, guessCharset, type HighBytes } from './evidence.js'
import { charsetName, isLatin, isMultiByte } from './names.js'

export const DEFAULT_CHARSET = 'windows-1252'

/** What lies beyond is not read. */
const MAX_BYTES = 10_000_000
const BROKEN_SAMPLE = 10_000
const MANY_SEQUENCES = 50

export interface Decoded {
  readonly text: string
  readonly charset: string
  readonly charsetSource: CharsetSource
}

interface Choice {
  readonly charset: string
  readonly charsetSource: CharsetSource
}

/** The page that was decoded last: whoever reads a page a second time mostly does it at once. Large ones are not held. */
const NONE: Uint8Array = new Uint8Array()
const MAX_HELD = 2_000_000
let last = { bytes: NONE, charset: '', text: '' }

function hold(bytes: Uint8Array, charset: string, text: string): string {
  last = bytes.length <= MAX_HELD ? { bytes, charset, text } : { bytes: NONE, charset: '', text: '' }
  return text
}

/** The text of a page once more, for those who look for what the first reading left out. */
export function htmlOf({ bytes, declared }: Pick<Page, 'bytes' | 'declared'>): string {
  const { charset } = declared
  if (last.bytes === bytes && last.charset === charset) return last.text
  const read = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_BYTES))
  return hold(bytes, charset, decodeAs(read, charset))
}

/** `headerCharset`: as the Content-Type header writes it, '' when it does not. */
export function decodeText(content: Uint8Array, headerCharset: string): Decoded {
  const bytes = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, MAX_BYTES))
  const choice = chooseCharset(bytes, headerCharset)
  const text = hold(content, choice.charset, decodeAs(bytes, choice.charset))
  return { text, charset: choice.charset, charsetSource: choice.charsetSource }
}

function chooseCharset(bytes: Buffer, headerCharset: string): Choice {
  const mark = byteOrderMark(bytes)
  if (mark !== null) return { charset: mark, charsetSource: 'bom' }
  const header = headerCharset === '' ? null : charsetName(headerCharset)
  // the usual case: what the document says makes no difference, and looking for it takes as long as decoding
  if (header === 'utf-8' && isUtf8(whole(bytes))) return { charset: header, charsetSource: 'header' }
  const meta = declaredCharset(bytes)
  const declared: Choice | null =
    header !== null
      ? { charset: header, charsetSource: 'header' }
      : meta !== null
        ? { charset: meta, charsetSource: 'meta' }
        : null
  if (isAscii(bytes)) return declared ?? sevenBits(bytes)
  const valid = isUtf8(whole(bytes))
  if (declared !== null && valid && declared.charset === 'utf-8') return declared
  const high = countHighBytes(bytes)
  if (declared === null) return undeclared(bytes, valid, high)
  if (!contradicts(declared.charset, valid, high, bytes)) return declared
  // the next declaration, if the bytes bear it out, before any guess
  if (meta !== null && meta !== declared.charset && !contradicts(meta, valid, high, bytes)) {
    return { charset: meta, charsetSource: 'meta' }
  }
  if (looksLikeUtf8(valid, high)) return { charset: 'utf-8', charsetSource: 'evidence' }
  const guess = guessCharset(bytes)
  // between two Latin charsets the detector is no better than the declaration
  if (guess === null || (isLatin(declared.charset) && isLatin(guess))) return declared
  return { charset: guess, charsetSource: 'evidence' }
}

function sevenBits(bytes: Buffer): Choice {
  // Japanese mail's charset has no byte above 127; its escape sequences stand in nothing else
  if (bytes.includes('\x1b$B') && bytes.includes('\x1b(')) return { charset: 'iso-2022-jp', charsetSource: 'evidence' }
  // any charset would do: what links and forms send is best sent as most pages do
  return { charset: 'utf-8', charsetSource: 'default' }
}

function undeclared(bytes: Buffer, valid: boolean, high: HighBytes): Choice {
  if (looksLikeUtf8(valid, high)) return { charset: 'utf-8', charsetSource: 'evidence' }
  const far = farCharset(bytes)
  if (far !== null && !contradicts(far, valid, high, bytes)) return { charset: far, charsetSource: 'meta' }
  if (bytes[1] === 0 && bytes[0] === 60) return { charset: 'utf-16le', charsetSource: 'evidence' }
  if (bytes[0] === 0 && bytes[1] === 60) return { charset: 'utf-16be', charsetSource: 'evidence' }
  // three bytes prove nothing
  const guess = high.count > 3 ? guessCharset(bytes) : null
  if (guess === null) return { charset: DEFAULT_CHARSET, charsetSource: 'default' }
  return { charset: guess, charsetSource: 'evidence' }
}

/**
 * Valid, or nearly: neither one broken sequence nor a part in another charset makes a page Latin. By chance the bytes of other
 * charsets make 0.41 characters of UTF-8 for each byte that is part of none (EUC-JP; Thai 0.36, GBK 0.35: cc-dev and charset/).
 */
function looksLikeUtf8(valid: boolean, { sequences, stray }: HighBytes): boolean {
  return valid ? sequences > 0 : sequences >= 5 && sequences >= (sequences < MANY_SEQUENCES ? 10 : 2) * stray
}

function contradicts(charset: string, valid: boolean, high: HighBytes, bytes: Buffer): boolean {
  // some text in UTF-8, most of it broken
  if (charset === 'utf-8') return high.stray >= 5 && high.stray > high.sequences
  if (charset.startsWith('utf-16')) return !bytes.includes(0)
  if (looksLikeUtf8(valid, high)) {
    // Two bytes of a double-byte charset make a character of UTF-8 by chance, three in a row of threes hardly.
    if (isMultiByte(charset) ? high.long >= 3 : high.sequences >= (isLatin(charset) ? 1 : 4)) return true
  }
  if (isLatin(charset)) return high.count >= 20 && high.paired > 0.5 * high.count
  return isMultiByte(charset) && isBroken(bytes, charset)
}

/** More than one in twenty characters beyond ASCII cannot be decoded, in a sample from the first such byte on. */
function isBroken(bytes: Buffer, charset: string): boolean {
  let first = 0
  while (first < bytes.length && bytes[first] < 0x80) first++
  const text = decodeAs(bytes.subarray(first, first + BROKEN_SAMPLE), charset)
  let errors = 0
  let others = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0xfffd) errors++
    else if (code > 0x7f) others++
  }
  return errors > 1 + others / 20
}

function byteOrderMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

/** Without a last character that was cut off. */
function whole(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]
    if (byte < 0x80) break
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back)
  }
  return bytes
}

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

/**
 * `charset` by its name in the Encoding standard. What cannot be decoded becomes U+FFFD; a byte order mark is left out.
 */
export function decodeAs(bytes: Buffer, charset: string): string {
  if (charset !== 'iso-2022-jp' && !charset.startsWith('utf-16') && isAscii(bytes)) return bytes.toString('latin1')
  if (charset === 'utf-8') {
    const start = byteOrderMark(bytes) === 'utf-8' ? 3 : 0
    const text = start === 0 ? bytes : bytes.subarray(start)
    // Node's transcoder is vectorised, its decoder is not: 9 µs instead of 40 for a Thai page of 14 KB; but it wants valid bytes
    return isUtf8(text) ? transcode(text, 'utf8', 'utf16le').toString('utf16le') : text.toString('utf8')
  }
  let decoder = decoders.get(charset)
  if (decoder === undefined) {
    // Node's own decoder is wrong for windows-1252, windows-874, koi8-u and others
    decoder = new TextDecoder(charset)
    decoders.set(charset, decoder)
  }
  return decoder.decode(bytes)
}
