/** Text to bytes in the encodings of old pages. What an encoding cannot write becomes a numeric character reference, as editors did it. */
import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js'
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js'

export interface Encoding {
  /** What the bytes are. */
  readonly bytes:
    | 'utf-8'
    | 'windows-874'
    | 'windows-1251'
    | 'windows-1252'
    | 'windows-1256'
    | 'koi8-r'
    | 'shift_jis'
    | 'euc-jp'
    | 'gbk'
  /** What the Content-Type header says they are; null says nothing. */
  readonly header: string | null
  /** What the META element says; null leaves the element out. */
  readonly meta: string | null
  /** All but ASCII as numeric character references. */
  readonly references: boolean
}

const MULTI_BYTE: ReadonlySet<string> = new Set(['shift_jis', 'euc-jp', 'gbk'])

/** Makes an encoder that remembers every character it met: a page draws on a few hundred of them. */
function createEncoder(name: Encoding['bytes']): (text: string) => Uint8Array {
  const encode = MULTI_BYTE.has(name) ? createMultibyteEncoder(name) : createSinglebyteEncoder(name)
  const known = new Map<string, Uint8Array>()
  return text => {
    const out = Buffer.allocUnsafe(text.length * 8)
    let length = 0
    for (const character of text) {
      const code = character.charCodeAt(0)
      if (code < 0x80) {
        out[length++] = code
        continue
      }
      let bytes = known.get(character)
      if (bytes === undefined) {
        try {
          bytes = encode(character)
        } catch {
          bytes = Buffer.from(reference(character), 'latin1')
        }
        known.set(character, bytes)
      }
      // 8 bytes per UTF-16 unit are enough: the longest reference, &#1114111;, stands for two units
      out.set(bytes, length)
      length += bytes.length
    }
    return out.subarray(0, length)
  }
}

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`
}

/** An encoder for all encodings; its tables live as long as it does. */
export function createPageEncoder(): (html: string, encoding: Encoding) => Uint8Array {
  const encoders = new Map<Encoding['bytes'], (text: string) => Uint8Array>()
  return (html, encoding) => {
    if (encoding.references) return Buffer.from(html.replace(/[^\0-\x7f]/gu, reference), 'latin1')
    if (encoding.bytes === 'utf-8') return Buffer.from(html, 'utf8')
    let encoder = encoders.get(encoding.bytes)
    if (encoder === undefined) {
      encoder = createEncoder(encoding.bytes)
      encoders.set(encoding.bytes, encoder)
    }
    return encoder(html)
  }
}
