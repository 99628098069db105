/** How far a file may unpack before it is called a bomb. Zeros pack by a factor of 1,000, text by 10. */
import { LongtailError } from '../errors.js'

/** No archive that anybody made is this large when unpacked. */
const MAX_UNPACKED_BYTES = 64e9
const MAX_RATIO = 100
/** Whatever the ratio is: small files do no harm. */
const HARMLESS_BYTES = 64e6

/** Of a file of this size, all that is in it together. */
export function mostUnpacked(packedBytes: number): number {
  return Math.min(MAX_UNPACKED_BYTES, HARMLESS_BYTES + MAX_RATIO * packedBytes)
}

export function unpacksTooFar(name: string, limit: number): LongtailError {
  return new LongtailError(
    'E_ARCHIVE',
    `${name} unpacks to more than ${Math.floor(limit)} bytes, ${MAX_RATIO} times its size: it is damaged or hostile, and was left out`,
  )
}
