/** Text → bytes in the encodings of the Web before UTF-8. */
import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js'
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js'

const MULTI_BYTE = ['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr', 'iso-2022-jp']

function encoderFor(encoding: string): (text: string) => Uint8Array {
  if (encoding === 'utf-8') return text => Buffer.from(text, 'utf8')
  return MULTI_BYTE.includes(encoding) ? createMultibyteEncoder(encoding) : createSinglebyteEncoder(encoding)
}

/** null when a character has no place in the encoding. */
export function encodeExactly(text: string, encoding: string): Uint8Array | null {
  try {
    return encoderFor(encoding)(text)
  } catch {
    return null
  }
}

/** A space for every character that has no place in the encoding. */
export function encodeLossy(text: string, encoding: string): Uint8Array {
  const whole = encodeExactly(text, encoding)
  if (whole !== null) return whole
  const encode = encoderFor(encoding)
  const known = new Map<string, boolean>()
  const isKnown = (character: string): boolean => {
    try {
      encode(character)
      return true
    } catch {
      return false
    }
  }
  let kept = ''
  for (const character of text) {
    let has = known.get(character)
    if (has === undefined) known.set(character, (has = isKnown(character)))
    kept += has ? character : ' '
  }
  return encode(kept)
}
