/**
 * The UTF-16 code units of a string as a typed array: reading them there takes a quarter of the time of charCodeAt, and
 * the copy costs under 1 µs for 14 KB.
 */

/** Zero units behind the last one, so that a look ahead of a few places needs no test for the end. */
export const PADDING = 8

/** Kept between calls, since most pages are small; larger ones get an array of their own. */
const SHARED_UNITS = 1 << 19
const shared = new Uint16Array(SHARED_UNITS)
const sharedBytes = Buffer.from(shared.buffer)

/**
 * Followed by PADDING zeros. The array is reused: it is good until the next call, so never keep it and never call
 * anything that asks for units while you read it.
 */
export function codeUnits(text: string): Uint16Array {
  const { length } = text
  const units = length + PADDING <= SHARED_UNITS ? shared : new Uint16Array(length + PADDING)
  const bytes = units === shared ? sharedBytes : Buffer.from(units.buffer)
  bytes.write(text, 0, length * 2, 'utf16le')
  units.fill(0, length, length + PADDING)
  return units
}
