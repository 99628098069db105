import { inflateRawSync } from 'node:zlib'

/** Of main text: ten times what is kept of a page. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024

/** The main text of a page, as `texts` keeps it. */
export function unpackText(packed: Uint8Array): string {
  return inflateRawSync(packed, { maxOutputLength: MAX_TEXT_BYTES }).toString('utf8')
}
