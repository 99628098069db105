/** How Xapian writes numbers and keys as bytes. */

/** Seven bits in a byte, the lowest first. Answers where the next byte goes. */
export function packUint(target: Uint8Array, at: number, value: number): number {
  let rest = value
  while (rest > 0x7fffffff) {
    target[at++] = (rest % 128) | 0x80
    rest = Math.floor(rest / 128)
  }
  while (rest >= 0x80) {
    target[at++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  target[at++] = rest
  return at
}

/**
 * A number below 2^32 whose bytes compare as it does, and never begin with 0xff: two bytes below 2^15, then as many leading ones in
 * the first byte as bytes are added.
 */
export function packSortable(target: Uint8Array, at: number, value: number): number {
  if (value < 0x8000) {
    target[at] = value >>> 8
    target[at + 1] = value & 0xff
    return at + 2
  }
  let size = 3
  for (let rest = value >>> 22; rest > 0; rest >>>= 7) size++
  let rest = value
  for (let i = at + size - 1; i > at; i--) {
    target[i] = rest & 0xff
    rest = Math.floor(rest / 256)
  }
  target[at] = rest | ((0xff << (10 - size)) & 0xff)
  return at + size
}

/** Terms whose key would be longer are left out, as Xapian refuses them. */
const MAX_TERM_BYTES = 245

/**
 * A term as it begins a key: a zero byte is followed by 0xff, so that no term's key is the beginning of another's continued one.
 * `term` has one character for each byte.
 */
export function packTerm(target: Buffer, term: string): number {
  if (!term.includes('\0')) return target.write(term, 0, 'latin1')
  let at = 0
  for (let i = 0; i < term.length; i++) {
    const byte = term.charCodeAt(i)
    target[at++] = byte
    if (byte === 0) target[at++] = 0xff
  }
  return at
}

/** One character for each byte of UTF-8: compares as the bytes do. Empty when Xapian cannot hold the term. */
export function binaryTerm(term: string): string {
  if (term.length > MAX_TERM_BYTES) return ''
  const binary = isAscii(term) ? ownCopy(term) : utf8(term)
  const zeros = binary.includes('\0') ? binary.split('\0').length - 1 : 0
  return binary.length + zeros <= MAX_TERM_BYTES ? binary : ''
}

function utf8(term: string): string {
  // half a character has no bytes of its own: nobody can ask for it
  return /\p{Surrogate}/u.test(term) ? '' : Buffer.from(term).toString('latin1')
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/** A part of a string keeps the whole of it in memory; a term that stays must not. */
export function ownCopy(part: string): string {
  return part.length < 13 ? part : Buffer.from(part, 'utf16le').toString('utf16le')
}

/** Short pieces are quicker byte by byte than with a call out of JavaScript. */
export function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  const size = to - from
  if (size > 48) target.set(source.subarray(from, to), at)
  else for (let i = 0; i < size; i++) target[at + i] = source[from + i]
  return at + size
}
